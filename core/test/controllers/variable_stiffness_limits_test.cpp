// Controller C at its limits: any start, joint walls, effort, speed, and the tank that pays for stiffness.
#include <cmath>
#include <random>

#include "limber/telemetry.hpp"
#include "stiffness_loop.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

using test::quick_cycle;
using test::StiffnessLoop;

TEST(TorqueLimits, HomesFromAnyPostureWithinItsJointLimits) {
  const Arm arm = test::load_arm(test::kOpenManipulatorX);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  VariableStiffnessParameters p;  // the defaults, and their watch over the tool
  for (int k = 0; k < test::scaled(30); ++k) {
    JointVector q(4);
    for (int i = 0; i < 4; ++i) {
      const JointLimits& limits = arm.joints()[static_cast<std::size_t>(i)].limits;
      q[i] = limits.lower + 0.05 + (limits.upper - limits.lower - 0.1) * uniform(random);
    }
    StiffnessLoop loop(p, q);
    ASSERT_TRUE(loop.activate());
    double fastest = 0.0;
    for (int i = 0; i < 2500; ++i) {
      loop.cycle();
      fastest = std::max(fastest, loop.record().qd.cwiseAbs().maxCoeff());
      for (int j = 0; j < 4; ++j) {
        const JointLimits& limits = arm.joints()[static_cast<std::size_t>(j)].limits;
        ASSERT_GT(loop.record().q[j], limits.lower - 0.02) << q.transpose();
        ASSERT_LT(loop.record().q[j], limits.upper + 0.02) << q.transpose();
      }
    }
    EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning) << q.transpose();
    EXPECT_LT((loop.record().p_measured - p.cycle.start_position).norm(), 0.01) << q.transpose();
    EXPECT_LT(std::abs(loop.record().error[4]), 0.05) << q.transpose();
    EXPECT_LT(fastest, 4.8) << q.transpose();
  }
}

TEST(TorqueLimits, AMovingArmIsTakenOverAsItMoves) {
  StiffnessLoop loop(quick_cycle());
  loop.robot.state().qd << 0.3, -0.2, 0.4, 0.1;
  ASSERT_TRUE(loop.activate());
  Pose X;
  Jacobian J;
  loop.arm.kinematics(loop.robot.read().q, loop.arm.tip(), X, J);
  const Vector6 twist = J * loop.robot.read().qd;
  loop.cycle();
  EXPECT_LT((loop.record().twist_reference - twist).norm(), 0.02 * twist.norm());
  EXPECT_LT(loop.record().position_error, 1e-4);
}

TEST(TorqueLimits, AJointPushedAtItsLimitMeetsAWall) {
  VariableStiffnessParameters p = quick_cycle();
  p.supervisor.tracking = kUnlimited;
  p.tracking_orientation = kUnlimited;
  StiffnessLoop loop(p);
  ASSERT_TRUE(loop.activate());
  loop.cycles(1000);
  loop.robot.push_B.head<3>() = Vector3(-4.0, 0.0, -3.0);
  bool wall = false;
  for (int k = 0; k < 3000; ++k) {
    loop.cycle();
    wall = wall || loop.record().limited.has(Limit::kJointPosition);
    for (int j = 0; j < 4; ++j) {
      const JointLimits& limits = loop.arm.joints()[static_cast<std::size_t>(j)].limits;
      ASSERT_GT(loop.record().q[j], limits.lower - 0.01);
      ASSERT_LT(loop.record().q[j], limits.upper + 0.01);
    }
  }
  EXPECT_TRUE(wall);
  loop.robot.push_B.setZero();
  loop.cycles(2000);
  EXPECT_LT(loop.record().position_error, 0.03);
}

TEST(TorqueLimits, TheEffortLimitKeepsGravityAndTheDirectionOfTheWrench) {
  VariableStiffnessParameters p = quick_cycle();
  p.torque.effort_limit = {0.8};
  p.torque.rate_limit = 1e6;
  p.torque.joint_damping = {0.0};
  p.torque.wall_margin = 0.0;
  p.supervisor.tracking = kUnlimited;
  p.tracking_orientation = kUnlimited;
  StiffnessLoop loop(p);
  ASSERT_TRUE(loop.activate());
  loop.cycles(1000);
  loop.robot.push_B.head<3>() = Vector3(5.0, 5.0, 0.0);
  int limited = 0;
  for (int k = 0; k < 1000; ++k) {
    loop.cycle();
    const StiffnessTelemetry& r = loop.record();
    ASSERT_LE(r.torque.cwiseAbs().maxCoeff(), 0.8 + 1e-12);
    if (r.torque_share >= 1.0 || r.dls_damping > 0.0) continue;
    if (r.limited.has(Limit::kJointVelocity) || r.torque_gravity.cwiseAbs().maxCoeff() > 0.8) continue;
    ++limited;
    Pose X;
    Jacobian J;
    loop.arm.kinematics(r.q, loop.arm.tip(), X, J);
    Vector6 F = Vector6::Zero();
    F.head<3>() = r.wrench.head<3>();
    F.tail<3>() = X.R * r.wrench.tail<3>();
    const JointVector asked = J.transpose() * F;
    const JointVector given = r.torque - r.torque_gravity;
    ASSERT_LT((given - r.torque_share * asked).norm(), 1e-9);
  }
  EXPECT_GT(limited, 50);
}

