// How long a run goes on with an arm that stands faulted: where nobody can reset it, nothing more is to come.
#pragma once

#include "safety/supervisor.hpp"

namespace limber::app {

// One arm's, by the records of its cycles.
class FaultWait {
 public:
  // True once in every stop: when the arm has stood faulted for good.
  bool add(SupervisorState state, double period) noexcept {
    const bool before = for_good();
    faulted_time_ = state == SupervisorState::kFaulted ? faulted_time_ + period : 0.0;
    return !before && for_good();
  }
  bool for_good() const noexcept { return faulted_time_ > kFaultedForGood; }

 private:
  static constexpr double kFaultedForGood = 1.0;  // s: longer than any braking

  double faulted_time_ = 0.0;  // s without interruption
};

}  // namespace limber::app
