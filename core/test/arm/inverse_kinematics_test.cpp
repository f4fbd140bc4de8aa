// Inverse kinematics returns joints for which forward kinematics gives the wanted pose.
#include "arm/inverse_kinematics.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "math/so3.hpp"
#include "robots.hpp"
#include "support/decompositions.hpp"

namespace limber::test {
namespace {

double position_gap(const Pose& a, const Pose& b) { return (a.p - b.p).norm(); }
double orientation_gap(const Pose& a, const Pose& b) { return log_so3(Matrix3(a.R * b.R.transpose())).norm(); }

bool within_limits(const Arm& arm, const JointVector& q) {
  for (int i = 0; i < arm.joint_count(); ++i) {
    const JointLimits& limits = arm.joints()[static_cast<std::size_t>(i)].limits;
    if (q[i] < limits.lower || q[i] > limits.upper) return false;
  }
  return true;
}

class EachRobotInverse : public testing::TestWithParam<RobotFile> {
 protected:
  const Arm arm = arm_of(GetParam());
  std::mt19937 random{11};
};

INSTANTIATE_TEST_SUITE_P(InverseKinematics, EachRobotInverse, testing::ValuesIn(kRobots),
                         [](const auto& robot) { return std::string(robot.param.name); });

TEST_P(EachRobotInverse, FindsJointsForAnyPoseTheArmCanTakeFromAnyStart) {
  for (int n = 0; n < cases(200); ++n) {
    const Pose asked = arm.pose(random_joints(arm, random), arm.tip());
    const JointVector start = random_joints(arm, random);
    const auto found = inverse_kinematics(arm, arm.tip(), asked, start);
    ASSERT_TRUE(found) << "pose " << n << " from " << start.transpose();
    EXPECT_TRUE(within_limits(arm, *found)) << found->transpose();
    const Pose reached = arm.pose(*found, arm.tip());
    EXPECT_LT(position_gap(reached, asked), 1e-6);
    const bool full = arm.joint_count() >= 6;
    EXPECT_LT(full ? orientation_gap(reached, asked) : 0.0, 1e-5);
  }
}

TEST_P(EachRobotInverse, StaysNearAStartThatIsAlmostThere) {
  for (int n = 0; n < cases(200); ++n) {
    const JointVector start = 0.4 * random_joints(arm, random);
    Pose X;
    Jacobian J;
    arm.kinematics(start, arm.tip(), X, J);
    // Near a singularity a small step of the tool is a large one of the joints.
    const auto singular_values = test::singular_values(J).sigma;
    if (singular_values[arm.joint_count() - 1] < 0.05) continue;
    const JointVector goal = start + 0.002 * JointVector::Ones(arm.joint_count());
    const auto found = inverse_kinematics(arm, arm.tip(), arm.pose(goal, arm.tip()), start);
    ASSERT_TRUE(found);
    EXPECT_LT((*found - goal).cwiseAbs().maxCoeff(), 1e-3) << start.transpose();
  }
}

TEST_P(EachRobotInverse, FailsForAPoseOutOfReach) {
  const JointVector start = JointVector::Zero(arm.joint_count());
  Pose far = arm.pose(start, arm.tip());
  far.p *= 10.0 / far.p.norm();
  EXPECT_FALSE(inverse_kinematics(arm, arm.tip(), far, start));
}

TEST_P(EachRobotInverse, FailsForNumbersThatAreNone) {
  JointVector start = JointVector::Zero(arm.joint_count());
  Pose asked = arm.pose(start, arm.tip());
  asked.p.x() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(inverse_kinematics(arm, arm.tip(), asked, start));
  start[0] = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(inverse_kinematics(arm, arm.tip(), Pose{}, start));
  EXPECT_FALSE(inverse_kinematics(arm, arm.tip(), Pose{}, JointVector::Zero(1)));
}

TEST(InverseKinematics, FourJointsMatchThePitchTheyCanReach) {
  const Arm arm = arm_of(kRobots[3]);
  std::mt19937 random{5};
  for (int n = 0; n < cases(100); ++n) {
    const JointVector q = 0.7 * random_joints(arm, random);
    const Pose asked = arm.pose(q, arm.tip());
    const auto found = inverse_kinematics(arm, arm.tip(), asked, q + JointVector::Constant(4, 0.05));
    ASSERT_TRUE(found);
    EXPECT_LT(orientation_gap(arm.pose(*found, arm.tip()), asked), 1e-3);
  }
}

TEST(InverseKinematics, ReachesForAFrameOnTheToolOtherThanTheTip) {
  const Arm arm = ur5e();
  const Frame sensor = *arm.find_frame("ft_frame");
  std::mt19937 random{3};
  const Pose asked = arm.pose(random_joints(arm, random), sensor);
  const auto found = inverse_kinematics(arm, sensor, asked, JointVector::Zero(6));
  ASSERT_TRUE(found);
  EXPECT_LT(position_gap(arm.pose(*found, sensor), asked), 1e-6);
}

}  // namespace
}  // namespace limber::test
