// What torque arms will do, in sentences.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <numbers>

#include "controllers/variable_stiffness_settings.hpp"
#include "explain_command.hpp"
#include "math/task_axes.hpp"

namespace limber::app {
namespace {

std::string profile_words(const std::vector<double>& profile, double otherwise) {
  return profile.empty() ? fmt::format("{:g}", otherwise) : fmt::format("{}", fmt::join(profile, " "));
}

void explain_task(const TorqueArmPlan& arm, const VariableStiffnessSettings& settings) {
  switch (settings.rotation) {
    case TaskRotation::kAll:
      fmt::print("  Its task is position and orientation.\n");
      break;
    case TaskRotation::kNone:
      fmt::print("  Its task is position; {} joints hold no rotation.\n", arm.arm.joint_count());
      break;
    case TaskRotation::kPitch:
      fmt::print(
          "  Its task is position plus pitch, as {} joints can hold: the springs about roll and yaw are off, because\n"
          "  they share a joint with sideways motion and would stiffen it many times over.\n",
          arm.arm.joint_count());
      break;
  }
}

void explain_cycle(const VariableStiffnessParameters& p) {
  const Vector3 from = p.cycle.start_position, to = p.cycle.end_position;
  fmt::print(
      "  It homes within {:g} s to ({:g}, {:g}, {:g}) m, goes to ({:g}, {:g}, {:g}) m and back in {:g} s each, and "
      "waits {:g} s\n"
      "  at either end.\n",
      p.cycle.homing_duration, from.x(), from.y(), from.z(), to.x(), to.y(), to.z(), p.cycle.move_duration,
      p.cycle.wait_duration);
}

void explain_stiffness(const StiffnessParameters& s) {
  fmt::print("  {:<10} {:<34} {}\n", "along", "stiffness over the way (N/m)", "damping (N s/m)");
  const std::array<const std::vector<double>*, 3> K{&s.stiffness_x, &s.stiffness_y, &s.stiffness_z};
  const std::array<const std::vector<double>*, 3> D{&s.damping_x, &s.damping_y, &s.damping_z};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto axis = static_cast<Eigen::Index>(i);
    fmt::print("  {:<10} {:<34} {}\n", kAxisWords[i], profile_words(*K[i], s.stiffness_homing[axis]),
               profile_words(*D[i], s.damping_default[axis]));
  }
  fmt::print("  Stiffness never changes faster than {:g} N/m/s.\n", s.max_rise_rate);
}

}  // namespace

void explain_torque_arms(const TorquePlan& plan) {
  for (const TorqueArmPlan& arm : plan.arms) {
    const VariableStiffnessSettings settings = bind(arm.arm, arm.parameters, arm.start);
    fmt::print("{}: '{}', {} joints from {} to {}, torques, {:g} cycles a second.\n", plan.file.string(), arm.name,
               arm.arm.joint_count(), arm.arm.base_name(), arm.arm.tip_name(), arm.parameters.update_rate);
    for (const std::string& note : arm.notes) fmt::print("  {}\n", note);
    explain_task(arm, settings);
    explain_cycle(arm.parameters);
    explain_stiffness(arm.parameters.stiffness);
    fmt::print(
        "  Torques stay within {:g} N m and change by at most {:g} N m/s; all but gravity comes in over {:g} s.\n",
        settings.effort_limit.minCoeff(), settings.torque_rate, settings.ramp_time);
    fmt::print(
        "  Below a singular value of {:g} the wrench is damped where the arm loses it, and its posture pulls it out.\n",
        settings.singularity.dls_onset_factor * settings.singularity.min_manipulability_threshold);
    fmt::print("  Its path {}.\n\n", settings.report ? "is good at every point (limber validate)"
                                                     : "is refused: " + settings.report.sentence);
  }
  for (const std::string& warning : plan.warnings) fmt::print("Warning: {}.\n", warning);
}

}  // namespace limber::app
