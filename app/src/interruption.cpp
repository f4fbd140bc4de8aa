// The flag and its handler.
#include "interruption.hpp"

#include <atomic>

namespace limber::app {
namespace {

std::atomic<bool> requested_flag{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may touch only lock-free atomics");

void note(int) { requested_flag.store(true, std::memory_order_relaxed); }

}  // namespace

Interruption::Interruption() {
  requested_flag.store(false);
  struct sigaction action {};
  action.sa_handler = note;
  sigaction(SIGINT, &action, &interrupt_before_);
  sigaction(SIGTERM, &action, &terminate_before_);
}

Interruption::~Interruption() {
  sigaction(SIGINT, &interrupt_before_, nullptr);
  sigaction(SIGTERM, &terminate_before_, nullptr);
}

bool Interruption::requested() noexcept { return requested_flag.load(std::memory_order_relaxed); }

}  // namespace limber::app
