// Brings the matrices of the law to their goal: by a ramp after a start, a reset or a change of parameters; at once if
// the goal itself moves smoothly, as along a trajectory.
#pragma once

#include "compliance/dynamics.hpp"

namespace limber {

// The same mass and damping with K = 0.
Dynamics without_stiffness(Dynamics dynamics) noexcept;

class StiffnessRamp {
 public:
  // A ramp of `duration` s from `from` to `goal`.
  void start(const Dynamics& from, const Dynamics& goal, double duration) noexcept;
  // The next goal. A running ramp continues towards it.
  void set_goal(const Dynamics& goal) noexcept;
  // After a pause: the ramp continues where it was.
  void go_on() noexcept { ramping_ = true; }

  // One cycle of h s. True if wanted() is new.
  bool step(double h) noexcept;
  // The ramp ended in the last step().
  bool ended() const noexcept { return ended_; }

  // The matrices that the law should have now.
  Dynamics wanted() const noexcept;
  const Dynamics& goal() const noexcept { return goal_; }
  double progress() const noexcept;  // 0..1

 private:
  Dynamics from_, goal_;
  bool goal_is_new_ = false;
  bool ramping_ = false, ended_ = false;
  double elapsed_ = 0.0, duration_ = 0.0;  // s
};

}  // namespace limber
