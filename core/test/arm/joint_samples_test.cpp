// Postures drawn within the joint limits.
#include "arm/joint_samples.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "robots.hpp"

namespace limber {
namespace {

// One joint of a type within these limits.
Arm one_joint(const std::string& type, const std::string& lower, const std::string& upper) {
  return Arm::from_urdf("<robot name=\"one\"><link name=\"a\"/><link name=\"b\"/><joint name=\"j\" type=\"" + type +
                            "\"><parent link=\"a\"/><child link=\"b\"/><axis xyz=\"0 0 1\"/><limit lower=\"" + lower +
                            "\" upper=\"" + upper + "\" velocity=\"1\" effort=\"1\"/></joint></robot>",
                        "a", "b");
}

void expect_range(const JointSamples& samples, double lower, double upper) {
  EXPECT_NEAR(samples.lower()[0], lower, 1e-12);
  EXPECT_NEAR(samples.upper()[0], upper, 1e-12);
  EXPECT_NEAR(samples.middle()[0], 0.5 * (lower + upper), 1e-12);
}

TEST(JointSamples, FillTheLimitsAndNeverLeaveThem) {
  for (const test::RobotFile& robot : test::kRobots) {
    const Arm arm = test::arm_of(robot);
    for (const double margin : {0.0, 0.1}) {
      JointSamples samples(arm, margin);
      JointVector lowest = samples.next(), highest = lowest;
      for (int k = 0; k < 3000; ++k) {
        const JointVector q = samples.next();
        lowest = lowest.cwiseMin(q);
        highest = highest.cwiseMax(q);
      }
      for (int i = 0; i < arm.joint_count(); ++i) {
        const JointLimits& limits = arm.joints()[static_cast<std::size_t>(i)].limits;
        // An endless joint has no limit to keep off.
        const double off = std::isinf(limits.upper) ? 0.0 : margin * (limits.upper - limits.lower);
        EXPECT_GE(lowest[i], limits.lower + off - 1e-12);
        EXPECT_LE(highest[i], limits.upper - off + 1e-12);
        const double range = samples.upper()[i] - samples.lower()[i];
        EXPECT_NEAR(lowest[i], samples.lower()[i], 0.01 * range);
        EXPECT_NEAR(highest[i], samples.upper()[i], 0.01 * range);
      }
    }
  }
}

TEST(JointSamples, OfARangeWiderThanATurnAreOneTurnAboutZeroIfItHasIt) {
  constexpr double pi = std::numbers::pi;
  expect_range(JointSamples(one_joint("continuous", "0", "0")), -pi, pi);
  expect_range(JointSamples(one_joint("revolute", "-7", "9")), -pi, pi);
  expect_range(JointSamples(one_joint("revolute", "2", "20")), 2.0, 2.0 + 2.0 * pi);
  expect_range(JointSamples(one_joint("revolute", "-20", "-3")), -3.0 - 2.0 * pi, -3.0);
  expect_range(JointSamples(one_joint("revolute", "-1", "2")), -1.0, 2.0);
  expect_range(JointSamples(one_joint("prismatic", "-7", "9")), -7.0, 9.0);
  expect_range(JointSamples(one_joint("revolute", "-1", "2"), 0.1), -0.7, 1.7);
}

TEST(JointSamples, AreTheSameEveryTime) {
  const Arm arm = test::ur5e();
  JointSamples one(arm), other(arm);
  const JointVector first = one.next();
  EXPECT_EQ(first, other.next());
  EXPECT_NE(first, one.next());
}

}  // namespace
}  // namespace limber
