// A target no faster than the joints can follow, whatever is wanted of it.
//
//   pace(V) = max |A V|        A: J⁺, each joint's row over the speed that the target may ask of it, and bounds of V
//
// While the wanted motion has a pace of at most 1, and changes it by at most 1 in kPacingTime, the target is the wanted
// one. Otherwise it goes after it within both, and brakes in time to meet it. So it is C¹, and no faster than allowed
// however quickly and however often it is led elsewhere.
#pragma once

#include "limber/types.hpp"
#include "motion/pose_blend.hpp"

namespace limber {

// A row a joint and a row an axis; none: no limit.
using PaceMatrix = Eigen::Matrix<double, Eigen::Dynamic, 6, Eigen::ColMajor, kMaxJoints + 6, 6>;

// s: from a stand to the largest pace. Shorter than any blend a person asks for, longer than an arm takes to answer.
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
  // One cycle of h seconds on.
  void step(const MovingPose& wanted, const PaceMatrix& A, double h) noexcept;

  const MovingPose& target() const noexcept { return target_; }
  // The target is the wanted one.
  bool arrived() const noexcept { return arrived_; }

 private:
  void go_after(const MovingPose& wanted, const Vector6& way, const PaceMatrix& A, double h) noexcept;

  MovingPose target_;
  bool arrived_ = true;
};

}  // namespace limber
