// Which links are frames of the arm, their poses, and which mass moves with which joint.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "robots.hpp"

namespace limber::test {
namespace {

// pedestal -weld-> base -turn-> arm -weld-> tip, a camera on the pedestal, a bracket on the arm, a finger at the tip.
const std::string kArm = R"(<robot name="handmade">
  <link name="pedestal"/> <link name="camera"/> <link name="base"/> <link name="tip"/>
  <link name="arm"><inertial><mass value="2"/><origin xyz="0.5 0 0"/>
    <inertia ixx="0.1" iyy="0.2" izz="0.3" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="bracket"><inertial><mass value="1"/>
    <inertia ixx="0" iyy="0" izz="0" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="finger"><inertial><mass value="3"/>
    <inertia ixx="0" iyy="0" izz="0" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="j1" type="fixed"><parent link="pedestal"/><child link="base"/><origin xyz="0 0 1"/></joint>
  <joint name="j2" type="fixed"><parent link="pedestal"/><child link="camera"/><origin xyz="0.2 0 0"/></joint>
  <joint name="turn" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="2" velocity="1.5" effort="40"/><dynamics damping="0.7"/></joint>
  <joint name="j4" type="fixed"><parent link="arm"/><child link="tip"/><origin xyz="1 0 0"/></joint>
  <joint name="j5" type="fixed"><parent link="arm"/><child link="bracket"/><origin xyz="0 0.4 0"/></joint>
  <joint name="slide" type="prismatic"><parent link="tip"/><child link="finger"/><origin xyz="0 0 0.1"/>
    <limit lower="0" upper="1" velocity="1" effort="1"/></joint></robot>)";

Arm handmade() { return Arm::from_urdf(kArm, "base", "tip", "handmade.urdf", Branches::kFreezeAtZero); }

TEST(Frames, AreTheLinksFixedToTheBaseOrToAMovingLink) {
  auto names = handmade().frame_names();
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, (std::vector<std::string>{"arm", "base", "bracket", "camera", "pedestal", "tip"}));
}

TEST(Frames, KnowTheirBodyAndTheirPlaceOnIt) {
  const Arm arm = handmade();
  EXPECT_EQ(arm.find_frame("camera")->body, -1);
  EXPECT_TRUE(arm.find_frame("camera")->X_JF.p.isApprox(Vector3(0.2, 0, -1)));
  EXPECT_EQ(arm.find_frame("bracket")->body, 0);
  EXPECT_TRUE(arm.find_frame("bracket")->X_JF.p.isApprox(Vector3(0, 0.4, 0)));
  EXPECT_TRUE(arm.tip().X_JF.p.isApprox(Vector3(1, 0, 0)));
  EXPECT_FALSE(arm.find_frame("finger"));
  EXPECT_FALSE(arm.find_frame("nowhere"));
}

TEST(Frames, OnTheBaseStandStillAndHaveAZeroJacobian) {
  const Arm arm = handmade();
  Pose X;
  Jacobian J;
  arm.kinematics(JointVector::Constant(1, 0.3), *arm.find_frame("camera"), X, J);
  EXPECT_TRUE(X.p.isApprox(Vector3(0.2, 0, -1)));
  EXPECT_EQ(J.cols(), 1);
  EXPECT_TRUE(J.isZero(0.0));
}

TEST(Frames, TurnWithTheirJoint) {
  const Arm arm = handmade();
  const Pose X = arm.pose(JointVector::Constant(1, 0.3), *arm.find_frame("bracket"));
  EXPECT_TRUE(X.p.isApprox(Vector3(-0.4 * std::sin(0.3), 0.4 * std::cos(0.3), 0)));
}

// By hand: 2 kg at (0.5, 0, 0), 1 kg at (0, 0.4, 0), 3 kg at (1, 0, 0.1).
TEST(Bodies, SumTheMassOfEverythingFixedToThemAndOfFrozenBranches) {
  const Body body = handmade().bodies().front();
  EXPECT_DOUBLE_EQ(body.mass, 6.0);
  EXPECT_TRUE(body.com.isApprox(Vector3(4.0, 0.4, 0.3) / 6.0));
  const double about_z = 0.3 + 2 * 0.25 + 1 * 0.16 + 3 * 1.0;  // at the joint's axis
  const double to_com = 6.0 * body.com.head<2>().squaredNorm();
  EXPECT_NEAR(body.inertia(2, 2), about_z - to_com, 1e-12);
  EXPECT_TRUE(body.inertia.isApprox(body.inertia.transpose()));
}

TEST(Joints, CarryNameTypeLimitsAndDamping) {
  const Joint joint = handmade().joints().front();
  EXPECT_EQ(joint.name, "turn");
  EXPECT_EQ(joint.type, JointType::kRevolute);
  EXPECT_EQ(joint.limits.lower, -3.0);
  EXPECT_EQ(joint.limits.upper, 2.0);
  EXPECT_EQ(joint.limits.velocity, 1.5);
  EXPECT_EQ(joint.limits.effort, 40.0);
  EXPECT_EQ(joint.damping, 0.7);
}

TEST(Robots, HaveTheMakersJointsAndFrames) {
  const Arm ur3e = arm_of(kRobots[0]);
  EXPECT_EQ(ur3e.joints().back().type, JointType::kContinuous);
  EXPECT_EQ(ur3e.joints().back().limits.upper, std::numeric_limits<double>::infinity());
  EXPECT_EQ(ur3e.joints().back().limits.effort, 9.0);
  EXPECT_EQ(ur5e().joints()[2].name, "elbow_joint");
  EXPECT_EQ(ur5e().joints()[2].limits.upper, 3.14159265);
  EXPECT_EQ(ur5e().find_frame("ft_frame")->body, 5);
  const Arm omx = arm_of(kRobots[3]);
  EXPECT_EQ(omx.joint_count(), 4);
  EXPECT_EQ(omx.joints()[3].limits.effort, 4.1);
  EXPECT_EQ(omx.joints()[3].damping, 0.1);
}

// The maker's DH table says x = -(a2 + a3), y = d4 + d6, z = d1 - d5 (with its base turned half round).
TEST(Robots, UniversalRobotsStandAtZeroWhereTheirDhTableSays) {
  const auto at_zero = [](const RobotFile& robot) {
    const Arm arm = arm_of(robot);
    return arm.pose(JointVector::Zero(6), arm.tip()).p;
  };
  EXPECT_LT((at_zero(kRobots[0]) - Vector3(0.24355 + 0.2132, 0.13105 + 0.0921, 0.15185 - 0.08535)).norm(), 1e-8);
  EXPECT_LT((at_zero(kRobots[1]) - Vector3(0.425 + 0.3922, 0.1333 + 0.0996, 0.1625 - 0.0997)).norm(), 1e-8);
  EXPECT_LT((at_zero(kRobots[2]) - Vector3(0.6127 + 0.57155, 0.17415 + 0.11655, 0.1807 - 0.11985)).norm(), 1e-8);
}

}  // namespace
}  // namespace limber::test
