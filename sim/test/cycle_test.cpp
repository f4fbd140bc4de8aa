// The cycle of a simulated arm: time, determinism, faults, allocation, speed.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <ctime>
#include <iostream>

#include "allocation_count.hpp"
#include "arms.hpp"
#include "limber/sim/simulated_arm.hpp"

namespace limber::sim {
namespace {

// A UR5e with a tool that rests on a table with 10 N, pushed now and then.
SimulationParameters on_a_table(const Arm& arm) {
  SimulationParameters parameters;
  parameters.tool.mass = 0.5;
  parameters.tool.com = Vector3(0, 0, 0.05);
  parameters.tool.p_TQ = Vector3(0, 0, 0.1);
  Plate table{.name = "table", .stiffness = 5e3, .friction = 0.2};
  table.p_B = arm.pose(home(arm), arm.tip()) * parameters.tool.p_TQ + Vector3(0, 0, 0.002);
  Push push{.start = 0.2, .duration = 0.5};
  push.F_B << 10.0, 0.0, 5.0, 0.0, 0.1, 0.0;
  parameters.scene = {{table}, {push}};
  return parameters;
}

Command wave(const Arm& arm, double t) {
  return hold(home(arm) + JointVector::Constant(arm.joint_count(), 0.001 * std::sin(7.0 * t)));
}

TEST(Cycle, KeepsTimeExactlyUnderJitteredPeriods) {
  const Arm arm = load_arm("ur5e");
  SimulatedArm robot(arm, home(arm));
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> jitter(0.0001, 0.0047);
  long double sum = 0.0L;
  for (int k = 0; k < 20000; ++k) {
    const double period = jitter(random);
    robot.step(period);
    sum += period;
    ASSERT_NEAR(robot.read().time, static_cast<double>(sum), 1e-10);
    ASSERT_LE(robot.read().joint_stamp, robot.read().time + 2e-9);
    ASSERT_GT(robot.read().joint_stamp, robot.read().time - 0.001);
  }
}

TEST(Cycle, MeasuresAtItsOwnTimeWherePeriodsAreWholeSubsteps) {
  const Arm arm = load_arm("ur5e");
  for (const double period : {0.001, 0.002, 0.008, 0.01}) {
    SimulatedArm robot(arm, home(arm));
    for (int k = 0; k < 10000; ++k) {
      robot.step(period);
      ASSERT_NEAR(robot.read().joint_stamp, robot.read().time, 1e-9);
      ASSERT_EQ(robot.read().wrench_stamp, robot.read().joint_stamp);
    }
  }
}

TEST(Cycle, ThatTakesNoTimeChangesNothingButTheNoise) {
  const Arm arm = load_arm("ur5e");
  SimulatedArm robot(arm, home(arm));
  robot.step(0.0);
  robot.step(-1.0);
  robot.step(std::nan(""));
  EXPECT_EQ(robot.time(), 0.0);
  EXPECT_EQ(robot.read().q, home(arm));
}

TEST(Cycle, FollowsTheSameReferenceWhateverThePeriods) {
  const Arm arm = load_arm("ur5e");
  SimulatedArm robot(arm, home(arm));
  ServoReference reference({}, home(arm));
  std::mt19937_64 random(12);
  std::uniform_real_distribution<double> jitter(0.0013, 0.0027);
  for (int k = 0; k < 2000; ++k) {
    robot.write(wave(arm, robot.time()));
    reference.command(robot.time(), wave(arm, robot.time()));
    robot.step(jitter(random));
    const JointVector expected = reference.preview(robot.read().joint_stamp);
    reference.commit();
    ASSERT_LT((robot.read().q - expected).norm(), 1e-11);
  }
}

TEST(Cycle, RepeatsItselfBitForBitForTheSameSeed) {
  const Arm arm = load_arm("ur5e");
  SimulationParameters parameters = on_a_table(arm);
  SimulatedArm first(arm, home(arm), parameters), second(arm, home(arm), parameters);
  parameters.seed = 2;
  SimulatedArm other(arm, home(arm), parameters);
  bool differs = false;
  for (int k = 0; k < 2000; ++k) {
    for (SimulatedArm* robot : {&first, &second, &other}) {
      robot->write(wave(arm, robot->time()));
      robot->step(0.002);
    }
    ASSERT_EQ(std::memcmp(&first.read().F_S_S, &second.read().F_S_S, sizeof(Vector6)), 0);
    ASSERT_EQ(first.read().q, second.read().q);
    differs |= first.read().F_S_S != other.read().F_S_S;
    ASSERT_EQ(first.read().q, other.read().q);
  }
  EXPECT_TRUE(differs);
}

TEST(Cycle, TellsTheLastCommandOnItsInterface) {
  const Arm arm = load_arm("ur5e");
  SimulatedArm robot(arm, home(arm));
  EXPECT_TRUE(std::isnan(robot.read().q_interface[0]));
  const Command command = wave(arm, 1.0);
  robot.write(command);
  robot.step(0.002);
  EXPECT_EQ(robot.read().q_interface, command.q);
}

TEST(Cycle, DoesNotObeyACommandThatIsNotFinite) {
  const Arm arm = load_arm("ur5e");
  SimulatedArm robot(arm, home(arm));
  robot.write(hold(JointVector::Constant(6, std::nan(""))));
  robot.write(hold(JointVector::Zero(4)));
  robot.step(0.1);
  EXPECT_EQ(robot.rejected_commands(), 2);
  EXPECT_LT((robot.read().q - home(arm)).norm(), 1e-12);
}

TEST(Cycle, AsksForNoMemory) {
  const Arm arm = load_arm("ur5e");
  SimulatedArm robot(arm, home(arm), on_a_table(arm));
  Command command = wave(arm, 0.0);
  const long before = allocation_count();
  for (int k = 0; k < 2000; ++k) {
    command.q[0] = home(arm)[0] + 0.001 * std::sin(0.01 * k);
    robot.write(command);
    robot.step(0.0017);
    robot.read();
    robot.set_push(Vector6::Constant(std::sin(0.02 * k)));
  }
  EXPECT_EQ(allocation_count(), before);
}

TEST(Cycle, RunsManyTimesFasterThanRealTimeInContact) {
  const Arm arm = load_arm("ur5e");
  SimulatedArm robot(arm, home(arm), on_a_table(arm));
  Command command = wave(arm, 0.0);
  double best = 0.0;
  for (int round = 0; round < 5; ++round) {
    const std::clock_t start = std::clock();  // of the processor: the machine may be shared
    for (int k = 0; k < 1000; ++k) {
      robot.write(command);
      robot.step(0.002);
    }
    ASSERT_TRUE(robot.in_contact());
    best = std::max(best, 2.0 * CLOCKS_PER_SEC / static_cast<double>(std::clock() - start));
  }
  std::cout << "UR5e on a table: " << best << " x real time, " << 1000.0 * best << " substeps/s\n";
}

TEST(Faults, SpoilAsManyReadingsAsAskedFor) {
  const Arm arm = load_arm("ur5e");
  SimulatedArm robot(arm, home(arm));
  robot.faults().nan_wrench = 2;
  robot.faults().nan_joints = 1;
  robot.step(0.002);
  EXPECT_TRUE(std::isnan(robot.read().F_S_S[0]) && std::isnan(robot.read().q[0]));
  robot.step(0.002);
  EXPECT_TRUE(std::isnan(robot.read().F_S_S[0]) && robot.read().q.allFinite());
  robot.faults().spikes = 1;
  robot.faults().spike << 500, 0, 0, 0, 0, 0;
  robot.step(0.002);
  EXPECT_NEAR(robot.read().F_S_S[0], 500.0, 1.0);
  robot.step(0.002);
  EXPECT_NEAR(robot.read().F_S_S[0], 0.0, 1.0);
}

TEST(Faults, FrozenReadingsKeepTheirBitsAndDroppedOnesTheirStamp) {
  const Arm arm = load_arm("ur5e");
  SimulatedArm robot(arm, home(arm));
  robot.step(0.002);
  const RobotState before = robot.read();
  robot.faults().freeze_wrench = robot.faults().freeze_joints = true;
  robot.write(wave(arm, 1.0));
  robot.step(0.1);
  EXPECT_EQ(robot.read().F_S_S, before.F_S_S);
  EXPECT_EQ(robot.read().q, before.q);
  EXPECT_NEAR(robot.read().wrench_stamp, 0.102, 1e-12);
  EXPECT_NEAR(robot.read().joint_stamp, 0.102, 1e-12);
  robot.faults() = {};
  robot.faults().drop_wrench = robot.faults().drop_joints = true;
  robot.step(0.1);
  EXPECT_NEAR(robot.read().wrench_stamp, 0.102, 1e-12);
  EXPECT_NEAR(robot.read().joint_stamp, 0.102, 1e-12);
  EXPECT_NEAR(robot.read().time, 0.202, 1e-12);
  robot.faults() = {};
  robot.step(0.002);
  EXPECT_NEAR(robot.read().wrench_stamp, 0.204, 1e-12);
  EXPECT_NE(robot.read().q, before.q);
}

TEST(Faults, AStalledServoStandsStillAndCatchesUpAfterwards) {
  const Arm arm = load_arm("ur5e");
  SimulatedArm robot(arm, home(arm));
  robot.faults().stall_servo = true;
  robot.write(wave(arm, 1.0));
  robot.step(0.5);
  EXPECT_LT((robot.read().q - home(arm)).norm(), 1e-12);
  robot.faults().stall_servo = false;
  robot.step(0.5);
  EXPECT_LT((robot.read().q - wave(arm, 1.0).q).norm(), 1e-9);
}

}  // namespace
}  // namespace limber::sim
