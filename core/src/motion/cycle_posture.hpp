// The posture reference of a torque arm: the joints of its path; during homing, a blend from the joints at the start to
// the joints at the start of the path.
//
//   q = (1 - c) (q_0 + τ q̇_0) + c q_path        c, τ as in pose_blend.hpp
#pragma once

#include "limber/types.hpp"
#include "motion/homing_cycle.hpp"

namespace limber {

class CyclePosture {
 public:
  void start(const JointVector& q, const JointVector& qd) noexcept;
  // `on_path`: the joints of the path at the current point of the cycle.
  void step(const JointVector& on_path, const HomingCycle& cycle) noexcept;

  const JointVector& q() const noexcept { return q_; }
  const JointVector& homing_rate() const noexcept { return homing_rate_; }  // rad/s, m/s: rate of q during homing

 private:
  JointVector q_, homing_rate_;
  JointVector start_q_, start_qd_;
};

}  // namespace limber
