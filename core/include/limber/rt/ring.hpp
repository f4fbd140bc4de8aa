// A queue from one thread to another that keeps every value in order; neither thread ever waits.
//
// Two counters run on for ever: how many were pushed, how many were popped. Their difference is the filling.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <type_traits>

#include "limber/rt/cache_line.hpp"

namespace limber {

// One producer thread and one consumer thread; N is a power of two and all N places can be filled. Copying a T must
// not allocate.
template <typename T, std::size_t N>
class Ring {
  static_assert(N > 0 && (N & (N - 1)) == 0, "the capacity of a ring is a power of two");
  static_assert(std::is_copy_assignable_v<T>, "a ring copies its values");

 public:
  Ring() = default;
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;

  static constexpr std::size_t capacity() noexcept { return N; }

  // Producer thread only. False, with nothing stored, when the ring is full: the caller counts what it lost.
  bool try_push(const T& value) noexcept {
    const std::size_t pushed = pushed_.load(std::memory_order_relaxed);
    if (pushed - popped_seen_ == N) {
      popped_seen_ = popped_.load(std::memory_order_acquire);
      if (pushed - popped_seen_ == N) return false;
    }
    slots_[pushed % N] = value;
    pushed_.store(pushed + 1, std::memory_order_release);
    return true;
  }

  // Consumer thread only. False, with `value` untouched, when the ring is empty.
  bool try_pop(T& value) noexcept {
    const std::size_t popped = popped_.load(std::memory_order_relaxed);
    if (popped == pushed_seen_) {
      pushed_seen_ = pushed_.load(std::memory_order_acquire);
      if (popped == pushed_seen_) return false;
    }
    value = slots_[popped % N];
    popped_.store(popped + 1, std::memory_order_release);
    return true;
  }

 private:
  // Each side keeps the last count it saw of the other, so that it reads the other's cache line only when it must.
  alignas(kCacheLine) std::atomic<std::size_t> pushed_{0};
  std::size_t popped_seen_{0};  // the producer's
  alignas(kCacheLine) std::atomic<std::size_t> popped_{0};
  std::size_t pushed_seen_{0};  // the consumer's
  alignas(kCacheLine) std::array<T, N> slots_{};
  static_assert(std::atomic<std::size_t>::is_always_lock_free);
};

}  // namespace limber
