// Motion in the null space of the task.
#include "safety/posture.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/braking.hpp"

namespace limber {
namespace {

// Share of the joint accelerations for the posture; the rest is for the tool.
constexpr double kPostureShare = 0.5;
// rad/s, m/s: slower motion is set to 0.
constexpr double kStandingPosture = 1e-6;
// A joint with a smaller diagonal entry of N cannot be stopped by null-space motion.
constexpr double kNoShare = 1e-6;

// The largest share in 0..1 of `change` that keeps every entry within `most`.
double share_of(const JointVector& change, const JointVector& most) noexcept {
  double share = 1.0;
  for (Eigen::Index i = 0; i < change.size(); ++i) {
    if (std::abs(change[i]) > most[i]) share = std::min(share, most[i] / std::abs(change[i]));
  }
  return share;
}

// rad/s², m/s²: deceleration of joint i if all joints brake along `way`, each within `most`.
double deceleration_along(const JointVector& way, Eigen::Index i, const JointVector& most) noexcept {
  double scale = std::numeric_limits<double>::infinity();
  for (Eigen::Index j = 0; j < way.size(); ++j) {
    if (way[j] != 0.0) scale = std::min(scale, most[j] / std::abs(way[j]));
  }
  return scale * std::abs(way[i]);
}

// Stops joints before their position limits; the rest of the null space moves on. A joint of a null-space motion cannot
// brake alone without moving the tool: all joints brake along the null space, as hard as the weakest of them can.
void stop_before_limits(JointVector& z, const JointMotion& now, const JointVector& task, const DampedInverse& inverse,
                        const JointBounds& bounds, const VelocityBox& box, double h) noexcept {
  const JointVector most = kPostureShare * bounds.acceleration;
  // rad/s, m/s that z may have at joint i if it brakes with `deceleration`.
  const auto room = [&](Eigen::Index i, double deceleration) {
    const bool up = z[i] > 0.0;
    const double gap = up ? bounds.upper[i] - now.q[i] : now.q[i] - bounds.lower[i];
    const double allowed = std::min(up ? box.highest[i] : -box.lowest[i], braking_speed(gap, deceleration, h));
    return std::max(0.0, allowed - (up ? task[i] : -task[i]));
  };
  for (Eigen::Index round = 0; round + 6 < z.size(); ++round) {
    for (Eigen::Index i = 0; i < z.size(); ++i) {
      if (std::abs(z[i]) <= room(i, deceleration_along(z, i, most))) continue;
      const JointVector way = inverse.in_null_space(JointVector::Unit(z.size(), i));
      if (way[i] <= kNoShare) continue;
      const double excess = std::abs(z[i]) - room(i, deceleration_along(way, i, most));
      if (excess > 0.0) z -= (std::copysign(excess, z[i]) / way[i]) * way;
    }
  }
}

// The largest share of z in 0..1 that keeps speeds and accelerations.
double share_beside(const JointVector& task, const JointVector& z, const JointVector& qd, const JointBounds& bounds,
                    double h) noexcept {
  double least = 0.0, most = 1.0;
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    if (z[i] == 0.0) continue;
    const double upper = std::min(bounds.velocity[i], qd[i] + bounds.acceleration[i] * h);
    const double lower = std::max(-bounds.velocity[i], qd[i] - bounds.acceleration[i] * h);
    const double a = (lower - task[i]) / z[i], b = (upper - task[i]) / z[i];
    least = std::max(least, std::min(a, b));
    most = std::min(most, std::max(a, b));
  }
  return std::clamp(most, std::min(least, 1.0), 1.0);
}

}  // namespace

JointVector posture_velocity(const PostureGoal& goal, const JointMotion& now, const JointVector& task,
                             const DampedInverse& inverse, const JointBounds& bounds, const VelocityBox& box,
                             double h) noexcept {
  const Eigen::Index n = now.q.size();
  if (n <= 6 || inverse.damped()) return JointVector::Zero(n);
  JointVector wanted = JointVector::Zero(n);  // without a goal, null-space motion comes to rest
  if (goal.rate > 0.0 && goal.q.size() == n) {
    wanted = goal.rate * (goal.q - now.q);
    const double fastest = wanted.cwiseAbs().maxCoeff();
    if (fastest > goal.max_velocity) wanted *= goal.max_velocity / fastest;
    if (goal.qd.size() == n) wanted += goal.qd;
  }
  const double clear = std::min(1.0, inverse.clearance());
  const JointVector before = inverse.in_null_space(now.qd);
  const JointVector change = clear * inverse.in_null_space(wanted) - before;
  JointVector z = before + share_of(change, kPostureShare * h * bounds.acceleration) * change;
  stop_before_limits(z, now, task, inverse, bounds, box, h);
  z *= share_beside(task, z, now.qd, bounds, h);
  return z.cwiseAbs().maxCoeff() < kStandingPosture ? JointVector::Zero(n) : z;
}

}  // namespace limber
