// Both forms of the inverse give the same products: (J Jᵀ + λ² I)⁻¹ J = J (Jᵀ J + λ² I)⁻¹. The smaller matrix is never
// singular because of its shape.
//
// Products are lazy: for matrices of at most 8 x 8, Eigen's general product costs several times the arithmetic.
#include "safety/task_inverse.hpp"

namespace limber {
bool TaskInverse::compute(const TaskJacobian& J, double onset, double largest_damping) noexcept {
  J_ = J;
  Small A = J.rows() <= J.cols() ? Small(J.lazyProduct(J.transpose())) : Small(J.transpose().lazyProduct(J));
  return factor_.compute(A, onset, largest_damping);
}

TaskVector TaskInverse::wrench_of(const JointVector& torque) const noexcept {
  if (J_.rows() <= J_.cols()) return factor_.inverse().lazyProduct(TaskVector(J_.lazyProduct(torque)));
  return J_.lazyProduct(JointVector(factor_.inverse().lazyProduct(torque)));
}

JointVector TaskInverse::joint_velocity(const TaskVector& V) const noexcept {
  if (J_.rows() <= J_.cols()) return J_.transpose().lazyProduct(TaskVector(factor_.inverse().lazyProduct(V)));
  return factor_.inverse().lazyProduct(JointVector(J_.transpose().lazyProduct(V)));
}

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
