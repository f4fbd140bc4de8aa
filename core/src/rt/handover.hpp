// Hands heap objects to the control thread, always the newest, and takes back retired ones. The control thread never
// allocates, frees or waits; the other thread allocates and frees.
//
// One atomic pointer holds the object that waits to be taken; a ring carries retired objects back.
//
// The ring cannot overflow. Every give() empties it before it publishes the new object. Between two emptyings the
// control thread can retire at most what it held at the first (kMaxHeld) and what it could take since: the object that
// was waiting and the one that give() then published. So kMaxHeld + 2 places are enough.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <memory>

#include "limber/lock_free.hpp"

namespace limber {

// One control thread and one other thread; several others must take turns. Destroy it after the control thread has
// stopped; this also frees the objects still held.
template <typename T>
class Handover {
 public:
  // A controller that changes from one object to the next may hold both; the rest is reserve.
  static constexpr std::size_t kMaxHeld = 6;

  Handover() = default;
  Handover(const Handover&) = delete;
  Handover& operator=(const Handover&) = delete;
  ~Handover() {
    collect();
    delete waiting_.load(std::memory_order_acquire);
    for (const T* object : held_) delete object;
  }

  // Other thread. The newest wins: an object that was never taken is freed, and so are retired ones.
  void give(std::unique_ptr<const T> object) {
    collect();
    const T* never_taken = waiting_.exchange(object.release(), std::memory_order_acq_rel);
    delete never_taken;
  }

  // Other thread: frees retired objects.
  void collect() {
    const T* object = nullptr;
    while (returned_.try_pop(object)) delete object;
  }

  // Control thread. The newest object, once; null if there is none or if kMaxHeld are already held. It stays valid
  // until it is retired.
  const T* take() noexcept {
    // The exchange below synchronises with give(); this load only checks whether there is anything to take.
    if (waiting_.load(std::memory_order_relaxed) == nullptr) return nullptr;
    const auto place = std::find(held_.begin(), held_.end(), nullptr);
    if (place == held_.end()) return nullptr;
    *place = waiting_.exchange(nullptr, std::memory_order_acq_rel);
    return *place;
  }

  // Control thread. The other thread frees the object; an object that is not held is ignored.
  void retire(const T* object) noexcept {
    const auto place = std::find(held_.begin(), held_.end(), object);
    if (object == nullptr || place == held_.end()) return;
    // Never full, as shown above; if it were, the object would stay held until the end.
    if (returned_.try_push(object)) *place = nullptr;
  }

 private:
  static constexpr std::size_t kRingPlaces = 8;
  static_assert(kRingPlaces >= kMaxHeld + 2);

  alignas(kCacheLine) std::atomic<const T*> waiting_{nullptr};
  Ring<const T*, kRingPlaces> returned_;
  alignas(kCacheLine) std::array<const T*, kMaxHeld> held_{};  // used by the control thread
  static_assert(std::atomic<const T*>::is_always_lock_free);
};

}  // namespace limber
