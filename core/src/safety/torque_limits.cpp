#include "safety/torque_limits.hpp"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

// s: damping of a joint wall, relative to its stiffness.
constexpr double kWallDampingTime = 0.01;
// Braking begins below the speed limit by this share of it.
constexpr double kSpeedMargin = 0.4;

}  // namespace

double share_within_effort(const JointVector& asked, const JointVector& held, const JointVector& effort) noexcept {
  double share = 1.0;
  for (Eigen::Index i = 0; i < asked.size(); ++i) {
    const double room = asked[i] > 0.0 ? effort[i] - held[i] : effort[i] + held[i];
    if (std::abs(asked[i]) > room) share = std::min(share, room / std::abs(asked[i]));
  }
  return share;
}

JointVector wall_torque(const TorqueBounds& bounds, JointVector& law, LimitSet& limited) noexcept {
  JointVector torque = JointVector::Zero(law.size());
  const double margin = bounds.wall_margin;
  if (margin <= 0.0) return torque;
  for (Eigen::Index i = 0; i < torque.size(); ++i) {
    const double stiffness = bounds.effort[i] / margin;
    const double above = bounds.q[i] - (bounds.joints.upper[i] - margin);
    const double below = (bounds.joints.lower[i] + margin) - bounds.q[i];
    const double inside = std::max(above, below);
    if (inside <= 0.0) continue;
    limited.add(Limit::kJointPosition);
    const double outward = above > below ? 1.0 : -1.0;
    const double speed = std::max(0.0, outward * bounds.qd[i]);
    if (law[i] * outward > 0.0) law[i] *= std::max(0.0, 1.0 - inside / margin);
    torque[i] = -outward * stiffness * (inside + kWallDampingTime * speed * std::min(1.0, inside / margin));
  }
  return torque;
}

JointVector speed_brake_torque(const TorqueBounds& bounds, JointVector& law, LimitSet& limited) noexcept {
  JointVector torque = JointVector::Zero(law.size());
  for (Eigen::Index i = 0; i < torque.size(); ++i) {
    const double speed = bounds.qd[i];
    const double share = (std::abs(speed) / bounds.joints.velocity[i] - 1.0) / kSpeedMargin + 1.0;
    if (!(share > 0.0)) continue;
    limited.add(Limit::kJointVelocity);
    torque[i] = -std::copysign(bounds.effort[i] * share, speed);
    if (law[i] * speed > 0.0) law[i] *= std::max(0.0, 1.0 - share);
  }
  return torque;
}

JointVector rate_limited_torque(const JointVector& previous, const JointVector& wanted, double largest_step,
                                LimitSet& limited) noexcept {
  const JointVector step = JointVector::Constant(wanted.size(), largest_step);
  const JointVector change = wanted - previous;
  if ((change.cwiseAbs() - step).maxCoeff() > 0.0) limited.add(Limit::kEffortRate);
  return previous + change.cwiseMax(-step).cwiseMin(step);
}

}  // namespace limber
