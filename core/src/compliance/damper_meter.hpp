// The energy that the damper of a torque arm takes from the tool, from the wrench that really acted: after start ramp,
// filter and effort limits. Torque of the law that the rate limit, joint walls and the speed brake removed counts as a
// loss of the damper.
#pragma once

#include "limber/types.hpp"
#include "math/task_axes.hpp"

namespace limber {

class DamperMeter {
 public:
  // Nothing acts until the next cycle, or it is not known what acts.
  void reset() noexcept { wrench_.resize(0); }
  // What acts until the next cycle: the wrench of the damper, ė now, and the commanded torque minus the wanted torque.
  void close(const TaskVector& wrench, const TaskVector& e_rate, const JointVector& missed_torque) noexcept;
  // J since close(), h s later. `joint_rate`: joint velocities minus those of the reference, rad/s or m/s.
  double dissipated(const TaskVector& e_rate, const JointVector& joint_rate, double h) const noexcept;

 private:
  TaskVector wrench_, e_rate_;
  JointVector missed_torque_;
};

}  // namespace limber
