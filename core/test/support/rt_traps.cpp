// RtTrap: the scope of a thread, what was caught in it, and its report.
#include "support/rt_traps.hpp"

#include <dlfcn.h>
#include <execinfo.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <thread>

#include "support/rt_trap_state.hpp"
#include "support/sanitizer.hpp"

namespace limber::test {

thread_local volatile unsigned char system_call_selector = kAllowSystemCalls;

namespace {

thread_local RtTrap* innermost = nullptr;

// Locks got by try-lock and not yet released: more than any cycle holds at once.
struct HeldTries {
  std::array<const void*, 32> locks{};
  std::size_t count = 0;
};
thread_local HeldTries held_tries;

// Frames of the trap itself at the top of every call chain: record and note_offence.
constexpr int kOwnFrames = 2;

std::string program_path() {
  std::array<char, 4096> path{};
  return readlink("/proc/self/exe", path.data(), path.size() - 1) > 0 ? path.data() : "PROGRAM";
}

}  // namespace

struct TrapAccess {
  static __attribute__((noinline)) void record(RtTrap& trap, Offence offence, const char* name, long number) {
    TrapCounts& counts = trap.counts_;
    const bool is_try = offence == Offence::kTry;
    if (counts.first == nullptr || (counts.first_is_try && !is_try)) {
      counts.first = name;
      counts.first_is_try = is_try;
      counts.first_number = number;
      counts.caller_count = backtrace(counts.callers.data(), static_cast<int>(counts.callers.size()));
    }
    switch (offence) {
      case Offence::kAllocation:
        ++counts.allocations;
        break;
      case Offence::kFree:
        ++counts.frees;
        break;
      case Offence::kLock:
        ++counts.locks;
        break;
      case Offence::kTry:
        ++counts.tries;
        break;
      case Offence::kSystemCall:
        ++counts.system_calls;
        break;
    }
    if (trap.reaction_ == OnTrap::kAbort) {
      std::fprintf(stderr, "A control cycle must not do this: %s\n", counts.describe().c_str());
      std::abort();
    }
  }
};

void note_offence(Offence offence, const char* name, long number) noexcept {
  RtTrap* const trap = innermost;
  if (trap == nullptr) return;
  const TrapPause pause;
  TrapAccess::record(*trap, offence, name, number);
}

void remember_try(const void* lock) noexcept {
  if (innermost == nullptr || held_tries.count == held_tries.locks.size()) return;
  held_tries.locks[held_tries.count++] = lock;
}

Offence release_of(const void* lock) noexcept {
  if (innermost == nullptr) return Offence::kLock;
  const auto end = held_tries.locks.begin() + static_cast<std::ptrdiff_t>(held_tries.count);
  const auto found = std::find(held_tries.locks.begin(), end, lock);
  if (found == end) return Offence::kLock;
  *found = held_tries.locks[--held_tries.count];
  return Offence::kTry;
}

TrapPause::TrapPause() noexcept : paused_(innermost), selector_(system_call_selector) {
  system_call_selector = kAllowSystemCalls;
  innermost = nullptr;
}

TrapPause::~TrapPause() {
  innermost = paused_;
  system_call_selector = selector_;
}

TrapCounts& TrapCounts::operator+=(const TrapCounts& later) {
  TrapCounts sum = first == nullptr || (first_is_try && later.first != nullptr && !later.first_is_try) ? later : *this;
  sum.allocations = allocations + later.allocations;
  sum.frees = frees + later.frees;
  sum.locks = locks + later.locks;
  sum.tries = tries + later.tries;
  sum.system_calls = system_calls + later.system_calls;
  return *this = sum;
}

std::string TrapCounts::describe() const {
  std::string text = std::to_string(allocations) + " allocations, " + std::to_string(frees) + " frees, " +
                     std::to_string(locks) + " locks, " + std::to_string(tries) + " tries, " +
                     std::to_string(system_calls) + " system calls";
  if (first == nullptr) return text;
  text += "; first: ";
  text += first;
  if (first_number >= 0) text += " " + std::to_string(first_number);
  text += "; its callers:";
  Dl_info program{};
  dladdr(reinterpret_cast<void*>(&note_offence), &program);
  const void* last_base = nullptr;
  for (int i = kOwnFrames; i < caller_count; ++i) {
    Dl_info where{};
    void* const caller = callers[static_cast<std::size_t>(i)];
    if (dladdr(caller, &where) == 0) continue;
    if (where.dli_fbase != last_base) {
      text += std::string(last_base == nullptr ? "" : ";") + " addr2line -Cfipse " +
              (where.dli_fbase == program.dli_fbase ? program_path() : where.dli_fname);
    }
    last_base = where.dli_fbase;
    // One byte back: a return address belongs to the line after the call.
    std::array<char, 32> offset{};
    const auto distance = static_cast<char*>(caller) - static_cast<char*>(where.dli_fbase) - 1;
    std::snprintf(offset.data(), offset.size(), " 0x%tx", distance);
    text += offset.data();
  }
  return text;
}

RtTrap::RtTrap(OnTrap reaction) : reaction_(reaction), outer_(innermost) {
  if (!traps_supported()) throw std::logic_error(why_no_traps());
  {
    const TrapPause pause;
    // The first backtrace loads a library, which must not happen inside a malloc.
    void* nowhere = nullptr;
    backtrace(&nowhere, 1);
    if (outer_ == nullptr && !filter_installed() && !switch_dispatch(true)) {
      throw std::logic_error("this kernel reports system calls only inside count_traps() or run_watchable()");
    }
  }
  if (outer_ == nullptr) held_tries.count = 0;
  innermost = this;
  system_call_selector = kReportSystemCalls;
}

RtTrap::~RtTrap() {
  system_call_selector = kAllowSystemCalls;
  innermost = nullptr;
  if (outer_ == nullptr) {
    if (!filter_installed()) switch_dispatch(false);
    return;
  }
  innermost = outer_;
  system_call_selector = kReportSystemCalls;
}

bool traps_supported() { return why_no_traps().empty(); }

std::string why_no_traps() {
  if (kSanitized) return "a sanitizer needs malloc and the locks for itself";
  if (watch_supported(SystemCallWatch::kBest)) return "";
  return "neither syscall user dispatch nor seccomp is available here (x86-64 Linux only)";
}

void run_watchable(void (*work)(void*), void* argument, SystemCallWatch watch) {
  if (!watch_supported(watch)) throw std::logic_error("this kernel has no such watch on system calls");
  const bool dispatch = watch_supported(SystemCallWatch::kDispatch) && watch != SystemCallWatch::kSeccomp;
  if (dispatch) return work(argument);
  std::thread([&] {
    install_filter();
    work(argument);
  }).join();
}

}  // namespace limber::test
