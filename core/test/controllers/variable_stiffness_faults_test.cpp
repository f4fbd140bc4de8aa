// Controller C when things go wrong: it names the fault, holds the arm up, and starts again on request.
#include <cmath>
#include <limits>
#include <random>

#include "limber/telemetry.hpp"
#include "stiffness_loop.hpp"
#include "support/rt_traps.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

using test::quick_cycle;
using test::StiffnessLoop;

constexpr double kNoTorque = std::numeric_limits<double>::quiet_NaN();

// Homed and at work.
void start(StiffnessLoop& loop) {
  ASSERT_TRUE(loop.activate());
  loop.cycles(1300);
  ASSERT_EQ(loop.controller.state(), SupervisorState::kRunning);
  loop.sentences();
}

template <typename Spoil>
std::string first_fault(StiffnessLoop& loop, int cycles, Spoil spoil) {
  for (int k = 0; k < cycles && loop.controller.state() != SupervisorState::kFaulted; ++k) loop.cycle(spoil);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kFaulted);
  for (const std::string& sentence : loop.sentences()) return sentence;
  return "";
}

TEST(TorqueFaults, ThreeBadReadingsAreBridgedTheFourthCarriesTheWeight) {
  StiffnessLoop loop(quick_cycle());
  start(loop);
  const auto blind = [](RobotState& state, double&) {
    state.q.setConstant(kNoTorque), state.qd.setConstant(kNoTorque);
  };
  for (int k = 0; k < 3; ++k) loop.cycle(blind);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
  loop.cycle();
  const std::string told = first_fault(loop, 4, blind);
  EXPECT_EQ(told.substr(0, 14), "invalid_state:") << told;
  // It says what it can do and what it cannot.
  EXPECT_EQ(told.find("holding"), std::string::npos) << told;
  EXPECT_NE(told.find("may coast and sink: support the arm"), std::string::npos) << told;
  for (int k = 0; k < 200; ++k) loop.cycle(blind);
  const JointVector gravity = loop.arm.gravity_torque(loop.record().q, {0, 0, -9.81});
  for (int i = 0; i < 4; ++i) EXPECT_LE(std::abs(loop.last_effort[i] - gravity[i]), 0.2 * std::abs(gravity[i]) + 1e-9);
}

TEST(TorqueFaults, AfterBlindnessTheReferenceIsWhereTheArmIs) {
  StiffnessLoop loop(quick_cycle());
  start(loop);
  for (int k = 0; k < 20; ++k) loop.cycle([](RobotState& state, double&) { state.q[1] = state.qd[1] = kNoTorque; });
  loop.cycle();
  EXPECT_LT(loop.record().position_error, 1e-12);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kFaulted);
  loop.cycles(1500);
  const Vector3 stood = loop.record().p_measured;
  loop.cycles(500);
  EXPECT_LT((loop.record().p_measured - stood).norm(), 1e-4);
  loop.controller.request(Request::kResetFault);
  loop.cycles(2000);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
  EXPECT_LT(loop.record().position_error, 0.03);
  EXPECT_LE(loop.worst_torque_rate, 200.0 * (1.0 + 1e-9));
}

TEST(TorqueFaults, AStaleStampHolds) {
  StiffnessLoop loop(quick_cycle());
  start(loop);
  const double stamp = loop.robot.read().joint_stamp;
  const std::string told = first_fault(loop, 100, [&](RobotState& state, double&) { state.joint_stamp = stamp; });
  EXPECT_EQ(told.substr(0, 12), "stale_state:") << told;
}

TEST(TorqueFaults, JointsThatFreezeWhileTheReferenceMovesAreStale) {
  VariableStiffnessParameters p = quick_cycle();
  p.supervisor.tracking = 0.05;
  StiffnessLoop loop(p);
  start(loop);
  const RobotState frozen = loop.robot.read();
  const std::string told = first_fault(loop, 1000, [&](RobotState& state, double&) {
    state.q = frozen.q;
    state.qd = frozen.qd;
  });
  EXPECT_TRUE(told.starts_with("stale_state:") || told.starts_with("tracking:")) << told;
}

TEST(TorqueFaults, RepeatedOverrunsHold) {
  StiffnessLoop loop(quick_cycle());
  start(loop);
  const std::string told = first_fault(loop, 10, [](RobotState&, double& period) { period = 0.05; });
  EXPECT_EQ(told.substr(0, 8), "overrun:") << told;
}

