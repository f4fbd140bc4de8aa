// The time scale of a motion follows the robot's pace, 0 to 1. The pace may jump; the rate of this clock changes by at
// most 1 in kBrakingTime. So a target that is C¹ in its own time is also C¹ in real time. Its velocity is
//
//   dX/dt = rate · dX/dt_motion
//
// A paused motion brakes along its path, stands, and continues from there.
#pragma once

#include <algorithm>

#include "motion/pose_blend.hpp"

namespace limber {

class MotionClock {
 public:
  void start(double rate) noexcept { rate_ = rate; }
  // One cycle of h seconds; returns the motion time that passes in it.
  double step(double pace, double h) noexcept {
    const double before = rate_;
    const double most = h / kBrakingTime;
    rate_ += std::clamp(pace - rate_, -most, most);
    return 0.5 * h * (before + rate_);
  }
  double rate() const noexcept { return rate_; }

 private:
  double rate_ = 1.0;
};

}  // namespace limber
