// Passes waypoints to the control thread, and counts them.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "motion/waypoint_blend.hpp"

namespace limber {

class WaypointPort {
 public:
  // --- one other thread ---
  bool add(const Waypoint& waypoint) noexcept {
    if (!queue_.try_push(waypoint)) return false;
    taken_.fetch_add(1, std::memory_order_relaxed);
    return true;
  }
  // --- any thread ---
  void count_refused() noexcept { refused_.fetch_add(1, std::memory_order_relaxed); }

  // --- the control thread ---
  // Takes the waypoints that leave the queue now; true if `next` is the one to go to.
  bool take(const WaypointBlend& blend, WaypointPolicy policy, Waypoint& next) noexcept {
    const int taken = blend.take_next(queue_, policy, next);
    left_ += taken;
    return taken > 0;
  }
  // Bounded: a thread that adds waypoints faster than they are removed must not hold up the control thread.
  void forget() noexcept {
    Waypoint forgotten;
    for (std::size_t i = 0; i < kMaxWaypoints && queue_.try_pop(forgotten); ++i) ++left_;
  }

  // Have left the queue; for the control thread.
  std::int64_t left() const noexcept { return left_; }

  std::int64_t taken() const noexcept { return taken_.load(std::memory_order_relaxed); }
  std::int64_t refused() const noexcept { return refused_.load(std::memory_order_relaxed); }
  // A waypoint is counted just after it was pushed, and may have left already.
  std::int64_t queued() const noexcept { return std::max<std::int64_t>(0, taken() - left_); }

 private:
  WaypointQueue queue_;
  std::atomic<std::int64_t> taken_{0}, refused_{0};
  std::int64_t left_ = 0;  // have left the queue
};

}  // namespace limber
