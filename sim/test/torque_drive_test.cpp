// The torque drive: limit, counts, delay, readings, refusals; and the cycle around it.
#include "limber/sim/torque_drive.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "allocation_count.hpp"
#include "torque_arms.hpp"

namespace limber::sim {
namespace {

// What a wheel's drive applies of a torque.
double applied(double effort, const TorqueDriveParameters& parameters) {
  TorqueDrive drive(OneJoint::wheel(), parameters, 1);
  drive.command(one(effort));
  for (int k = 0; k <= parameters.delay; ++k) drive.advance();
  return drive.applied()[0];
}

TEST(TorqueDrive, KeepsWithinTheEffortLimitOfTheUrdfOrAnother) {
  TorqueDriveParameters parameters;
  EXPECT_DOUBLE_EQ(applied(5.0, parameters), OneJoint::kEffort);
  EXPECT_DOUBLE_EQ(applied(-5.0, parameters), -OneJoint::kEffort);
  parameters.effort_limit = one(0.5025);
  EXPECT_DOUBLE_EQ(applied(5.0, parameters), 0.5);  // 100 counts; 101 would be too much
  parameters.effort_step = 0.0;
  EXPECT_DOUBLE_EQ(applied(5.0, parameters), 0.5025);
}

TEST(TorqueDrive, RoundsToWholeCounts) {
  TorqueDriveParameters parameters;
  for (const double effort : {0.0, 0.0024, 0.0026, 0.1, -0.7777, 1.2345}) {
    const double counts = applied(effort, parameters) * 200.0;
    EXPECT_NEAR(counts, std::round(effort * 200.0), 1e-9);
  }
  parameters.effort_step = 0.0;
  EXPECT_EQ(applied(1.2345678, parameters), 1.2345678);
}

// With no damping and from rest, the speed after each cycle is the sum of the torques that acted.
TEST(TorqueDrive, IsLateByWholeCyclesExactly) {
  for (const int delay : {0, 1, 3}) {
    SimulationParameters parameters = ideal_torque();
    parameters.torque.delay = delay;
    parameters.torque.damping = one(0.0);
    SimulatedArm robot(OneJoint::wheel(), one(0.0), parameters);
    const double I = OneJoint::kInertia + 0.0125;
    double speed = 0.0;
    for (int k = 0; k < 20; ++k) {
      robot.write(torque(one(0.1 * (k + 1))));
      robot.step(0.002);
      const double acting = k >= delay ? 0.1 * (k - delay + 1) : 0.0;
      speed += 0.002 * acting / I;
      ASSERT_NEAR(robot.read().qd[0], speed, 1e-9) << "delay " << delay << ", cycle " << k;
      ASSERT_EQ(robot.read().effort[0], k >= delay ? 0.1 * (k - delay + 1) : robot.read().effort[0]);
    }
  }
}

TEST(TorqueDrive, KeepsTheLastTorqueWhereACommandCannotBeObeyed) {
  const Arm arm = load_arm("open_manipulator_x");
  SimulatedArm robot(arm, home(arm), ideal_torque());
  const JointVector held = arm.gravity_torque(home(arm), kGravity);
  const JointVector zero = JointVector::Zero(4);
  robot.write({home(arm), zero});  // a command of positions
  robot.step(0.002);
  EXPECT_LT((robot.read().effort - held).norm(), 1e-9);
  EXPECT_LT((robot.read().q - home(arm)).norm(), 1e-9);
  const JointVector tau = held + JointVector::Constant(4, 0.01);
  robot.write(torque(tau));
  robot.step(0.002);
  for (const JointVector& bad : {JointVector(), one(1.0), JointVector::Constant(4, std::nan("")).eval(),
                                 JointVector::Constant(4, INFINITY).eval()}) {
    robot.write(torque(bad));
    robot.step(0.002);
    EXPECT_EQ(robot.read().effort, tau);
  }
  EXPECT_EQ(robot.rejected_commands(), 5);
}

TEST(TorqueDrive, TellsItsTorqueWithTheNoiseAskedFor) {
  TorqueDriveParameters parameters;
  parameters.effort_noise = 0.02;
  TorqueDrive drive(OneJoint::wheel(), parameters, 3);
  drive.hold(one(0.4));
  constexpr int kReadings = 20000;
  double sum = 0.0, squares = 0.0;
  for (int n = 0; n < kReadings; ++n) {
    const double error = drive.reading()[0] - 0.4;
    sum += error;
    squares += error * error;
  }
  EXPECT_LT(std::abs(sum) / kReadings, 5.0 * 0.02 / std::sqrt(kReadings));
  EXPECT_NEAR(std::sqrt(squares / kReadings), 0.02, 0.0005);
  EXPECT_EQ(drive.applied()[0], 0.4);
}

TEST(TorqueDrive, RefusesWhatItCannotBeWithASentence) {
  const Arm arm = load_arm("open_manipulator_x");
  const auto refusal = [&](auto change) -> std::string {
    SimulationParameters parameters = ideal_torque();
    change(parameters);
    try {
      SimulatedArm(arm, home(arm), parameters);
    } catch (const SimulationError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal([](auto& p) { p.torque.damping = JointVector::Zero(3); }),
            "torque drive: damping has 3 numbers; open_manipulator_x takes one, or one for each of its 4 joints");
  EXPECT_EQ(refusal([](auto& p) { p.torque.friction = one(-1.0); }),
            "torque drive: friction of joint 0 is -1; it must be 0 or more, and finite");
  EXPECT_EQ(refusal([](auto& p) { p.torque.delay = -1; }), "torque drive: delay is -1 cycles; it must be 0 to 1000");
  EXPECT_NE(refusal([](auto& p) { p.torque.effort_step = std::nan(""); }), "");
  EXPECT_NE(refusal([](auto& p) { p.mass_scale = 0.0; }), "");
  EXPECT_NE(refusal([](auto& p) { p.encoder.position_step = -1.0; }), "");
}

// A real arm's imperfections, a table under the tool, and a hand.
SimulationParameters everything(const Arm& arm) {
  SimulationParameters parameters;
  parameters.drive = Drive::kTorque;
  parameters.torque.friction = one(0.01);
  parameters.torque.effort_noise = 0.01;
  parameters.encoder = {kXm430PositionStep, kXm430VelocityStep};
  parameters.tool.axis = -Vector3::UnitZ();
  Plate table{.name = "table", .stiffness = 5e3, .friction = 0.2};
  table.p_B = arm.pose(home(arm), arm.tip()).p - Vector3(0, 0, 0.01);
  Push push{.start = 0.1, .duration = 0.3};
  push.F_B << 0.5, 0.0, -1.0, 0.0, 0.0, 0.01;
  parameters.scene = {{table}, {push}};
  return parameters;
}

JointVector compensated(const Arm& arm, const RobotState& state) {
  return arm.gravity_torque(state.q, kGravity) - 0.05 * state.qd + JointVector::Constant(4, 0.02);
}

TEST(TorqueCycle, RepeatsItselfBitForBitWhateverAnotherArmDoes) {
  const Arm arm = load_arm("open_manipulator_x");
  SimulationParameters parameters = everything(arm);
  SimulatedArm first(arm, home(arm), parameters);
  std::vector<RobotState> alone;
  for (int k = 0; k < 500; ++k) {
    first.write(torque(compensated(arm, first.read())));
    first.step(0.002);
    alone.push_back(first.read());
  }
  SimulatedArm second(arm, home(arm), parameters);
  parameters.seed = 2;
  SimulatedArm other(arm, JointVector::Zero(4), parameters);
  for (const RobotState& expected : alone) {
    other.write(torque(JointVector::Constant(4, 0.3)));
    second.write(torque(compensated(arm, second.read())));
    other.step(0.003);
    second.step(0.002);
    ASSERT_EQ(second.read().q, expected.q);
    ASSERT_EQ(second.read().qd, expected.qd);
    ASSERT_EQ(second.read().effort, expected.effort);
    ASSERT_EQ(second.read().F_S_S, expected.F_S_S);
  }
}

TEST(TorqueCycle, AsksForNoMemory) {
  const Arm arm = load_arm("open_manipulator_x");
  SimulatedArm robot(arm, home(arm), everything(arm));
  const long before = allocation_count();
  for (int k = 0; k < 1000; ++k) {
    robot.write(torque(compensated(arm, robot.read())));
    robot.step(0.0017);
    robot.set_push(Vector6::Constant(0.1 * std::sin(0.02 * k)));
  }
  EXPECT_EQ(allocation_count(), before);
}

TEST(TorqueCycle, ReadsTheJointsInTheStepsOfTheEncoder) {
  const Arm arm = load_arm("open_manipulator_x");
  SimulatedArm robot(arm, home(arm), everything(arm));
  for (int k = 0; k < 100; ++k) {
    robot.write(torque(JointVector::Zero(4)));
    robot.step(0.002);
    const JointVector counts = robot.read().q * (4096.0 / (2.0 * M_PI));
    EXPECT_LT((counts.array() - counts.array().round()).abs().maxCoeff(), 1e-9);
    const JointVector rpm = robot.read().qd * (60.0 / (2.0 * M_PI) / 0.229);
    EXPECT_LT((rpm.array() - rpm.array().round()).abs().maxCoeff(), 1e-9);
    EXPECT_LT((arm.pose(robot.read().q, arm.tip()).p - robot.tool_pose().p).norm(), 1e-3);
  }
}

TEST(TorqueCycle, HasTheFaultsOfAnyArm) {
  const Arm arm = load_arm("open_manipulator_x");
  SimulatedArm robot(arm, home(arm), ideal_torque());
  robot.faults().stall_servo = true;
  robot.write(torque(JointVector::Zero(4)));
  robot.step(0.5);
  EXPECT_EQ(robot.read().q, home(arm));
  EXPECT_EQ(robot.read().qd, JointVector::Zero(4));
  robot.faults().stall_servo = false;
  robot.faults().nan_joints = 1;
  robot.step(0.1);
  EXPECT_TRUE(std::isnan(robot.read().q[0]) && std::isnan(robot.read().effort[0]));
  robot.step(0.1);
  EXPECT_LT(robot.tool_pose().p.z(), arm.pose(home(arm), arm.tip()).p.z() - 0.01);  // let go, it falls
  robot.faults().freeze_joints = true;
  const RobotState before = robot.read();
  robot.write(torque(JointVector::Constant(4, 0.1)));
  robot.step(0.1);
  EXPECT_EQ(robot.read().q, before.q);
  EXPECT_EQ(robot.read().effort, before.effort);
}

}  // namespace
}  // namespace limber::sim
