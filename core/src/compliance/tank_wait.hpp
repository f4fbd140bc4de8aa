// How long a change of compliance has waited for tank energy.
#pragma once

namespace limber {

class TankWait {
 public:
  enum class Change { kNone, kBegins, kArrived };

  // One cycle of h s.
  Change step(bool waits, double h) noexcept {
    const bool waited_before = waited_ > 0.0;
    if (waits) {
      waited_ += h;
      return waited_before ? Change::kNone : Change::kBegins;
    }
    if (!waited_before) return Change::kNone;
    took_ = waited_;
    waited_ = 0.0;
    return Change::kArrived;
  }
  double took() const noexcept { return took_; }  // s, of the last change that arrived

 private:
  double waited_ = 0.0, took_ = 0.0;  // s
};

}  // namespace limber
