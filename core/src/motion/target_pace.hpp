// How fast the target of a torque arm may move at the current posture. It requires of each joint at most a fraction of
// its speed, and is never faster than the fastest joint can move the tool.
//
// At a singularity the damped inverse requires no joint velocity at all. Therefore a limit is relaxed only gradually,
// with the time constant kPacingTime.
#pragma once

#include "limber/types.hpp"
#include "math/task_axes.hpp"
#include "motion/paced_target.hpp"

namespace limber {

class TargetPace {
 public:
  void reset() noexcept { limits_.resize(0, 6); }
  // After `passed` s of motion time. `rates` has one row per joint and six rows of zeros; a column contains the joint
  // velocities for a unit of that component of the target twist. J: the task Jacobian. `largest`: the largest joint
  // velocities, rad/s or m/s.
  void step(PaceMatrix&& rates, const TaskJacobian& J, const JointVector& largest, double passed) noexcept;

  // Rows of pace(): one per joint, then one per component of the twist. Empty before the first step.
  const PaceMatrix& limits() const noexcept { return limits_; }

 private:
  PaceMatrix limits_;
};

}  // namespace limber
