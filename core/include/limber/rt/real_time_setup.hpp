// Asks the system for what a control thread needs, and says in sentences what it got. Never fails: without any of it
// the control runs too, only less punctually.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace limber {

struct RealTimeWish {
  int priority = 80;                    // SCHED_FIFO, 1 to 99; 0: keep the ordinary scheduler
  bool lock_memory = true;              // no page of the process is ever swapped out or loaded late
  std::size_t stack_bytes = 256 << 10;  // of stack brought into memory beforehand
  bool stay_awake = true;               // no processor sleeps deeply until this process ends: costs power
};

struct RealTimeSetup {
  bool scheduled = false;  // real-time scheduling was granted
  bool memory_locked = false;
  bool stack_ready = false;
  bool timers_precise = false;         // the kernel no longer groups this thread's wake-ups
  bool awake = false;                  // waking up never waits for a processor to come out of a deep sleep
  std::vector<std::string> sentences;  // one for each wish: granted, or not, why, and what would help
};

// For the calling thread (memory: for the process). Call it in the control thread before its loop, with everything
// allocated already. Threads started later do not inherit the priority.
RealTimeSetup set_up_real_time(const RealTimeWish& wish = {});

}  // namespace limber
