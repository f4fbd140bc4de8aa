// The latest value, handed from one thread to another: whole or not at all, and neither thread ever waits.
//
// Three slots: the writer owns one, the reader owns one, the third waits in between. A write fills the writer's slot
// and swaps it with the one in between; a read swaps the reader's slot with it when it is fresh. Each swap is one
// atomic instruction, so both sides are wait-free. Values the reader was too slow for are skipped.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <type_traits>

#include "limber/rt/cache_line.hpp"

namespace limber {

// One writer thread and one reader thread. Several writers must take turns under a lock of their own, outside the
// control thread. Copying a T must not allocate: plain structs and Eigen types with a compile-time maximum.
template <typename T>
class Exchange {
  static_assert(std::is_copy_assignable_v<T>, "an exchange copies its values");

 public:
  // The reader sees `initial` until the first write.
  explicit Exchange(const T& initial = T{}) : slots_{Slot{initial}, Slot{initial}, Slot{initial}} {}
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  // Writer thread only.
  void write(const T& value) noexcept {
    slots_[back_].value = value;
    const std::uint8_t published = static_cast<std::uint8_t>(back_ | kFresh);
    back_ = between_.exchange(published, std::memory_order_acq_rel) & kIndex;
  }

  // Reader thread only. Fills `value` and returns true when something was written since the last read.
  bool read(T& value) noexcept {
    if (!take()) return false;
    value = slots_[front_].value;
    return true;
  }

  // Reader thread only. The same without a copy: null when nothing was written since the last read. What it points to
  // stays put until the next read, fresh() or latest().
  const T* fresh() noexcept { return take() ? &slots_[front_].value : nullptr; }

  // Reader thread only. The newest value, without a copy; fresh or not; it stays put as long.
  const T& latest() noexcept {
    take();
    return slots_[front_].value;
  }

 private:
  static constexpr std::uint8_t kIndex = 3;
  static constexpr std::uint8_t kFresh = 4;
  struct alignas(kCacheLine) Slot {
    T value;
  };

  bool take() noexcept {
    // The swap below synchronises with the writer; this look only decides whether there is anything to swap for.
    if ((between_.load(std::memory_order_relaxed) & kFresh) == 0) return false;
    front_ = between_.exchange(front_, std::memory_order_acq_rel) & kIndex;
    return true;
  }

  std::array<Slot, 3> slots_;
  alignas(kCacheLine) std::atomic<std::uint8_t> between_{1};
  alignas(kCacheLine) std::uint8_t back_{0};
  alignas(kCacheLine) std::uint8_t front_{2};
  static_assert(std::atomic<std::uint8_t>::is_always_lock_free);
};

}  // namespace limber
