// Binds parameters to an arm: names to frames, parameters to matrices and bounds.
#include "controllers/admittance_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "compliance/contact_probe.hpp"
#include "controllers/arm_names.hpp"
#include "controllers/servo_settings.hpp"
#include "limber/configuration.hpp"
#include "wrench/wrench_pipeline.hpp"

namespace limber {
namespace {

void check_names(const Arm& arm, const AdmittanceParameters& parameters) {
  check_base_name(arm, parameters.base_link, "base_link");
  if (!parameters.tip_link.empty() && parameters.tip_link != arm.tip_name()) {
    throw ArmError(fmt::format("tip_link is '{}'; the tip of the arm is '{}'", parameters.tip_link, arm.tip_name()));
  }
  check_joint_names(arm, parameters.joints);
}

// N: inertial force of the tool at its acceleration limit, including its torque about C at the lever of a contact
// probe. Limits above the default are not used: the servo smooths faster motion.
double tool_inertia_force(const WrenchParameters& wrench, const Pose& X_CS, double linear_acceleration) {
  const double force = wrench.tool_mass * std::min(linear_acceleration, LimitParameters().max_linear_acceleration);
  return force * std::hypot(1.0, (X_CS * wrench.tool_com).norm() / kContactLever);
}

PostureGoal posture_goal(const Arm& arm, const PostureParameters& parameters) {
  PostureGoal goal{{}, parameters.rate, parameters.max_velocity};
  const auto count = static_cast<int>(parameters.joints.size());
  if (count == 0) return goal;
  if (count != arm.joint_count()) {
    throw ArmError(fmt::format("posture.joints has {} numbers; {} has {} joints{}", count, arm.name(),
                               arm.joint_count(),
                               arm.joint_count() > 6 ? "" : "; only an arm with seven or more can have a posture"));
  }
  goal.q = Eigen::Map<const Eigen::VectorXd>(parameters.joints.data(), count);
  for (int i = 0; i < count; ++i) {
    const Joint& joint = arm.joints()[static_cast<std::size_t>(i)];
    if (goal.q[i] >= joint.limits.lower && goal.q[i] <= joint.limits.upper) continue;
    throw ArmError(fmt::format("posture.joints[{}] is {:g}; joint '{}' of {} goes from {:g} to {:g}", i, goal.q[i],
                               joint.name, arm.name(), joint.limits.lower, joint.limits.upper));
  }
  return goal;
}

// The limits of the URDF, or those of the parameters if it has none.
DriverBounds driver_bounds(const Arm& arm, const JointBounds& joints) {
  DriverBounds driver{joints.lower, joints.upper, joints.velocity};
  for (int i = 0; i < arm.joint_count(); ++i) {
    const double velocity = arm.joints()[static_cast<std::size_t>(i)].limits.velocity;
    if (std::isfinite(velocity)) driver.velocity[i] = velocity;
  }
  return driver;
}

// The first touch of a press along a translational axis of C.
FirstTouch touch_along(const AdmittanceParameters& parameters, const AdmittanceSettings& s, int axis) {
  FirstTouch touch;
  touch.loop = told_loop(parameters.servo, s, s.dynamics.M(axis, axis), s.dynamics.D(axis, axis));
  touch.wall = s.press.stiffest_wall;
  touch.speed = s.supervisor.press_approach_speed;
  touch.deadband = s.force_threshold;
  touch.acceleration = s.tool.linear_acceleration;
  return touch;
}

// A press may act along any axis without stiffness: the slowest of them counts.
TouchSpeeds accepted_speeds(const AdmittanceParameters& parameters, const AdmittanceSettings& s) {
  TouchSpeeds slowest;
  if (s.press.max_touch_force == 0.0) return slowest;
  for (int axis = 0; axis < 3; ++axis) {
    const bool pressed = s.enabled_axes[static_cast<std::size_t>(axis)] && s.dynamics.K.row(axis).isZero(0.0);
    if (!pressed) continue;
    const TouchSpeeds speeds = touch_speeds(touch_along(parameters, s, axis), s.press.max_touch_force);
    const bool first = slowest.force == 0.0;
    for (std::size_t p = 0; p < speeds.speed.size(); ++p) {
      for (std::size_t d = 0; d < speeds.speed[p].size(); ++d) {
        const double speed = speeds.speed[p][d];
        slowest.speed[p][d] = first ? speed : std::min(speed, slowest.speed[p][d]);
      }
    }
    slowest.force = speeds.force;
  }
  return slowest;
}

// The lead, and what depends on it. The guard and the approach must be ready for an arm that is not led.
void bind_servo(const AdmittanceParameters& parameters, AdmittanceSettings& s) {
  s.servo = {parameters.servo.lag, parameters.servo.delay};
  s.touch_without_lead = accepted_speeds(parameters, s);
  s.touch = s.touch_without_lead;
  s.lag_without_lead = s.contact_guard.lag;
  s.lead = lead_of(parameters.servo, s);
  if (s.lead.none()) return;
  s.touch = accepted_speeds(parameters, s);
  s.lag_without_lead = std::max(s.contact_guard.lag, parameters.servo.lag + parameters.servo.delay);
  s.contact_guard.lag = lag_behind_lead(parameters.servo, s);
}

bool names_the_base(const Arm& arm, const std::string& id) { return id == "world" || id == arm.base_name(); }

}  // namespace

AdmittanceSettings bind(const Arm& arm, const AdmittanceParameters& parameters) {
  const std::vector<std::string> refusals = config::check(parameters);
  if (!refusals.empty()) throw ArmError(refusals.front());
  check_names(arm, parameters);
  AdmittanceSettings s;
  const ComplianceParameters& c = parameters.compliance;
  s.dynamics = make_dynamics(c);
  s.admittance_ratio = c.admittance_ratio;
  s.enabled_axes = c.enabled_axes;
  s.force_threshold = parameters.wrench.min_motion_threshold;
  // N m: if not given, the torque of the force threshold on a lever of 0.1 m.
  s.torque_threshold = parameters.wrench.min_torque_threshold.value_or(0.1 * s.force_threshold);
  s.tank = parameters.tank;
  s.contact_guard = parameters.contact_guard;
  s.press = parameters.press;
  std::transform(parameters.fixtures.begin(), parameters.fixtures.end(), s.fixtures.begin(), make_fixture);
  s.drift = parameters.drift;
  s.orientation_error_limit = parameters.orientation_error_limit;
  s.integrate_from = parameters.integrate_from;
  s.nominal_period = 1.0 / parameters.update_rate;
  s.by_velocity = parameters.command_interfaces == std::vector<std::string>{"velocity"};
  s.wrench = parameters.wrench;
  s.supervisor = parameters.supervisor;
  s.joints = joint_bounds(arm, parameters.limits);
  s.tool = tool_bounds(parameters.limits);
  s.driver = driver_bounds(arm, s.joints);
  s.singularity_threshold = parameters.limits.singularity_threshold * arm.conditioning().best;
  s.singularity_damping = parameters.limits.singularity_damping * arm.conditioning().best;
  s.posture = posture_goal(arm, parameters.posture);
  s.sensor = frame_on_tool(arm, parameters.ft_frame, "ft_frame");
  s.base_axes = names_the_base(arm, parameters.frame_id);
  s.compliance = frame_on_tool(arm, s.base_axes ? "" : parameters.frame_id, "admittance.frame.id");
  s.X_CS = s.compliance.X_JF.inverse() * s.sensor.X_JF;
  bind_servo(parameters, s);
  s.tool_inertia_force = tool_inertia_force(parameters.wrench, s.X_CS, s.tool.linear_acceleration);
  s.approach.linear_velocity = s.tool.linear_velocity;
  s.approach.angular_velocity = s.tool.angular_velocity;
  s.approach.linear_acceleration = s.tool.linear_acceleration;
  s.approach.angular_acceleration = s.tool.angular_acceleration;
  s.approach.near_position = parameters.supervisor.max_position_error;
  s.approach.near_orientation = parameters.supervisor.max_orientation_error;
  s.approach.shortest_duration = parameters.supervisor.trajectory_duration;
  return s;
}

}  // namespace limber
