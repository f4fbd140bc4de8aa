// Both sizes of the inverse give the same products: (J Jᵀ + λ² I)⁻¹ J = J (Jᵀ J + λ² I)⁻¹. The smaller one is never
// singular by its shape alone.
//
// Products are lazy: for matrices of at most 8 x 8 the general product of Eigen costs several times the arithmetic.
#include "limber/safety/wrench_filter.hpp"

#include <algorithm>
#include <cmath>

#include "../definite_inverse.hpp"

namespace limber {
namespace {

constexpr int kProbeIterations = 3;

}  // namespace

// Inverse iteration from the vector of the cycle before.
double WrenchFilter::follow_sigma(double floor) noexcept {
  double gain = 0.0;
  for (int i = 0; i < kProbeIterations; ++i) {
    // A trace of something else keeps the probe from being caught at right angles to the vector it looks for.
    probe_[i % probe_.size()] += 1e-3;
    probe_.normalize();
    probe_ = inverse_.lazyProduct(probe_).eval();
    gain = probe_.norm();
  }
  probe_.normalize();
  return std::sqrt(std::max(0.0, 1.0 / gain - floor));
}

bool WrenchFilter::compute(const TaskJacobian& J, double onset, double largest_damping) noexcept {
  J_ = J;
  Small A = J.rows() <= J.cols() ? Small(J.lazyProduct(J.transpose())) : Small(J.transpose().lazyProduct(J));
  // Keeps the inverse finite in a singularity; far below any σ² that matters.
  const double floor = 1e-13 * A.trace();
  if (!(floor > 0.0) || !std::isfinite(floor)) return false;
  A.diagonal().array() += floor;
  if (!invert_definite(A, inverse_)) return false;
  if (probe_.size() != A.rows()) probe_ = SmallVector::Ones(A.rows());
  sigma_ = follow_sigma(floor);
  lambda_ = 0.0;
  if (!std::isfinite(sigma_)) return false;
  if (sigma_ >= onset) return true;
  const double share = 1.0 - sigma_ / onset;
  lambda_ = largest_damping * share * std::sqrt(3.0 - 2.0 * share);
  A.diagonal().array() += lambda_ * lambda_;
  return invert_definite(A, inverse_);
}

TaskVector WrenchFilter::wrench_of(const JointVector& torque) const noexcept {
  if (J_.rows() <= J_.cols()) return inverse_.lazyProduct(TaskVector(J_.lazyProduct(torque)));
  return J_.lazyProduct(JointVector(inverse_.lazyProduct(torque)));
}

JointVector WrenchFilter::joint_velocity(const TaskVector& V) const noexcept {
  if (J_.rows() <= J_.cols()) return J_.transpose().lazyProduct(TaskVector(inverse_.lazyProduct(V)));
  return inverse_.lazyProduct(JointVector(J_.transpose().lazyProduct(V)));
}

TaskVector WrenchFilter::filtered(const TaskVector& F) const noexcept {
  if (!damped()) return F;
  return wrench_of(J_.transpose().lazyProduct(F));
}

JointVector WrenchFilter::joint_torque(const TaskVector& F) const noexcept {
  return J_.transpose().lazyProduct(filtered(F));
}

JointVector WrenchFilter::in_free_space(const JointVector& torque) const noexcept {
  return torque - joint_velocity(J_.lazyProduct(torque));
}

}  // namespace limber
