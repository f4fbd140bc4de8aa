// Takes what a controller gets and gives in every cycle out of the control thread: no allocation, no lock, no system
// call. What nobody fetches in time is lost and counted.
#pragma once

#include <atomic>
#include <cstdint>

#include "limber/input_counts.hpp"
#include "limber/lock_free.hpp"
#include "limber/robot.hpp"

namespace limber::record {

struct TappedCycle {
  std::int64_t cycle = 0;       // of the telemetry; of an activation, that of the cycle before
  bool activation = false;      // activate(state), without a command
  double period = 0.0;          // s, as handed to update()
  RobotState state;             // likewise
  JointVector joint_reference;  // as handed to set_joint_reference() before; empty: nothing
  InputCounts taken;
  Command command;
};

class CycleTap {
 public:
  // The control thread.
  void put(const TappedCycle& cycle) noexcept {
    if (!cycles_.try_push(cycle)) lost_.fetch_add(1, std::memory_order_relaxed);
  }
  // One other thread.
  bool take(TappedCycle& cycle) noexcept { return cycles_.try_pop(cycle); }
  // Any thread.
  long lost() const noexcept { return lost_.load(std::memory_order_relaxed); }

 private:
  Ring<TappedCycle, 1024> cycles_;
  std::atomic<long> lost_{0};
};

}  // namespace limber::record
