// How long things took, kept in a fixed number of counters: recording allocates nothing and takes a few nanoseconds.
//
// Log-linear buckets: below 128 ns one bucket a nanosecond; above, each doubling is cut into 64 equal buckets. A
// quantile is therefore never understated, and overstated by at most 1/64 of itself.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "limber/rt/clock.hpp"

namespace limber {

class LatencyHistogram {
 public:
  // Above this (18 minutes) buckets end: quantiles up there are overstated to max().
  static constexpr Nanoseconds kTop = (Nanoseconds{1} << 40) - 1;

  // A negative duration counts as 0.
  void record(Nanoseconds duration) noexcept {
    duration = std::max<Nanoseconds>(duration, 0);
    ++buckets_[bucket_of(duration)];
    ++count_;
    min_ = std::min(min_, duration);
    max_ = std::max(max_, duration);
    sum_ += static_cast<double>(duration);
  }

  void merge(const LatencyHistogram& other) noexcept {
    for (std::size_t i = 0; i < kBuckets; ++i) buckets_[i] += other.buckets_[i];
    count_ += other.count_;
    min_ = std::min(min_, other.min_);
    max_ = std::max(max_, other.max_);
    sum_ += other.sum_;
  }

  void clear() noexcept { *this = LatencyHistogram{}; }

  std::uint64_t count() const noexcept { return count_; }
  // Exact, in ns; 0 where nothing was recorded.
  Nanoseconds min() const noexcept { return count_ > 0 ? min_ : 0; }
  Nanoseconds max() const noexcept { return max_; }
  double mean() const noexcept { return count_ > 0 ? sum_ / static_cast<double>(count_) : 0.0; }

  // The smallest duration that at least the share q (0 to 1) of all records does not exceed, in ns: quantile(0.5),
  // quantile(0.99), quantile(0.999). 0 where nothing was recorded.
  Nanoseconds quantile(double q) const noexcept {
    if (count_ == 0) return 0;
    const auto rank =
        std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(q * static_cast<double>(count_))));
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i + 1 < kBuckets; ++i) {
      seen += buckets_[i];
      if (seen >= rank) return std::min(upper_edge(i), max_);
    }
    return max_;
  }

  // Calls visit(shortest, longest, count) for every bucket that holds something, shortest first: ns; the last one's
  // longest is max().
  template <typename Visit>
  void for_each_bucket(Visit&& visit) const {
    for (std::size_t i = 0; i < kBuckets; ++i) {
      if (buckets_[i] == 0) continue;
      const Nanoseconds shortest = i == 0 ? 0 : upper_edge(i - 1) + 1;
      const bool last = i + 1 == kBuckets || max_ <= upper_edge(i);
      visit(shortest, last ? max_ : upper_edge(i), buckets_[i]);
    }
  }

 private:
  static constexpr int kBits = 6;  // 2^6 buckets a doubling
  static constexpr std::size_t kBuckets = std::size_t{40 - kBits + 1} << kBits;

  // Shift a duration until its leading bit and the six bits after it remain: the shift names the doubling, the six
  // bits the bucket in it.
  static std::size_t bucket_of(Nanoseconds duration) noexcept {
    const auto value = static_cast<std::uint64_t>(std::min(duration, kTop));
    const int shift = std::max(0, static_cast<int>(std::bit_width(value)) - (kBits + 1));
    return (static_cast<std::size_t>(shift) << kBits) + static_cast<std::size_t>(value >> shift);
  }

  // The longest duration that falls into bucket i.
  static Nanoseconds upper_edge(std::size_t i) noexcept {
    const std::size_t shift = i < (std::size_t{2} << kBits) ? 0 : (i >> kBits) - 1;
    const std::size_t mantissa = i - (shift << kBits);
    return static_cast<Nanoseconds>(((mantissa + 1) << shift) - 1);
  }

  std::array<std::uint64_t, kBuckets> buckets_{};
  std::uint64_t count_ = 0;
  Nanoseconds min_ = std::numeric_limits<Nanoseconds>::max();
  Nanoseconds max_ = 0;
  double sum_ = 0.0;
};

}  // namespace limber
