// Checks of the joints in one reading.
#include "safety/joint_guard.hpp"

#include <algorithm>
#include <cmath>

#include "math/so3.hpp"

namespace limber {
namespace {

// A joint is never read beyond this many times its velocity limit: the reading is wrong, not the joint.
constexpr double kVelocityPlausible = 5.0;
// rad or m beyond its limits a joint may be read; calibration and sag are far smaller.
constexpr double kPositionPlausible = 0.5;

// rad or m that a position may be off, beside what its joint can have gone: more than gears have play.
constexpr double kJump = 0.05;
// s: robots read their joints at least as often.
constexpr double kSlowestReading = 0.01;

// What an arm can be asked without a change in readings that come in coarse steps: friction holds it, and an encoder of
// 1.5 mrad sees nothing of what a soft spring gives way. A geared joint with a friction of 1.2 % of its effort turns
// round within twice that; on an OpenManipulator-X 30 mm of a spring of 20 N/m are as much.
constexpr double kNoticedEffort = 0.03;  // share of the limit
constexpr double kNoticedWay = 0.03;     // m
constexpr double kNoticedTurn = 0.1;     // rad
// rad or m that a joint says it moved while it says that it is where it was: two steps of such an encoder.
constexpr double kNoticedTravel = 0.003;

// rad or m that a velocity tells of in the last second while the position is the same to the bit. More than the
// coarsest encoder's step, and than a velocity that is a step off (0.024 rad/s) says of a joint that stands.
constexpr double kUnseenTravel = 0.03;
// rad or m that a position tells of beyond what a velocity does that is the same to the bit; coarse velocities, and
// those that are 0 below a threshold, are that far off.
constexpr double kUntoldTravel = 0.05;
constexpr double kTravelTime = 1.0;  // s

bool plausible_position(double q, const JointBounds& bounds, Eigen::Index i) noexcept {
  return std::isfinite(q) && q <= bounds.upper[i] + kPositionPlausible && q >= bounds.lower[i] - kPositionPlausible;
}

bool plausible_velocity(double qd, const JointBounds& bounds, Eigen::Index i) noexcept {
  return std::abs(qd) <= kVelocityPlausible * bounds.velocity[i];
}

}  // namespace

Fault find_bad_joint(const RobotState& state, const JointBounds& bounds) noexcept {
  const Eigen::Index n = bounds.lower.size();
  if (state.q.size() != n || state.qd.size() != n) {
    const Eigen::Index wrong = state.q.size() != n ? state.q.size() : state.qd.size();
    return invalid_state(static_cast<double>(wrong), static_cast<double>(n), Fault::kJointCount, state.time);
  }
  for (Eigen::Index i = 0; i < n; ++i) {
    if (!plausible_position(state.q[i], bounds, i)) {
      return invalid_state(state.q[i], bounds.upper[i] + kPositionPlausible, i, state.time);
    }
    if (plausible_velocity(state.qd[i], bounds, i)) continue;
    return invalid_state(state.qd[i], kVelocityPlausible * bounds.velocity[i], i, state.time);
  }
  return {};
}

Fault find_bad_pace(const RobotState& state, double time) noexcept {
  if (state.speed_scaling >= 0.0) return {};
  return invalid_state(state.speed_scaling, 0.0, Fault::kSpeedScaling, time);
}

void MotionAgreement::start(const JointVector& q, const JointVector& qd) noexcept {
  *this = MotionAgreement();
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    Joint& joint = joints_[static_cast<std::size_t>(i)];
    joint.position.value = q[i];
    joint.velocity.value = qd[i];
  }
}

// True if it is another one; then it begins anew.
bool MotionAgreement::Reading::changes(double now) noexcept {
  if (now == value) return false;
  *this = {now};
  return true;
}

void MotionAgreement::Reading::add(double missed, double passed) noexcept {
  age += passed;
  gap = std::exp(-passed / kTravelTime) * gap + missed;
}

