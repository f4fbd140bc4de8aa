// Names of bits and numbers, from the types that have them.
#include <array>

#include "column_words.hpp"
#include "compliance/passive_law.hpp"
#include "limber/event.hpp"
#include "limber/telemetry.hpp"
#include "motion/homing_cycle.hpp"
#include "safety/limit_report.hpp"
#include "safety/supervisor.hpp"

namespace limber::app {
namespace {

// One for each name, in order.
template <typename Number, std::size_t kCount>
std::vector<NumberWords> numbered(const std::array<const char*, kCount>& meanings) {
  std::vector<NumberWords> list;
  for (std::size_t i = 0; i < kCount; ++i) {
    list.push_back({static_cast<long>(i), std::string(name(static_cast<Number>(i))), meanings[i]});
  }
  return list;
}

}  // namespace

std::vector<NumberWords> limit_bits() {
  static constexpr std::array<const char*, kLimitNames.size()> kMeanings{
      "A joint brakes before the end of its range.",
      "Largest speed of a joint.",
      "Largest acceleration of a joint.",
      "`max_linear_velocity`.",
      "`max_angular_velocity`.",
      "`max_linear_acceleration`.",
      "`max_angular_acceleration`.",
      "A plane or the box of the workspace.",
      "`press.approach_speed`.",
      "The inverse is damped near a singularity, or did not converge.",
      "`admittance.orientation_error_limit`.",
      "Largest torque of a joint (torque arms).",
      "Fastest change of a torque (torque arms)."};
  std::vector<NumberWords> bits;
  for (std::size_t i = 0; i < kLimitNames.size(); ++i)
    bits.push_back({1L << i, std::string(kLimitNames[i]), kMeanings[i]});
  return bits;
}

std::vector<NumberWords> tank_bits() {
  return {{WaitSet::kStiffness, "stiffness", "A larger stiffness waits."},
          {WaitSet::kMass, "mass", "A larger mass waits."},
          {WaitSet::kAxes, "axes", "A turn of the axes of mass and stiffness waits."},
          {WaitSet::kFixtures, "fixtures", "The growth of a virtual fixture waits."}};
}

std::vector<NumberWords> state_numbers() {
  return numbered<SupervisorState>(std::array{"Not activated, or deactivated.", "Follows the law; stiffness engages.",
                                              "Follows the law.", "Has braked on request and stands.",
                                              "Has braked for a fault and waits for a reset."});
}

std::vector<NumberWords> fault_numbers() {
  return numbered<FaultCode>(std::array<const char*, kFaultCodes>{
      "No fault.", "Joint readings, a clock or a speed scaling that are not finite or out of range.",
      "A wrench that is not finite or out of the sensor's range.", "A wrench that is too old or does not change.",
      "Joint readings that are too old or do not change.", "A force or torque above its limit.",
      "A press that goes too far or too fast without contact.", "Too many late cycles in a row.",
      "The Jacobian has no usable inverse.", "A joint or the tool too far from where it should be.",
      "A motion that is not finite."});
}

std::vector<NumberWords> phase_numbers() {
  return numbered<CyclePhase>(std::array{"Not started.", "Goes to the start of the path.", "Goes along the path.",
                                         "Waits at the end of the path.", "Goes back along the path.",
                                         "Waits at the start of the path."});
}

std::vector<NumberWords> exit_codes() {
  return {{0, "", "all went well"},
          {1, "",
           "a run ended badly, a request was refused (by `send`, or of a script during its run), or an output could "
           "not be written to its end (the disk is full, or "
           "its reader went away)"},
          {2, "", "it cannot run as it was asked to"},
          {130, "", "Ctrl-C ended it"},
          {143, "", "SIGTERM ended it"}};
}

}  // namespace limber::app
