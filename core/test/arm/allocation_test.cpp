// The functions for the control thread never allocate, take a lock or make a system call.
#include <gtest/gtest.h>

#include "robots.hpp"
#include "support/rt_traps.hpp"

namespace limber::test {
namespace {

TEST(Traps, CatchNothingInPoseKinematicsAndGravity) {
  if (!traps_supported()) GTEST_SKIP() << why_no_traps();
  for (const RobotFile& robot : kRobots) {
    const Arm arm = arm_of(robot);
    const JointVector q = JointVector::Constant(arm.joint_count(), 0.4);
    Pose X;
    Jacobian J;
    double sum = 0.0;
    const TrapCounts counts = count_traps([&] {
      for (int n = 0; n < 100; ++n) {
        sum += arm.pose(q, arm.tip()).p.x();
        arm.kinematics(q, arm.tip(), X, J);
        sum += arm.gravity_torque(q, {0, 0, -9.81})[0] + J(0, 0);
      }
    });
    EXPECT_EQ(counts.total(), 0U) << robot.name << ": " << counts.describe() << sum;
  }
}

}  // namespace
}  // namespace limber::test
