// What a wall does to an arm that is led into it until the force stops it: the peak, and what stands then.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "contact_loops.hpp"
#include "explain_command.hpp"
#include "mjcf.hpp"
#include "safety/stopping_force.hpp"

namespace limber::app {

namespace {

// N, at most. The arm is stopped by its limit, or by what the plate's mass and damper do at the first touch if that is
// more; from then on the spring adds to it. Friction comes to all of that: the limit is one of the whole force, but a
// tool that met the plate squarely has yet to slide. `deceleration`: m/s², across the plate.
double stopped_force(const MotionPlan& plan, double speed, const sim::Plate& plate, double deceleration) {
  const sim::ServoParameters& servo = plan.simulation.servo;
  const double touch = sim::impact_force(plate, speed, plan.simulation.substep) + sim::plate_damping(plate) * speed;
  const Impact impact{speed, plate.stiffness, servo.lag + servo.delay, plan.settings.nominal_period, deceleration};
  return std::hypot(1.0, plate.friction) *
         (std::max(plan.settings.supervisor.overforce, touch) + stopping_force(impact));
}

}  // namespace

double peak_force(const MotionPlan& plan, const Vector3& velocity_B, const sim::Plate& plate, const JointVector& q) {
  const double speed = std::abs(plate.normal_B.normalized().dot(velocity_B));
  if (!(speed > 0.0)) return plan.settings.supervisor.overforce;
  // It stops along the way it goes, in the time that takes.
  const double along = velocity_B.norm();
  return stopped_force(plan, speed, plate, speed / along * deceleration_at(plan, velocity_B / along, q));
}

double peak_force(const MotionPlan& plan, double speed, const sim::Plate& plate) {
  return stopped_force(plan, speed, plate, least_deceleration(plan, plate.normal_B.normalized()));
}

double peak_force(const MotionPlan& plan, std::size_t axis, double speed, double wall) {
  return peak_force(plan, speed, {.normal_B = compliance_axis(plan, axis), .stiffness = wall});
}

void explain_stop(const MotionPlan& plan, const ExplainOptions& options) {
  const SupervisorParameters& s = plan.parameters.supervisor;
  if (!std::isfinite(s.overforce)) return fmt::print("  No force stops it: overforce.force is off.\n");
  const double speed = options.speed.value_or(s.press_approach_speed);
  const std::vector<double> walls = walls_to_judge(options.wall);
  fmt::print(
      "  Led into a wall at {:g} m/s whatever it feels, it is stopped by {:g} N. Until lag and braking are over, as\n",
      speed, s.overforce);
  fmt::print("  hard as the joints can at the start and at the scene's plates, the force rises to at most\n  {:<5}",
             "axis");
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
  for (const sim::Plate& plate : touchable(plan)) {
    const double peak = peak_force(plan, speed, plate);
    if (!std::isfinite(peak)) continue;
    fmt::print("  and on {} ({:g} kN/m, friction {:g}, {:g} kg) to {:.0f} N.\n", plate.name, 1e-3 * plate.stiffness,
               plate.friction, plate.mass, peak);
  }
  if (s.overforce_retreat > 0.0) {
    fmt::print("  Then it gives way, by {:g} m at most, until less than {:g} N stands.\n", s.overforce_retreat,
               0.5 * s.overforce);
  } else {
    fmt::print("  That force stands until a reset: overforce.retreat is 0.\n");
  }
}

}  // namespace limber::app
