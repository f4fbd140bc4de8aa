// Damped least-squares inverse of the scaled Jacobian J' (arm/conditioning.hpp), for the twist V' with the same
// scaling:
//
//   q̇ = J'ᵀ (J' J'ᵀ + λ² I)⁻¹ V'      six or more joints
//   q̇ = (J'ᵀ J' + λ² I)⁻¹ J'ᵀ V'      fewer
//
// λ is 0 while the smallest singular value σ is above the threshold and grows to its largest value as σ falls to 0
// (math/damped_factor.hpp).
//
// Damping prevents fast joint motion near a singularity, but it would also prevent leaving one. Therefore, along the
// singular direction (u at the tool, n in the joints, σ = uᵀ J' n), motion that increases σ is not damped. The caller
// brakes motion that decreases σ, so that it ends at a small σ instead of 0 (Fold::room): from there the way out is
// always known.
#pragma once

#include <array>

#include "limber/types.hpp"
#include "math/damped_factor.hpp"

namespace limber {

// Marks some of the joints.
using JointMask = std::array<bool, kMaxJoints>;

// A singularity that is a fold, such as a straight elbow: the tool reaches the same poses on both of its sides. If its
// own motion carried the arm to the other side, the arm goes back through the singularity, which hardly moves the tool.
// Otherwise it would return with its elbow bent the other way.
struct Fold {
  Vector6 u = Vector6::Zero();  // singular direction at the tool, scaled as V'
  JointVector way_out;          // n or -n: away from the singularity, on the side where the arm is
  double turning = 0.0;         // change of uᵀ J' n per rad along n
  double certain = 0.0;         // 0..1; 0 if σ does not change along n: no fold
  double room = 0.0;            // rad, m along n until σ has its smallest allowed value
  bool beyond = false;          // the arm is on the other side than the one it came from
};

class DampedInverse {
 public:
  // `row_scale` as in Conditioning. False if J has no finite factor; nothing else must be called then.
  bool compute(const Jacobian& J, const Vector6& row_scale, double threshold, double largest_damping) noexcept;
  JointVector solve(const Vector6& twist) const noexcept;

  // The same with the joints in `taken_out` fixed at `fixed_qd`: the others make the rest of the twist.
  JointVector solve_without(const Vector6& twist, const JointMask& taken_out,
                            const JointVector& fixed_qd) const noexcept;

  // The direction in which each joint would have to move to bring the tool nearer to `twist`, starting from qd: the
  // negative gradient of the cost of solve_without().
  JointVector pull(const Vector6& twist, const JointVector& qd) const noexcept;

  // The speed with which qd approaches the end of `way`, relative to that of qd = J⁻¹ way. Distances as in
  // solve_without().
  double nearing(const Vector6& way, const JointVector& qd) const noexcept;

  // n, of unit length; 0 if it cannot be determined.
  JointVector singular_joints() const noexcept;
  // J_ahead is the Jacobian at q + distance * n. `way_back`: the joint direction to the side of the singularity that
  // the arm came from, updated here from cycle to cycle; empty if unknown.
  Fold fold(const Jacobian& J_ahead, const JointVector& n, double distance, JointVector& way_back) const noexcept;
  // While damped: qd = solve(twist), with undamped motion out of the singularity (see above).
  JointVector out_of_fold(const JointVector& qd, const Vector6& twist, const Fold& fold) const noexcept;

  // Null-space part of qd; only if undamped, with six or more joints.
  JointVector in_null_space(const JointVector& qd) const noexcept;

  double smallest_singular_value() const noexcept { return sigma_; }
  bool damped() const noexcept { return damped_; }
  // How far σ is above the threshold, in thresholds; negative: damped. 1 without a threshold.
  double clearance() const noexcept { return threshold_ > 0.0 ? sigma_ / threshold_ - 1.0 : 1.0; }

 private:
  using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, kMaxJoints, kMaxJoints>;

  template <typename Factor>
  bool take(const Factor& factor, bool computed) noexcept;
  Small joint_gram(double floor) const noexcept;
  Vector6 sliding_weights() const noexcept;
  double sliding_damping() const noexcept;

  Jacobian J_;  // J'
  Vector6 row_scale_ = Vector6::Ones();
  double threshold_ = 0.0;
  DampedFactor<Matrix6, Vector6> task_;      // of J' J'ᵀ
  DampedFactor<Small, JointVector> joints_;  // of J'ᵀ J', for fewer than six joints
  double sigma_ = 0.0;
  bool damped_ = false;
};

}  // namespace limber
