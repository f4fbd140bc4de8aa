// Factoring J once a cycle, following its smallest singular value, and solving for joint velocities.
#include "limber/safety/damped_inverse.hpp"

#include <algorithm>
#include <cmath>

#include "../definite_inverse.hpp"

namespace limber {
namespace {

// m: an orientation error counts as this much position where an arm cannot have both.
constexpr double kOrientationLever = 0.05;
// The same where a joint was taken out and five must do the work of six.
constexpr double kSlidingLever = 0.2;
// Damping of the solution without the joints taken out, whose conditioning nobody watches.
constexpr double kSlidingDamping = 0.02;
constexpr int kProbeIterations = 3;

Vector6 row_weights(double lever) noexcept { return (Vector6() << 1, 1, 1, lever, lever, lever).finished(); }

}  // namespace

// Inverts A, or A with damping; uses A up.
template <typename Square, typename Vector>
bool DampedInverse::factor(Square& A, Square& inverse, Vector& probe, double threshold, double largest) noexcept {
  // Keeps the factor finite in a singularity; far below any σ² that matters.
  const double floor = 1e-13 * A.trace();
  if (!(floor > 0.0) || !std::isfinite(floor)) return false;
  A.diagonal().array() += floor;
  if (!invert_definite(A, inverse)) return false;
  double gain = 0.0;
  for (int i = 0; i < kProbeIterations; ++i) {
    // A trace of something else keeps the probe from being caught at right angles to the vector it looks for.
    probe[i % probe.size()] += 1e-3;
    probe.normalize();
    probe = inverse.lazyProduct(probe).eval();
    gain = probe.norm();
  }
  sigma_ = std::sqrt(std::max(0.0, 1.0 / gain - floor));
  probe.normalize();
  damped_ = sigma_ < threshold;
  if (!damped_) return std::isfinite(sigma_);
  const double share = 1.0 - sigma_ / threshold;
  A.diagonal().array() += largest * largest * share * share * (3.0 - 2.0 * share);
  return invert_definite(A, inverse) && std::isfinite(sigma_);
}

bool DampedInverse::compute(const Jacobian& J, double threshold, double largest_damping) noexcept {
  J_ = J;
  if (J.cols() >= 6) {
    Matrix6 A = Matrix6::Zero();
    for (Eigen::Index i = 0; i < J.cols(); ++i) A.noalias() += J.col(i) * J.col(i).transpose();
    return factor(A, task_inverse_, task_probe_, threshold, largest_damping);
  }
  if (joint_probe_.size() != J.cols()) joint_probe_ = JointVector::Ones(J.cols());
  const Jacobian weighted = row_weights(kOrientationLever).asDiagonal() * J;
  Small A = weighted.transpose().lazyProduct(weighted);
  return factor(A, joint_inverse_, joint_probe_, threshold, largest_damping);
}

JointVector DampedInverse::solve(const Vector6& twist) const noexcept {
  if (J_.cols() >= 6) {
    const Vector6 force = task_inverse_ * twist;
    JointVector qd(J_.cols());
    for (Eigen::Index i = 0; i < J_.cols(); ++i) qd[i] = J_.col(i).dot(force);
    return qd;
  }
  const Vector6 weights = row_weights(kOrientationLever);
  const Vector6 weighted = weights.cwiseProduct(weights).cwiseProduct(twist);
  return joint_inverse_.lazyProduct(JointVector(J_.transpose().lazyProduct(weighted)));
}

JointVector DampedInverse::solve_without(const Vector6& twist, const JointMask& taken_out,
                                         const JointVector& fixed_qd) const noexcept {
  const Vector6 weights = row_weights(J_.cols() >= 6 ? kSlidingLever : kOrientationLever);
  Vector6 rest = twist;
  Jacobian free = weights.asDiagonal() * J_;
  for (Eigen::Index i = 0; i < J_.cols(); ++i) {
    if (!taken_out[static_cast<std::size_t>(i)]) continue;
    rest -= J_.col(i) * fixed_qd[i];
    free.col(i).setZero();
  }
  Small A = free.transpose().lazyProduct(free);
  A.diagonal().array() += kSlidingDamping * kSlidingDamping * (J_.cols() >= 6 ? 1.0 : 0.01);
  const JointVector right = free.transpose().lazyProduct(weights.cwiseProduct(rest).eval());
  Small inverse;
  JointVector qd = JointVector::Zero(J_.cols());
  if (invert_definite(A, inverse)) qd = inverse.lazyProduct(right);
  for (Eigen::Index i = 0; i < J_.cols(); ++i) {
    if (taken_out[static_cast<std::size_t>(i)]) qd[i] = fixed_qd[i];
  }
  return qd;
}

}  // namespace limber
