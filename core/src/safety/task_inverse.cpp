// Both forms of the inverse are equal: Jᵀ (J Jᵀ + λ² I)⁻¹ = (Jᵀ J + λ² I)⁻¹ Jᵀ. The smaller matrix is never singular
// because of its shape.
//
// Products are lazy: for matrices of at most 8 x 8, Eigen's general product costs several times the arithmetic.
#include "safety/task_inverse.hpp"

namespace limber {

bool TaskInverse::compute(const TaskJacobian& J, double onset, double largest_damping) noexcept {
  J_ = J;
  const bool wide = J.rows() <= J.cols();
  Small A = wide ? Small(J.lazyProduct(J.transpose())) : Small(J.transpose().lazyProduct(J));
  if (!factor_.compute(A, onset, largest_damping)) return false;
  if (wide) {
    inverse_ = J.transpose().lazyProduct(factor_.inverse());
  } else {
    inverse_ = factor_.inverse().lazyProduct(J.transpose());
  }
  return true;
}

TaskVector TaskInverse::wrench_of(const JointVector& torque) const noexcept {
  return inverse_.transpose().lazyProduct(torque);
}

JointVector TaskInverse::joint_velocity(const TaskVector& V) const noexcept { return inverse_.lazyProduct(V); }

TaskVector TaskInverse::filtered(const TaskVector& F) const noexcept {
  if (!damped()) return F;
  return wrench_of(J_.transpose().lazyProduct(F));
}

JointVector TaskInverse::joint_torque(const TaskVector& F) const noexcept {
  return J_.transpose().lazyProduct(filtered(F));
}

JointVector TaskInverse::in_free_space(const JointVector& torque) const noexcept {
  return torque - joint_velocity(J_.lazyProduct(torque));
}

}  // namespace limber
