// A tool that stands off its reference because limits bar the straight way there. Springs pull straight, and so does a
// reference that catches up: only somebody who leads the arm around finds another way, so people must be told.
#pragma once

namespace limber {

class HeldByLimits {
 public:
  void reset() noexcept { held_for_ = 0.0; }
  // One cycle of h s. True in the cycle in which it has been held for long enough to be told.
  bool step(bool held, double h) noexcept {
    const double before = held_for_;
    held_for_ = held ? held_for_ + h : 0.0;
    return before < kLongEnough && held_for_ >= kLongEnough;
  }

 private:
  static constexpr double kLongEnough = 2.0;  // s

  double held_for_ = 0.0;  // s
};

}  // namespace limber
