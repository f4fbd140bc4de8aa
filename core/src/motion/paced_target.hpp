// A target that the joints can always follow.
//
//   pace(V) = max |A V|        A: rows of J⁺ divided by the joint speeds that the target may require; and bounds of V
//
// While the wanted motion has a pace of at most 1 and changes it by at most 1 in kPacingTime, the target is the wanted
// motion. Otherwise it follows within both bounds and brakes in time to meet it. So it is C¹ and never faster than
// allowed, however quickly and often the wanted motion changes.
#pragma once

#include "limber/types.hpp"
#include "motion/pose_blend.hpp"

namespace limber {

// One row per joint and one per axis; no rows: no limit.
using PaceMatrix = Eigen::Matrix<double, Eigen::Dynamic, 6, Eigen::ColMajor, kMaxJoints + 6, 6>;

// s: from rest to the largest pace. Shorter than usual blends, longer than the response time of an arm.
inline constexpr double kPacingTime = 0.1;

inline double pace(const PaceMatrix& A, const Vector6& V) noexcept {
  if (A.rows() == 0) return 0.0;
  return A.lazyProduct(V).cwiseAbs().maxCoeff();
}

class PacedTarget {
 public:
  void start(const MovingPose& at) noexcept {
    target_ = at;
    arrived_ = true;
  }
  // Advances by one cycle of h seconds.
  void step(const MovingPose& wanted, const PaceMatrix& A, double h) noexcept;

  const MovingPose& target() const noexcept { return target_; }
  // The target is equal to the wanted motion.
  bool arrived() const noexcept { return arrived_; }

 private:
  void go_after(const MovingPose& wanted, const Vector6& way, const PaceMatrix& A, double h) noexcept;

  MovingPose target_;
  bool arrived_ = true;
};

}  // namespace limber
