// The target under storms of waypoints.
#include "motion/waypoint_blend.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "cycle_targets.hpp"
#include "motion/homing_cycle.hpp"

namespace limber {
namespace {

using test::kStep;
using test::mean_twist;
using test::moving_start;
using test::some_path;

struct Storm {
  HomingCycle cycle;
  WaypointBlend blend;
  WaypointQueue queue;
  WaypointPolicy policy = WaypointPolicy::kFifo;
  double duration = 2.0;
  double worst_mismatch = 0.0;  // m/s, rad/s between the twist and the pose's
  double worst_change = 0.0;    // m/s², rad/s²
  double farthest = 0.0;        // m from the middle of the path

  Storm() {
    cycle.start(moving_start(), some_path(), {2.0, 2.0, 0.5});
    blend.start(moving_start(), 0.0);
  }
  void step() {
    const MovingPose before = blend.target();
    cycle.step(kStep);
    Waypoint next;
    if (blend.take_next(queue, policy, next) > 0) {
      blend.activate(next.relative ? Vector3(cycle.target().X_BR.p + next.p) : next.p, duration);
    }
    blend.step(cycle.target(), kStep, duration, PaceMatrix());
    const Vector6 mean = mean_twist(before.X_BR, blend.target().X_BR, kStep);
    worst_mismatch = std::max(worst_mismatch, (0.5 * (before.twist + blend.target().twist) - mean).norm());
    worst_change = std::max(worst_change, (blend.target().twist - before.twist).norm() / kStep);
    farthest = std::max(farthest, (blend.target().X_BR.p - Vector3(0.18, 0.0, 0.15)).norm());
  }
};

class StormOf : public testing::TestWithParam<WaypointPolicy> {};

TEST_P(StormOf, LeavesTheTargetSmooth) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(-1.0, 1.0);
    Storm storm;
    storm.policy = GetParam();
    storm.duration = seed % 2 == 0 ? 2.0 : 0.5;
    // rad/s² at first, where a turn of 0.7 rad/s is braked; m/s² then, where 0.1 m in half a second is that fast. A
    // step of 0.02 m/s would be more than either.
    const double most = seed % 2 == 0 ? 8.0 : 14.0;
    for (int k = 0; k < 10000; ++k) {
      const bool absolute = uniform(random) > 0.0;
      const Vector3 offset(0.1 * uniform(random), 0.1 * uniform(random), 0.1 * uniform(random));
      if (k % 50 == 0) storm.queue.try_push({absolute ? Vector3(offset + Vector3(0.18, 0, 0.15)) : offset, !absolute});
      storm.step();
    }
    EXPECT_LT(storm.worst_mismatch, 1e-3) << seed;
    EXPECT_LT(storm.worst_change, most) << seed;
    // Replaced ten times a second for twenty seconds, it stays within reach of what it was told.
    EXPECT_LT(storm.farthest, 0.4) << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Policies, StormOf, testing::Values(WaypointPolicy::kFifo, WaypointPolicy::kLatest));

TEST(Waypoints, AreVisitedOneAfterTheOtherThenTheCycleGoesOn) {
  Storm storm;
  for (int k = 0; k < 1000; ++k) storm.step();
  const Vector3 first(0.2, 0.05, 0.2), second(0.16, -0.05, 0.12);
  storm.queue.try_push({first, false});
  storm.queue.try_push({second, false});
  for (int k = 0; k < 1000; ++k) storm.step();
  EXPECT_LT((storm.blend.target().X_BR.p - first).norm(), 1e-4);
  for (int k = 0; k < 1000; ++k) storm.step();
  EXPECT_LT((storm.blend.target().X_BR.p - second).norm(), 1e-4);
  EXPECT_TRUE(storm.blend.at_waypoint());
  for (int k = 0; k < 1001; ++k) storm.step();
  EXPECT_FALSE(storm.blend.at_waypoint());
  // The cycle's clock ran on meanwhile.
  EXPECT_LT((storm.blend.target().X_BR.p - storm.cycle.target().X_BR.p).norm(), 1e-9);
  EXPECT_LT((storm.blend.target().twist - storm.cycle.target().twist).norm(), 1e-9);
}

TEST(Waypoints, OfTheLatestPolicyReplaceAllOthers) {
  Storm storm;
  storm.policy = WaypointPolicy::kLatest;
  for (int i = 0; i < 10; ++i) storm.queue.try_push({{0.1 + 0.01 * i, 0.0, 0.15}, false});
  for (int k = 0; k < 1000; ++k) storm.step();
  EXPECT_LT((storm.blend.target().X_BR.p - Vector3(0.19, 0.0, 0.15)).norm(), 1e-4);
}

TEST(Waypoints, RelativeOnesAreAddedToTheCycleWhenTheyAreActivated) {
  Storm storm;
  for (int k = 0; k < 2250; ++k) storm.step();
  const Vector3 there = storm.cycle.target().X_BR.p;
  storm.queue.try_push({{0.01, 0.02, 0.03}, true});
  for (int k = 0; k < 1000; ++k) storm.step();
  EXPECT_LT((storm.blend.target().X_BR.p - there - Vector3(0.01, 0.02, 0.03)).norm(), 2e-3);
}

TEST(Waypoints, AStopBrakesAndStandsAndTheWayBackIsSmooth) {
  Storm storm;
  for (int k = 0; k < 1500; ++k) storm.step();
  storm.blend.stop(1.0);
  for (int k = 0; k < 151; ++k) storm.step();
  const Vector3 stood = storm.blend.target().X_BR.p;
  EXPECT_EQ(storm.blend.target().twist, Vector6::Zero());
  for (int k = 0; k < 500; ++k) storm.step();
  EXPECT_EQ(storm.blend.target().X_BR.p, stood);
  storm.blend.resume(1.0);
  for (int k = 0; k < 501; ++k) storm.step();
  EXPECT_LT((storm.blend.target().X_BR.p - storm.cycle.target().X_BR.p).norm(), 1e-9);
  EXPECT_LT(storm.worst_mismatch, 1e-3);
  EXPECT_LT(storm.worst_change, 8.0);
}

// A target that moved at part of its speed stands after that part of the time, and half of that way on.
TEST(Waypoints, AStopAtAnyRateStandsThatMuchSooner) {
  for (const double rate : {0.25, 0.5, 1.0}) {
    Storm storm;
    for (int k = 0; k < 500; ++k) storm.step();
    const MovingPose before = storm.blend.target();
    storm.blend.stop(rate);
    EXPECT_TRUE(storm.blend.stands());
    const int cycles = static_cast<int>(std::ceil(rate * kBrakingTime / kStep));
    for (int k = 0; k < cycles - 1; ++k) storm.step();
    EXPECT_GT(storm.blend.target().twist.norm(), 0.0);
    for (int k = 0; k < 2; ++k) storm.step();
    EXPECT_EQ(storm.blend.target().twist, Vector6::Zero());
    const Vector3 way = 0.5 * rate * kBrakingTime * rate * before.twist.head<3>();
    EXPECT_LT((storm.blend.target().X_BR.p - before.X_BR.p - way).norm(), 1e-6);
  }
}

TEST(Waypoints, AreNotTakenWhileTheTargetStands) {
  for (const WaypointPolicy policy : {WaypointPolicy::kFifo, WaypointPolicy::kLatest}) {
    Storm storm;
    storm.queue.try_push({{0.2, 0.0, 0.2}, false});
    storm.blend.stop(1.0);
    Waypoint next;
    EXPECT_EQ(storm.blend.take_next(storm.queue, policy, next), 0);
    storm.blend.resume(1.0);
    EXPECT_EQ(storm.blend.take_next(storm.queue, policy, next), 1);
    EXPECT_EQ(next.p, Vector3(0.2, 0.0, 0.2));
  }
}

}  // namespace
}  // namespace limber
