// Shared by the files of the traps: where a trapped call reports, and how a thread is put under watch.
#pragma once

namespace limber::test {

enum class Offence { kAllocation, kFree, kLock, kTry, kSystemCall };

// Counts the offence if this thread is inside an RtTrap scope; `name` must be static. Safe in any call of the C library
// and in a signal handler.
void note_offence(Offence offence, const char* name, long number = -1) noexcept;

// The locks that this thread got by try-lock in its current scope. If there are too many, the rest is forgotten, and
// its release counts as kLock.
void remember_try(const void* lock) noexcept;
// kTry if the lock was remembered (it is then forgotten); otherwise kLock.
Offence release_of(const void* lock) noexcept;

// While one of these exists, no trap watches this thread.
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

// The byte that the kernel reads at each system call of this thread, while dispatch is on.
inline constexpr unsigned char kAllowSystemCalls = 0;
inline constexpr unsigned char kReportSystemCalls = 1;
extern thread_local volatile unsigned char system_call_selector;

// Switches system calls of this thread to the selector, on or off. False if the kernel has no dispatch.
bool switch_dispatch(bool on) noexcept;
// From now on, permanently, every system call of this thread goes through the signal handler.
bool install_filter() noexcept;
bool filter_installed() noexcept;

}  // namespace limber::test
