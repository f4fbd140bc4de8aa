// Which walls the arm may touch: the stiffest stable one along each axis, the damping that walls need, and a verdict on
// the plates of the configured scene.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>

#include "contact_loops.hpp"
#include "explain_command.hpp"

namespace limber::app {
namespace {

constexpr std::array<const char*, 3> kAxes{"x", "y", "z"};
// N/m: a soft, a firm and a hard surface.
constexpr std::array<double, 3> kWalls{2e3, 5e3, 20e3};

std::string damping_words(double damping) {
  return std::isfinite(damping) ? fmt::format("{:.0f}", std::ceil(damping)) : "none will do";
}

std::string stiffness_words(double stiffness) {
  return std::isfinite(stiffness) ? fmt::format("{:.2f} kN/m", 1e-3 * stiffness) : "any";
}

void print_axis(std::size_t axis, const ContactLoop& loop, const std::vector<double>& walls) {
  fmt::print("  {:<5} {:>14} ", kAxes[axis], stiffness_words(stiffest_stable_wall(loop)));
  for (const double wall : walls) {
    ContactLoop undamped = loop;
    undamped.damping = 0.0;
    fmt::print(" {:>14}", damping_words(damping_for_wall(undamped, wall)));
  }
  fmt::print("   has {:.0f}\n", loop.damping);
}

void judge(const std::string& name, const WallJudgement& judgement, double stiffness) {
  const Margins& m = judgement.margins;
  if (!m.stable) {
    fmt::print("  {} ({:g} kN/m): UNSTABLE. It needs a damping of {} N s/m along its normal; it has {:.0f}.\n", name,
               1e-3 * stiffness, damping_words(judgement.damping_needed), judgement.loop.damping);
    return;
  }
  fmt::print("  {} ({:g} kN/m): stable, gain margin {:.2f}, phase margin {:.0f} degrees: {}\n", name, 1e-3 * stiffness,
             m.gain_margin, m.phase_margin_rad * 180.0 / std::numbers::pi,
             judgement.good() ? "approved."
                              : fmt::format("TOO LITTLE. A gain margin of 2 and a phase margin of 30 degrees need {} N "
                                            "s/m; it has {:.0f}.", damping_words(judgement.damping_needed),
                                            judgement.loop.damping));
}

}  // namespace

void explain_contact(const RunPlan& plan, std::optional<double> wall) {
  const sim::ServoParameters& servo = plan.simulation.servo;
  fmt::print("\nContact (servo lag {:g} ms, delay {:g} ms, tool {:g} kg beyond the sensor)\n", 1e3 * servo.lag,
             1e3 * servo.delay, plan.simulation.tool.mass);
  const std::vector<double> walls = wall ? std::vector<double>{*wall} : std::vector<double>(kWalls.begin(), kWalls.end());
  fmt::print("  {:<5} {:>14}  damping (N s/m) that a wall needs\n", "", "stiffest");
  fmt::print("  {:<5} {:>14} ", "axis", "stable wall");
  for (const double stiffness : walls) fmt::print(" {:>9g} kN/m", 1e-3 * stiffness);
  fmt::print("\n");
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (!plan.parameters.compliance.enabled_axes[axis]) {
      fmt::print("  {:<5} does not feel the external wrench: any wall is stable, and pressed as hard as the arm can\n",
                 kAxes[axis]);
      continue;
    }
    print_axis(axis, axis_loop(plan, axis), walls);
  }
  for (const sim::Plate& plate : plan.simulation.scene.plates) {
    judge(plate.name, judge_wall(plan, plate.normal_B, plate.stiffness), plate.stiffness);
  }
  if (wall) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (!plan.parameters.compliance.enabled_axes[axis]) continue;
      judge(fmt::format("a wall across {}", kAxes[axis]), judge_wall(axis_loop(plan, axis), *wall), *wall);
    }
  }
}

}  // namespace limber::app
