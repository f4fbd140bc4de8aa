#include "motion/target_pace.hpp"

#include <gtest/gtest.h>

namespace limber {
namespace {

// Two joints that move the tool by 0.3 m for each rad.
const TaskJacobian kJacobian = 0.3 * TaskJacobian::Identity(3, 2);
const JointVector kLargest = JointVector::Constant(2, 4.0);  // rad/s

// rad/s of each joint for 1 m/s along x.
PaceMatrix geared(double gear) {
  PaceMatrix rates = PaceMatrix::Zero(8, 6);
  rates(0, 0) = rates(1, 0) = gear;
  return rates;
}

TEST(TargetPace, AsksHalfOfAJointsSpeedAtMost) {
  TargetPace target;
  target.step(geared(5.0), kJacobian, kLargest, 0.002);
  // 2 rad/s at 5 rad/m: 0.4 m/s.
  EXPECT_NEAR(pace(target.limits(), 0.4 * Vector6::Unit(0)), 1.0, 1e-12);
}

TEST(TargetPace, IsNeverFasterThanTheFastestJointMovesTheTool) {
  TargetPace target;
  target.step(geared(0.0), kJacobian, kLargest, 0.002);
  EXPECT_NEAR(pace(target.limits(), 0.6 * Vector6::Unit(0)), 1.0, 1e-12);
}

TEST(TargetPace, GivesBackNoSoonerThanTheTargetCouldUseIt) {
  TargetPace target;
  target.step(geared(20.0), kJacobian, kLargest, 0.002);
  target.step(geared(0.0), kJacobian, kLargest, kPacingTime);
  EXPECT_NEAR(pace(target.limits(), Vector6::Unit(0)), std::max(20.0 / 2.0 * std::exp(-1.0), 1.0 / 0.6), 1e-9);
}

TEST(TargetPace, DoesNotLetASingularityHoldTheTargetForEver) {
  TargetPace target;
  target.step(geared(1e6), kJacobian, kLargest, 0.002);
  EXPECT_NEAR(pace(target.limits(), Vector6::Unit(0)), 50.0 / 2.0, 1e-9);
}

}  // namespace
}  // namespace limber
