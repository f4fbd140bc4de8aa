// Blends from a moving start to a destination that may move too, without a step in velocity:
//
//   target(t) = c(t) Dest(t) + (1 - c(t)) (p0 + v0 τ(t))
//
// c is the cosine ramp from 0 to 1 over the duration. τ brakes the start velocity: τ'(0) = 1, τ' = 0 from kBrakingTime
// on. So a blend that is replaced halfway, even many times, keeps its velocity and never accumulates it.
#pragma once

#include "limber/types.hpp"
#include "motion/moving_pose.hpp"

namespace limber {

// A value and its rate of change, 1/s.
struct Ramp {
  double value = 0.0;
  double rate = 0.0;
};

// s: time that a target takes to stop.
inline constexpr double kBrakingTime = 0.3;

// ½ (1 - cos(π t/T)), 0 before and 1 after.
Ramp cosine_ramp(double t, double duration) noexcept;
// τ(t): s, with rate 1 at t = 0 and 0 from `duration` on.
Ramp braking_time(double t, double duration) noexcept;

// Pose and twist t seconds after a motion with `from` began to brake.
MovingPose braked(const MovingPose& from, double t, double braking_duration) noexcept;

class PoseBlend {
 public:
  void start(const MovingPose& from, double duration) noexcept {
    from_ = from;
    duration_ = duration;
    elapsed_ = 0.0;
  }
  void stop() noexcept { duration_ = 0.0; }
  void step(double h) noexcept { elapsed_ += h; }
  double left() const noexcept { return duration_ - elapsed_; }  // s
  bool done() const noexcept { return elapsed_ >= duration_; }
  // The current target for the current destination.
  MovingPose towards(const MovingPose& destination) const noexcept;

 private:
  MovingPose from_;
  double duration_ = 0.0;
  double elapsed_ = 0.0;
};

}  // namespace limber
