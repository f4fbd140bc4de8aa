// What a wall does to an arm that is led into it until the force stops it: the peak, and what stands then.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "arm/reach.hpp"
#include "compliance/first_touch.hpp"
#include "contact_loops.hpp"
#include "explain_command.hpp"
#include "mjcf.hpp"
#include "safety/stopping_force.hpp"

namespace limber::app {

namespace {

// A surface counts for an axis that meets it this squarely: its normal's part along the axis.
constexpr double kAcross = 0.5;

// m/s²: what C has along a line at these joints.
double deceleration_at(const MotionPlan& plan, const Vector3& direction_B, const JointVector& q) {
  return fault_deceleration(plan.robot.arm, q, plan.settings.compliance, direction_B, plan.settings.joints);
}

// m/s²: the least that C has along a line, at the start and wherever the line meets a plate of the scene: an arm that
// is nearly stretched there brakes less well than at the start.
double least_deceleration(const MotionPlan& plan, const Vector3& direction_B) {
  const Arm& arm = plan.robot.arm;
  const Frame& C = plan.settings.compliance;
  double least = deceleration_at(plan, direction_B, plan.start);
  const Pose X_BC = arm.pose(plan.start, C);
  const Vector3 p_BQ = arm.pose(plan.start, arm.tip()) * plan.simulation.tool.p_TQ;
  for (const sim::Plate& plate : touchable(plan)) {
    const Vector3 normal_B = plate.normal_B.normalized();
    const double across = normal_B.dot(direction_B);
    if (std::abs(across) < kAcross) continue;
    const double way = normal_B.dot(plate.p_B - p_BQ) / across;
    const ReachReport there = check_reach(arm, C, Pose{X_BC.R, X_BC.p + way * direction_B}, plan.start);
    if (there.reach == Reach::kThere) least = std::min(least, deceleration_at(plan, direction_B, there.nearest.q));
  }
  return least;
}

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

namespace {

// A press that just reaches this speed, on a wall across an axis without stiffness.
double first_touch_peak(const MotionPlan& plan, std::size_t axis, double speed, double wall) {
  const AdmittanceSettings& s = plan.settings;
  FirstTouch touch;
  touch.loop = axis_loop(plan, axis);
  touch.wall = wall;
  touch.speed = speed;
  touch.deadband = s.force_threshold;
  touch.press = touch.loop.damping * speed + s.force_threshold;
  touch.acceleration = s.tool.linear_acceleration;
  touch.deceleration = std::min(s.tool.linear_acceleration + s.tool.touch_deceleration,
                                least_deceleration(plan, compliance_axis(plan, axis)));
  return touch_peak(touch);
}

}  // namespace

void explain_touch(const MotionPlan& plan, const ExplainOptions& options) {
  const AdmittanceSettings& s = plan.settings;
  const double speed = options.speed.value_or(s.supervisor.press_approach_speed);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (!s.enabled_axes[axis] || !s.dynamics.K.row(static_cast<Eigen::Index>(axis)).isZero(0.0)) continue;
    const double press = s.dynamics.D.diagonal()[static_cast<Eigen::Index>(axis)] * speed + s.force_threshold;
    fmt::print(
        "  A press along {} that approaches at {:g} m/s ({:.3g} N do it) peaks at the first touch (mean of 6 ms) at\n  "
        " ",
        kAxisWords[axis], speed, press);
    for (const double wall : walls_to_judge(options.wall)) {
      fmt::print(" {:.0f} N on {:g} kN/m;", first_touch_peak(plan, axis, speed, wall), 1e-3 * wall);
    }
    fmt::print(" lower with the contact guard.\n");
    if (s.touch.force == 0.0) continue;
    const double deceleration = std::min(s.tool.linear_acceleration + s.tool.touch_deceleration,
                                         least_deceleration(plan, compliance_axis(plan, axis)));
    fmt::print("  At most {:g} N are accepted on {:g} kN/m: a press of {:.3g} N approaches at {:.3f} m/s at most.\n",
               s.touch.force, 1e-3 * s.press.stiffest_wall, press,
               std::min(s.supervisor.press_approach_speed, s.touch.at(press, deceleration)));
  }
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
