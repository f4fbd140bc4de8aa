// F_control: the wrench that is asked for, at C in C's axes. A jump of it comes in through a ramp; if nobody repeats it
// within its time-out, it fades to zero.
//
//   F_control = target + lag        lag decays with three time constants a ramp
#pragma once

#include "limber/types.hpp"

namespace limber {

struct ControlWrenchTimes {
  double timeout = 0.5;  // s without news before it fades
  double ramp = 0.2;     // s
};

class ControlWrench {
 public:
  // N, N m. A new target, which may be a jump.
  void lead(const Vector6& F_C) noexcept;
  // A target that moves without jumps: it acts at once, and what still lags goes on decaying.
  void follow(const Vector6& F_C) noexcept;
  void drop() noexcept { *this = ControlWrench(); }
  // Acts from zero again, through the ramp.
  void begin_anew() noexcept;

  // One cycle of h s. `stopped`: the law is not followed, so it fades.
  void step(bool stopped, const ControlWrenchTimes& times, double h) noexcept;
  // The same while the robot is paused: it stays, and grows old.
  void wait(double h) noexcept { age_ += h; }

  // The same wrench in another C: `moved` maps a wrench from the old C to the new one.
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
  double age_ = 0.0;  // s since the target was last set
};

}  // namespace limber
