// Bounds from URDF and parameters, and the box that they leave a joint's velocity.
#include "safety/motion_limits.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "support/ideal_robot.hpp"
#include "support/random_motion.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

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

// Arm whose joints have this in their <limit>, one for each.
Arm arm_with(const std::vector<std::string>& attributes) {
  std::string xml = "<robot name=\"r\"><link name=\"l0\"/>";
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    const std::string n = std::to_string(i), next = std::to_string(i + 1);
    xml += "<link name=\"l" + next + "\"/><joint name=\"j" + n + "\" type=\"revolute\"><parent link=\"l" + n +
           "\"/><child link=\"l" + next + "\"/><axis xyz=\"0 0 1\"/><origin xyz=\"0.3 0 0\"/>" +
           "<limit lower=\"-3\" upper=\"3\" velocity=\"2\" effort=\"10\" " + attributes[i] + "/></joint>";
  }
  return Arm::from_urdf(xml + "</robot>", "l0", "l" + std::to_string(attributes.size()));
}

TEST(JointRates, TheTighterOfUrdfAndConfigurationHoldsAndNoAccelerationIsAboveTheDeceleration) {
  const Arm arm = arm_with({"", "acceleration=\"4\"", "deceleration='25'", "acceleration=\"30\" deceleration=\"6\""});
  JointBounds b = joint_bounds(arm, LimitParameters());
  EXPECT_EQ(b.acceleration, JointVector(Eigen::Vector4d(10.0, 4.0, 10.0, 6.0)));
  EXPECT_EQ(b.deceleration, JointVector(Eigen::Vector4d(10.0, 4.0, 25.0, 6.0)));
  LimitParameters limits;
  limits.joint_deceleration = {8.0};
  b = joint_bounds(arm, limits);
  EXPECT_EQ(b.acceleration, JointVector(Eigen::Vector4d(8.0, 4.0, 8.0, 6.0)));
  EXPECT_EQ(b.deceleration, JointVector(Eigen::Vector4d(8.0, 8.0, 8.0, 6.0)));
  limits.joint_acceleration = {3.0};
  limits.joint_deceleration = {20.0, 20.0, 30.0, 20.0};
  b = joint_bounds(arm, limits);
  EXPECT_EQ(b.acceleration, JointVector(Eigen::Vector4d(3.0, 3.0, 3.0, 3.0)));
  EXPECT_EQ(b.deceleration, JointVector(Eigen::Vector4d(20.0, 20.0, 25.0, 6.0)));
}

TEST(JointBounds, NeedAVelocityAndARangeForEveryJoint) {
  const auto refusal_of = [](const Arm& arm, const LimitParameters& limits) -> std::string {
    try {
      joint_bounds(arm, limits);
    } catch (const ArmError& error) {
      return error.what();
    }
    return "";
  };
  const Arm arm = arm_with({"", ""});
  LimitParameters limits;
  limits.joint_lower = {-1.0, 1.0};
  limits.joint_upper = {0.5};
  EXPECT_NE(refusal_of(arm, limits).find("joint 'j1'"), std::string::npos) << refusal_of(arm, limits);
  limits.joint_lower = {-1.0};
  EXPECT_EQ(refusal_of(arm, limits), "");
  limits.joint_velocity = {kUnlimited};
  EXPECT_EQ(refusal_of(arm, limits), "") << "the URDF has one";
}

TEST(ToolBounds, AreThoseOfTheParametersWithAsManyPlanesAsThereIsRoomFor) {
  LimitParameters limits;
  limits.max_linear_velocity = 0.1;
  limits.max_angular_velocity = 0.2;
  limits.max_linear_acceleration = 0.3;
  limits.max_angular_acceleration = 0.4;
  for (std::size_t i = 0; i < kMaxPlanes + 3; ++i) limits.planes.push_back({Vector3::UnitY(), static_cast<double>(i)});
  const ToolBounds bounds = tool_bounds(limits);
  EXPECT_EQ(bounds.linear_velocity, 0.1);
  EXPECT_EQ(bounds.angular_velocity, 0.2);
  EXPECT_EQ(bounds.linear_acceleration, 0.3);
  EXPECT_EQ(bounds.angular_acceleration, 0.4);
  ASSERT_EQ(bounds.plane_count, kMaxPlanes);
  for (std::size_t i = 0; i < kMaxPlanes; ++i) EXPECT_EQ(bounds.planes[i].offset, static_cast<double>(i));
}

// Any joint, as fast as the box allows, with any periods.
TEST(PositionBox, StopsAJointBeforeItsLimitWithinItsAcceleration) {
  std::mt19937 random(6);
  for (int run = 0; run < test::scaled(1000); ++run) {
    JointBounds bounds;
    bounds.lower = JointVector::Constant(1, test::random_between(random, -2.0, -0.1));
    bounds.upper = JointVector::Constant(1, test::random_between(random, 0.1, 2.0));
    bounds.acceleration = JointVector::Constant(1, test::random_between(random, 1.0, 20.0));
    JointVector q = JointVector::Zero(1);
    double speed = 0.0;
    const bool up = run % 2 == 0;
    for (int k = 0; k < 1200; ++k) {
      const double h = test::random_between(random, 0.0005, 0.01);
      const VelocityBox box = position_box(q, bounds, h);
      ASSERT_LE(box.lowest[0], 0.0);
      ASSERT_GE(box.highest[0], 0.0);
      const double faster = speed + (up ? 1.0 : -1.0) * bounds.acceleration[0] * h;
      const double next = std::clamp(faster, box.lowest[0], box.highest[0]);
      ASSERT_LE(std::abs(next - speed), bounds.acceleration[0] * h * (1.0 + 1e-6));
      speed = next;
      q[0] += h * speed;
      ASSERT_GT(q[0], bounds.lower[0] - 1e-12);
      ASSERT_LT(q[0], bounds.upper[0] + 1e-12);
    }
    EXPECT_NEAR(q[0], up ? bounds.upper[0] : bounds.lower[0], 0.03) << "the limit is meant to be reached";
  }
}

TEST(PositionBox, IsOpenWhereAJointHasNoLimit) {
  JointBounds bounds;
  bounds.lower = JointVector::Constant(1, -kUnlimited);
  bounds.upper = JointVector::Constant(1, kUnlimited);
  bounds.acceleration = JointVector::Constant(1, 10.0);
  const VelocityBox box = position_box(JointVector::Constant(1, 100.0), bounds, 0.002);
  EXPECT_EQ(box.lowest[0], -kUnlimited);
  EXPECT_EQ(box.highest[0], kUnlimited);
}

}  // namespace
}  // namespace limber
