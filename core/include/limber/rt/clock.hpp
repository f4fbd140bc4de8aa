// The one clock: CLOCK_MONOTONIC in nanoseconds. Read through the vDSO, so asking the time is no system call.
#pragma once

#include <time.h>

#include <cstdint>

namespace limber {

using Nanoseconds = std::int64_t;

inline constexpr Nanoseconds kNanosecondsPerSecond = 1'000'000'000;

inline Nanoseconds monotonic_now() noexcept {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * kNanosecondsPerSecond + now.tv_nsec;
}

inline constexpr double to_seconds(Nanoseconds duration) noexcept {
  return static_cast<double>(duration) / static_cast<double>(kNanosecondsPerSecond);
}

}  // namespace limber
