// The rows of a press: its approach, and how it keeps its force.
#include <algorithm>
#include <array>

#include "config/admittance_schema.hpp"

namespace limber::config {

template <>
struct Stored<PressRegulation> {
  static void describe(ParameterDescriptor& d) {
    d.type = ParameterType::kText;
    d.choices = {"none", "direction", "normal"};
  }
  static std::optional<ParameterValue> read(const PressRegulation& member) {
    return std::string(member == PressRegulation::kNone        ? "none"
                       : member == PressRegulation::kDirection ? "direction"
                                                               : "normal");
  }
  static void write(PressRegulation& member, const ParameterValue& value) {
    const auto& word = std::get<std::string>(value);
    member = word == "none"        ? PressRegulation::kNone
             : word == "direction" ? PressRegulation::kDirection
                                   : PressRegulation::kNormal;
  }
};

template <>
struct Stored<PressLoss> {
  static void describe(ParameterDescriptor& d) {
    d.type = ParameterType::kText;
    d.choices = {"approach", "end"};
  }
  static std::optional<ParameterValue> read(const PressLoss& member) {
    return std::string(member == PressLoss::kApproach ? "approach" : "end");
  }
  static void write(PressLoss& member, const ParameterValue& value) {
    member = std::get<std::string>(value) == "approach" ? PressLoss::kApproach : PressLoss::kEnd;
  }
};

template <>
struct Stored<PressAlign> {
  static constexpr std::array<const char*, 7> kWords{"off", "x", "y", "z", "-x", "-y", "-z"};
  static void describe(ParameterDescriptor& d) {
    d.type = ParameterType::kText;
    d.choices.assign(kWords.begin(), kWords.end());
  }
  static std::optional<ParameterValue> read(const PressAlign& member) {
    return std::string(kWords.at(static_cast<std::size_t>(member)));
  }
  static void write(PressAlign& member, const ParameterValue& value) {
    const auto word = std::find(kWords.begin(), kWords.end(), std::get<std::string>(value));
    member = static_cast<PressAlign>(word - kWords.begin());
  }
};

namespace {

AdmittanceTable approach_rows() {
  return {
      row(LIMBER_MEMBER(supervisor.press_approach_speed),
          {.key = "press.approach_speed",
           .unit = "m/s",
           .noun = "a speed",
           .bounds = above(0).to(1),
           .description = "Largest speed at which a press approaches the surface."}),
      row(LIMBER_MEMBER(supervisor.press_max_travel),
          {.key = "press.max_travel",
           .unit = "m",
           .noun = "a distance",
           .bounds = above(0).to(2),
           .description = "Largest distance that a press moves to find the surface."}),
      row(LIMBER_MEMBER(press.max_touch_force),
          {.key = "press.max_touch_force",
           .unit = "N",
           .noun = "a force",
           .bounds = from(0).to(1000),
           .description =
               "The approach is so slow that the first touch of press.stiffest_wall peaks no higher (mean of "
               "6 ms), as far as servo.lag, servo.delay, the law and the joints tell; 0: off."}),
      row(LIMBER_MEMBER(press.stiffest_wall),
          {.key = "press.stiffest_wall",
           .unit = "N/m",
           .noun = "a stiffness",
           .bounds = from(100).to(1e6),
           .description = "The stiffest wall that a press may meet; for press.max_touch_force."}),
      row(LIMBER_MEMBER(press.on_loss),
          {.key = "press.on_loss",
           .description =
               "What a press does that has lost its surface: approach again, or end (F_control ramps to 0)."}),
  };
}

AdmittanceTable regulation_rows() {
  return {
      row(LIMBER_MEMBER(press.regulation),
          {.key = "press.regulation",
           .description = "What a press keeps: none (F_control acts open loop), the force along the direction of "
                          "F_control, or along the normal of the surface. It needs an axis without stiffness."}),
      row(LIMBER_MEMBER(press.max_surface_speed),
          {.key = "press.max_surface_speed",
           .unit = "m/s",
           .noun = "a speed",
           .bounds = from(0).to(1),
           .description = "A regulated press follows a surface that itself moves along its normal up to this speed, "
                          "besides slopes that the tool moves along."}),
      row(LIMBER_MEMBER(press.align),
          {.key = "press.align",
           .description =
               "Axis of C (of the tip, if C has the axes of the base) that a press with regulation: normal "
               "turns into the surface, as long as the normal is known. C should be the point that touches."}),
      row(LIMBER_MEMBER(press.align_rate), {.key = "press.align_rate",
                                            .unit = "rad/s",
                                            .noun = "a rate",
                                            .bounds = above(0).to(2),
                                            .description = "Largest rate of the turn by press.align."}),
  };
}

}  // namespace

AdmittanceTable press_table() { return joined({approach_rows(), regulation_rows()}); }

}  // namespace limber::config
