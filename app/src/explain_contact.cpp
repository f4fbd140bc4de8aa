// Which walls the arm may touch: the stiffest stable one along each axis, the damping that walls need, and a verdict on
// the plates of the scene and on whatever else the arm is meant to touch.
#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <string>

#include "contact_loops.hpp"
#include "explain_command.hpp"

namespace limber::app {
namespace {

std::string damping_words(double damping) {
  return std::isfinite(damping) ? fmt::format("{:.0f}", std::ceil(damping)) : "none will do";
}

std::string stiffness_words(double stiffness) {
  return std::isfinite(stiffness) ? fmt::format("{:.2f} kN/m", 1e-3 * stiffness) : "any";
}

double degrees(double angle) { return angle * 180.0 / std::numbers::pi; }

// "203 (2.8, 33 deg)": the damping the wall needs, and the margins that the present one has on it.
std::string wall_words(const WallJudgement& judgement) {
  const Margins& m = judgement.margins;
  return fmt::format(
      "{} ({})", damping_words(judgement.damping_needed),
      m.stable ? fmt::format("{:.1f}, {:.0f} deg", m.gain_margin, degrees(m.phase_margin_rad)) : "unstable");
}

void print_axis(std::size_t axis, const ContactLoop& loop, const std::vector<double>& walls) {
  fmt::print("  {:<5} {:>9.0f} {:>14}", kAxisWords[axis], loop.damping, stiffness_words(stiffest_stable_wall(loop)));
  for (const double wall : walls) fmt::print(" {:>20}", wall_words(judge_wall(loop, wall)));
  fmt::print("\n");
}

void print_axes(const MotionPlan& plan, const std::vector<double>& walls) {
  fmt::print("  {:<5} {:>9} {:>14}   damping a wall needs (gain and phase margin it has)\n", "", "", "stiffest");
  fmt::print("  {:<5} {:>9} {:>14}", "axis", "damping", "stable wall");
  for (const double stiffness : walls) fmt::print(" {:>15g} kN/m", 1e-3 * stiffness);
  fmt::print("\n");
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (plan.parameters.compliance.enabled_axes[axis]) {
      print_axis(axis, axis_loop(plan, axis), walls);
    } else {
      fmt::print("  {:<5} does not feel the wrench: no wall makes it unstable, none makes it yield\n",
                 kAxisWords[axis]);
    }
  }
}

void print_verdict(const std::string& name, double stiffness, const WallJudgement& judgement) {
  const Margins& m = judgement.margins;
  const std::string needs = fmt::format("it needs a damping of {} N s/m across it and has {:.0f}.",
                                        damping_words(judgement.damping_needed), judgement.loop.damping);
  if (!m.stable) {
    fmt::print("  {} ({:g} kN/m): UNSTABLE; {}\n", name, 1e-3 * stiffness, needs);
    return;
  }
  fmt::print("  {} ({:g} kN/m): stable, gain margin {:.2f}, phase margin {:.0f} degrees: {}\n", name, 1e-3 * stiffness,
             m.gain_margin, degrees(m.phase_margin_rad), judgement.good() ? "approved." : "TOO LITTLE; " + needs);
}

void print_verdicts(const MotionPlan& plan, double stiffness) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (!plan.parameters.compliance.enabled_axes[axis]) continue;
    print_verdict(fmt::format("a wall across {}", kAxisWords[axis]), stiffness,
                  judge_wall(axis_loop(plan, axis), stiffness));
  }
}

std::string guard_words(const MotionPlan& plan) {
  return plan.parameters.contact_guard.enabled ? "All this is without the contact guard, which is on."
                                               : "The contact guard is off: nothing adds damping.";
}

std::string lead_words(const AdmittanceSettings& s) {
  if (s.lead.none()) return "";
  const Lead whole = whole_lead(s.servo.lag, s.servo.delay, s.nominal_period);
  const bool reduced = s.lead.time < whole.time || s.lead.square < whole.square;
  return fmt::format(", commanded {:.3g} ms ahead{}", 1e3 * s.lead.time,
                     reduced ? ", less than lag and delay: the mass is too light beside the tool for more" : "");
}

}  // namespace

std::vector<double> walls_to_judge(std::optional<double> asked) {
  return asked ? std::vector<double>{*asked} : std::vector<double>{2e3, 5e3, 20e3};
}

void explain_contact(const MotionPlan& plan, std::optional<double> wall) {
  const sim::ServoParameters& servo = plan.simulation.servo;
  fmt::print("\nContact (servo lag {:g} ms, delay {:g} ms{}, tool of {:g} kg beyond the sensor)\n", 1e3 * servo.lag,
             1e3 * servo.delay, lead_words(plan.settings), plan.simulation.tool.mass);
  print_axes(plan, walls_to_judge(wall));
  fmt::print("  Needed are a gain margin of 2 and a phase margin of 30 degrees. {}\n", guard_words(plan));
  for (const sim::Plate& plate : touchable(plan)) {
    print_verdict(plate.name, plate.stiffness, judge_wall(loop_along(plan, plate.normal_B), plate.stiffness));
  }
  if (wall) print_verdicts(plan, *wall);
  if (!wall && plan.stiffest_contact) print_verdicts(plan, *plan.stiffest_contact);
}

}  // namespace limber::app
