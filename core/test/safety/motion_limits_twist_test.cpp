// The shaping of the tool's twist: whatever is asked, bounds hold and are reached.
#include <gtest/gtest.h>

#include <random>

#include "limber/telemetry.hpp"
#include "safety/motion_limits.hpp"
#include "support/random_motion.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

TEST(ShapeTwist, KeepsTheDirectionWhenItSlowsDown) {
  ToolBounds bounds;
  bounds.linear_velocity = 0.25;
  bounds.angular_velocity = 0.5;
  LimitSet reshaped;
  const Vector6 wanted = (Vector6() << 3, -1, 2, 0.5, 4, 1).finished();
  const Vector6 twist = shape_twist(wanted, Vector6::Zero(), Vector3::Zero(), bounds, std::nullopt, 0.002, reshaped);
  EXPECT_LE(twist.head<3>().norm(), 0.25 + 1e-12);
  EXPECT_LE(twist.tail<3>().norm(), 0.5 + 1e-12);
  EXPECT_LT((twist.normalized() - wanted.normalized()).norm(), 1e-12);
  EXPECT_TRUE(reshaped.has(Limit::kLinearVelocity));
}

TEST(ShapeTwist, SlidesAlongAPlane) {
  ToolBounds bounds;
  bounds.linear_acceleration = 2.0;
  bounds.planes[0] = {Vector3::UnitZ(), 0.0};
  bounds.plane_count = 1;
  LimitSet reshaped;
  const Vector6 along = (Vector6() << 0.2, 0, 0, 0, 0, 0).finished();
  const Vector6 wanted = (Vector6() << 0.2, 0, 0.3, 0, 0, 0).finished();
  const Vector6 twist = shape_twist(wanted, along, Vector3(0, 0, -2e-5), bounds, std::nullopt, 0.002, reshaped);
  EXPECT_NEAR(twist[0], 0.2, 1e-9);
  EXPECT_NEAR(twist[2], 0.0, 1e-9);
  EXPECT_TRUE(reshaped.has(Limit::kWorkspace));
}

TEST(ShapeTwist, KeepsEveryBoundWhateverIsAsked) {
  std::mt19937 random(4);
  for (int run = 0; run < test::scaled(400); ++run) {
    ToolBounds bounds;
    bounds.linear_velocity = test::random_between(random, 0.05, 1.0);
    bounds.angular_velocity = test::random_between(random, 0.1, 3.0);
    bounds.linear_acceleration = test::random_between(random, 0.5, 10.0);
    bounds.angular_acceleration = test::random_between(random, 1.0, 30.0);
    // The sides of a box, turned any way, with the tool inside.
    const Matrix3 R = test::random_pose_near(random, Pose(), 3.0).R;
    for (int axis = 0; axis < 3; ++axis) {
      bounds.planes[bounds.plane_count++] = {R.col(axis), test::random_between(random, 0.02, 0.3)};
    }
    Vector3 p = Vector3::Zero();
    Vector6 twist = Vector6::Zero(), wanted = Vector6::Zero();
    for (int k = 0; k < 400; ++k) {
      const double h = test::random_between(random, 0.0005, 0.01);
      if (k % 50 == 0) wanted = test::random_vector6(random, 1.0);
      LimitSet reshaped;
      const Vector6 before = twist;
      twist = shape_twist(wanted, before, p, bounds, std::nullopt, h, reshaped);
      const Vector6 change = (twist - before) / h;
      ASSERT_LE(twist.head<3>().norm(), bounds.linear_velocity * (1.0 + 1e-6));
      ASSERT_LE(twist.tail<3>().norm(), bounds.angular_velocity * (1.0 + 1e-6));
      ASSERT_LE(change.head<3>().norm(), bounds.linear_acceleration * (1.0 + 1e-6));
      ASSERT_LE(change.tail<3>().norm(), bounds.angular_acceleration * (1.0 + 1e-6));
      p += h * twist.head<3>();
      for (std::size_t i = 0; i < bounds.plane_count; ++i) {
        ASSERT_LT(bounds.planes[i].normal.dot(p), bounds.planes[i].offset);
      }
    }
  }
}

TEST(ShapeTwist, LeavesAloneWhatIsWithinEveryBoundAndNamesTheOneThatIsNot) {
  ToolBounds bounds;
  bounds.linear_velocity = bounds.angular_velocity = 1.0;
  bounds.linear_acceleration = bounds.angular_acceleration = 100.0;
  bounds.planes[bounds.plane_count++] = {Vector3::UnitX(), 0.1};
  const SpeedCap cap{Vector3::UnitY(), 0.5};
  const double h = 0.01;
  const auto named = [&](const Vector6& wanted, const Vector6& before, const Vector3& p) {
    LimitSet reshaped;
    const Vector6 shaped = shape_twist(wanted, before, p, bounds, cap, h, reshaped);
    EXPECT_EQ(reshaped.any(), shaped != wanted);
    return reshaped.bits;
  };
  const auto bit = [](Limit limit) { return static_cast<std::uint32_t>(limit); };
  const Vector6 still = Vector6::Zero();
  const auto along = [](int axis, double speed) { return Vector6(speed * Vector6::Unit(axis)); };
  EXPECT_EQ(named(along(2, 0.9), still, Vector3::Zero()), 0U);
  EXPECT_EQ(named(along(1, 0.49), still, Vector3::Zero()), 0U);
  EXPECT_EQ(named(along(1, -0.9), still, Vector3::Zero()), 0U) << "the other way is not capped";
  EXPECT_EQ(named(along(1, 0.6), still, Vector3::Zero()), bit(Limit::kApproachSpeed));
  EXPECT_EQ(named(along(2, 1.1), along(2, 0.5), Vector3::Zero()), bit(Limit::kLinearVelocity));
  EXPECT_EQ(named(along(5, 1.1), along(5, 0.5), Vector3::Zero()), bit(Limit::kAngularVelocity));
  EXPECT_EQ(named(along(2, 0.9), along(2, -0.9), Vector3::Zero()), bit(Limit::kLinearAcceleration));
  EXPECT_EQ(named(along(4, 0.9), along(4, -0.9), Vector3::Zero()), bit(Limit::kAngularAcceleration));
  EXPECT_EQ(named(along(0, 0.9), still, Vector3(0.099, 0, 0)), bit(Limit::kWorkspace));
  EXPECT_EQ(named(along(0, -0.9), still, Vector3(0.099, 0, 0)), 0U);
}

TEST(ShapeTwist, TakesFromAnApproachOnlyWhatIsTooFastAlongItsDirection) {
  std::mt19937 random(5);
  for (int n = 0; n < test::scaled(2000); ++n) {
    const Vector6 wanted = test::random_vector6(random, 0.5);
    const SpeedCap cap{test::random_vector3(random, 1.0).normalized(), test::random_between(random, 0.0, 0.5)};
    LimitSet reshaped;
    const Vector6 twist = shape_twist(wanted, wanted, Vector3::Zero(), ToolBounds(), cap, 0.002, reshaped);
    const double asked = cap.direction.dot(wanted.head<3>());
    EXPECT_NEAR(cap.direction.dot(twist.head<3>()), std::min(asked, cap.speed), 1e-12);
    EXPECT_LT((twist - wanted).head<3>().cross(cap.direction).norm(), 1e-12);
    EXPECT_EQ(twist.tail<3>(), wanted.tail<3>());
  }
}

}  // namespace
}  // namespace limber
