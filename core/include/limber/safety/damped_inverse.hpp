// The Jacobian's inverse in the sense of damped least squares:
//
//   q̇ = Jᵀ (J Jᵀ + λ² I)⁻¹ V          six or more joints
//   q̇ = (Jᵀ W J + λ² I)⁻¹ Jᵀ W V      fewer: position counts, orientation as far as it comes for free
//
// λ is 0 while the smallest singular value σ is above the threshold and grows to its largest value as σ falls to 0.
// σ is followed by inverse iteration on the factor that is needed anyway: no eigen-solver in the cycle.
#pragma once

#include <array>

#include "limber/types.hpp"

namespace limber {

// Marks some of the joints.
using JointMask = std::array<bool, kMaxJoints>;

class DampedInverse {
 public:
  // False where J has no finite factor; solve() must not be called then.
  bool compute(const Jacobian& J, double threshold, double largest_damping) noexcept;
  JointVector solve(const Vector6& twist) const noexcept;

  // The same without the joints marked in `taken_out`, for the twist that their motion leaves.
  JointVector solve_without(const Vector6& twist, const JointMask& taken_out,
                            const JointVector& fixed_qd) const noexcept;

  double smallest_singular_value() const noexcept { return sigma_; }
  bool damped() const noexcept { return damped_; }

 private:
  using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, kMaxJoints, kMaxJoints>;

  template <typename Square, typename Vector>
  bool factor(Square& A, Square& inverse, Vector& probe, double threshold, double largest) noexcept;

  Jacobian J_;
  Matrix6 task_inverse_ = Matrix6::Identity();  // (J Jᵀ + λ² I)⁻¹
  Small joint_inverse_;                         // the same of the joints, where there are fewer
  Vector6 task_probe_ = Vector6::Ones();
  JointVector joint_probe_;
  double sigma_ = 0.0;
  bool damped_ = false;
};

}  // namespace limber
