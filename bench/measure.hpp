// Timing one call after the other, or many at once where one is too short for the clock.
#pragma once

#include "limber/rt/clock.hpp"
#include "limber/rt/latency_histogram.hpp"

namespace limber::bench {

// Makes the compiler believe that somebody reads `value`.
template <typename T>
void keep(const T& value) {
  asm volatile("" : : "g"(&value) : "memory");
}

// Runs prepare(i), then times work(i), `count` times; the reading of the clock is in every figure. The first tenth
// only warms up.
template <typename Prepare, typename Work>
LatencyHistogram time_each(int count, Prepare&& prepare, Work&& work) {
  LatencyHistogram durations;
  for (int i = 0; i < count; ++i) {
    prepare(i);
    const Nanoseconds start = monotonic_now();
    work(i);
    const Nanoseconds duration = monotonic_now() - start;
    if (i >= count / 10) durations.record(duration);
  }
  return durations;
}

inline constexpr int kBatch = 64;

// Times kBatch calls together, `batches` times: durations of batches, to be divided by kBatch.
template <typename Work>
LatencyHistogram time_batches(int batches, Work&& work) {
  return time_each(
      batches, [](int) {},
      [&](int i) {
        for (int k = 0; k < kBatch; ++k) work(i * kBatch + k);
      });
}

}  // namespace limber::bench
