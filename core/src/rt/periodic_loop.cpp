// The periodic loop: sleep until an absolute deadline, run one cycle, go to the next deadline.
#include <fmt/format.h>
#include <time.h>

#include <cerrno>
#include <cmath>
#include <stdexcept>

#include "limber/real_time.hpp"

namespace limber {
namespace {

Nanoseconds period_of(double rate) {
  constexpr double kSlowest = 0.001;  // Hz
  constexpr double kFastest = 1e6;    // Hz
  if (!(rate >= kSlowest && rate <= kFastest)) {
    throw std::invalid_argument(
        fmt::format("the loop rate is {} Hz; it must be from {} Hz to {} Hz", rate, kSlowest, kFastest));
  }
  return std::llround(static_cast<double>(kNanosecondsPerSecond) / rate);
}

}  // namespace

void PeriodicLoop::run(double rate, const Cycle& cycle) {
  const Nanoseconds period = period_of(rate);
  report_ = LoopReport{};
  DeadlineGrid grid{monotonic_now(), period};
  Nanoseconds previous = grid.next - period;
  while (sleep_until(grid.next)) {
    const Nanoseconds begin = monotonic_now();
    const bool first = report_.cycles == 0;
    const bool more = cycle(to_seconds(first ? period : begin - previous));
    const Nanoseconds end = monotonic_now();
    ++report_.cycles;
    report_.lateness.record(begin - grid.next);
    report_.durations.record(end - begin);
    if (!more) return;
    report_.missed += static_cast<std::uint64_t>(grid.advance(end));
    previous = begin;
  }
}

// False if the loop was stopped.
bool PeriodicLoop::sleep_until(Nanoseconds deadline) const noexcept {
  const timespec when{deadline / kNanosecondsPerSecond, deadline % kNanosecondsPerSecond};
  while (!stopped()) {
    if (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &when, nullptr) != EINTR) return !stopped();
  }
  return false;
}

}  // namespace limber
