// Ctrl-C and SIGTERM end a run; they do not kill it. The program then exits as a shell expects: 130, or 143.
#pragma once

#include <signal.h>

namespace limber::app {

// While one lives, both signals are only noted; then they are as they were before.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  static bool requested() noexcept { return signal() != 0; }
  // 128 and the signal's number.
  static int exit_code() noexcept { return 128 + signal(); }

 private:
  static int signal() noexcept;

  struct sigaction interrupt_before_ {
  }, terminate_before_{};
};

}  // namespace limber::app
