// Traps for what a control cycle must never do: allocate or free, take or release a lock, make a system call.
//
//   if (!traps_supported()) GTEST_SKIP() << why_no_traps();
//   const TrapCounts counts = count_traps([&] { controller.update(state, period); });
//   EXPECT_EQ(counts.total(), 0U) << counts.describe();
//
// Link the test program with `limber_rt_traps`. It replaces malloc and its family and the pthread locks of the program,
// and the kernel reports every system call. So all called code is watched, including plugins. Reading the clock goes
// through the vDSO and is not a system call. Locks inside glibc are not seen.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

namespace limber::test {

// False under sanitizers, which need malloc and the locks themselves, and if the kernel offers no way.
bool traps_supported();
std::string why_no_traps();

struct TrapCounts {
  std::uint64_t allocations = 0;  // malloc, operator new, realloc, …
  std::uint64_t frees = 0;
  std::uint64_t locks = 0;  // mutexes, read-write locks, conditions, semaphores, spin locks; including releases
  std::uint64_t tries = 0;  // try-locks, which never wait, and releases of what they got
  std::uint64_t system_calls = 0;

  // The first of them, with its call chain; a try only if there is nothing worse.
  const char* first = nullptr;
  long first_number = -1;  // of the system call, -1 for anything else
  std::array<void*, 24> callers{};
  int caller_count = 0;
  bool first_is_try = false;

  std::uint64_t total() const { return allocations + frees + locks + tries + system_calls; }
  TrapCounts& operator+=(const TrapCounts& later);
  // The counts in a sentence; the first offence with addr2line commands that give its lines.
  std::string describe() const;
};

enum class OnTrap { kCount, kAbort };

// How the kernel reports. kDispatch (Linux 5.11 or newer) is switched by a byte in memory and works in any thread; a
// kSeccomp filter stays for the life of its thread, so the work gets its own thread.
enum class SystemCallWatch { kBest, kDispatch, kSeccomp };
bool watch_supported(SystemCallWatch watch);

// Watches the calling thread from construction to destruction; scopes nest. kAbort ends the program at the first
// offence with describe(), with an intact stack for a debugger. During a scope, threads and processes cannot be started
// (EPERM) and changes of the signal mask are ignored.
class RtTrap {
 public:
  explicit RtTrap(OnTrap reaction = OnTrap::kAbort);
  ~RtTrap();
  RtTrap(const RtTrap&) = delete;
  RtTrap& operator=(const RtTrap&) = delete;

  const TrapCounts& counts() const { return counts_; }

 private:
  TrapCounts counts_;
  OnTrap reaction_;
  RtTrap* outer_;
  friend struct TrapAccess;
};

// Runs `work` in a thread in which RtTrap scopes see system calls: this one, or a new one.
void run_watchable(void (*work)(void*), void* argument, SystemCallWatch watch = SystemCallWatch::kBest);

template <typename Work>
void run_watchable(Work&& work, SystemCallWatch watch = SystemCallWatch::kBest) {
  using Callable = std::remove_reference_t<Work>;
  run_watchable([](void* callable) { (*static_cast<Callable*>(callable))(); }, &work, watch);
}

// What `work` did that a control cycle must not do.
template <typename Work>
TrapCounts count_traps(Work&& work, SystemCallWatch watch = SystemCallWatch::kBest) {
  TrapCounts counts;
  run_watchable(
      [&] {
        RtTrap trap(OnTrap::kCount);
        work();
        counts = trap.counts();
      },
      watch);
  return counts;
}

}  // namespace limber::test
