// Braking curves and shaping, against brute force: for any wanted motion and any periods, bounds hold and are reached.
#include <gtest/gtest.h>

#include <random>

#include "limber/telemetry.hpp"
#include "math/braking.hpp"
#include "safety/commanded_motion.hpp"
#include "safety/motion_limits.hpp"
#include "support/ideal_robot.hpp"
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

// A tool asked to go through a joint limit: the joint stops there and the tool slides on with the rest.
TEST(CommandedMotion, SlidesAlongAJointLimit) {
  const Arm arm = test::load_arm(test::kUr5e);
  LimitParameters limits;
  const JointVector start = test::ready_posture(arm);
  limits.joint_upper.assign(start.begin(), start.end());
  for (double& upper : limits.joint_upper) upper += 3.0;
  limits.joint_upper[0] = start[0] + 0.05;
  CommandedMotion motion(arm, arm.tip(), limits);
  motion.start(start, JointVector::Zero(6));
  const Pose from = motion.X_BC();
  Pose target = from;
  // Turning the base joint moves the tool along this; going on in x and down must not stop.
  const Vector3 sideways = Vector3::UnitZ().cross(from.p).normalized();
  for (int k = 0; k < 3000; ++k) {
    ASSERT_TRUE(motion.update_kinematics());
    target = motion.X_BC();
    target.p += 0.002 * (0.1 * sideways - 0.05 * Vector3::UnitZ());
    motion.lead(target, std::nullopt, 0.002);
    ASSERT_LE(motion.q()[0], limits.joint_upper[0] + 1e-12);
    if (motion.X_BC().p.z() < from.p.z() - 0.15) break;
  }
  EXPECT_NEAR(motion.q()[0], limits.joint_upper[0], 1e-6);
  EXPECT_LT(motion.X_BC().p.z(), from.p.z() - 0.1);
}

TEST(JointBounds, TakeTheTighterOfUrdfAndParameters) {
  const Arm arm = test::load_arm(test::kUr5e);
  LimitParameters limits;
  limits.joint_velocity = {1.0};
  limits.joint_upper = {7.0, 7.0, 1.0, 7.0, 7.0, 7.0};
  const JointBounds bounds = joint_bounds(arm, limits);
  EXPECT_EQ(bounds.velocity[0], 1.0);
  EXPECT_EQ(bounds.upper[2], 1.0);
  EXPECT_NEAR(bounds.upper[0], 6.28318531, 1e-9);
  limits.joint_upper = {1.0, 2.0};
  EXPECT_THROW(joint_bounds(arm, limits), ArmError);
}

}  // namespace
}  // namespace limber