TEST(TorqueFaults, AToolForcedFarFromItsReferenceHoldsAndStartsAgainFromWhereItIs) {
  VariableStiffnessParameters p = quick_cycle();
  p.supervisor.tracking = 0.06;
  StiffnessLoop loop(p);
  start(loop);
  loop.robot.push_B.head<3>() = Vector3(0, 0, 6.0);
  const std::string told = first_fault(loop, 2000, [](RobotState&, double&) {});
  EXPECT_NE(told.find("m from its reference (allowed: 0.0600)"), std::string::npos) << told;
  loop.robot.push_B.setZero();
  loop.controller.request(Request::kResetFault);
  loop.cycles(2000);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
}

TEST(TorqueFaults, AnEstimatedForceAboveItsLimitHolds) {
  VariableStiffnessParameters p = quick_cycle();
  p.supervisor.overforce = 3.0;
  StiffnessLoop loop(p);
  start(loop);
  loop.robot.push_B.head<3>() = Vector3(4.0, 0, 0);
  const std::string told = first_fault(loop, 3000, [](RobotState&, double&) {});
  EXPECT_EQ(told.substr(0, 10), "overforce:") << told;
  EXPECT_NE(told.find("braked, holding until reset"), std::string::npos) << told << ": it gives way to nothing";
}

TEST(TorqueFaults, HoldingBrakesStandsAndGoesOn) {
  StiffnessLoop loop(quick_cycle());
  start(loop);
  loop.controller.request(Request::kHold);
  loop.cycles(800);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kHolding);
  EXPECT_EQ(loop.record().twist_reference, Vector6::Zero());
  const Vector3 stood = loop.record().p_measured;
  const Vector6 K = loop.record().stiffness;
  loop.cycles(1000);
  EXPECT_LT((loop.record().p_measured - stood).norm(), 1e-3);
  EXPECT_EQ(loop.record().stiffness, K);
  loop.controller.request(Request::kRun);
  loop.controller.request(Request::kTare);
  loop.cycles(2000);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
  EXPECT_LT(loop.record().position_error, 0.03);
  EXPECT_LE(loop.worst_torque_rate, 200.0 * (1.0 + 1e-9));
}

TEST(TorqueFaults, NothingThatComesInMakesATorqueThatIsNoNumber) {
  std::mt19937 random(11);
  std::uniform_int_distribution<int> pick(0, 13);
  StiffnessLoop loop(quick_cycle());
  start(loop);
  const auto spoil = [&](RobotState& state, double& period) {
    const double bad[] = {kNoTorque, INFINITY, -INFINITY, 1e300, -1e9};
    const double value = bad[pick(random) % 5];
    switch (pick(random)) {
      case 0:
        state.q[pick(random) % 4] = value;
        break;
      case 1:
        state.qd[pick(random) % 4] = value;
        break;
      case 2:
        state.effort[pick(random) % 4] = value;
        break;
      case 3:
        state.time = value;
        break;
      case 4:
        state.joint_stamp = value;
        break;
      case 5:
        period = value;
        break;
      case 6:
        state.q.resize(pick(random) % 5);
        state.q.setZero();
        break;
      case 7:
        state.effort.resize(0);
        break;
      case 8:
        loop.controller.request(Request::kResetFault);
        break;
      case 9:
        loop.controller.add_waypoint({{value, 0, 0}, true});
        break;
      default:
        break;
    }
  };
  for (int k = 0; k < test::scaled(20000); ++k) loop.cycle(spoil);
}

TEST(TorqueWaypoints, AFullQueueRefusesAndCounts) {
  StiffnessLoop loop(quick_cycle());
  start(loop);
  int taken = 0;
  for (int i = 0; i < 100; ++i) {
    taken += loop.controller.add_waypoint({{0.2, 0.03, 0.16}, false}) == WaypointAnswer::kTaken ? 1 : 0;
  }
  EXPECT_EQ(taken, 64);
  EXPECT_EQ(loop.controller.add_waypoint({{0.9, 0, 0}, false}), WaypointAnswer::kUnreachable);
  EXPECT_EQ(loop.controller.add_waypoint({{kNoTorque, 0, 0}, true}), WaypointAnswer::kNotFinite);
  loop.cycle();
  EXPECT_EQ(loop.record().waypoints_taken, 64);
  EXPECT_EQ(loop.record().waypoints_refused, 38);
  EXPECT_EQ(loop.record().waypoints_queued, 63);
  EXPECT_TRUE(loop.record().waypoints_active);
  loop.cycles(1000);
  EXPECT_LT((loop.record().p_reference - Vector3(0.2, 0.03, 0.16)).norm(), 1e-3);
}

