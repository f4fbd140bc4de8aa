// Checks of the joints in one reading.
#include "limber/safety/joint_guard.hpp"

#include <cmath>

namespace limber {
namespace {

// A joint is never read beyond this many times its velocity limit: the reading is wrong, not the joint.
constexpr double kVelocityPlausible = 5.0;
// rad or m beyond its limits a joint may be read; calibration and sag are far smaller.
constexpr double kPositionPlausible = 0.5;

}  // namespace

Fault find_bad_joint(const RobotState& state, const JointBounds& bounds) noexcept {
  const Eigen::Index n = bounds.lower.size();
  if (state.q.size() != n || state.qd.size() != n) {
    return invalid_state(static_cast<double>(state.q.size()), static_cast<double>(n), -1, state.time);
  }
  for (Eigen::Index i = 0; i < n; ++i) {
    if (!std::isfinite(state.q[i]) || state.q[i] > bounds.upper[i] + kPositionPlausible ||
        state.q[i] < bounds.lower[i] - kPositionPlausible) {
      return invalid_state(state.q[i], bounds.upper[i] + kPositionPlausible, i, state.time);
    }
    const double fastest = kVelocityPlausible * bounds.velocity[i];
    if (!(std::abs(state.qd[i]) <= fastest)) return invalid_state(state.qd[i], fastest, i, state.time);
  }
  return {};
}

bool JointGuard::start(const RobotState& state, const JointBounds& bounds, Fault& fault) noexcept {
  fault = find_bad_joint(state, bounds);
  if (!fault && !std::isfinite(state.time)) fault = invalid_state(state.time, 0.0, -1, 0.0);
  if (fault) return false;
  *this = JointGuard();
  q_ = last_q_ = state.q;
  qd_ = last_qd_ = state.qd;
  time_ = changed_at_ = state.time;
  return true;
}

Fault JointGuard::check_freshness(const RobotState& state, const SupervisorParameters& supervisor,
                                  const Vector3& p_reference) noexcept {
  if (!(time_ - state.joint_stamp <= supervisor.stale_timeout)) {
    return {FaultCode::kStaleState, time_ - state.joint_stamp, supervisor.stale_timeout, -1, time_};
  }
  if (!compared_ || last_q_ != q_ || last_qd_ != qd_) {
    compared_ = true;
    last_q_ = q_;
    last_qd_ = qd_;
    p_at_change_ = p_reference;
    changed_at_ = time_;
  } else if ((p_reference - p_at_change_).norm() > supervisor.tracking) {
    return {FaultCode::kStaleState, time_ - changed_at_, supervisor.stale_timeout, -1, time_};
  }
  return {};
}

Fault JointGuard::check(const RobotState& state, const JointBounds& bounds, const SupervisorParameters& supervisor,
                        const Vector3& p_reference) noexcept {
  Fault bad = find_bad_joint(state, bounds);
  if (!std::isfinite(state.time)) {
    bad = invalid_state(state.time, 0.0, -1, time_);
  } else {
    time_ = state.time;
  }
  if (bad) {
    blind_ = ++bad_states_ > kGoodForCycles;
    return blind_ ? bad : Fault{};
  }
  bad_states_ = 0;
  q_ = state.q;
  qd_ = state.qd;
  const Fault stale = check_freshness(state, supervisor, p_reference);
  blind_ = static_cast<bool>(stale);
  return stale;
}

}  // namespace limber
