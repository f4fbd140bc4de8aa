// The energy that a torque arm's damper takes from the tool, by the wrench that acted: after the start ramp, the filter
// and the effort limits. What the torque rate, joint walls and the speed brake kept from the law counts as lost to the
// damper.
#pragma once

#include "limber/types.hpp"
#include "math/task_axes.hpp"

namespace limber {

class DamperMeter {
 public:
  // Nothing acts until the next cycle, or nothing is known of it.
  void reset() noexcept { wrench_.resize(0); }
  // What acts until the next cycle: the damper's wrench, ė now, and the torque less what the law and the rest asked.
  void close(const TaskVector& wrench, const TaskVector& e_rate, const JointVector& missed_torque) noexcept;
  // J since close(), h s later. `joint_rate`: the joints' velocities less those of their reference, rad/s or m/s.
  double dissipated(const TaskVector& e_rate, const JointVector& joint_rate, double h) const noexcept;

 private:
  TaskVector wrench_, e_rate_;
  JointVector missed_torque_;
};

}  // namespace limber
