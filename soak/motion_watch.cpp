// The promises about joint commands, each as an inequality between numbers observed from outside.
#include "motion_watch.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "limber/telemetry.hpp"
#include "math/so3.hpp"
#include "safety/robot_status.hpp"

namespace limber::soak {
namespace {

constexpr double kRounding = 1.0 + 1e-6;
constexpr double kNothing = 1e-9;  // rad, m, rad/s, m/s: rounding of differences
// Of the tool speed: accuracy of the correction for a finite step on a curved path.
constexpr double kToolRounding = 1.0 + 1e-5;
constexpr double kLastDigit = 1e-14;     // rad, m: rounding of a position
constexpr double kPlaneRounding = 2e-6;  // m
constexpr double kWayOutAsked = 0.2;     // s after a reset in which a fault still counts as the previous one

Vector6 twist_between(const Pose& from, const Pose& to, double h) {
  Vector6 twist;
  twist << to.p - from.p, log_so3(Matrix3(to.R * from.R.transpose()));
  return twist / h;
}

bool brakes(SupervisorState state) { return state == SupervisorState::kHolding || state == SupervisorState::kFaulted; }

}  // namespace

void MotionWatch::expect(const AdmittanceParameters& p) {
  p_ = p;
  sent_.expect(p);
  joints_ = joint_values(arm_, p.limits);
  const bool on_tool = !p.frame_id.empty() && p.frame_id != "world" && p.frame_id != arm_.base_name();
  frame_ = on_tool ? *arm_.find_frame(p.frame_id) : arm_.tip();
  fresh_frame_ = true;
  stop_left_.reset();  // other limits, another stopping time
}

void MotionWatch::start(const RobotState& state) {
  const bool kept = state.q_interface.size() == state.q.size() && state.q_interface.allFinite() &&
                    (state.q_interface - state.q).cwiseAbs().maxCoeff() <= p_.supervisor.tracking;
  q_ = kept ? state.q_interface : state.q;
  qd_ = state.qd.cwiseMax(-joints_.velocity).cwiseMin(joints_.velocity);
  sent_.start(state);
  led_by_ = p_.servo.lead && p_.servo.lag > 0.0 ? p_.servo.lag + p_.servo.delay + 1.0 / p_.update_rate : 0.0;
  first_ = fresh_frame_ = true;
  stands_ = state.speed_scaling < kStandingShare;
  pace_ = std::max(state.speed_scaling, kStandingShare);
  stop_left_.reset();
}

// The largest speed of a joint at q towards its limit that still allows a stop before it.
double MotionWatch::stoppable_speed(int i, double q, double qd) const {
  const double room = qd > 0.0 ? joints_.upper[i] - q : q - joints_.lower[i];
  return std::sqrt(2.0 * joints_.acceleration[i] * (std::max(0.0, room) + kLastDigit)) * kRounding;
}

// A motion that is led begins behind what was sent last.
void MotionWatch::see_start(const Command& command, double h) {
  if (led_by_ == 0.0) return;
  const JointVector q = command.q - h * command.qd;
  const JointVector behind = (q - q_).cwiseAbs() - led_by_ * qd_.cwiseAbs();
  if (p_.integrate_from == IntegrateFrom::kCommand) {
    tally_.expect(Check::kJointPosition, behind.maxCoeff(), kNothing, "at the start, off what was sent last");
  }
  q_ = q;
}

void MotionWatch::see(const Command& sent, const Telemetry& t, double period) {
  const Command command{t.q_command, t.qd_command};
  see_finite(command);
  see_period(t, period);
  const double h = t.period;
  see_pace(t);
  if (std::exchange(first_, false)) see_start(command, h);
  // If V is integrated from measured joints, only velocities are continuous. The state at the start of a cycle decides
  // whether it starts there, so both starts are possible.
  from_ = q_;
  if (p_.integrate_from == IntegrateFrom::kMeasured && t.q.size() == command.q.size()) {
    const JointVector most = h * pace_ * joints_.velocity;
    const JointVector measured = t.q.cwiseMax(q_ - most).cwiseMin(q_ + most);
    if ((measured + h * command.qd - command.q).cwiseAbs().maxCoeff() < kNothing) from_ = measured;
  }
  // A robot with only a velocity interface gets no position: after a tracking fault, the command restarts at its
  // joints.
  const bool anew = p_.command_interfaces == std::vector<std::string>{"velocity"} && command.qd.isZero(0.0) &&
                    t.fault == FaultCode::kTracking && command.q == t.q;
  if (anew) from_ = q_ = command.q, fresh_frame_ = true;
  sent_.see(sent, t, anew);
  const JointVector qd = (command.q - from_) / h;
  const bool brakes_hard = t.state == SupervisorState::kFaulted || t.touch_braking > 0.0;
  const JointVector& allowed = brakes_hard ? joints_.deceleration : joints_.acceleration;
  for (int i = 0; i < arm_.joint_count(); ++i) {
    tally_.expect(Check::kVelocityIsDerivative, std::abs(qd[i] - command.qd[i]), 1e-9 / h, "joint ", i);
    see_joint(i, command, allowed[i], h);
  }
  see_tool(command, t, h);
  see_stop(t, h);
  q_ = command.q;
  qd_ = command.qd;
}

void MotionWatch::see_pace(const Telemetry& t) {
  stands_ = t.speed_scaling < kStandingShare;
  if (!stands_) pace_ = t.speed_scaling;
}

void MotionWatch::see_finite(const Command& command) {
  tally_.expect(Check::kFinite, command.q.size() == arm_.joint_count() && command.qd.size() == arm_.joint_count(),
                "the command has another number of joints");
  tally_.expect(Check::kFinite, command.q.allFinite() && command.qd.allFinite(), "the command is not finite");
}

// A late cycle is stepped with a bounded period; a period that is not positive is replaced by the nominal one.
void MotionWatch::see_period(const Telemetry& t, double period) {
  const double nominal = 1.0 / p_.update_rate;
  const double longest = p_.supervisor.max_late * nominal;
  const double expected = !(period > 0.0) ? nominal : std::clamp(period, 0.01 * nominal, longest);
  tally_.expect(Check::kPeriod, std::abs(t.period - expected), 1e-12, "the period stepped with");
}

void MotionWatch::see_joint(int i, const Command& command, double acceleration, double h) {
  const double qd = command.qd[i];
  const double q = command.q[i];
  const double outside = std::max({0.0, q - joints_.upper[i], joints_.lower[i] - q});
  // Limits may have been narrowed around the arm: then it must at least not move farther out.
  const double outside_before = std::max({0.0, from_[i] - joints_.upper[i], joints_.lower[i] - from_[i]});
  tally_.expect(Check::kJointPosition, outside, outside_before + kNothing, "joint ", i);
  const double fastest = std::max(pace_ * joints_.velocity[i] * kRounding, std::abs(qd_[i]));
  tally_.expect(Check::kJointVelocity, std::abs(qd), fastest + kNothing, "joint ", i);
  // Only a position limit that cannot be met otherwise may exceed the acceleration of a joint.
  if (std::abs(qd_[i]) > stoppable_speed(i, from_[i], qd_[i])) return;
  // A joint that brakes along the curve, too fast by a rounding error, returns to it within one cycle of any length.
  const double beyond_curve = (kRounding - 1.0) * std::abs(qd_[i]);
  tally_.expect(Check::kJointAcceleration, std::abs(qd - qd_[i]),
                acceleration * h * kRounding + beyond_curve + kNothing, "joint ", i);
  tally_.expect(Check::kBrakingCurve, std::abs(qd), stoppable_speed(i, q, qd), "joint ", i);
}

void MotionWatch::see_tool(const Command& command, const Telemetry& t, double h) {
  if (fresh_frame_ || from_ != q_) X_ = arm_.pose(from_, frame_);
  const Pose X = arm_.pose(command.q, frame_);
  const Vector6 twist = twist_between(X_, X, h);
  const LimitParameters& l = p_.limits;
  const LimitSet& c = t.conflicts;
  if (c.any()) ++tally_.conflict_cycles;
  if (!c.has(Limit::kLinearVelocity)) {
    tally_.expect(Check::kToolSpeed, twist.head<3>().norm(), pace_ * l.max_linear_velocity * kToolRounding + kNothing,
                  "m/s");
  }
  if (!c.has(Limit::kAngularVelocity)) {
    tally_.expect(Check::kToolSpeed, twist.tail<3>().norm(), pace_ * l.max_angular_velocity * kToolRounding + kNothing,
                  "rad/s");
  }
  if (!fresh_frame_ && from_ == q_ && !c.has(Limit::kLinearAcceleration) && !c.has(Limit::kAngularAcceleration)) {
    const Vector6 change = twist - twist_;
    tally_.expect(Check::kToolAcceleration, change.head<3>().norm(),
                  (l.max_linear_acceleration + t.touch_braking) * h * kToolRounding + kNothing / h, "m/s");
    tally_.expect(Check::kToolAcceleration, change.tail<3>().norm(),
                  l.max_angular_acceleration * h * kToolRounding + kNothing / h, "rad/s");
  }
  if (!c.has(Limit::kWorkspace)) {
    for (const Plane& plane : l.planes) {
      const double before = std::max(0.0, plane.normal.dot(X_.p) - plane.offset);
      tally_.expect(Check::kPlane, plane.normal.dot(X.p) - plane.offset, before + kPlaneRounding, "m");
    }
  }
  X_ = X;
  twist_ = twist;
  fresh_frame_ = false;
}

// s: allowed braking time, with joints and tool within their accelerations and all joints in proportion.
double MotionWatch::stopping_time(const Telemetry& t) const {
  const LimitParameters& l = p_.limits;
  // While some joints brake before others, the tool may become faster, up to the sum of all joint contributions.
  Pose X;
  Jacobian J;
  arm_.kinematics(t.q_command, frame_, X, J);
  double linear = 0.0, angular = 0.0;
  for (int i = 0; i < arm_.joint_count(); ++i) {
    linear += std::abs(t.qd_command[i]) * J.col(i).head<3>().norm();
    angular += std::abs(t.qd_command[i]) * J.col(i).tail<3>().norm();
  }
  double time = linear / l.max_linear_acceleration + angular / l.max_angular_acceleration;
  for (int i = 0; i < arm_.joint_count(); ++i) time += std::abs(t.qd_command[i]) / joints_.acceleration[i];
  return 2.0 * time + 5.0 * p_.supervisor.max_late / p_.update_rate;
}

// A stop gives way to a force above its limit while more than half of that limit is left. Limits may change in between.
bool MotionWatch::may_give_way(const Telemetry& t) {
  const SupervisorParameters& s = p_.supervisor;
  if (t.state != SupervisorState::kFaulted) {
    pushed_ = false;
    lowest_force_ = lowest_torque_ = kUnlimited;
    return false;
  }
  lowest_force_ = std::min({lowest_force_, s.overforce, p_.wrench.max_force});
  lowest_torque_ = std::min({lowest_torque_, s.overtorque, p_.wrench.max_torque});
  const double force = t.wrench_external.head<3>().norm(), torque = t.wrench_external.tail<3>().norm();
  const bool named = t.fault == FaultCode::kOverforce || t.fault == FaultCode::kInvalidWrench;
  pushed_ = pushed_ || named || force > lowest_force_ || torque > lowest_torque_;
  return pushed_ && (force > 0.5 * lowest_force_ || torque > 0.5 * lowest_torque_);
}

void MotionWatch::see_stop(const Telemetry& t, double h) {
  since_went_on_ += h;
  // If joints are too far from their command again soon after a reset, the command goes to them.
  if (std::exchange(fault_, t.fault) != t.fault) soon_ = since_went_on_ < kWayOutAsked;
  const bool returns = t.fault == FaultCode::kTracking && soon_;
  // While paused, it goes to the position of the robot, which takes time in proportion to the distance.
  if (may_give_way(t) || !brakes(t.state) || returns || stands_) return stop_left_.reset();
  if (!stop_left_) stop_left_ = stopping_time(t);
  *stop_left_ -= h;
  if (*stop_left_ >= 0.0) return;
  // A tool that rounding has put micrometres beyond a plane is still led back, and this is reported; near a singularity
  // the joints are then faster than the tool.
  if (t.limited.has(Limit::kWorkspace)) {
    tally_.expect(Check::kStandsStill, t.twist_command.head<3>().norm(), 1e-3, "m/s, led back behind a plane");
  } else {
    tally_.expect(Check::kStandsStill, t.qd_command.cwiseAbs().maxCoeff(), 1e-6, "rad/s");
  }
}

}  // namespace limber::soak
