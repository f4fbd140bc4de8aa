// A callback once a period, on absolute deadlines of the monotonic clock: k periods after the start, so that being
// late once does not shift the cycles after it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "limber/rt/clock.hpp"
#include "limber/rt/latency_histogram.hpp"

namespace limber {

// Deadlines at a fixed distance. One that has passed is never made up for: a late arm must not get a burst of cycles.
struct DeadlineGrid {
  Nanoseconds next;    // the deadline to wait for
  Nanoseconds period;  // above 0

  // Moves on by one, and past every deadline that `now` has reached already. Returns how many it passed over.
  std::int64_t advance(Nanoseconds now) noexcept {
    next += period;
    if (now < next) return 0;
    const std::int64_t missed = (now - next) / period + 1;
    next += missed * period;
    return missed;
  }
};

struct LoopReport {
  std::uint64_t cycles = 0;
  std::uint64_t missed = 0;    // deadlines passed over, because a cycle or the wake-up took too long
  LatencyHistogram lateness;   // ns from each deadline to the start of its cycle
  LatencyHistogram durations;  // ns that each callback took
};

class PeriodicLoop {
 public:
  // Gets the time since the cycle before began, in s (the nominal period at the first); false ends the loop.
  using Cycle = std::function<bool(double period)>;

  // Calls `cycle` in this thread, at once and then `rate` (Hz) times a second, until it returns false or stop() is
  // called. Throws std::invalid_argument for a rate that is not from 0.001 Hz to 1 MHz.
  void run(double rate, const Cycle& cycle);

  // Ends run() at its next wake-up, or at once when it begins later. From any thread, or from a signal handler.
  void stop() noexcept { stopped_.store(true, std::memory_order_relaxed); }
  bool stopped() const noexcept { return stopped_.load(std::memory_order_relaxed); }

  // Of the last run. While it goes on, for its own thread only.
  const LoopReport& report() const noexcept { return report_; }

 private:
  bool sleep_until(Nanoseconds deadline) const noexcept;

  LoopReport report_;
  std::atomic<bool> stopped_{false};
  static_assert(std::atomic<bool>::is_always_lock_free, "stop() must be safe in a signal handler");
};

}  // namespace limber
