// Scheduling, memory and timers for a control thread. Each request is made once; a sentence reports its result.
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/capability.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "limber/real_time.hpp"

namespace limber {
namespace {

constexpr std::size_t kKibibyte = 1024;

bool may_lock_any_amount() {
  rlimit limit{};
  getrlimit(RLIMIT_MEMLOCK, &limit);
  if (limit.rlim_cur == RLIM_INFINITY) return true;
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct capabilities[2]{};
  if (syscall(SYS_capget, &header, capabilities) != 0) return false;
  return (capabilities[0].effective & (1U << CAP_IPC_LOCK)) != 0;
}

void request_scheduling(int priority, RealTimeSetup& setup) {
  if (priority == 0) {
    setup.sentences.emplace_back("Scheduling: ordinary, as asked.");
    return;
  }
  sched_param parameter{};
  parameter.sched_priority = priority;
  setup.scheduled = sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &parameter) == 0;
  if (setup.scheduled) {
    setup.sentences.push_back(fmt::format("Scheduling: real-time (SCHED_FIFO), priority {}.", priority));
    return;
  }
  const int error = errno;
  if (error == EINVAL) {
    setup.sentences.push_back(fmt::format("Scheduling: ordinary; priority {} is not from 1 to 99.", priority));
    return;
  }
  rlimit limit{};
  getrlimit(RLIMIT_RTPRIO, &limit);
  setup.sentences.push_back(
      fmt::format("Scheduling: ordinary; SCHED_FIFO priority {} was refused ({}; this user may ask for up to {}). To "
                  "allow it, put '@realtime - rtprio 99' into /etc/security/limits.conf and join that group.",
                  priority, std::strerror(error), limit.rlim_cur));
}

// A limited process must not try: after its memory is locked, the next allocation beyond the limit would fail.
void request_memory_lock(RealTimeSetup& setup) {
  if (!may_lock_any_amount()) {
    rlimit limit{};
    getrlimit(RLIMIT_MEMLOCK, &limit);
    setup.sentences.push_back(
        fmt::format("Memory: not locked; this user may lock {} KiB, which is not all. To allow it, put '@realtime - "
                    "memlock unlimited' into /etc/security/limits.conf and join that group.",
                    limit.rlim_cur / kKibibyte));
    return;
  }
  // Existing pages are loaded now; later pages are locked when first touched. Otherwise the stack of each other thread
  // would take 8 MiB.
  setup.memory_locked = mlockall(MCL_CURRENT) == 0 && mlockall(MCL_FUTURE | MCL_ONFAULT) == 0;
  setup.sentences.push_back(setup.memory_locked ? std::string("Memory: locked.")
                                                : fmt::format("Memory: not locked ({}).", std::strerror(errno)));
}

// Recursive, because the amount is known only at run time. The store after the call prevents tail-call optimisation.
__attribute__((noinline)) void touch_stack(std::size_t bytes) {
  constexpr std::size_t kStep = 4 * kKibibyte;
  char page[kStep];
  volatile char* const touched = page;
  touched[0] = 0;
  if (bytes > kStep) touch_stack(bytes - kStep);
  touched[kStep - 1] = 0;
}

// Bytes from here to the end of this thread's stack.
std::size_t stack_left() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  void* lowest = nullptr;
  std::size_t size = 0;
  pthread_attr_getstack(&attributes, &lowest, &size);
  pthread_attr_destroy(&attributes);
  // (A local variable may be elsewhere: sanitizers use their own stacks.)
  const std::ptrdiff_t left = static_cast<const char*>(__builtin_frame_address(0)) - static_cast<const char*>(lowest);
  return left > 0 ? static_cast<std::size_t>(left) : 0;
}

void prepare_stack(std::size_t bytes, RealTimeSetup& setup) {
  const std::size_t possible = std::min(bytes, stack_left() / 2);
  touch_stack(possible);
  setup.stack_ready = possible == bytes;
  setup.sentences.push_back(
      setup.stack_ready ? fmt::format("Stack: {} KiB in memory.", bytes / kKibibyte)
                        : fmt::format("Stack: {} KiB in memory, not {}: this thread's stack is too small for more.",
                                      possible / kKibibyte, bytes / kKibibyte));
}

// By default the kernel wakes ordinary threads up to 50 µs late, to handle several timers at once.
void request_precise_timers(RealTimeSetup& setup) {
  setup.timers_precise = prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL) == 0;
  setup.sentences.push_back(setup.timers_precise
                                ? std::string("Timers: precise.")
                                : fmt::format("Timers: grouped by the kernel ({}).", std::strerror(errno)));
}

// 0, or errno. The request lasts while the file is open; it stays open until the process ends.
int hold_off_deep_sleep() {
  const int file = open("/dev/cpu_dma_latency", O_WRONLY | O_CLOEXEC);
  if (file < 0) return errno;
  const std::int32_t longest_wake_up = 0;  // µs
  if (write(file, &longest_wake_up, sizeof longest_wake_up) == sizeof longest_wake_up) return 0;
  const int error = errno;
  close(file);
  return error;
}

void request_wakefulness(RealTimeSetup& setup) {
  static const int kError = hold_off_deep_sleep();  // once per process
  setup.awake = kError == 0;
  setup.sentences.push_back(
      setup.awake
          ? std::string("Processors: kept from deep sleep.")
          : fmt::format("Processors: may sleep deeply and wake up late; /dev/cpu_dma_latency was refused ({}). To "
                        "allow it, add the udev rule 'KERNEL==\"cpu_dma_latency\", GROUP=\"realtime\", "
                        "MODE=\"0660\"' and join that group.",
                        std::strerror(kError)));
}

}  // namespace

RealTimeSetup set_up_real_time(const RealTimeWish& wish) {
  RealTimeSetup setup;
  request_scheduling(wish.priority, setup);
  if (wish.lock_memory) {
    request_memory_lock(setup);
  } else {
    setup.sentences.emplace_back("Memory: not locked, as asked.");
  }
  prepare_stack(wish.stack_bytes, setup);
  request_precise_timers(setup);
  if (wish.stay_awake) {
    request_wakefulness(setup);
  } else {
    setup.sentences.emplace_back("Processors: may sleep deeply, as asked.");
  }
  return setup;
}

}  // namespace limber
