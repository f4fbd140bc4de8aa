/// @file
/// What a control thread needs: a clock, a periodic loop, real-time scheduling, and latency histograms.
#pragma once

#include <time.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace limber {

/// A time of CLOCK_MONOTONIC, or a duration, in ns.
using Nanoseconds = std::int64_t;

/// ns in 1 s.
inline constexpr Nanoseconds kNanosecondsPerSecond = 1'000'000'000;

/// The only clock, CLOCK_MONOTONIC, in ns; from any thread. Read through the vDSO, without a system call.
inline Nanoseconds monotonic_now() noexcept {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * kNanosecondsPerSecond + now.tv_nsec;
}

/// A duration in s.
inline constexpr double to_seconds(Nanoseconds duration) noexcept {
  return static_cast<double>(duration) / static_cast<double>(kNanosecondsPerSecond);
}

/// A histogram of durations with a fixed number of counters: recording does not allocate and takes a few nanoseconds.
///
/// Log-linear buckets: below 128 ns one bucket per nanosecond; above, 64 equal buckets per factor of two. A quantile is
/// never too small, and too large by at most 1/64. For one thread at a time.
class LatencyHistogram {
 public:
  /// ns: buckets end here (18 minutes); larger quantiles are reported as max().
  static constexpr Nanoseconds kTop = (Nanoseconds{1} << 40) - 1;

  /// Counts one duration (ns). A negative one counts as 0.
  void record(Nanoseconds duration) noexcept {
    duration = std::max<Nanoseconds>(duration, 0);
    ++buckets_[bucket_of(duration)];
    ++count_;
    min_ = std::min(min_, duration);
    max_ = std::max(max_, duration);
    sum_ += static_cast<double>(duration);
  }

  /// Adds all records of `other`.
  void merge(const LatencyHistogram& other) noexcept {
    for (std::size_t i = 0; i < kBuckets; ++i) buckets_[i] += other.buckets_[i];
    count_ += other.count_;
    min_ = std::min(min_, other.min_);
    max_ = std::max(max_, other.max_);
    sum_ += other.sum_;
  }

  /// Forgets all records.
  void clear() noexcept { *this = LatencyHistogram{}; }

  /// Number of records.
  std::uint64_t count() const noexcept { return count_; }
  /// The shortest record. Exact, in ns; 0 if nothing was recorded.
  Nanoseconds min() const noexcept { return count_ > 0 ? min_ : 0; }
  /// The longest record. Exact, in ns; 0 if nothing was recorded.
  Nanoseconds max() const noexcept { return max_; }
  /// The mean of all records, in ns; 0 if nothing was recorded.
  double mean() const noexcept { return count_ > 0 ? sum_ / static_cast<double>(count_) : 0.0; }

  /// The smallest duration that at least the fraction q (0 to 1) of all records does not exceed, in ns: quantile(0.5),
  /// quantile(0.99), quantile(0.999). 0 if nothing was recorded.
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

  /// Calls visit(shortest, longest, count) for every bucket that is not empty, shortest first, in ns; `longest` of the
  /// last one is max().
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
  static constexpr int kBits = 6;  ///< 2^6 buckets per factor of two
  static constexpr std::size_t kBuckets = std::size_t{40 - kBits + 1} << kBits;

  /// Shifts a duration until its leading bit and the next six bits remain: the shift gives the power of two, the six
  /// bits the bucket in it.
  static std::size_t bucket_of(Nanoseconds duration) noexcept {
    const auto value = static_cast<std::uint64_t>(std::min(duration, kTop));
    const int shift = std::max(0, static_cast<int>(std::bit_width(value)) - (kBits + 1));
    return (static_cast<std::size_t>(shift) << kBits) + static_cast<std::size_t>(value >> shift);
  }

  /// The longest duration that falls into bucket i.
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

/// Deadlines at a fixed interval. Missed deadlines are skipped: a late arm must not get a burst of cycles.
struct DeadlineGrid {
  Nanoseconds next;    ///< ns: the deadline to wait for
  Nanoseconds period;  ///< ns, above 0

  /// Goes to the next deadline after `now`. Returns the number of deadlines that it skipped.
  std::int64_t advance(Nanoseconds now) noexcept {
    next += period;
    if (now < next) return 0;
    const std::int64_t missed = (now - next) / period + 1;
    next += missed * period;
    return missed;
  }
};

/// How punctual a loop was.
struct LoopReport {
  std::uint64_t cycles = 0;    ///< number of callbacks
  std::uint64_t missed = 0;    ///< deadlines skipped because a cycle or the wake-up took too long
  LatencyHistogram lateness;   ///< ns from each deadline to the start of its cycle
  LatencyHistogram durations;  ///< ns that each callback took
};

/// Calls a callback once per period, at absolute deadlines of the monotonic clock: k periods after the start, so that
/// one late cycle does not shift later ones.
class PeriodicLoop {
 public:
  /// The callback: gets the time since the start of the previous cycle, in s (the nominal period in the first cycle);
  /// false ends the loop.
  using Cycle = std::function<bool(double period)>;

  /// Calls `cycle` in this thread, at once and then `rate` (Hz) times per second, until it returns false or stop() is
  /// called. Throws std::invalid_argument if the rate is not from 0.001 Hz to 1 MHz.
  void run(double rate, const Cycle& cycle);

  /// Ends run() at its next wake-up; a later run() ends at once. From any thread, or from a signal handler.
  void stop() noexcept { stopped_.store(true, std::memory_order_relaxed); }
  /// Whether stop() was called. From any thread.
  bool stopped() const noexcept { return stopped_.load(std::memory_order_relaxed); }

  /// How punctual the last run was. During a run, only for its own thread.
  const LoopReport& report() const noexcept { return report_; }

 private:
  bool sleep_until(Nanoseconds deadline) const noexcept;

  LoopReport report_;
  std::atomic<bool> stopped_{false};
  static_assert(std::atomic<bool>::is_always_lock_free, "stop() must be safe in a signal handler");
};

/// Requests to the system for a control thread.
struct RealTimeWish {
  int priority = 80;                    ///< SCHED_FIFO, 1 to 99; 0: keep the ordinary scheduler
  bool lock_memory = true;              ///< no page of the process is swapped out or loaded late
  std::size_t stack_bytes = 256 << 10;  ///< stack to load into memory in advance
  bool stay_awake = true;               ///< no processor sleeps deeply until this process ends: needs more power
};

/// What the system granted. The control also runs without it, but less punctually.
struct RealTimeSetup {
  bool scheduled = false;              ///< real-time scheduling was granted
  bool memory_locked = false;          ///< no page of the process is swapped out
  bool stack_ready = false;            ///< RealTimeWish::stack_bytes of stack are in memory
  bool timers_precise = false;         ///< the kernel does not group the wake-ups of this thread
  bool awake = false;                  ///< a wake-up never waits for a processor in deep sleep
  std::vector<std::string> sentences;  ///< one for each of these: granted, or why not and what would help
};

/// Requests real time from the system for the calling thread (memory and sleep: for the process). Returns what was
/// granted; does not throw if something is refused. Call it in the control thread before its loop, after all
/// allocations. Threads started later do not inherit the priority.
RealTimeSetup set_up_real_time(const RealTimeWish& wish = {});

}  // namespace limber
