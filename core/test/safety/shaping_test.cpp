// Functions that shape twists and joint velocities, compared with brute force.
#include "safety/shaping.hpp"

#include <gtest/gtest.h>

#include <random>

#include "support/random_motion.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

TEST(ShareWithin, IsTheLargestThatStaysInTheBall) {
  std::mt19937 random(1);
  int inside = 0, between = 0;
  for (int n = 0; n < test::scaled(50000); ++n) {
    const double radius = test::random_between(random, 0.1, 2.0);
    const Vector3 start = test::random_vector3(random, 0.3), change = test::random_vector3(random, 1.0);
    const double share = share_within(start, change, radius);
    if (start.norm() >= radius) continue;
    ASSERT_GE(share, 0.0);
    ASSERT_LE(share, 1.0);
    ASSERT_LE((start + share * change).norm(), radius * (1.0 + 1e-12));
    if ((start + change).norm() <= radius) {
      ++inside;
      ASSERT_EQ(share, 1.0);
    } else {
      ++between;
      ASSERT_GT((start + (share + 1e-6) * change).norm(), radius) << "more would fit";
    }
  }
  EXPECT_GT(inside, 0);
  EXPECT_GT(between, 0);
}

TEST(ShareWithin, OfAStartOutsideTheBallIsNothingUnlessTheEndIsInside) {
  const Vector3 out = 2.0 * Vector3::UnitX();
  EXPECT_EQ(share_within<Vector3>(out, Vector3::UnitX(), 1.0), 0.0);
  EXPECT_EQ(share_within<Vector3>(out, -1.5 * Vector3::UnitX(), 1.0), 1.0);
  EXPECT_EQ(share_within<Vector3>(out, Vector3::Zero(), 1.0), 1.0) << "no change is all of it";
}

// Straight at a plane, as fast as allowed, with any periods.
TEST(PlaneSpeed, StopsTheToolBeforeThePlaneWithTheShareOfItsAcceleration) {
  std::mt19937 random(2);
  for (int run = 0; run < test::scaled(5000); ++run) {
    const double acceleration = test::random_between(random, 0.5, 20.0);
    double gap = test::random_between(random, 0.001, 0.3), speed = 0.0;
    for (int k = 0; k < 600; ++k) {
      const double h = test::random_between(random, 0.0005, 0.01);
      const double allowed = plane_speed(gap, acceleration, h);
      ASSERT_GE(allowed, speed - kPlaneShare * acceleration * h - 1e-9);
      speed = std::min(allowed, speed + acceleration * h);
      gap -= speed * h;
      ASSERT_GT(gap, 0.0);
    }
    EXPECT_LT(gap, 0.02) << "the plane is meant to be reached";
  }
}

TEST(PlaneSpeed, LeadsAToolBackThatRoundingPutOutsideAndLeavesOthersAlone) {
  const double h = 0.002;
  for (const double outside : {0.0, 0.2e-4, 0.7e-4}) {  // m
    const double speed = plane_speed(-outside, 2.0, h);
    ASSERT_LT(speed, 0.0);
    EXPECT_NEAR(-outside - speed * h, kPlaneSkin, 1e-15) << "one cycle leads it back to the skin";
  }
  EXPECT_EQ(plane_speed(-2.0 * kPlaneTolerance, 2.0, h), 0.0);
  EXPECT_EQ(plane_speed(-1.0, 2.0, h), 0.0);
}

TEST(ToolTwist, IsTheProductOfJacobianAndJointVelocities) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  for (int joints = 1; joints <= kMaxJoints; ++joints) {
    const Jacobian J = Jacobian::NullaryExpr(6, joints, [&] { return normal(random); });
    const JointVector qd = JointVector::NullaryExpr(joints, [&] { return normal(random); });
    for (int row = 0; row < 6; ++row) {
      double sum = 0.0;
      for (int i = 0; i < joints; ++i) sum += J(row, i) * qd[i];
      EXPECT_NEAR(tool_twist(J, qd)[row], sum, 1e-14);
    }
  }
}

}  // namespace
}  // namespace limber