void MotionAgreement::Joint::step(double q, double qd, bool has_velocity, double passed,
                                  double stale_timeout) noexcept {
  const double told = passed * qd;
  const double untold = has_velocity ? q - position.value - told : 0.0;
  const bool position_lives = position.changes(q), velocity_lives = velocity.changes(qd);
  if (position_lives || velocity_lives) both = Reading();
  // A velocity that has stood for as long says nothing against a position.
  if (!position_lives) position.add(velocity.age <= stale_timeout ? told : 0.0, passed);
  if (!velocity_lives) velocity.add(untold, passed);
  const bool position_silent = position.age > stale_timeout, velocity_silent = velocity.age > stale_timeout;
  if (position_silent && velocity_silent) both.add(told, passed);
  both.frozen = both.frozen || std::abs(both.gap) > kUnseenTravel;
  position.frozen = position.frozen || (position_silent && !velocity_silent && std::abs(position.gap) > kUnseenTravel);
  velocity.frozen = velocity.frozen || (velocity_silent && !position_silent && std::abs(velocity.gap) > kUntoldTravel);
}

Fault MotionAgreement::step(const JointVector& q, const JointVector& qd, bool has_velocities, double passed,
                            double stale_timeout, double time) noexcept {
  Fault found;
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    Joint& joint = joints_[static_cast<std::size_t>(i)];
    joint.step(q[i], qd[i], has_velocities || qd[i] != 0.0, passed, stale_timeout);
    if (found || !joint.frozen()) continue;
    const double age = std::max(joint.position.age, joint.velocity.age);
    found = {FaultCode::kStaleState, age, stale_timeout, static_cast<int>(i), time};
  }
  return found;
}

void MotionAgreement::trust_standing(double stale_timeout) noexcept {
  for (Joint& joint : joints_) {
    const bool stands = joint.velocity.value == 0.0 && joint.velocity.age > stale_timeout;
    if (stands && joint.position.age > stale_timeout) joint = {{joint.position.value}, {}, {}};
  }
}

bool JointGuard::start(const RobotState& state, const JointBounds& bounds, Fault& fault) noexcept {
  fault = find_bad_joint(state, bounds);
  if (!fault && !std::isfinite(state.time)) fault = invalid_state(state.time, 0.0, Fault::kClock, 0.0);
  if (!fault) fault = find_bad_pace(state, state.time);
  if (fault) return false;
  *this = JointGuard();
  speed_scaling_ = std::min(1.0, state.speed_scaling);
  q_ = last_q_ = state.q;
  qd_ = last_qd_ = velocities_ = state.qd;
  time_ = state.time;
  agreement_.start(q_, qd_);
  standing_.start(q_, qd_);
  estimate_.start(q_, qd_);
  return true;
}

// rad or m by which a position may differ from the last good one.
double JointGuard::jump_allowed(const JointBounds& bounds, Eigen::Index i) const noexcept {
  return kJump + kVelocityPlausible * bounds.velocity[i] * std::max(bad_for_, kSlowestReading);
}

bool JointGuard::jumps(const RobotState& state, const JointBounds& bounds, Eigen::Index i) const noexcept {
  return std::abs(state.q[i] - q_[i]) > jump_allowed(bounds, i);
}

Fault JointGuard::find_jump(const RobotState& state, const JointBounds& bounds) const noexcept {
  for (Eigen::Index i = 0; i < q_.size(); ++i) {
    if (!jumps(state, bounds, i)) continue;
    Fault jump = invalid_state(state.q[i] - q_[i], jump_allowed(bounds, i), i, time_);
    jump.of_motion = true;
    return jump;
  }
  return {};
}

// Joints can be trusted whatever their robot says of its pace.
Fault JointGuard::check_pace(const RobotState& state) noexcept {
  const Fault bad = find_bad_pace(state, time_);
  if (bad) return ++bad_paces_ > kGoodForCycles ? bad : Fault{};
  bad_paces_ = 0;
  speed_scaling_ = std::min(1.0, state.speed_scaling);
  return {};
}

Fault JointGuard::check_stamp(const RobotState& state, const SupervisorParameters& supervisor) const noexcept {
  const double age = time_ - state.joint_stamp;
  if (std::abs(age) <= supervisor.stale_timeout) return {};
  return {FaultCode::kStaleState, age, supervisor.stale_timeout, -1, time_};
}

void JointGuard::take(const RobotState& state) noexcept {
  q_ = state.q;
  qd_ = state.qd;
  bad_for_ = 0.0;
}

bool JointGuard::cannot_be_true(const JointDemand& demand) const noexcept {
  if (qd_.cwiseAbs().maxCoeff() * unchanged_for_ > kNoticedTravel) return true;
  return (demand.X_BR.p - demand_.X_BR.p).norm() > kNoticedWay ||
         log_so3(Matrix3(demand.X_BR.R * demand_.X_BR.R.transpose())).norm() > kNoticedTurn ||
         (demand.effort - demand_.effort).cwiseAbs().maxCoeff() > kNoticedEffort;
}

