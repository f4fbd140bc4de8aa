/// @file
/// Passes values from one thread to another; neither thread ever waits.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace limber {

/// Bytes between two variables, so that two cores that write them do not slow each other down. Fixed here, because
/// std::hardware_destructive_interference_size may differ between two compilations that share a header.
inline constexpr std::size_t kCacheLine = 64;

/// The newest value, complete or not at all. A slow reader skips values.
///
/// Three slots: the writer owns one, the reader owns one, the third is between them. A write fills the writer's slot
/// and swaps it with the middle one; a read swaps the reader's slot with the middle one if that is fresh. Each swap is
/// one atomic instruction, so both sides are wait-free.
///
/// One writer thread and one reader thread. Several writers must take turns under their own lock, outside the control
/// thread. Copying a T must not allocate: plain structs and Eigen types with a compile-time maximum.
template <typename T>
class Exchange {
  static_assert(std::is_copy_assignable_v<T>, "an exchange copies its values");

 public:
  /// The reader sees `initial` until the first write.
  explicit Exchange(const T& initial = T{}) : slots_{Slot{initial, 0}, Slot{initial, 0}, Slot{initial, 0}} {}
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  /// Writer thread only. Makes `value` the newest; wait-free.
  void write(const T& value) noexcept {
    slots_[back_].value = value;
    slots_[back_].number = ++written_;
    const std::uint8_t published = static_cast<std::uint8_t>(back_ | kFresh);
    back_ = between_.exchange(published, std::memory_order_acq_rel) & kIndex;
  }

  /// Reader thread only. Fills `value` and returns true if something was written since the last read.
  bool read(T& value) noexcept {
    if (!take()) return false;
    value = slots_[front_].value;
    return true;
  }

  /// Reader thread only. The same without a copy: null if nothing was written since the last read. The pointer stays
  /// valid until the next read(), fresh() or latest().
  const T* fresh() noexcept { return take() ? &slots_[front_].value : nullptr; }

  /// Reader thread only. The newest value without a copy, fresh or not; valid as long as that of fresh().
  const T& latest() noexcept {
    take();
    return slots_[front_].value;
  }

  /// Writer thread only. How many values were written.
  std::uint64_t written() const noexcept { return written_; }
  /// Reader thread only. Which of them was read last, counted from 1; 0: none.
  std::uint64_t read_number() const noexcept { return slots_[front_].number; }

 private:
  static constexpr std::uint8_t kIndex = 3;
  static constexpr std::uint8_t kFresh = 4;
  struct alignas(kCacheLine) Slot {
    T value;
    std::uint64_t number = 0;
  };

  bool take() noexcept {
    /// The exchange below synchronises with the writer; this load only checks whether there is anything to take.
    if ((between_.load(std::memory_order_relaxed) & kFresh) == 0) return false;
    front_ = between_.exchange(front_, std::memory_order_acq_rel) & kIndex;
    return true;
  }

  std::array<Slot, 3> slots_;
  alignas(kCacheLine) std::atomic<std::uint8_t> between_{1};
  alignas(kCacheLine) std::uint8_t back_{0};
  std::uint64_t written_{0};
  alignas(kCacheLine) std::uint8_t front_{2};
  static_assert(std::atomic<std::uint8_t>::is_always_lock_free);
};

/// A queue that keeps every value in order.
///
/// Two counters only increase: pushed values and popped values. Their difference is the number of stored values.
///
/// One producer thread and one consumer thread; N is a power of two and all N places can be filled. Copying a T must
/// not allocate.
template <typename T, std::size_t N>
class Ring {
  static_assert(N > 0 && (N & (N - 1)) == 0, "the capacity of a ring is a power of two");
  static_assert(std::is_copy_assignable_v<T>, "a ring copies its values");

 public:
  /// Empty.
  Ring() = default;
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;

  /// The largest number of values: N.
  static constexpr std::size_t capacity() noexcept { return N; }

  /// Producer thread only. False if the ring is full; then nothing is stored, and the caller counts the loss.
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

  /// Consumer thread only. False if the ring is empty; then `value` is unchanged.
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

  /// Producer thread only. How many values were pushed.
  std::uint64_t pushed() const noexcept { return pushed_.load(std::memory_order_relaxed); }
  /// Consumer thread only. How many of them were popped.
  std::uint64_t popped() const noexcept { return popped_.load(std::memory_order_relaxed); }

 private:
  /// Each side caches the count of the other side, to read its cache line only if necessary.
  alignas(kCacheLine) std::atomic<std::size_t> pushed_{0};
  std::size_t popped_seen_{0};  ///< used by the producer
  alignas(kCacheLine) std::atomic<std::size_t> popped_{0};
  std::size_t pushed_seen_{0};  ///< used by the consumer
  alignas(kCacheLine) std::array<T, N> slots_{};
  static_assert(std::atomic<std::size_t>::is_always_lock_free);
};

}  // namespace limber
