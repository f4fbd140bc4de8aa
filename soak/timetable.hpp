// The times in an episode: the periods of its cycles, the intervals between events, and how long a stopped arm waits
// for a reset.
#pragma once

#include <algorithm>
#include <optional>

#include "draw.hpp"
#include "safety/supervisor.hpp"

namespace limber::soak {

// s: half of them nominal, half with jitter, one in two hundred late.
inline double draw_period(Draw& draw, double rate) {
  const int kind = draw.below(200);
  if (kind == 0) return draw.scale(1.0, 20.0) / rate;
  return (kind < 100 ? 1.0 : draw.between(0.6, 1.4)) / rate;
}

// An event that recurs at random times.
class Recurrence {
 public:
  explicit Recurrence(double mean_gap) : mean_gap_(mean_gap) {}

  bool due(double now, Draw& draw) {
    if (now < next_) return false;
    next_ = std::max(next_, now) + draw.wait(mean_gap_);
    return true;
  }

 private:
  double mean_gap_;    // s
  double next_ = 0.0;  // s
};

// Resets a fault or ends a hold after some time.
class Recovery {
 public:
  std::optional<Request> request(SupervisorState state, double now, Draw& draw) {
    const bool faulted = state == SupervisorState::kFaulted;
    if (!faulted && state != SupervisorState::kHolding) {
      at_.reset();
    } else if (!at_) {
      at_ = now + draw.wait(kMeanWait);
    } else if (now > *at_) {
      at_.reset();
      return faulted ? Request::kResetFault : Request::kRun;
    }
    return std::nullopt;
  }

 private:
  static constexpr double kMeanWait = 0.3;  // s
  std::optional<double> at_;                // s
};

}  // namespace limber::soak
