// Times calls one by one, or in batches if one call is too short for the clock.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "limber/real_time.hpp"

namespace limber::bench {

// Prevents the compiler from removing the computation of `value`.
template <typename T>
void keep(const T& value) {
  asm volatile("" : : "g"(&value) : "memory");
}

// Durations in successive blocks of a run: the spread of the blocks' quantiles is the noise of the whole.
class Timing {
 public:
  static constexpr std::size_t kBlocks = 10;

  // Record `i` of `count`.
  void record(long i, long count, Nanoseconds duration) noexcept {
    const auto block = static_cast<std::size_t>(i * static_cast<long>(kBlocks) / count);
    blocks_[std::min(block, kBlocks - 1)].record(duration);
  }
  // Durations recorded elsewhere, without blocks.
  void take(const LatencyHistogram& histogram) noexcept { blocks_[0].merge(histogram); }
  LatencyHistogram whole() const noexcept {
    LatencyHistogram sum;
    for (const LatencyHistogram& block : blocks_) sum.merge(block);
    return sum;
  }
  const std::vector<LatencyHistogram>& blocks() const noexcept { return blocks_; }

 private:
  std::vector<LatencyHistogram> blocks_ = std::vector<LatencyHistogram>(kBlocks);
};

// Calls prepare(i), then times work(i), `count` times; every figure includes one reading of the clock. A tenth as many
// calls before them are a warm-up.
template <typename Prepare, typename Work>
Timing time_each(long count, Prepare&& prepare, Work&& work) {
  Timing durations;
  const long warm_up = count / 10;
  for (long i = 0; i < warm_up + count; ++i) {
    prepare(i);
    const Nanoseconds start = monotonic_now();
    work(i);
    const Nanoseconds duration = monotonic_now() - start;
    if (i >= warm_up) durations.record(i - warm_up, count, duration);
  }
  return durations;
}

inline constexpr int kBatch = 64;

// Times kBatch calls together, `batches` times: durations of batches, to be divided by kBatch.
template <typename Work>
Timing time_batches(long batches, Work&& work) {
  return time_each(
      batches, [](long) {},
      [&](long i) {
        for (int k = 0; k < kBatch; ++k) work(i * kBatch + k);
      });
}

}  // namespace limber::bench
