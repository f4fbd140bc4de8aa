// F_control: the requested wrench, at C in the axes of C. Jumps of the target pass through a ramp. If the target is not
// repeated within the time-out, it ramps to zero.
//
//   F_control = target + lag        lag decays with a time constant of a third of the ramp
#pragma once

#include "limber/types.hpp"

namespace limber {

struct ControlWrenchTimes {
  double timeout = 0.5;  // s without a new target before it ramps to zero
  double ramp = 0.2;     // s
};

class ControlWrench {
 public:
  // N, N m. A new target; it may jump.
  void lead(const Vector6& F_C) noexcept;
  // A target without jumps: it acts at once, and the remaining lag continues to decay.
  void follow(const Vector6& F_C) noexcept;
  void drop() noexcept { *this = ControlWrench(); }
  // Ramps to zero, and takes no force until one of zero was asked for, or none for the time-out.
  void end() noexcept;
  // Starts again from zero, through the ramp.
  void begin_anew() noexcept;

  // One cycle of h s. `stopped`: the law is not active, so the wrench ramps to zero.
  void step(bool stopped, const ControlWrenchTimes& times, double h) noexcept;
  // One cycle while the robot is paused: the value stays, but its age grows.
  void wait(double h) noexcept { age_ += h; }

  // The same wrench in another frame C: `moved` maps a wrench from the old C to the new one.
  template <typename Map>
  void change_frame(Map&& moved) noexcept {
    value_ = moved(value_);
    target_ = moved(target_);
    lag_ = moved(lag_);
  }

  const Vector6& value() const noexcept { return value_; }
  bool acts() const noexcept { return !value_.isZero(0.0); }
  bool is_asked_for() const noexcept { return !target_.isZero(0.0); }

 private:
  Vector6 value_ = Vector6::Zero();
  Vector6 target_ = Vector6::Zero();
  Vector6 lag_ = Vector6::Zero();
  bool ended_ = false;
  double age_ = 0.0;  // s since the target was last set
};

}  // namespace limber
