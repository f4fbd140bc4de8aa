// The Jacobian's inverse in the sense of damped least squares, on the scaled Jacobian J' (arm/conditioning.hpp) and
// the twist V' scaled alike:
//
//   q̇ = J'ᵀ (J' J'ᵀ + λ² I)⁻¹ V'      six or more joints
//   q̇ = (J'ᵀ J' + λ² I)⁻¹ J'ᵀ V'      fewer
//
// λ is 0 while the smallest singular value σ is above the threshold and grows to its largest value as σ falls to 0
// (math/damped_factor.hpp).
//
// Damping keeps an arm from turning wildly near a singularity, and it would also keep it from leaving one. So along the
// singular direction (u at the tool, n in the joints, σ = uᵀ J' n) a motion that increases σ is not damped. One that
// decreases it is to brake and end at a small σ instead of 0 (Fold::room): from there the way out is always known.
#pragma once

#include <array>

#include "limber/types.hpp"
#include "math/damped_factor.hpp"

namespace limber {

// Marks some of the joints.
using JointMask = std::array<bool, kMaxJoints>;

// Where a singularity is a fold, as a straight elbow is, the tool reaches the same places from both of its sides. An
// arm that its own motion carried beyond it goes back through it, which hardly moves the tool, and does not come home
// with its elbow bent the other way.
struct Fold {
  Vector6 u = Vector6::Zero();  // scaled as V'
  JointVector way_out;          // ±n, which leads away from the singularity on the side where the arm is
  double turning = 0.0;         // change of uᵀ J' n for each rad along n
  double certain = 0.0;         // 0..1: 0 if σ does not change along n: no fold
  double room = 0.0;            // rad, m along n: until σ is as small as it may be
  bool beyond = false;          // on another side than the arm came from
};

class DampedInverse {
 public:
  // `row_scale` as in Conditioning. False where J has no finite factor; nothing else must be called then.
  bool compute(const Jacobian& J, const Vector6& row_scale, double threshold, double largest_damping) noexcept;
  JointVector solve(const Vector6& twist) const noexcept;

  // The same without the joints marked in `taken_out`, for the twist that their motion leaves.
  JointVector solve_without(const Vector6& twist, const JointMask& taken_out,
                            const JointVector& fixed_qd) const noexcept;

  // Which way each joint would have to move for the tool to come nearer to `twist` than with qd, as solve_without() has
  // it.
  JointVector pull(const Vector6& twist, const JointVector& qd) const noexcept;

  // How fast qd brings the tool nearer to the end of `way`, as a share of how fast qd = J⁻¹ way does, as
  // solve_without() measures distance.
  double nearing(const Vector6& way, const JointVector& qd) const noexcept;

  // n, of unit length, or 0 if it cannot be told.
  JointVector singular_joints() const noexcept;
  // J_ahead is the Jacobian at q + distance * n. `way_back` leads to the side of the singularity that the arm came
  // from, as the last cycle left it; empty where it came from none.
  Fold fold(const Jacobian& J_ahead, const JointVector& n, double distance, JointVector& way_back) const noexcept;
  // While damped: qd, which is solve(twist), with the motion out of the singularity as said above.
  JointVector out_of_fold(const JointVector& qd, const Vector6& twist, const Fold& fold) const noexcept;

  // The part of qd that does not move the tool; undamped, six or more joints.
  JointVector in_null_space(const JointVector& qd) const noexcept;

  double smallest_singular_value() const noexcept { return sigma_; }
  bool damped() const noexcept { return damped_; }
  // How far σ is above the threshold, in thresholds; 0 or less: damped.
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
