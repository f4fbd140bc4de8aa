// Detects a tool that stands away from its reference because limits block the straight way there. A spring, or a
// reference that catches up, moves it on a straight line only. A person must lead the arm around the limit, so this is
// reported.
#pragma once

namespace limber {

class HeldByLimits {
 public:
  void reset() noexcept { held_for_ = 0.0; }
  // One cycle of h s. True in the cycle in which it has been held long enough to be reported.
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
