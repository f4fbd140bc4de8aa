// The braking curve, against its definition and against brute force.
#include "math/braking.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "support/scale.hpp"

namespace limber {
namespace {

TEST(BrakingSpeed, StopsInTimeWithAnyPeriodsToCome) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  for (int run = 0; run < test::scaled(20000); ++run) {
    const double a = 0.5 + 20.0 * unit(random);
    double distance = 0.5 * unit(random);
    double speed = 0.0;
    for (int k = 0; k < 400; ++k) {
      const double h = 0.0005 + 0.01 * unit(random);
      const double allowed = braking_speed(distance, a, h);
      ASSERT_GE(allowed - (speed - a * h), -1e-9) << "cannot slow down enough";
      speed = std::min(allowed, speed + a * h);  // as fast as permitted
      distance -= speed * h;
      ASSERT_GE(distance, -1e-12);
    }
    EXPECT_LT(distance, 0.02) << "the boundary is meant to be reached";
  }
}

// v h + v²/(2a) = distance, at any scale: near the boundary the obvious formula has lost all its digits.
TEST(BrakingSpeed, UsesUpTheDistanceWithOnePeriodAndTheBrakingAfterIt) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> exponent(-12.0, 2.0), unit(0.0, 1.0);
  for (int n = 0; n < test::scaled(100000); ++n) {
    const double distance = std::pow(10.0, exponent(random));
    const double a = 0.1 + 50.0 * unit(random), h = 1e-4 + 0.02 * unit(random);
    const double v = braking_speed(distance, a, h);
    ASSERT_NEAR((v * h + v * v / (2.0 * a)) / distance, 1.0, 1e-14) << distance;
  }
}

TEST(BrakingSpeed, ReachesZeroAtTheBoundaryAndStaysThereBeyondIt) {
  EXPECT_EQ(braking_speed(0.0, 2.0, 0.002), 0.0);
  EXPECT_EQ(braking_speed(-0.1, 2.0, 0.002), 0.0);
  EXPECT_GT(braking_speed(1e-300, 2.0, 0.002), 0.0);
}

TEST(BrakingSpeed, IsThatOfFreeBrakingWhenPeriodsAreShort) {
  EXPECT_NEAR(braking_speed(0.3, 2.0, 1e-12), std::sqrt(2.0 * 2.0 * 0.3), 1e-9);
}

}  // namespace
}  // namespace limber
