#include "safety/servo_joint_guard.hpp"

namespace limber {
namespace {

// rad, m: a command that moved by this much moves any working joint by more than an encoder step.
constexpr double kNoticedMotion = 0.03;
// rad, m: a smaller change of the command asks for no motion.
constexpr double kAskedMotion = 1e-3;

}  // namespace

Fault ServoJointGuard::start(const RobotState& state, const JointBounds& bounds) noexcept {
  if (const Fault bad = find_bad_joint(state, bounds)) return bad;
  RobotStatus status;
  if (const Fault bad = status.start(state)) return bad;
  *this = ServoJointGuard();
  status_ = status;
  q_ = last_q_ = state.q;
  qd_ = state.qd;
  agreement_.start(q_, qd_);
  return {};
}

Fault ServoJointGuard::check(const RobotState& state, double passed, const JointVector& commanded,
                             const JointBounds& bounds, const SupervisorParameters& supervisor) noexcept {
  const RobotStatus::Found found = status_.check(state, passed, supervisor.stale_timeout);
  Fault invalid = find_bad_joint(state, bounds);
  if (!invalid) invalid = found.clock;
  const bool replaced = bad_readings_.replaced(invalid || found.stamp);
  if (!replaced && invalid) return invalid;
  if (found.speed_scaling) return found.speed_scaling;
  if (replaced) return found.stamp_stands;
  q_ = state.q;
  qd_ = state.qd;
  if (found.stamp) return found.stamp;
  const double time = status_.time();
  const Fault frozen = find_frozen(commanded, passed, supervisor.stale_timeout);
  const Fault contradicted = agreement_.step(q_, qd_, false, passed, supervisor.stale_timeout, time);
  if (found.stamp_stands) return found.stamp_stands;
  return frozen ? frozen : contradicted;
}

// Joints of which not one bit has changed since the command began to move are dead, however fresh their stamps are.
Fault ServoJointGuard::find_frozen(const JointVector& commanded, double passed, double stale_timeout) noexcept {
  if (command_at_change_.size() == 0 || last_q_ != q_ || status_.robot_stands()) {
    last_q_ = q_;
    command_at_change_ = commanded;
    asked_for_ = 0.0;
    return {};
  }
  const double moved = (commanded - command_at_change_).cwiseAbs().maxCoeff();
  asked_for_ = moved > kAskedMotion ? asked_for_ + passed : 0.0;
  if (asked_for_ <= stale_timeout || moved <= kNoticedMotion) return {};
  return {FaultCode::kStaleState, asked_for_, stale_timeout, Fault::kUnchanged, status_.time()};
}

}  // namespace limber