// No torque lets an arm fall, and a torque for joints that nobody vouches for is worse.
TEST(InactiveTorqueController, CommandsNothing) {
  StiffnessLoop loop(quick_cycle());
  RobotState blind = loop.robot.read();
  blind.q[1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(loop.controller.activate(blind));
  EXPECT_TRUE(loop.controller.update(loop.robot.read(), loop.h).empty());
  start(loop);
  EXPECT_FALSE(loop.controller.activate(blind));
  const Command refused = loop.controller.update(loop.robot.read(), loop.h);
  EXPECT_TRUE(refused.empty() && refused.effort.size() == 0);
  ASSERT_TRUE(loop.activate());
  loop.cycles(5);
  loop.controller.deactivate();
  const Command left = loop.controller.update(loop.robot.read(), loop.h);
  EXPECT_TRUE(left.empty() && left.effort.size() == 0);
}

TEST(TorqueWaypoints, AreRefusedByAControllerThatIsNotActive) {
  StiffnessLoop loop(quick_cycle());
  const Waypoint aside{{0.0, 0.0, 0.03}, true};
  EXPECT_EQ(loop.controller.add_waypoint(aside), WaypointAnswer::kInactive);
  EXPECT_EQ(sentence(WaypointAnswer::kInactive), "waypoint refused: the controller is not active");
  start(loop);
  EXPECT_EQ(loop.record().waypoints_refused, 1);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(loop.controller.add_waypoint(aside), WaypointAnswer::kTaken);
  loop.controller.deactivate();
  EXPECT_EQ(loop.controller.add_waypoint(aside), WaypointAnswer::kInactive);
  ASSERT_TRUE(loop.activate());
  for (int k = 0; k < 1500; ++k) {
    loop.cycle();
    ASSERT_FALSE(loop.record().waypoints_active) << k;
    ASSERT_EQ(loop.record().waypoints_queued, 0) << k;
  }
}

TEST(TorqueWaypoints, OfBeforeAFaultAreForgottenWhenItIsReset) {
  StiffnessLoop loop(quick_cycle());
  start(loop);
  for (int i = 0; i < 5; ++i) loop.controller.add_waypoint({{0.0, 0.0, 0.03}, true});
  first_fault(loop, 10, [](RobotState&, double& period) { period = 0.05; });
  EXPECT_EQ(loop.controller.add_waypoint({{0.0, 0.0, 0.02}, true}), WaypointAnswer::kTaken);
  loop.controller.request(Request::kResetFault);
  for (int k = 0; k < 1500; ++k) {
    loop.cycle();
    ASSERT_FALSE(loop.record().waypoints_active) << k;
  }
  EXPECT_EQ(loop.record().waypoints_queued, 0);
}

TEST(TorqueWaypoints, ARelativeOneOutOfReachIsRefusedWhenItsTurnComes) {
  StiffnessLoop loop(quick_cycle());
  start(loop);
  EXPECT_EQ(loop.controller.add_waypoint({{0.5, 0, 0}, true}), WaypointAnswer::kTaken);
  loop.cycles(2);
  EXPECT_EQ(loop.record().waypoints_refused, 1);
  EXPECT_FALSE(loop.record().waypoints_active);
}

TEST(TorqueCycle, AllocatesNothingLocksNothingAndCallsNoSystem) {
  if (!test::traps_supported()) GTEST_SKIP() << test::why_no_traps();
  StiffnessLoop loop(quick_cycle());
  VariableStiffnessParameters other = quick_cycle();
  other.stiffness.stiffness_x.assign(500, 80.0);
  other.path.use_joint_space_trajectory = true;
  other.waypoints.policy = WaypointPolicy::kLatest;
  ASSERT_TRUE(loop.activate());
  Command command;
  for (int k = 0; k < 4000; ++k) {
    if (k == 500 || k == 2500) loop.controller.set_parameters(k == 500 ? other : quick_cycle());
    if (k == 800) loop.controller.request(Request::kHold);
    if (k == 900) loop.controller.request(Request::kRun);
    if (k == 1650) loop.controller.request(Request::kResetFault);
    if (k % 50 == 0) loop.controller.add_waypoint({{k % 100 == 0 ? 0.03 : 0.3, 0.02, 0.0}, true});
    loop.robot.step(0.002);
    RobotState state = loop.robot.read();
    if (k >= 1600 && k < 1640) state.q[2] = kNoTorque;
    const test::TrapCounts counts = test::count_traps([&] { command = loop.controller.update(state, 0.002); });
    ASSERT_EQ(counts.total(), 0U) << "cycle " << k << ": " << counts.describe();
    loop.robot.write(command);
    StiffnessTelemetry record;
    if (k % 3 == 0) loop.controller.take_telemetry(record);
  }
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
}

}  // namespace
}  // namespace limber
