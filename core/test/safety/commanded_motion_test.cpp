// The commanded motion near singularities.
#include "safety/commanded_motion.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>

#include "safety/limit_report.hpp"
#include "safety/motion_limits.hpp"
#include "support/ideal_robot.hpp"

namespace limber {
namespace {

// A column that turns, a boom that slides out of it, a lift, and a wrist: singular where the boom is all the way in.
Arm column_arm() {
  std::string xml = "<robot name=\"column\"><link name=\"base\"/>";
  std::string parent = "base";
  const auto add = [&](const std::string& name, const char* type, const char* axis) {
    xml += "<link name=\"" + name + "\"/><joint name=\"to_" + name + "\" type=\"" + type + "\"><parent link=\"" +
           parent + "\"/><child link=\"" + name + "\"/><axis xyz=\"" + axis +
           "\"/><limit lower=\"-3\" upper=\"3\" velocity=\"0.05\" effort=\"10\"/></joint>";
    parent = name;
  };
  add("column", "revolute", "0 0 1");
  add("boom", "prismatic", "1 0 0");
  add("lift", "prismatic", "0 0 1");
  add("yaw", "revolute", "0 0 1");
  add("pitch", "revolute", "0 1 0");
  add("tool", "revolute", "1 0 0");
  return Arm::from_urdf(xml + "</robot>", "base", "tool");
}

// Found by the soak: beside a singularity the refinement of a step may lead away from it. What it left behind was where
// the next one began, and so on until it was no number.
TEST(BesideASingularity, ARefinementThatGoesAstrayIsForgotten) {
  const Arm arm = column_arm();
  LimitParameters limits;
  limits.max_linear_velocity = 10.0;
  limits.max_linear_acceleration = 200.0;
  limits.singularity_threshold = limits.singularity_damping = 1e-3;
  CommandedMotion motion(arm, arm.tip(), limits);
  JointVector q = JointVector::Constant(6, 0.3);
  q[1] = 0.004;  // m
  motion.start(q, JointVector::Zero(6));
  bool astray = false;
  for (int k = 0; k < 2000; ++k) {
    const double h = 0.01;
    const double way = k / 50 % 2 == 0 ? 1.0 : -1.0;
    Pose target = motion.X_BC();
    target.p.y() += h * way;
    ASSERT_TRUE(motion.update_kinematics());
    const LimitReport& report = motion.lead(target, std::nullopt, h);
    ASSERT_FALSE(report.not_finite) << k;
    astray = astray || report.reshaped.has(Limit::kSingularity);
    // The boom is short: it is the column that moves the tool along y, once it has turned round.
    ASSERT_TRUE(k % 50 < 20 || way * motion.qd()[0] > 0.0) << k << ": the column turns the wrong way";
  }
  EXPECT_TRUE(astray) << "nothing went astray: nothing was tested";
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

TEST(Braking, ForAFaultIsAsHardAsTheJointsDecelerateAndForComfortAsTheyAccelerate) {
  const Arm arm = column_arm();
  LimitParameters limits;
  limits.joint_acceleration = {1.0};
  limits.joint_deceleration = {5.0};
  for (const Braking braking : {Braking::kComfortable, Braking::kHard}) {
    CommandedMotion motion(arm, arm.tip(), limits);
    motion.start(JointVector::Constant(6, 0.3), JointVector::Constant(6, 0.05));
    const double h = 1e-3;
    int cycles = 0;
    for (; !motion.at_rest() && cycles < 1000; ++cycles) {
      ASSERT_TRUE(motion.update_kinematics());
      motion.brake(h, braking);
      EXPECT_FALSE(motion.report().conflicts.has(Limit::kJointAcceleration));
    }
    EXPECT_NEAR(cycles, braking == Braking::kHard ? 10 : 50, 1);
  }
}

TEST(Braking, StandsExactlyStillAsSoonAsTheAccelerationsAllowWhateverThePeriods) {
  const Arm arm = column_arm();
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  for (int run = 0; run < 200; ++run) {
    LimitParameters limits;
    limits.joint_acceleration = {std::pow(10.0, -1.0 + 2.0 * uniform(random))};
    limits.max_linear_acceleration = limits.max_angular_acceleration = 200.0;
    CommandedMotion motion(arm, arm.tip(), limits);
    JointVector qd(6);
    for (int i = 0; i < 6; ++i) qd[i] = 0.05 * (2.0 * uniform(random) - 1.0);
    motion.start(JointVector::Constant(6, 0.3), qd);
    double left = qd.cwiseAbs().maxCoeff() / limits.joint_acceleration[0];
    while (left > 0.0) {
      ASSERT_TRUE(motion.update_kinematics());
      const double h = 0.002 * (0.3 + 1.4 * uniform(random));
      motion.brake(h);
      left -= h;
    }
    ASSERT_TRUE(motion.at_rest()) << "run " << run << ", " << limits.joint_acceleration[0] << " rad/s²";
  }
}

TEST(Braking, EndsTheNullSpaceMotionThatItReports) {
  const Arm arm = test::load_arm(test::kFr3);
  CommandedMotion motion(arm, arm.tip(), LimitParameters());
  const JointVector q = test::ready_posture(arm);
  motion.start(q, JointVector::Zero(7));
  PostureGoal goal;
  goal.q = q + JointVector::Constant(7, 0.3);
  goal.rate = 1.0;
  goal.max_velocity = 0.5;
  motion.set_posture(goal);
  const Pose X = motion.X_BC();
  for (int k = 0; k < 100; ++k) {
    ASSERT_TRUE(motion.update_kinematics());
    motion.lead(X, std::nullopt, 0.002);
  }
  ASSERT_GT(motion.posture_velocity().norm(), 1e-3);
  ASSERT_TRUE(motion.update_kinematics());
  motion.brake(0.002, Braking::kHard);
  EXPECT_TRUE(motion.posture_velocity().isZero(0.0));
}

}  // namespace
}  // namespace limber
