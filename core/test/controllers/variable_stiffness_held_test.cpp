// Controller C when its readings stop: the remaining readings hold the arm; without any, the last holding torque does.
#include <cmath>
#include <limits>

#include "stiffness_loop.hpp"
#include "support/documents_parameters.hpp"

namespace limber {
namespace {

using test::documents_parameters;
using test::quick_cycle;
using test::StiffnessLoop;

constexpr double kDead = std::numeric_limits<double>::quiet_NaN();

void home_and_work(StiffnessLoop& loop) {
  ASSERT_TRUE(loop.activate());
  loop.cycles(1300);
  ASSERT_EQ(loop.controller.state(), SupervisorState::kRunning);
}

// As long as velocities come, springs hold it; and it says so.
TEST(HeldArm, WithoutPositionsTheArmIsHeldByItsVelocities) {
  StiffnessLoop loop(quick_cycle());
  home_and_work(loop);
  const auto no_positions = [](RobotState& state, double&) { state.q.setConstant(kDead); };
  for (int k = 0; k < 5; ++k) loop.cycle(no_positions);
  const std::string told = loop.sentences().back();
  EXPECT_NE(told.find("held at the position that its other readings give; it may drift: support the arm"),
            std::string::npos)
      << told;
  for (int k = 0; k < 500; ++k) loop.cycle(no_positions);
  const Vector3 stood = loop.robot.tool(loop.arm.tip()).p;
  loop.robot.push_B.head<3>() = Vector3(0.3, 0.0, -0.3);
  for (int k = 0; k < 2000; ++k) loop.cycle(no_positions);
  // F = K e, as ever: K is what it was.
  const Vector3 moved = loop.robot.tool(loop.arm.tip()).p - stood;
  EXPECT_NEAR(moved.x(), 0.3 / loop.record().stiffness[0], 2e-3);
  EXPECT_NEAR(moved.z(), -0.3 / loop.record().stiffness[2], 2e-3);
}

// Velocities that are off by 0.02 rad/s lead it astray; that is no reason to jump back.
TEST(HeldArm, PositionsThatComeBackFindTheArmHeldWhereItIs) {
  StiffnessLoop loop(quick_cycle());
  home_and_work(loop);
  const Vector3 before = loop.robot.tool(loop.arm.tip()).p;
  for (int k = 0; k < 1000; ++k) {
    loop.cycle([](RobotState& state, double&) {
      state.q.setConstant(kDead);
      state.qd.array() += 0.02;
    });
  }
  const Vector3 astray = loop.robot.tool(loop.arm.tip()).p;
  ASSERT_GT((astray - before).norm(), 0.005);
  loop.cycles(1000);
  // What the dampers made of those 0.02 rad/s, springs carry no more.
  EXPECT_LT((loop.robot.tool(loop.arm.tip()).p - astray).norm(), 0.006);
  EXPECT_LE(loop.worst_torque_rate, 200.0 * (1.0 + 1e-9));
}

// One torque that stands: the weight where the arm is taken to have stopped, and of what its springs carried no more
// than a model may be wrong by.
void expect_carried(StiffnessLoop& loop, const JointVector& before) {
  EXPECT_EQ(loop.last_effort, before);
  const JointVector gravity = loop.arm.gravity_torque(loop.record().q, {0, 0, -9.81});
  for (int i = 0; i < 4; ++i) EXPECT_LE(std::abs(before[i] - gravity[i]), 0.2 * std::abs(gravity[i]) + 1e-9) << i;
}

// Frozen while it moved: a damping with those velocities would push.
TEST(HeldArm, ADeadBusLeavesTheWeightThatWasCarried) {
  StiffnessLoop loop(documents_parameters());
  ASSERT_TRUE(loop.activate());
  loop.cycles(5000);
  const RobotState last = loop.robot.read();
  const auto frozen = [&](RobotState& state, double&) { state.q = last.q, state.qd = last.qd; };
  ASSERT_GT(last.qd.cwiseAbs().maxCoeff(), 0.05);
  for (int k = 0; k < 200; ++k) loop.cycle(frozen);
  // It went on for the time-out, and braked within 0.15 s.
  EXPECT_LT((loop.record().q - last.q - (0.1 + 0.075) * last.qd).cwiseAbs().maxCoeff(), 0.003);
  const JointVector torque = loop.last_effort;
  for (int k = 0; k < 100; ++k) loop.cycle(frozen);
  expect_carried(loop, torque);
}

TEST(HeldArm, FrozenVelocitiesDoNotPushABlindArm) {
  StiffnessLoop loop(documents_parameters());
  ASSERT_TRUE(loop.activate());
  loop.cycles(5000);
  const RobotState last = loop.robot.read();
  const auto half_dead = [&](RobotState& state, double&) {
    state.q.setConstant(kDead);
    state.qd = last.qd;
  };
  for (int k = 0; k < 200; ++k) loop.cycle(half_dead);
  const JointVector torque = loop.last_effort;
  for (int k = 0; k < 100; ++k) loop.cycle(half_dead);
  expect_carried(loop, torque);
}

}  // namespace
}  // namespace limber
