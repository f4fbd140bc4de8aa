// Task wrench and null space of a torque arm near a singularity.
//
//   J⁺ = Jᵀ (J Jᵀ + λ² I)⁻¹
//   F' = U diag(σ²/(σ²+λ²)) Uᵀ F = (J⁺)ᵀ Jᵀ F        the wrench without what the arm cannot hold
//   N  = I - J⁺ J                                    null space of the damped task, for the posture
//
// λ is 0 while the smallest singular value σ of the task Jacobian is above the onset and grows to its largest value as
// σ falls to 0 (math/damped_factor.hpp). Near a singularity N opens exactly the direction that F' loses, so that the
// posture pulls the arm out again.
#pragma once

#include "limber/types.hpp"
#include "math/damped_factor.hpp"
#include "math/task_axes.hpp"

namespace limber {

// One row per joint, 3, 4 or 6 columns.
using TaskInverseMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, kMaxJoints, 6>;

class TaskInverse {
 public:
  // False if J has no finite factor; nothing else must be called then. Call it several times before the first cycle: σ
  // is tracked by iteration from call to call.
  bool compute(const TaskJacobian& J, double onset, double largest_damping) noexcept;
  void reset() noexcept { factor_.reset(); }

  // Jᵀ F': N m.
  JointVector joint_torque(const TaskVector& F) const noexcept;
  TaskVector filtered(const TaskVector& F) const noexcept;
  // N τ.
  JointVector in_free_space(const JointVector& torque) const noexcept;
  // q̇ = J⁺ V
  JointVector joint_velocity(const TaskVector& V) const noexcept;
  // (J⁺)ᵀ τ: the wrench at the tool that these joint torques balance.
  TaskVector wrench_of(const JointVector& torque) const noexcept;
  // J⁺: one row per joint, one column per task axis.
  const TaskInverseMatrix& matrix() const noexcept { return inverse_; }

  double smallest_singular_value() const noexcept { return factor_.smallest_singular_value(); }
  double damping() const noexcept { return std::sqrt(factor_.damping()); }  // λ
  bool damped() const noexcept { return factor_.damping() > 0.0; }

 private:
  using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, kMaxJoints, kMaxJoints>;
  using SmallVector = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, kMaxJoints, 1>;

  TaskJacobian J_;
  TaskInverseMatrix inverse_;
  DampedFactor<Small, SmallVector> factor_;  // of J Jᵀ, or of Jᵀ J with fewer joints than task axes
};

}  // namespace limber
