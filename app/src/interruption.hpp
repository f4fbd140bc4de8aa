// Ctrl-C and SIGTERM end a run; they do not kill it.
#pragma once

#include <signal.h>

namespace limber::app {

// While one lives, both signals only set a flag; then they are as they were before.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  static bool requested() noexcept;

 private:
  struct sigaction interrupt_before_ {
  }, terminate_before_{};
};

}  // namespace limber::app
