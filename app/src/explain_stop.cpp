// What a wall does to an arm that is led into it until the force stops it: the peak, and what stands then.
#include <fmt/format.h>

#include <cmath>

#include "contact_loops.hpp"
#include "explain_command.hpp"
#include "limber/safety/stopping_force.hpp"

namespace limber::app {

double peak_force(const RunPlan& plan, const Vector3& direction_B, double speed, double wall) {
  const AdmittanceSettings& s = plan.settings;
  const sim::ServoParameters& servo = plan.simulation.servo;
  const double deceleration = fault_deceleration(plan.robot.arm, plan.start, s.compliance, direction_B, s.joints);
  return s.supervisor.overforce +
         stopping_force({speed, wall, servo.lag + servo.delay, s.nominal_period, deceleration});
}

double peak_force(const RunPlan& plan, std::size_t axis, double speed, double wall) {
  return peak_force(plan, compliance_axis(plan, axis), speed, wall);
}

void explain_stop(const RunPlan& plan, const ExplainOptions& options) {
  const SupervisorParameters& s = plan.parameters.supervisor;
  if (!std::isfinite(s.overforce)) return fmt::print("  No force stops it: overforce.force is off.\n");
  const double speed = options.speed.value_or(s.press_approach_speed);
  const std::vector<double> walls = walls_to_judge(options.wall);
  fmt::print(
      "  Led into a wall at {:g} m/s whatever it feels, it is stopped by {:g} N. Until lag and braking are over,\n",
      speed, s.overforce);
  fmt::print("  as hard as the joints can here, the force rises to at most\n  {:<5}", "axis");
  for (const double wall : walls) fmt::print(" {:>8g} kN/m", 1e-3 * wall);
  fmt::print("\n");
  for (std::size_t axis = 0; axis < 3; ++axis) {
    fmt::print("  {:<5}", kAxisWords[axis]);
    for (const double wall : walls) {
      const double peak = peak_force(plan, axis, speed, wall);
      fmt::print(" {:>13}", std::isfinite(peak) ? fmt::format("{:.0f} N", peak) : "singular");
    }
    fmt::print("\n");
  }
  if (s.overforce_retreat > 0.0) {
    fmt::print("  Then it gives way, by {:g} m at most, until less than {:g} N stands.\n", s.overforce_retreat,
               0.5 * s.overforce);
  } else {
    fmt::print("  That force stands until a reset: overforce.retreat is 0.\n");
  }
}

}  // namespace limber::app