// Once frozen, always frozen until a bit changes: what is asked of a blind arm says nothing more about it. A robot that
// is paused may stand whatever it is asked.
Fault JointGuard::check_change(const SupervisorParameters& supervisor, const JointDemand& demand) noexcept {
  if (last_q_ != q_ || last_qd_ != qd_ || (robot_stands() && !frozen_)) {
    last_q_ = q_;
    last_qd_ = qd_;
    unchanged_for_ = 0.0;
    frozen_ = compared_ = false;
    return {};
  }
  // The torque that answers a change is commanded in its cycle, and known in the next.
  if (!compared_) demand_ = demand;
  compared_ = true;
  frozen_ = frozen_ || (unchanged_for_ > supervisor.stale_timeout && cannot_be_true(demand));
  if (!frozen_) return {};
  return {FaultCode::kStaleState, unchanged_for_, supervisor.stale_timeout, Fault::kUnchanged, time_};
}

void JointGuard::trust_standing(const SupervisorParameters& supervisor) noexcept {
  agreement_.trust_standing(supervisor.stale_timeout);
  standing_.look_anew(q_);
  if (unchanged_for_ <= supervisor.stale_timeout || !qd_.isZero(0.0)) return;
  unchanged_for_ = 0.0;
  frozen_ = compared_ = false;
}

void JointGuard::see_velocities(const RobotState& state, double period) noexcept {
  velocity_age_ += period;
  if (state.qd.size() != velocities_.size() || !state.qd.allFinite() || state.qd == velocities_) return;
  velocities_ = state.qd;
  velocity_age_ = 0.0;
}

// Which readings of a joint can be used although others cannot. A velocity that has stood is dead, but for one that
// says that the joint stands: a dead one of 0 leads nowhere.
void JointGuard::look_for_life(const RobotState& state, const JointBounds& bounds, bool fresh,
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

// Of a good reading: whether it is one that has been told before, of all joints or of one.
Fault JointGuard::check_frozen(const SupervisorParameters& supervisor, const JointDemand& demand,
                               double period) noexcept {
  const Fault unchanged = check_change(supervisor, demand);
  const Fault contradicted = agreement_.step(q_, qd_, true, period, supervisor.stale_timeout, time_);
  // Once found, a joint stays so whatever the robot does; but in a pause none is.
  if (robot_stands() && !estimate_.reckons()) standing_.look_anew(q_);
  const Fault stood = standing_.step(q_, qd_, demand, period, supervisor.stale_timeout, time_);
  for (Eigen::Index i = 0; stood && i < q_.size(); ++i) {
    const auto joint = static_cast<std::size_t>(i);
    if (standing_.just_found(joint)) estimate_.went_on(i, standing_.speed_before(joint), standing_.age(joint));
  }
  return unchanged ? unchanged : contradicted ? contradicted : stood;
}

Fault JointGuard::check(const RobotState& state, const JointBounds& bounds, const SupervisorParameters& supervisor,
                        const JointDemand& demand, double period) noexcept {
  Fault bad = find_bad_joint(state, bounds);
  const bool clock = std::isfinite(state.time);
  if (clock) time_ = state.time;
  if (!clock) bad = invalid_state(state.time, 0.0, Fault::kClock, time_);
  const Fault pace = check_pace(state);
  const Fault old = check_stamp(state, supervisor);
  bad_for_ += period;
  if (!bad) bad = find_jump(state, bounds);
  if (!bad) bad = old;
  see_velocities(state, period);
  unchanged_for_ += period;
  if (bad && ++bad_states_ <= kGoodForCycles && !estimate_.reckons()) return pace;
  Fault found = bad;
  if (!bad) {
    bad_states_ = 0;
    take(state);
    found = check_frozen(supervisor, demand, period);
  }
  if (!found) {
    estimate_.follow(q_, qd_, period);
    return pace;
  }
  look_for_life(state, bounds, clock && !old, supervisor.stale_timeout);
  estimate_.reckon(state.q, state.qd, alive_, period);
  // A jump is told, and holds the arm; from then on it is where it is read.
  if (bad.of_motion && !old) take(state);
  return found;
}

}  // namespace limber
