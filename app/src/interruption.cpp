// The flag and its handler.
#include "interruption.hpp"

#include <atomic>

namespace limber::app {
namespace {

std::atomic<int> signal_heard{0};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler may touch only lock-free atomics");

void note(int signal) { signal_heard.store(signal, std::memory_order_relaxed); }

}  // namespace

Interruption::Interruption() {
  signal_heard.store(0);
  struct sigaction action {};
  action.sa_handler = note;
  sigaction(SIGINT, &action, &interrupt_before_);
  sigaction(SIGTERM, &action, &terminate_before_);
}

Interruption::~Interruption() {
  sigaction(SIGINT, &interrupt_before_, nullptr);
  sigaction(SIGTERM, &terminate_before_, nullptr);
}

int Interruption::signal() noexcept { return signal_heard.load(std::memory_order_relaxed); }

}  // namespace limber::app
