// The clock of a motion under a pace that jumps.
#include "motion/motion_clock.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "support/random_motion.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

TEST(MotionClock, ChangesItsRateNoFasterThanItBrakesWhateverThePace) {
  std::mt19937 random(1);
  MotionClock clock;
  double pace = 1.0;
  for (int k = 0; k < test::scaled(20000); ++k) {
    const double h = test::random_between(random, 0.0005, 0.01);
    if (k % 100 == 0) pace = test::random_between(random, 0.0, 1.0);
    const double before = clock.rate();
    const double passed = clock.step(pace, h);
    ASSERT_LE(std::abs(clock.rate() - before), h / kBrakingTime + 1e-15);
    ASSERT_GE(clock.rate(), std::min(before, pace) - 1e-15);
    ASSERT_LE(clock.rate(), std::max(before, pace) + 1e-15) << "it does not overshoot";
    ASSERT_GE(passed, h * std::min(before, clock.rate()) - 1e-15);
    ASSERT_LE(passed, h * std::max(before, clock.rate()) + 1e-15);
  }
}

// From full speed to a stand: half of the braking time passes for the motion, as under any even deceleration.
TEST(MotionClock, BrakesInHalfOfTheTimeOfItsMotionAndGoesOnLikewise) {
  for (const double h : {0.001, 0.002, 0.007}) {
    MotionClock clock;
    clock.start(1.0);
    double passed = 0.0, time = 0.0;
    while (clock.rate() > 0.0) {
      passed += clock.step(0.0, h);
      time += h;
    }
    EXPECT_NEAR(time, kBrakingTime, h + 1e-9);
    EXPECT_NEAR(passed, 0.5 * kBrakingTime, h);
    EXPECT_EQ(clock.step(0.0, h), 0.0) << "it stands";
    double again = 0.0;
    while (clock.rate() < 1.0) again += clock.step(1.0, h);
    EXPECT_NEAR(again, 0.5 * kBrakingTime, h);
    EXPECT_DOUBLE_EQ(clock.step(1.0, h), h);
  }
}

// Where a motion that is C¹ in its own time goes: its velocity is the rate times its own, cycle after cycle.
TEST(MotionClock, LeavesASmoothMotionSmooth) {
  MotionClock clock;
  double motion_time = 0.0, before = 0.0, speed_before = 1.0;
  const double h = 1e-4;
  for (int k = 0; k < 20000; ++k) {
    motion_time += clock.step(k / 5000 % 2 == 0 ? 1.0 : 0.2, h);
    const double x = std::sin(motion_time), speed = (x - before) / h;
    ASSERT_NEAR(speed, clock.rate() * std::cos(motion_time), 1e-3);
    if (k > 0) {
      ASSERT_NEAR(speed, speed_before, 5.0 * h) << "no step";
    }
    before = x;
    speed_before = speed;
  }
}

}  // namespace
}  // namespace limber
