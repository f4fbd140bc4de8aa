// Between the traps' own files: what a trapped call reports to, and how a thread is put under watch.
#pragma once

namespace limber::test {

enum class Offence { kAllocation, kFree, kLock, kTry, kSystemCall };

// Counts the offence if this thread is inside an RtTrap scope; `name` must live for ever. Safe in any call of the C
// library and in a signal handler.
void note_offence(Offence offence, const char* name, long number = -1) noexcept;

// Which locks this thread got by trying, inside the scope it is in. What does not fit is forgotten, and giving it back
// then counts as kLock.
void remember_try(const void* lock) noexcept;
// kTry where the lock was remembered, which it is no longer; kLock otherwise.
Offence release_of(const void* lock) noexcept;

// No trap sees this thread for as long as one of these lives.
class TrapPause {
 public:
  TrapPause() noexcept;
  ~TrapPause();
  TrapPause(const TrapPause&) = delete;
  TrapPause& operator=(const TrapPause&) = delete;

 private:
  class RtTrap* paused_;
  unsigned char selector_;
};

// The byte the kernel looks at, at each system call of this thread, while dispatch is on.
inline constexpr unsigned char kAllowSystemCalls = 0;
inline constexpr unsigned char kReportSystemCalls = 1;
extern thread_local volatile unsigned char system_call_selector;

// System calls of this thread go to the selector from now on, or no longer. False where the kernel has no dispatch.
bool switch_dispatch(bool on) noexcept;
// From now on, for good, every system call of this thread takes the long way through the signal handler.
bool install_filter() noexcept;
bool filter_installed() noexcept;

}  // namespace limber::test
