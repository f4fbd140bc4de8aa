// The cycle: its phases, and its target.
#include "motion/homing_cycle.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "cycle_targets.hpp"

namespace limber {
namespace {

using test::kStep;
using test::mean_twist;
using test::moving_start;
using test::some_path;

TEST(Cycle, GoesThroughItsPhasesInTime) {
  HomingCycle cycle;
  EXPECT_EQ(cycle.phase(), CyclePhase::kInit);
  cycle.start(moving_start(), some_path(), {5.0, 10.0, 2.0});
  double t = 0.0;
  const auto at = [&](double until) {
    for (; t < until - 0.5 * kStep; t += kStep) cycle.step(kStep);
    return cycle.phase();
  };
  EXPECT_EQ(at(4.99), CyclePhase::kHoming);
  EXPECT_EQ(at(5.01), CyclePhase::kMoveForward);
  EXPECT_EQ(at(10.0), CyclePhase::kMoveForward);
  EXPECT_NEAR(cycle.s(), 0.5, 1e-9);
  EXPECT_EQ(at(15.01), CyclePhase::kWaitAtEnd);
  EXPECT_EQ(at(17.01), CyclePhase::kMoveReturn);
  EXPECT_EQ(at(19.5), CyclePhase::kMoveReturn);
  // A quarter of the way back in time is cosine-timed in space, and the profile is read from its far end.
  EXPECT_NEAR(cycle.s(), 1.0 - 0.5 * (1.0 - std::cos(0.25 * M_PI)), 1e-6);
  EXPECT_EQ(at(27.01), CyclePhase::kWaitAtStart);
  EXPECT_EQ(at(29.01), CyclePhase::kMoveForward);
}

TEST(Cycle, StartsAsTheToolMovesAndItsTwistIsThatOfItsPose) {
  HomingCycle cycle;
  cycle.start(moving_start(), some_path(), {2.0, 1.0, 0.3});
  EXPECT_LT((cycle.target().twist - moving_start().twist).norm(), 1e-9);
  EXPECT_LT((cycle.target().X_BR.p - moving_start().X_BR.p).norm(), 1e-12);
  const double h = 1e-4;
  for (int k = 0; k < 60000; ++k) {
    const MovingPose before = cycle.target();
    cycle.step(h);
    const Vector6 mean = mean_twist(before.X_BR, cycle.target().X_BR, h);
    ASSERT_LT((0.5 * (before.twist + cycle.target().twist) - mean).norm(), 2e-4) << k;
    ASSERT_LT((cycle.target().twist - before.twist).norm(), 20.0 * h) << k;
  }
}

TEST(Cycle, TakesNewDurationsFromTheNextPhaseOn) {
  HomingCycle cycle;
  cycle.start(moving_start(), some_path(), {1.0, 1.0, 1.0});
  for (int k = 0; k < 750; ++k) cycle.step(kStep);
  const MovingPose before = cycle.target();
  cycle.set_times({1.0, 3.0, 0.2});
  cycle.step(kStep);
  EXPECT_LT((mean_twist(before.X_BR, cycle.target().X_BR, kStep) - before.twist).norm(), 2e-3);
  for (int k = 0; k < 255; ++k) cycle.step(kStep);
  EXPECT_EQ(cycle.phase(), CyclePhase::kWaitAtEnd);
  for (int k = 0; k < 100; ++k) cycle.step(kStep);
  EXPECT_EQ(cycle.phase(), CyclePhase::kMoveReturn);
}

}  // namespace
}  // namespace limber
