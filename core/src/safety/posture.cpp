// Motion in the null space of the task.
#include "safety/posture.hpp"

#include <algorithm>
#include <cmath>

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

// Stops joints that z would drive beyond the box; the rest of the null space moves on.
void stop_at_box(JointVector& z, const JointVector& task, const DampedInverse& inverse,
                 const VelocityBox& box) noexcept {
  for (Eigen::Index round = 0; round + 6 < z.size(); ++round) {
    for (Eigen::Index i = 0; i < z.size(); ++i) {
      const double room = z[i] > 0.0 ? std::max(0.0, box.highest[i] - task[i]) : std::min(0.0, box.lowest[i] - task[i]);
      if (std::abs(z[i]) <= std::abs(room)) continue;
      const JointVector way = inverse.in_null_space(JointVector::Unit(z.size(), i));
      if (way[i] > kNoShare) z -= ((z[i] - room) / way[i]) * way;
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
  stop_at_box(z, task, inverse, box);
  z *= share_beside(task, z, now.qd, bounds, h);
  return z.cwiseAbs().maxCoeff() < kStandingPosture ? JointVector::Zero(n) : z;
}

}  // namespace limber
