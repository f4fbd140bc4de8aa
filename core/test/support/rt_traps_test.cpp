// The traps themselves: each kind of offence is caught, with both watches, and honest work is not.
#include "support/rt_traps.hpp"

#include <gtest/gtest.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cmath>
#include <condition_variable>
#include <cstdlib>
#include <functional>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "limber/lock_free.hpp"
#include "limber/real_time.hpp"

namespace limber::test {
namespace {

// Keeps the compiler from removing an unused allocation.
void use(void* pointer) { asm volatile("" : : "g"(pointer) : "memory"); }

class RtTraps : public testing::TestWithParam<SystemCallWatch> {
 protected:
  void SetUp() override {
    if (!traps_supported()) GTEST_SKIP() << why_no_traps();
    if (!watch_supported(GetParam())) GTEST_SKIP() << "not offered by this kernel";
  }
  template <typename Work>
  TrapCounts count(Work&& work) {
    return count_traps(work, GetParam());
  }
};

INSTANTIATE_TEST_SUITE_P(EachWatch, RtTraps, testing::Values(SystemCallWatch::kDispatch, SystemCallWatch::kSeccomp),
                         [](const auto& test) {
                           return test.param == SystemCallWatch::kDispatch ? "Dispatch" : "Seccomp";
                         });

TEST_P(RtTraps, HonestWorkCountsNothing) {
  Exchange<std::array<double, 32>> exchange;
  Ring<int, 8> ring;
  LatencyHistogram histogram;
  double sum = 0.0;
  const TrapCounts counts = count([&] {
    for (int i = 0; i < 10'000; ++i) {
      const Nanoseconds begin = monotonic_now();
      exchange.write({std::sin(i)});
      sum += exchange.latest()[0];
      int popped = 0;
      ring.try_push(i);
      ring.try_pop(popped);
      histogram.record(monotonic_now() - begin);
    }
  });
  EXPECT_EQ(counts.total(), 0U) << counts.describe();
  EXPECT_EQ(histogram.count(), 10'000U);
}

TEST_P(RtTraps, NewAndDeleteAreCaught) {
  const TrapCounts counts = count([] {
    auto number = std::make_unique<int>(1);
    use(number.get());
  });
  EXPECT_EQ(counts.allocations, 1U);
  EXPECT_EQ(counts.frees, 1U);
  EXPECT_STREQ(counts.first, "malloc");
}

TEST_P(RtTraps, EveryWayToAllocateIsCaught) {
  const std::vector<std::function<void*()>> ways = {
      [] { return std::malloc(10); },
      [] { return std::calloc(2, 10); },
      [] { return std::realloc(nullptr, 10); },
      [] { return reallocarray(nullptr, 2, 10); },
      [] { return std::aligned_alloc(64, 64); },
      [] {
        void* block = nullptr;
        return posix_memalign(&block, 64, 64) == 0 ? block : nullptr;
      },
      [] { return ::operator new (64, std::align_val_t{64}); },
  };
  for (std::size_t i = 0; i < ways.size(); ++i) {
    void* block = nullptr;
    const TrapCounts counts = count([&] { use(block = ways[i]()); });
    std::free(block);
    EXPECT_EQ(counts.allocations, 1U) << "way " << i << ": " << counts.describe();
  }
}

TEST_P(RtTraps, AnAllocationInsideALibraryIsCaught) {
  std::vector<double> growing;
  EXPECT_GT(count([&] { growing.resize(growing.capacity() + 1); }).allocations, 0U);
  EXPECT_GT(count([] { use(std::to_string(1e300).data()); }).allocations, 0U);
  EXPECT_GT(count([] {
              try {
                throw std::runtime_error("thrown");
              } catch (const std::runtime_error&) {
              }
            }).allocations,
            0U);
}

TEST_P(RtTraps, MutexesAreCaughtEvenWhenNobodyElseHoldsThem) {
  std::mutex mutex;
  const TrapCounts counts = count([&] { const std::lock_guard lock(mutex); });
  EXPECT_EQ(counts.locks, 2U) << "one lock, one unlock";
  EXPECT_STREQ(counts.first, "pthread_mutex_lock");
  EXPECT_EQ(counts.system_calls, 0U);
}

TEST_P(RtTraps, TriesAreCaughtAndToldFromLocksThatWait) {
  std::mutex mutex;
  std::shared_mutex shared;
  const TrapCounts counts = count([&] {
    const std::unique_lock one(mutex, std::try_to_lock);
    const std::shared_lock two(shared, std::try_to_lock);
    const std::shared_lock again(shared, std::try_to_lock);
  });
  EXPECT_EQ(counts.tries, 6U) << "three tries, three unlocks";
  EXPECT_EQ(counts.locks, 0U) << counts.describe();
  EXPECT_EQ(counts.total(), 6U);
  EXPECT_STREQ(counts.first, "pthread_mutex_trylock");
  const std::unique_lock held(shared);
  EXPECT_EQ(count([&] { const std::shared_lock refused(shared, std::try_to_lock); }).tries, 1U);
}

TEST_P(RtTraps, WhatWasNotGotByTryingIsALockAlsoWhenGivenBack) {
  std::mutex mutex;
  mutex.lock();
  EXPECT_EQ(count([&] { mutex.unlock(); }).locks, 1U);
  bool got = false;
  EXPECT_EQ(count([&] { got = mutex.try_lock(); }).tries, 1U);
  EXPECT_TRUE(got);
  EXPECT_EQ(count([&] { mutex.unlock(); }).locks, 1U) << "tried in another scope";
  const TrapCounts counts = count([&] {
    { const std::unique_lock tried(mutex, std::try_to_lock); }
    const std::lock_guard waited(mutex);
  });
  EXPECT_EQ(counts.tries, 2U);
  EXPECT_EQ(counts.locks, 2U);
}

TEST_P(RtTraps, TheFirstOffenderIsATryOnlyWhereThereIsNothingWorse) {
  std::mutex mutex;
  TrapCounts sum = count([&] { const std::unique_lock tried(mutex, std::try_to_lock); });
  sum += count([&] {
    const std::unique_lock tried(mutex, std::try_to_lock);
    getppid();
    use(std::make_unique<int>(1).get());
  });
  EXPECT_STREQ(sum.first, "system call");
  EXPECT_EQ(sum.tries, 4U);
  EXPECT_EQ(sum.total(), 7U);
}

TEST_P(RtTraps, OtherLocksAreCaught) {
  std::shared_mutex shared;
  EXPECT_EQ(count([&] { const std::shared_lock lock(shared); }).locks, 2U);
  EXPECT_EQ(count([&] { const std::unique_lock lock(shared); }).locks, 2U);
  std::condition_variable condition;
  EXPECT_EQ(count([&] { condition.notify_one(); }).locks, 1U);
  std::mutex mutex;
  std::unique_lock held(mutex);
  EXPECT_GE(count([&] { condition.wait_for(held, std::chrono::nanoseconds(1)); }).locks, 1U);
  sem_t semaphore;
  sem_init(&semaphore, 0, 1);
  EXPECT_EQ(count([&] { sem_wait(&semaphore); }).locks, 1U);
  sem_destroy(&semaphore);
}

TEST_P(RtTraps, SystemCallsAreCaughtCountedAndStillCarriedOut) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  char received[3] = {};
  ssize_t wrong_descriptor = 0;
  int error = 0;
  const TrapCounts counts = count([&] {
    [[maybe_unused]] const ssize_t written = write(ends[1], "ok", 2);
    [[maybe_unused]] const ssize_t taken = read(ends[0], received, 2);
    wrong_descriptor = read(-1, received, 1);
    error = errno;
  });
  EXPECT_EQ(counts.system_calls, 3U);
  EXPECT_EQ(counts.first_number, SYS_write);
  EXPECT_STREQ(received, "ok");
  EXPECT_EQ(wrong_descriptor, -1);
  EXPECT_EQ(error, EBADF);
  close(ends[0]);
  close(ends[1]);
}

TEST_P(RtTraps, ASystemCallWithoutTheCLibraryIsCaught) {
  const TrapCounts counts = count([] {
    long result = SYS_getpid;
    asm volatile("syscall" : "+a"(result) : : "rcx", "r11", "memory");
  });
  EXPECT_EQ(counts.system_calls, 1U);
}

TEST_P(RtTraps, SleepingAndYieldingAreCaught) {
  EXPECT_EQ(count([] { std::this_thread::yield(); }).system_calls, 1U);
  EXPECT_GE(count([] { std::this_thread::sleep_for(std::chrono::nanoseconds(1)); }).system_calls, 1U);
}

TEST_P(RtTraps, AThreadStartedInsideIsRefused) {
  bool refused = false;
  const TrapCounts counts = count([&] {
    try {
      std::thread([] {}).join();
    } catch (const std::system_error&) {
      refused = true;
    }
  });
  EXPECT_TRUE(refused);
  EXPECT_GT(counts.system_calls, 0U);
}

TEST_P(RtTraps, OnlyTheScopeIsWatched) {
  run_watchable(
      [] {
        for (int round = 0; round < 3; ++round) {
          use(std::make_unique<int>(round).get());
          getppid();
          RtTrap trap(OnTrap::kCount);
          getppid();
          EXPECT_EQ(trap.counts().total(), 1U);
        }
      },
      GetParam());
}

TEST_P(RtTraps, OtherThreadsAreNotWatched) {
  std::atomic<int> rounds{0};
  std::atomic<bool> stop{false};
  std::thread other([&] {
    while (!stop) {
      use(std::make_unique<int>(rounds.load()).get());
      getppid();
      ++rounds;
    }
  });
  const TrapCounts counts = count([&] {
    for (const int begin = rounds; rounds < begin + 100;) {
    }
  });
  stop = true;
  other.join();
  EXPECT_EQ(counts.total(), 0U) << counts.describe();
}

TEST_P(RtTraps, ScopesNestAndTheInnerOneTakesWhatHappensInIt) {
  run_watchable(
      [] {
        RtTrap outer(OnTrap::kCount);
        getppid();
        {
          RtTrap inner(OnTrap::kCount);
          getppid();
          getppid();
          EXPECT_EQ(inner.counts().system_calls, 2U);
        }
        const std::uint64_t before = outer.counts().system_calls;
        getppid();
        EXPECT_EQ(outer.counts().system_calls, before + 1);
      },
      GetParam());
}

TEST_P(RtTraps, TheDescriptionNamesTheFirstOffenderAndItsCallers) {
  const TrapCounts counts = count([] { getppid(); });
  const std::string text = counts.describe();
  EXPECT_NE(text.find("1 system calls"), std::string::npos) << text;
  EXPECT_NE(text.find("first: system call " + std::to_string(SYS_getppid)), std::string::npos) << text;
  EXPECT_NE(text.find(" 0x"), std::string::npos) << text;
}

TEST_P(RtTraps, AbortEndsTheProgramWithTheOffendersName) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(run_watchable(
                   [] {
                     RtTrap trap(OnTrap::kAbort);
                     use(std::malloc(1));
                   },
                   GetParam()),
               "must not do this: 1 allocations.*malloc");
}

}  // namespace
}  // namespace limber::test
