// set_up_real_time: its report agrees with the system, with or without permissions, and it never fails.
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <string>
#include <thread>

#include "limber/real_time.hpp"
#include "support/sanitizer.hpp"

namespace limber {
namespace {

// In a thread of its own, so that the priority ends with it.
template <typename Work>
void in_own_thread(Work&& work) {
  std::thread(work).join();
}

long locked_kibibytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    long amount = 0;
    if (word == "VmLck:" && status >> amount) return amount;
  }
  return -1;
}

// µs; where it cannot be read, -1.
std::int32_t longest_wake_up() {
  std::int32_t microseconds = -1;
  std::ifstream("/dev/cpu_dma_latency", std::ios::binary)
      .read(reinterpret_cast<char*>(&microseconds), sizeof microseconds);
  return microseconds;
}

TEST(RealTimeSetup, WhatItReportsIsWhatTheSystemSays) {
  in_own_thread([] {
    const RealTimeSetup setup = set_up_real_time();
    EXPECT_EQ((sched_getscheduler(0) & ~SCHED_RESET_ON_FORK) == SCHED_FIFO, setup.scheduled);
    sched_param parameter{};
    sched_getparam(0, &parameter);
    EXPECT_EQ(parameter.sched_priority, setup.scheduled ? 80 : 0);
    if (!test::kSanitized) {
      EXPECT_EQ(locked_kibibytes() > 0, setup.memory_locked);
    }
    EXPECT_EQ(prctl(PR_GET_TIMERSLACK) == 1 || setup.scheduled, setup.timers_precise);
    EXPECT_TRUE(setup.stack_ready);
    EXPECT_EQ(longest_wake_up() == 0, setup.awake);
  });
  munlockall();
}

TEST(RealTimeSetup, EveryWishIsAnsweredByOneSentence) {
  in_own_thread([] {
    const RealTimeSetup setup =
        set_up_real_time({.priority = 1, .lock_memory = false, .stack_bytes = 4096, .stay_awake = false});
    ASSERT_EQ(setup.sentences.size(), 5U);
    for (const std::string& sentence : setup.sentences) EXPECT_EQ(sentence.back(), '.') << sentence;
  });
}

TEST(RealTimeSetup, AThreadStartedLaterDoesNotInheritThePriority) {
  in_own_thread([] {
    set_up_real_time({.priority = 10, .lock_memory = false, .stack_bytes = 4096, .stay_awake = false});
    in_own_thread([] { EXPECT_EQ(sched_getscheduler(0) & ~SCHED_RESET_ON_FORK, SCHED_OTHER); });
  });
}

TEST(RealTimeSetup, AStackTooSmallForTheWishIsSaidNotOverrun) {
  in_own_thread([] {
    const RealTimeSetup setup =
        set_up_real_time({.priority = 0, .lock_memory = false, .stack_bytes = 1UL << 40, .stay_awake = false});
    EXPECT_FALSE(setup.stack_ready);
    EXPECT_NE(setup.sentences[2].find("too small"), std::string::npos) << setup.sentences[2];
  });
}

TEST(RealTimeSetup, AnImpossiblePriorityIsSaidNotFatal) {
  in_own_thread([] {
    const RealTimeSetup setup =
        set_up_real_time({.priority = 1000, .lock_memory = false, .stack_bytes = 4096, .stay_awake = false});
    EXPECT_FALSE(setup.scheduled);
    EXPECT_NE(setup.sentences[0].find("1000"), std::string::npos) << setup.sentences[0];
  });
}

// In a process of its own, which gives up its rights for good. Returns true where all was said as it should be.
bool unprivileged_setup_explains_itself() {
  const rlimit none{0, 0};
  const rlimit some{64 << 10, 64 << 10};
  if (setrlimit(RLIMIT_RTPRIO, &none) != 0 || setrlimit(RLIMIT_MEMLOCK, &some) != 0) return false;
  if (geteuid() == 0 && setuid(65534) != 0) return false;
  const RealTimeSetup setup = set_up_real_time();
  return !setup.scheduled && !setup.memory_locked && setup.sentences[0].find("rtprio") != std::string::npos &&
         setup.sentences[1].find("memlock") != std::string::npos && setup.sentences[4].find("Processors") == 0;
}

TEST(RealTimeSetup, WithoutPermissionItSaysWhatWouldHelp) {
  const pid_t child = fork();
  if (child == 0) _exit(unprivileged_setup_explains_itself() ? 0 : 1);
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "status " << status;
}

}  // namespace
}  // namespace limber
