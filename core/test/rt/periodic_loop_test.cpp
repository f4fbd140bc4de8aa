// PeriodicLoop: cycles on the grid, never before their deadline, never in bursts, and every deadline accounted for.
// Nothing here depends on how fast or how busy the machine is.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/time.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "limber/real_time.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

constexpr Nanoseconds kMillisecond = 1'000'000;

// Keeps the processor busy, as a cycle that takes too long does.
void work_for(Nanoseconds duration) {
  for (const Nanoseconds end = monotonic_now() + duration; monotonic_now() < end;) {
  }
}

TEST(DeadlineGrid, NextDeadlineIsTheFirstOneAfterNowAndPassedOnesAreCounted) {
  std::mt19937_64 random(5);
  for (int trial = 0; trial < test::scaled(200'000); ++trial) {
    const auto period = static_cast<Nanoseconds>(1 + random() % 1'000'000);
    const auto start = static_cast<Nanoseconds>(random() % 1'000'000'000);
    const auto now = start + static_cast<Nanoseconds>(random() % 20'000'000);
    DeadlineGrid grid{start, period};
    const std::int64_t missed = grid.advance(now);
    ASSERT_GT(grid.next, now);
    ASSERT_TRUE(missed == 0 || grid.next - period <= now) << "a deadline still ahead was passed over";
    ASSERT_EQ(grid.next, start + (missed + 1) * period) << "the grid must keep its phase";
  }
}

TEST(PeriodicLoop, NoCycleBeginsBeforeItsDeadline) {
  PeriodicLoop loop;
  std::vector<Nanoseconds> begins;
  const Nanoseconds before = monotonic_now();
  loop.run(1000.0, [&](double) {
    begins.push_back(monotonic_now());
    return begins.size() < 50;
  });
  for (std::size_t k = 0; k < begins.size(); ++k) {
    EXPECT_GE(begins[k], before + static_cast<Nanoseconds>(k) * kMillisecond) << "cycle " << k;
  }
  EXPECT_EQ(loop.report().cycles, 50U);
  EXPECT_EQ(loop.report().lateness.count(), 50U);
}

TEST(PeriodicLoop, TheFirstPeriodIsNominalAndTheOthersAddUpToTheTimeThatPassed) {
  PeriodicLoop loop;
  std::vector<double> periods;
  std::vector<Nanoseconds> seen;
  const Nanoseconds before = monotonic_now();
  loop.run(2000.0, [&](double period) {
    seen.push_back(monotonic_now());
    periods.push_back(period);
    return periods.size() < 100;
  });
  EXPECT_DOUBLE_EQ(periods.front(), 1.0 / 2000.0);
  const double sum = std::accumulate(periods.begin() + 1, periods.end(), 0.0);
  // The loop read its clock after the callback before had returned, and before this one read it.
  constexpr double kRounding = 1e-9;
  EXPECT_GE(sum, to_seconds(seen[98] - seen[0]) - kRounding);
  EXPECT_LE(sum, to_seconds(seen[99] - before) + kRounding);
}

TEST(PeriodicLoop, DeadlinesMissedByALongCycleAreSkippedAndCountedNotMadeUpFor) {
  PeriodicLoop loop;
  int cycle = 0;
  Nanoseconds end = 0;
  const Nanoseconds before = monotonic_now();
  loop.run(1000.0, [&](double) {
    if (cycle % 3 == 1) work_for(5 * kMillisecond + kMillisecond / 2);
    end = monotonic_now();
    return ++cycle < 30;
  });
  const LoopReport& report = loop.report();
  EXPECT_EQ(report.cycles, 30U);
  EXPECT_GE(report.missed, 10U * 5U) << "ten cycles of 5.5 periods pass over five deadlines each, at least";
  // Every deadline was either met by one cycle or passed over: a burst would make more cycles than deadlines.
  const auto deadlines = static_cast<std::uint64_t>((end - before) / kMillisecond + 1);
  EXPECT_LE(report.cycles + report.missed, deadlines);
  EXPECT_GE(report.durations.max(), 5 * kMillisecond);
}

TEST(PeriodicLoop, TheCallbackEndsTheLoopByReturningFalse) {
  PeriodicLoop loop;
  int calls = 0;
  loop.run(10'000.0, [&](double) { return ++calls < 7; });
  EXPECT_EQ(calls, 7);
  EXPECT_FALSE(loop.stopped());
}

TEST(PeriodicLoop, AnotherThreadStopsIt) {
  PeriodicLoop loop;
  std::atomic<int> calls{0};
  std::thread stopper([&] {
    while (calls < 3) std::this_thread::yield();
    loop.stop();
  });
  loop.run(1000.0, [&](double) {
    ++calls;
    return true;
  });
  stopper.join();
  EXPECT_GE(calls, 3);
}

PeriodicLoop* loop_of_the_signal = nullptr;

TEST(PeriodicLoop, ASignalHandlerStopsItDuringItsSleep) {
  PeriodicLoop loop;
  loop_of_the_signal = &loop;
  struct sigaction action {};
  struct sigaction before {};
  action.sa_handler = [](int) { loop_of_the_signal->stop(); };
  sigaction(SIGALRM, &action, &before);
  int calls = 0;
  // The next wake-up is a thousand seconds away: only the signal can end this. It repeats, lest the only one come
  // before the sleep has begun.
  loop.run(0.001, [&](double) {
    ++calls;
    const itimerval timer{{0, 20'000}, {0, 20'000}};
    setitimer(ITIMER_REAL, &timer, nullptr);
    return true;
  });
  const itimerval off{};
  setitimer(ITIMER_REAL, &off, nullptr);
  sigaction(SIGALRM, &before, nullptr);
  EXPECT_EQ(calls, 1);
  EXPECT_TRUE(loop.stopped());
}

TEST(PeriodicLoop, AStopBeforeTheStartIsNotForgotten) {
  PeriodicLoop loop;
  loop.stop();
  loop.run(1000.0, [](double) {
    ADD_FAILURE() << "a stopped loop must not run";
    return false;
  });
  EXPECT_EQ(loop.report().cycles, 0U);
}

TEST(PeriodicLoop, ARateThatIsNoRateIsRefusedWithItsValue) {
  PeriodicLoop loop;
  for (const double rate : {0.0, -500.0, 1e9, std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_THROW(loop.run(rate, [](double) { return false; }), std::invalid_argument);
  }
  try {
    loop.run(-500.0, [](double) { return false; });
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("-500"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace limber
