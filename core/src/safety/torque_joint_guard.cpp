#include "safety/torque_joint_guard.hpp"

#include <algorithm>
#include <cmath>

#include "math/so3.hpp"

namespace limber {
namespace {

// rad or m that a position may differ beyond what its joint can have moved; more than the play of a gear.
constexpr double kJump = 0.05;
// s: robots read their joints at least this often.
constexpr double kSlowestReading = 0.01;

// A larger demand must change the readings of an arm that works. A smaller one may not: friction holds the arm, and an
// encoder step of 1.5 mrad hides a small displacement. A geared joint with a friction of 1.2 % of its effort limit
// reverses within twice that; on an OpenManipulator-X, 30 mm of a spring of 20 N/m are as much.
constexpr double kNoticedEffort = 0.03;  // share of the limit
constexpr double kNoticedWay = 0.03;     // m
constexpr double kNoticedTurn = 0.1;     // rad
// rad or m that the velocity shows while the position is unchanged: two steps of such an encoder.
constexpr double kNoticedTravel = 0.003;

}  // namespace

Fault TorqueJointGuard::start(const RobotState& state, const JointBounds& bounds) noexcept {
  if (const Fault bad = find_bad_joint(state, bounds)) return bad;
  RobotStatus status;
  if (const Fault bad = status.start(state)) return bad;
  *this = TorqueJointGuard();
  status_ = status;
  q_ = last_q_ = state.q;
  qd_ = last_qd_ = velocities_ = state.qd;
  agreement_.start(q_, qd_);
  standing_.start(q_, qd_);
  estimate_.start(q_, qd_);
  return {};
}

// rad or m by which a position may differ from the last good one.
double TorqueJointGuard::jump_allowed(const JointBounds& bounds, Eigen::Index i) const noexcept {
  return kJump + kVelocityPlausible * bounds.velocity[i] * std::max(bad_for_, kSlowestReading);
}

bool TorqueJointGuard::jumps(const RobotState& state, const JointBounds& bounds, Eigen::Index i) const noexcept {
  return std::abs(state.q[i] - q_[i]) > jump_allowed(bounds, i);
}

Fault TorqueJointGuard::find_jump(const RobotState& state, const JointBounds& bounds) const noexcept {
  for (Eigen::Index i = 0; i < q_.size(); ++i) {
    if (!jumps(state, bounds, i)) continue;
    Fault jump = invalid_state(state.q[i] - q_[i], jump_allowed(bounds, i), i, time());
    jump.of_motion = true;
    return jump;
  }
  return {};
}

void TorqueJointGuard::take(const RobotState& state) noexcept {
  q_ = state.q;
  qd_ = state.qd;
  bad_for_ = 0.0;
}

bool TorqueJointGuard::cannot_be_true(const JointDemand& demand) const noexcept {
  if (qd_.cwiseAbs().maxCoeff() * unchanged_for_ > kNoticedTravel) return true;
  return (demand.X_BR.p - demand_.X_BR.p).norm() > kNoticedWay ||
         log_so3(Matrix3(demand.X_BR.R * demand_.X_BR.R.transpose())).norm() > kNoticedTurn ||
         (demand.effort - demand_.effort).cwiseQuotient(demand.most).cwiseAbs().maxCoeff() > kNoticedEffort;
}

// The torque that answers a change is commanded in the same cycle and known in the next, even if that one has no good
// reading.
void TorqueJointGuard::ask(const JointDemand& demand) noexcept {
  if (!compared_) demand_ = demand;
  compared_ = true;
  standing_.ask(demand);
}

// Frozen readings stay frozen until a bit changes: the demand on a blind arm is no further evidence. A paused robot may
// stand whatever it is asked.
Fault TorqueJointGuard::check_change(const SupervisorParameters& supervisor, const JointDemand& demand) noexcept {
  if (last_q_ != q_ || last_qd_ != qd_ || (robot_stands() && !frozen_)) {
    last_q_ = q_;
    last_qd_ = qd_;
    unchanged_for_ = 0.0;
    frozen_ = compared_ = false;
    return {};
  }
  frozen_ = frozen_ || (unchanged_for_ > supervisor.stale_timeout && cannot_be_true(demand));
  if (!frozen_) return {};
  return {FaultCode::kStaleState, unchanged_for_, supervisor.stale_timeout, Fault::kUnchanged, time()};
}

void TorqueJointGuard::trust_standing(const SupervisorParameters& supervisor) noexcept {
  agreement_.trust_standing(supervisor.stale_timeout);
  standing_.look_anew(q_);
  if (unchanged_for_ <= supervisor.stale_timeout || !qd_.isZero(0.0)) return;
  unchanged_for_ = 0.0;
  frozen_ = compared_ = false;
}

void TorqueJointGuard::see_velocities(const RobotState& state, double passed) noexcept {
  velocity_age_ += passed;
  if (state.qd.size() != velocities_.size() || !state.qd.allFinite() || state.qd == velocities_) return;
  velocities_ = state.qd;
  velocity_age_ = 0.0;
}

// Which readings of each joint can be used although others cannot. An unchanged velocity is dead, unless it is 0: that
// is safe to use.
void TorqueJointGuard::find_alive(const RobotState& state, const JointBounds& bounds, bool fresh,
                                  double stale_timeout) noexcept {
  alive_ = AliveReadings();
  const Eigen::Index n = bounds.lower.size();
  for (Eigen::Index i = 0; fresh && !frozen_ && i < n; ++i) {
    const auto joint = static_cast<std::size_t>(i);
    alive_.position[joint] = state.q.size() == n && plausible_position(state.q[i], bounds, i) &&
                             !jumps(state, bounds, i) && !agreement_.position_frozen(joint) && !standing_.frozen(joint);
    alive_.velocity[joint] = state.qd.size() == n && plausible_velocity(state.qd[i], bounds, i) &&
                             !agreement_.velocity_frozen(joint) && !standing_.frozen(joint) &&
                             (velocity_age_ <= stale_timeout || state.qd[i] == 0.0);
  }
}

// Whether a good reading repeats an old one: of all joints, or of one.
Fault TorqueJointGuard::check_frozen(const SupervisorParameters& supervisor, const JointDemand& demand,
                                     double passed) noexcept {
  const Fault unchanged = check_change(supervisor, demand);
  const Fault contradicted = agreement_.step(q_, qd_, true, passed, supervisor.stale_timeout, time());
  // A frozen joint stays so whatever the robot does, but during a pause none is found.
  if (robot_stands() && !estimate_.reckons()) standing_.look_anew(q_);
  const Fault stood = standing_.step(q_, qd_, demand, passed, supervisor.stale_timeout, time());
  for (Eigen::Index i = 0; stood && i < q_.size(); ++i) {
    const auto joint = static_cast<std::size_t>(i);
    if (standing_.just_found(joint)) estimate_.went_on(i, standing_.speed_before(joint), standing_.age(joint));
  }
  return unchanged ? unchanged : contradicted ? contradicted : stood;
}

Fault TorqueJointGuard::check(const RobotState& state, double passed, const JointDemand& demand,
                              const JointBounds& bounds, const SupervisorParameters& supervisor) noexcept {
  const RobotStatus::Found status = status_.check(state, passed, supervisor.stale_timeout);
  const Fault old = status.stamp ? status.stamp : status.stamp_stands;
  ask(demand);
  bad_for_ += passed;
  unchanged_for_ += passed;
  see_velocities(state, passed);
  Fault bad = status.clock ? status.clock : find_bad_joint(state, bounds);
  if (!bad) bad = find_jump(state, bounds);
  if (!bad) bad = old;
  if (bad_readings_.replaced(static_cast<bool>(bad)) && !estimate_.reckons()) return status.speed_scaling;
  Fault found = bad;
  if (!bad) {
    take(state);
    found = check_frozen(supervisor, demand, passed);
  }
  if (!found) {
    estimate_.follow(q_, qd_, passed);
    return status.speed_scaling;
  }
  find_alive(state, bounds, !status.clock && !old, supervisor.stale_timeout);
  estimate_.reckon(state.q, state.qd, alive_, passed);
  // After a jump was reported and the arm holds, the joint is where it is read.
  if (bad.of_motion && !old) take(state);
  return found;
}

}  // namespace limber
