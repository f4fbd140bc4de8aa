// Factors J' once per cycle, tracks its smallest singular value, and solves for joint velocities.
#include "safety/damped_inverse.hpp"

#include <algorithm>
#include <cmath>

#include "math/definite_inverse.hpp"

namespace limber {
namespace {

// Weight of orientation if a joint is taken out (six or more joints): the others cannot make every twist.
constexpr double kSlidingShare = 0.2;
// Damping of the solution with joints taken out, because its conditioning is not monitored.
constexpr double kSlidingDamping = 0.02;
constexpr int kNullIterations = 3;
// Keeps the factor finite in a singularity; far below any σ² that matters.
constexpr double kNullFloor = 1e-13;
// A motion towards the singularity ends at this share of the threshold.
constexpr double kNearest = 0.1;
// Below this σ, J'ᵀ u is too small to give the singular direction of the joints.
constexpr double kTold = 1e-4;
// Change of σ per rad, in thresholds, at which a motion along n counts fully as leaving or approaching.
constexpr double kTurning = 1.0;
// From this Fold::certain on, the side of the singularity is known. Two cycles with |cosine| above kSameFold between
// their n are at the same singularity.
constexpr double kCertain = 0.5;
constexpr double kSameFold = 0.5;

}  // namespace

template <typename Factor>
bool DampedInverse::take(const Factor& factor, bool computed) noexcept {
  sigma_ = factor.smallest_singular_value();
  damped_ = sigma_ < threshold_;
  return computed;
}

DampedInverse::Small DampedInverse::joint_gram(double floor) const noexcept {
  Small A = J_.transpose().lazyProduct(J_);
  A.diagonal().array() += floor;
  return A;
}

bool DampedInverse::compute(const Jacobian& J, const Vector6& row_scale, double threshold,
                            double largest_damping) noexcept {
  row_scale_ = row_scale;
  threshold_ = threshold;
  J_.resize(6, J.cols());
  for (Eigen::Index i = 0; i < J.cols(); ++i) J_.col(i) = row_scale.cwiseProduct(J.col(i));
  if (J.cols() >= 6) {
    Matrix6 A = Matrix6::Zero();
    for (Eigen::Index i = 0; i < J.cols(); ++i) A.noalias() += J_.col(i) * J_.col(i).transpose();
    return take(task_, task_.compute(A, threshold, largest_damping));
  }
  Small A = joint_gram(0.0);
  return take(joints_, joints_.compute(A, threshold, largest_damping));
}

JointVector DampedInverse::solve(const Vector6& twist) const noexcept {
  const Vector6 scaled = row_scale_.cwiseProduct(twist);
  if (J_.cols() < 6) return joints_.inverse().lazyProduct(JointVector(J_.transpose().lazyProduct(scaled)));
  const Vector6 force = task_.inverse() * scaled;
  JointVector qd(J_.cols());
  for (Eigen::Index i = 0; i < J_.cols(); ++i) qd[i] = J_.col(i).dot(force);
  return qd;
}

Vector6 DampedInverse::sliding_weights() const noexcept {
  const double share = J_.cols() >= 6 ? kSlidingShare : 1.0;
  return (Vector6() << 1, 1, 1, share, share, share).finished();
}

double DampedInverse::sliding_damping() const noexcept {
  return kSlidingDamping * kSlidingDamping * (J_.cols() >= 6 ? 1.0 : 0.01);
}

JointVector DampedInverse::pull(const Vector6& twist, const JointVector& qd) const noexcept {
  const Vector6 weights = sliding_weights();
  const Vector6 missing = row_scale_.cwiseProduct(twist) - J_.lazyProduct(qd);
  return J_.transpose().lazyProduct(Vector6(weights.cwiseProduct(weights).cwiseProduct(missing))) -
         sliding_damping() * qd;
}

double DampedInverse::nearing(const Vector6& way, const JointVector& qd) const noexcept {
  const Vector6 weights = sliding_weights();
  const Vector6 asked = weights.cwiseProduct(row_scale_).cwiseProduct(way);
  const Vector6 given = weights.cwiseProduct(Vector6(J_.lazyProduct(qd)));
  const double squared = asked.squaredNorm();
  return squared > 0.0 ? asked.dot(given) / squared : 1.0;
}

JointVector DampedInverse::solve_without(const Vector6& twist, const JointMask& taken_out,
                                         const JointVector& fixed_qd) const noexcept {
  const Vector6 weights = sliding_weights();
  Vector6 rest = row_scale_.cwiseProduct(twist);
  Jacobian free = weights.asDiagonal() * J_;
  for (Eigen::Index i = 0; i < J_.cols(); ++i) {
    if (!taken_out[static_cast<std::size_t>(i)]) continue;
    rest -= J_.col(i) * fixed_qd[i];
    free.col(i).setZero();
  }
  Small A = free.transpose().lazyProduct(free);
  A.diagonal().array() += sliding_damping();
  const JointVector right = free.transpose().lazyProduct(weights.cwiseProduct(rest).eval());
  Small inverse;
  JointVector qd = JointVector::Zero(J_.cols());
  if (invert_definite(A, inverse)) qd = inverse.lazyProduct(right);
  for (Eigen::Index i = 0; i < J_.cols(); ++i) {
    if (taken_out[static_cast<std::size_t>(i)]) qd[i] = fixed_qd[i];
  }
  return qd;
}

JointVector DampedInverse::singular_joints() const noexcept {
  if (J_.cols() < 6) return joints_.singular_direction();
  JointVector n = J_.transpose().lazyProduct(task_.singular_direction());
  if (sigma_ > kTold) return n.normalized();
  // This close to the singularity J'ᵀ u is mostly rounding. With six joints, n is the only direction that does not move
  // the tool. With more, it cannot be distinguished from the null space.
  if (J_.cols() > 6) return JointVector::Zero(J_.cols());
  const Small A = joint_gram(kNullFloor * J_.squaredNorm());
  Small inverse;
  if (!invert_definite(A, inverse)) return JointVector::Zero(J_.cols());
  n = JointVector::Ones(J_.cols());
  for (int i = 0; i < kNullIterations; ++i) n = inverse.lazyProduct(n).eval().normalized();
  return n;
}

Fold DampedInverse::fold(const Jacobian& J_ahead, const JointVector& n, double distance,
                         JointVector& way_back) const noexcept {
  Fold fold;
  fold.u = task_.singular_direction();
  fold.way_out = JointVector::Zero(n.size());
  if (J_.cols() < 6) {
    fold.u = J_.lazyProduct(n);
    if (!(fold.u.norm() > kTold * threshold_)) return fold;
    fold.u.normalize();
  }
  // dσ/ds along s n. At σ = 0 its sign is the direction along u in which the tool moves, for either sign of s.
  const Vector6 change = row_scale_.cwiseProduct(Vector6(J_ahead.lazyProduct(n))) - J_.lazyProduct(n);
  fold.turning = fold.u.dot(change) / distance;
  fold.certain = std::min(1.0, std::abs(fold.turning) / (kTurning * threshold_));
  const double side = fold.u.dot(J_.lazyProduct(n)) < 0.0 ? -1.0 : 1.0;
  fold.way_out = (side * fold.turning < 0.0 ? -1.0 : 1.0) * n;
  fold.room = std::max(0.0, sigma_ - kNearest * threshold_) / std::max(std::abs(fold.turning), kTold);
  const double along = way_back.size() == n.size() ? way_back.dot(fold.way_out) : 0.0;
  const bool known = way_back.size() == n.size() || sigma_ > kNearest * threshold_;
  if (known && fold.certain >= kCertain) way_back = along < -kSameFold ? JointVector(-fold.way_out) : fold.way_out;
  fold.beyond = along < -kSameFold;
  return fold;
}

JointVector DampedInverse::out_of_fold(const JointVector& qd, const Vector6& twist, const Fold& fold) const noexcept {
  const double asked = fold.u.dot(row_scale_.cwiseProduct(twist));
  if (asked * fold.turning <= 0.0) return qd;
  const double undamped = std::abs(asked) / std::max(sigma_, kNearest * kNearest * threshold_);
  const double given = fold.way_out.dot(qd);
  return qd + fold.certain * ((fold.beyond ? -undamped : undamped) - given) * fold.way_out;
}

JointVector DampedInverse::in_null_space(const JointVector& qd) const noexcept {
  const Vector6 moved = J_.lazyProduct(qd);
  return qd - JointVector(J_.transpose().lazyProduct(Vector6(task_.inverse() * moved)));
}

}  // namespace limber
