#include "safety/reading_checks.hpp"

#include <cmath>

namespace limber {
namespace {

// rad or m that a joint may read beyond its limits; calibration and sag are far smaller.
constexpr double kPositionPlausible = 0.5;

}  // namespace

double StampAge::step(double stamp, double time, double passed) noexcept {
  unchanged_ = stamp == stamp_ ? unchanged_ + passed : 0.0;
  stamp_ = stamp;
  return time - stamp;
}

bool plausible_position(double q, const JointBounds& bounds, Eigen::Index joint) noexcept {
  return std::isfinite(q) && q <= bounds.upper[joint] + kPositionPlausible &&
         q >= bounds.lower[joint] - kPositionPlausible;
}

bool plausible_velocity(double qd, const JointBounds& bounds, Eigen::Index joint) noexcept {
  return std::abs(qd) <= kVelocityPlausible * bounds.velocity[joint];
}

Fault find_bad_joint(const RobotState& state, const JointBounds& bounds) noexcept {
  const Eigen::Index n = bounds.lower.size();
  if (state.q.size() != n || state.qd.size() != n) {
    const Eigen::Index wrong = state.q.size() != n ? state.q.size() : state.qd.size();
    return invalid_state(static_cast<double>(wrong), static_cast<double>(n), Fault::kJointCount, state.time);
  }
  for (Eigen::Index i = 0; i < n; ++i) {
    if (!plausible_position(state.q[i], bounds, i)) {
      const double lowest = bounds.lower[i] - kPositionPlausible, highest = bounds.upper[i] + kPositionPlausible;
      return invalid_state(state.q[i], state.q[i] < lowest ? lowest : highest, i, state.time);
    }
    if (!plausible_velocity(state.qd[i], bounds, i)) {
      Fault fault = invalid_state(state.qd[i], kVelocityPlausible * bounds.velocity[i], i, state.time);
      fault.of_velocity = true;
      return fault;
    }
  }
  return {};
}

Fault find_bad_wrench(const RobotState& state, const WrenchParameters& wrench) noexcept {
  for (int i = 0; i < 6; ++i) {
    const double limit = i < 3 ? wrench.max_force : wrench.max_torque;
    if (!(std::abs(state.F_S_S[i]) <= limit)) return {FaultCode::kInvalidWrench, state.F_S_S[i], limit, i, state.time};
  }
  return {};
}

}  // namespace limber
