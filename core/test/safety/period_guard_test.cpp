// Periods that can be stepped with, whatever the clock says.
#include "safety/period_guard.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace limber {
namespace {

constexpr double kNominalPeriod = 0.002;  // s

TEST(PeriodGuard, LetsGoodPeriodsThroughAndBoundsAllOthers) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> exponent(-12.0, 12.0), sign(-1.0, 1.0);
  SupervisorParameters supervisor;
  PeriodGuard guard;
  long odd = 0;
  for (int k = 0; k < 100'000; ++k) {
    const double period = std::copysign(std::pow(10.0, exponent(random)), sign(random));
    Fault fault;
    const double h = guard.bound(period, kNominalPeriod, supervisor, 0.0, fault);
    const double longest = supervisor.max_late * kNominalPeriod;
    const bool good = period > 0.0 && period <= longest;
    odd += good ? 0 : 1;
    ASSERT_EQ(guard.overruns(), odd) << period;
    ASSERT_GE(h, 0.01 * kNominalPeriod);
    ASSERT_LE(h, longest);
    if (period >= 0.01 * kNominalPeriod && good) {
      ASSERT_EQ(h, period);
    }
    if (period <= 0.0) {
      ASSERT_EQ(h, kNominalPeriod);
    }
  }
}

TEST(PeriodGuard, StepsTheNominalPeriodIfThePeriodIsNoNumber) {
  SupervisorParameters supervisor;
  PeriodGuard guard;
  Fault fault;
  EXPECT_EQ(guard.bound(std::numeric_limits<double>::quiet_NaN(), kNominalPeriod, supervisor, 0.0, fault),
            kNominalPeriod);
  EXPECT_EQ(guard.bound(std::numeric_limits<double>::infinity(), kNominalPeriod, supervisor, 0.0, fault),
            supervisor.max_late * kNominalPeriod);
  EXPECT_EQ(guard.overruns(), 2);
}

TEST(PeriodGuard, FaultsAfterMoreThanMaxOverrunsInARowUnlessTheyAreOnlyCounted) {
  for (const bool only_counted : {false, true}) {
    SupervisorParameters supervisor;
    supervisor.count_lateness_only = only_counted;
    PeriodGuard guard;
    Fault fault;
    for (int round = 0; round < 5; ++round) {
      for (int k = 0; k < supervisor.max_overruns; ++k) guard.bound(1.0, kNominalPeriod, supervisor, 0.0, fault);
      guard.bound(kNominalPeriod, kNominalPeriod, supervisor, 0.0, fault);  // a good one in between
    }
    EXPECT_FALSE(fault);
    for (int k = 0; k <= supervisor.max_overruns; ++k) guard.bound(1.0, kNominalPeriod, supervisor, 0.0, fault);
    EXPECT_EQ(fault.code, only_counted ? FaultCode::kNone : FaultCode::kOverrun);
  }
}

}  // namespace
}  // namespace limber