TEST(TorqueLimits, StiffnessRisesAsFarAsTheTankPays) {
  VariableStiffnessParameters p = quick_cycle();
  p.cycle.end_position = p.cycle.start_position;
  p.cycle.wait_duration = 3600.0;
  p.cycle.move_duration = 0.1;
  p.tank.capacity = 0.002;
  p.tank.first_fill = 0.0;
  StiffnessLoop loop(p);
  ASSERT_TRUE(loop.activate());
  loop.cycles(1500);
  loop.robot.push_B[0] = 2.0;
  loop.cycles(4000);
  const double before = loop.record().stiffness[0];
  const double offset = loop.record().error[0];
  ASSERT_NEAR(before, 30.0, 1e-9);
  ASSERT_GT(std::abs(offset), 0.05);
  p.stiffness.stiffness_homing.x() = 60.0;
  p.stiffness.max_rise_rate = 1e5;
  loop.controller.set_parameters(p);
  loop.cycle();
  // What the first cycle may add is what the tank held: ½ e² ΔK.
  EXPECT_TRUE(loop.record().tank_waits.any());
  EXPECT_NEAR(loop.record().stiffness[0] - before, 0.002 / (0.5 * offset * offset), 0.05);
  EXPECT_LT(loop.record().tank_level, 1e-9);
  // Released it moves, and the rest costs little near the reference.
  loop.cycles(500);
  EXPECT_TRUE(loop.record().tank_waits.any());
  loop.robot.push_B.setZero();
  loop.cycles(1500);
  EXPECT_NEAR(loop.record().stiffness[0], 60.0, 1e-9);
  EXPECT_FALSE(loop.record().tank_waits.any());
}

// Six joints hold position and all three rotations.
TEST(TorqueLimits, ASixJointArmHoldsItsOrientationToo) {
  const Arm arm = test::load_arm(test::kUr5e);
  const JointVector q = test::ready_posture(arm);
  const Pose X = arm.pose(q, arm.tip());
  const Quaternion turn(X.R);
  VariableStiffnessParameters p = quick_cycle();
  p.root_link = "base_link";
  p.cycle.start_position = X.p + Vector3(0.05, 0.0, 0.05);
  p.cycle.end_position = X.p + Vector3(0.0, 0.1, 0.0);
  p.cycle.orientation = {turn.x(), turn.y(), turn.z(), turn.w()};
  p.stiffness = StiffnessParameters();
  p.stiffness.stiffness_homing.setConstant(800.0);
  p.stiffness.stiffness_rot = Vector3(60, 40, 50);
  p.stiffness.damping_default.setConstant(120.0);
  p.stiffness.damping_rot.setConstant(8.0);
  p.stiffness.max_rise_rate = 1000.0;
  p.torque.rate_limit = 5000.0;
  VariableStiffnessController controller(arm, p);
  controller.prepare(q);
  ASSERT_TRUE(controller.path()) << controller.path().sentence;
  test::TorqueRobot robot(arm, q);
  robot.step(0.002);
  ASSERT_TRUE(controller.activate(robot.read()));
  for (int k = 0; k < 2000; ++k) {
    robot.step(0.002);
    const Command command = controller.update(robot.read(), 0.002);
    ASSERT_TRUE(command.effort.allFinite());
    robot.write(command);
    StiffnessTelemetry record;
    while (controller.take_telemetry(record)) {
    }
  }
  EXPECT_EQ(controller.state(), SupervisorState::kRunning);
  EXPECT_LT(controller.telemetry().position_error, 0.01);
  EXPECT_LT(controller.telemetry().error.tail<3>().norm(), 0.02);
  EXPECT_GT(controller.telemetry().smallest_singular_value, 0.03);
}

TEST(TorqueLimits, EveryFieldOfTheTelemetryHasItsOwnName) {
  StiffnessLoop loop(quick_cycle());
  ASSERT_TRUE(loop.activate());
  loop.cycles(10);
  std::vector<std::string> names;
  for_each_field(loop.record(), [&](const std::string& name, double) { names.push_back(name); });
  const std::size_t count = names.size();
  std::sort(names.begin(), names.end());
  EXPECT_EQ(static_cast<std::size_t>(std::unique(names.begin(), names.end()) - names.begin()), count);
  EXPECT_GT(count, 100U);
}

}  // namespace
}  // namespace limber
