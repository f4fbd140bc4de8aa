// How fast the target of a torque arm may move, here: no joint is asked for more than a share of its speed, and the
// target is never faster than the fastest joint moves the tool.
//
// In a singularity the damped inverse asks for no joint velocity at all. So what a joint allows comes back no sooner
// than the target could use it.
#pragma once

#include "limber/types.hpp"
#include "math/task_axes.hpp"
#include "motion/paced_target.hpp"

namespace limber {

class TargetPace {
 public:
  void reset() noexcept { limits_.resize(0, 6); }
  // After `passed` s of the motion. `rates` has a row for each joint and six rows of zeros: a column is the joint
  // velocities that a unit of that part of the target's twist takes. J: the task's Jacobian. `largest`: the joints'
  // largest velocities, rad/s or m/s.
  void step(PaceMatrix&& rates, const TaskJacobian& J, const JointVector& largest, double passed) noexcept;

  // Rows of pace(): for each joint, then for each part of a twist. Empty before the first step.
  const PaceMatrix& limits() const noexcept { return limits_; }

 private:
  PaceMatrix limits_;
};

}  // namespace limber
