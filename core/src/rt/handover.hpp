// Hands heap objects to the control thread, the newest at any time, and takes back what it no longer needs. The control
// thread never allocates, frees or waits; the other thread does all of that.
//
// One atomic pointer holds the object that waits to be taken; a ring carries retired ones back.
//
// The ring cannot overflow. It is emptied in every give() before the new object is published. Between two emptyings the
// control thread can retire at most what it held at the first (kMaxHeld) and what it could take since: the object that
// was waiting, and the one that give() then published. So kMaxHeld + 2 places are enough.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <memory>

#include "limber/lock_free.hpp"

namespace limber {

// One control thread and one other thread; several others must take turns. Destroyed when the control thread has
// stopped: that frees whatever it still held too.
template <typename T>
class Handover {
 public:
  // A controller goes from one object to the next, and may hold both on the way; more is room to spare.
  static constexpr std::size_t kMaxHeld = 6;

  Handover() = default;
  Handover(const Handover&) = delete;
  Handover& operator=(const Handover&) = delete;
  ~Handover() {
    collect();
    delete waiting_.load(std::memory_order_acquire);
    for (const T* object : held_) delete object;
  }

  // Other thread. The newest wins: one that was never taken is freed, and so is what came back.
  void give(std::unique_ptr<const T> object) {
    collect();
    const T* never_taken = waiting_.exchange(object.release(), std::memory_order_acq_rel);
    delete never_taken;
  }

  // Other thread: frees what came back.
  void collect() {
    const T* object = nullptr;
    while (returned_.try_pop(object)) delete object;
  }

  // Control thread. The newest object, once; null where there is none, or where kMaxHeld are held already. It stays
  // until it is retired.
  const T* take() noexcept {
    // The swap below synchronises with give(); this look only decides whether there is anything to swap for.
    if (waiting_.load(std::memory_order_relaxed) == nullptr) return nullptr;
    const auto place = std::find(held_.begin(), held_.end(), nullptr);
    if (place == held_.end()) return nullptr;
    *place = waiting_.exchange(nullptr, std::memory_order_acq_rel);
    return *place;
  }

  // Control thread. It will be freed by the other thread; what is not held is left alone.
  void retire(const T* object) noexcept {
    const auto place = std::find(held_.begin(), held_.end(), object);
    if (object == nullptr || place == held_.end()) return;
    // Never refused, as shown above; if it were, the object would stay held until the end.
    if (returned_.try_push(object)) *place = nullptr;
  }

 private:
  static constexpr std::size_t kRingPlaces = 8;
  static_assert(kRingPlaces >= kMaxHeld + 2);

  alignas(kCacheLine) std::atomic<const T*> waiting_{nullptr};
  Ring<const T*, kRingPlaces> returned_;
  alignas(kCacheLine) std::array<const T*, kMaxHeld> held_{};  // the control thread's
  static_assert(std::atomic<const T*>::is_always_lock_free);
};

}  // namespace limber
