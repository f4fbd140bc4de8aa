// The cycle, its profiles, and the target under storms of waypoints.
#include "motion/homing_cycle.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "math/so3.hpp"
#include "motion/pose_blend.hpp"
#include "motion/stiffness_profile.hpp"
#include "motion/waypoint_blend.hpp"

namespace limber {
namespace {

constexpr double kStep = 0.002;

CyclePath some_path() { return {{0.18, -0.08, 0.15}, {0.18, 0.08, 0.15}, exp_so3({0.0, 0.3, 0.0}).toRotationMatrix()}; }

MovingPose moving_start() {
  MovingPose from;
  from.X_BR = {exp_so3({0.4, -0.5, 0.9}).toRotationMatrix(), {0.1, 0.1, 0.3}};
  from.twist << 0.2, -0.1, 0.15, 0.5, -0.4, 0.3;
  return from;
}

// The twist between two poses, by differences.
Vector6 mean_twist(const Pose& a, const Pose& b, double h) {
  return (Vector6() << (b.p - a.p) / h, log_so3(Matrix3(b.R * a.R.transpose())) / h).finished();
}

TEST(Profile, IsLinearBetweenItsPoints) {
  const std::vector<double> five{20, 25, 30, 25, 20};
  EXPECT_DOUBLE_EQ(profile_at(five, 0.0, 1.0), 20.0);
  EXPECT_DOUBLE_EQ(profile_at(five, 0.125, 1.0), 22.5);
  EXPECT_DOUBLE_EQ(profile_at(five, 0.5, 1.0), 30.0);
  EXPECT_DOUBLE_EQ(profile_at(five, 1.0, 1.0), 20.0);
  EXPECT_DOUBLE_EQ(profile_at({7.0}, 0.3, 1.0), 7.0);
  EXPECT_DOUBLE_EQ(profile_at({}, 0.3, 1.0), 1.0);
  EXPECT_DOUBLE_EQ(profile_at({1.0, 2.0}, 1.5, 0.0), 2.0);
}

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

}  // namespace
}  // namespace limber
