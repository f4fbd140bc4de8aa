// Every system call of a watched thread: the kernel reports it as a SIGSYS, it is counted and then carried out.
//
// There are two ways. Syscall user dispatch (prctl, Linux 5.11): the kernel reads a byte of ours at each call and sends
// the signal if it says so. Seccomp: a permanent filter that sends the signal for each call that does not come from the
// one instruction in pass_on; the handler makes the call from there.
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "support/rt_trap_state.hpp"
#include "support/rt_traps.hpp"

#if defined(__x86_64__) && defined(__linux__)

// long pass_on(long number, long a, long b, long c, long d, long e, long f): makes the system call from an address that
// the filter knows. Returns the result of the kernel: -errno for an error.
extern "C" long limber_pass_on(long, long, long, long, long, long, long);
extern "C" const char limber_passed_on[];
asm(R"(
  .text
  .p2align 4
  .hidden limber_pass_on
  .globl limber_pass_on
limber_pass_on:
  movq %rdi, %rax
  movq %rsi, %rdi
  movq %rdx, %rsi
  movq %rcx, %rdx
  movq %r8, %r10
  movq %r9, %r8
  movq 8(%rsp), %r9
  syscall
  .hidden limber_passed_on
  .globl limber_passed_on
limber_passed_on:
  ret
  .section .note.GNU-stack,"",@progbits
  .text
)");

namespace limber::test {
namespace {

// As in <linux/prctl.h> since 5.11; the headers of the C library may be older than the kernel.
constexpr int kSetSyscallUserDispatch = 59;
constexpr unsigned long kDispatchOff = 0;
constexpr unsigned long kDispatchOn = 1;

thread_local bool this_thread_is_filtered = false;

long carry_out(long number, const gregset_t& registers) {
  switch (number) {
    // A new thread would return into this handler, on a stack without a frame for it.
    case SYS_clone:
    case SYS_clone3:
    case SYS_fork:
    case SYS_vfork:
      return -EPERM;
    default:
      return limber_pass_on(number, registers[REG_RDI], registers[REG_RSI], registers[REG_RDX], registers[REG_R10],
                            registers[REG_R8], registers[REG_R9]);
  }
}

void on_system_call(int, siginfo_t* info, void* context) {
  const unsigned char selector = system_call_selector;
  system_call_selector = kAllowSystemCalls;
  const int kept_errno = errno;
  note_offence(Offence::kSystemCall, "system call", info->si_syscall);
  gregset_t& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  registers[REG_RAX] = carry_out(info->si_syscall, registers);
  errno = kept_errno;
  system_call_selector = selector;
}

// The data of rt_sigaction; the C library does not expose the restorer.
struct KernelSigaction {
  void (*handler)(int);
  unsigned long flags;
  void* restorer;
  std::uint64_t mask;
};

// Installs the handler once, and returns its return address: code of the C library that makes the system call
// rt_sigreturn, which must pass even while every other call is reported.
void* handler_exit() noexcept {
  static void* const restorer = [] {
    struct sigaction action {};
    action.sa_sigaction = on_system_call;
    // NODEFER: under the filter, the handler's own system calls arrive here too.
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
    sigaction(SIGSYS, &action, nullptr);
    KernelSigaction installed{};
    syscall(SYS_rt_sigaction, SIGSYS, nullptr, &installed, sizeof(installed.mask));
    return installed.restorer;
  }();
  return restorer;
}

}  // namespace

bool switch_dispatch(bool on) noexcept {
  if (!on) return prctl(kSetSyscallUserDispatch, kDispatchOff, 0UL, 0UL, 0UL) == 0;
  // The restorer is two instructions: mov $15,%rax; syscall.
  constexpr unsigned long kRestorerBytes = 16;
  return prctl(kSetSyscallUserDispatch, kDispatchOn, handler_exit(), kRestorerBytes, &system_call_selector) == 0;
}

bool install_filter() noexcept {
  handler_exit();
  const auto passed_on = reinterpret_cast<std::uintptr_t>(limber_passed_on);
  const auto low = static_cast<std::uint32_t>(passed_on);
  const auto high = static_cast<std::uint32_t>(passed_on >> 32);
  constexpr std::uint32_t kPointer = offsetof(seccomp_data, instruction_pointer);
  std::array<sock_filter, 8> filter{{
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_rt_sigreturn, 4, 0),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kPointer),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, low, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kPointer + 4),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, high, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
  }};
  const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  this_thread_is_filtered = prctl(PR_SET_NO_NEW_PRIVS, 1UL, 0UL, 0UL, 0UL) == 0 &&
                            prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0UL, 0UL) == 0;
  return this_thread_is_filtered;
}

bool filter_installed() noexcept { return this_thread_is_filtered; }

bool watch_supported(SystemCallWatch watch) {
  static const bool dispatch = switch_dispatch(true) && switch_dispatch(false);
  static const bool seccomp = [] {
    const std::uint32_t action = SECCOMP_RET_TRAP;
    return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0UL, &action) == 0;
  }();
  switch (watch) {
    case SystemCallWatch::kDispatch:
      return dispatch;
    case SystemCallWatch::kSeccomp:
      return seccomp;
    case SystemCallWatch::kBest:
      return dispatch || seccomp;
  }
  return false;
}

}  // namespace limber::test

#else

namespace limber::test {
bool switch_dispatch(bool) noexcept { return false; }
bool install_filter() noexcept { return false; }
bool filter_installed() noexcept { return false; }
bool watch_supported(SystemCallWatch) { return false; }
}  // namespace limber::test

#endif
