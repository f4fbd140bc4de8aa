// Poses and trajectories that no posture reaches are refused at once, with their distance from the reach.
#include <gtest/gtest.h>

#include "limber/admittance_controller.hpp"
#include "limber/cartesian_admittance_controller.hpp"
#include "support/ideal_robot.hpp"

namespace limber::test {
namespace {

// A turn at 0.1 m and a bend at 0.4 m above the base, the tip 0.5 m farther: it reaches 0.8 m from (0, 0, 0.1).
Arm short_arm() {
  return Arm::from_urdf(
      "<robot name='short'><link name='base'/><link name='a'/><link name='b'/><link name='tip'/>"
      "<joint name='turn' type='continuous'><parent link='base'/><child link='a'/><origin xyz='0 0 0.1'/>"
      "<axis xyz='0 0 1'/><limit velocity='1' effort='1'/></joint>"
      "<joint name='bend' type='revolute'><parent link='a'/><child link='b'/><origin xyz='0 0 0.3'/>"
      "<axis xyz='0 1 0'/><limit lower='-2' upper='2' velocity='1' effort='1'/></joint>"
      "<joint name='weld' type='fixed'><parent link='b'/><child link='tip'/><origin xyz='0 0 0.5'/></joint></robot>",
      "base", "tip");
}

RobotState state_at(const JointVector& q) {
  RobotState state;
  state.q = q;
  state.qd = JointVector::Zero(q.size());
  state.time = state.joint_stamp = state.wrench_stamp = 1.0;
  return state;
}

TEST(OutOfReach, APoseIsRefusedWithHowFarItIsOutAtLeast) {
  const Arm arm = short_arm();
  AdmittanceController controller(arm, {});
  ASSERT_TRUE(controller.activate(state_at(JointVector::Constant(2, 0.5))));
  const Answer answer = controller.set_desired_pose(Pose{Matrix3::Identity(), {1.3, 0, 0.1}});
  EXPECT_EQ(answer.code, Answer::Code::kOutOfReach);
  EXPECT_NEAR(answer.value, 0.5, 1e-12);
  EXPECT_EQ(sentence(answer),
            "desired pose: position is at least 0.5 m out of reach; the arm reaches 0.8 m from its first joint");
  EXPECT_TRUE(controller.set_desired_pose(Pose{Matrix3::Identity(), {0.8, 0, 0.1}})) << "on the bound";
  EXPECT_TRUE(controller.set_desired_pose(Pose{Matrix3::Identity(), {0, 0.4, 0.5}}));
}

TEST(OutOfReach, ATrajectoryIsRefusedWithThePointThatIs) {
  const Arm arm = short_arm();
  CartesianAdmittanceController controller(arm, {});
  const JointVector q = JointVector::Constant(2, 0.5);
  ASSERT_TRUE(controller.activate(state_at(q)));
  std::vector<CompliantPoint> points(2);
  points[0].X_BR = points[1].X_BR = arm.pose(q, arm.tip());
  points[0].time_from_start = 1.0;
  points[1].time_from_start = 3.0;
  EXPECT_NO_THROW(controller.set_trajectory(points));
  points[1].X_BR.p = {0, 0, 1.2};
  try {
    controller.set_trajectory(points);
    FAIL() << "taken";
  } catch (const TrajectoryError& error) {
    EXPECT_NE(std::string(error.what()).find("points[1].position is at least 0.3 m out of reach"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace limber::test
