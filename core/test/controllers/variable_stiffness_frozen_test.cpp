// Controller C with frozen joint readings: it detects them before the arm has moved far, holds the arm with the
// readings that are still valid, and nothing jumps when they return.
#include <cmath>
#include <limits>

#include "stiffness_loop.hpp"
#include "support/documents_parameters.hpp"

namespace limber {
namespace {

using test::documents_parameters;
using test::quick_cycle;
using test::StiffnessLoop;

constexpr double kStale = 0.1;                                      // s, the default stale_timeout
constexpr double kFrozenCycle = 0.002;                              // s
constexpr double kXm430Position = 2.0 * 3.14159265358979 / 4096.0;  // rad
constexpr double kXm430Velocity = 0.0239691227;                     // rad/s, 0.229 rpm

// Readings as they were, with stamps as if they were new.
struct Freezer {
  RobotState last;
  void operator()(RobotState& state, double&) const {
    state.q = last.q;
    state.qd = last.qd;
  }
};

struct Found {
  double after = std::numeric_limits<double>::infinity();  // s from the freeze to the fault
  double wandered = 0.0;                                   // m of the tool until then
  double fastest = 0.0;                                    // rad/s of a joint until then
  Fault fault;
};

Found freeze_until_found(StiffnessLoop& loop, double seconds) {
  const Freezer frozen{loop.robot.read()};
  const Vector3 p0 = loop.robot.tool(loop.arm.tip()).p;
  Found found;
  for (int k = 1; k <= std::lround(seconds / kFrozenCycle); ++k) {
    loop.cycle(frozen);
    found.wandered = std::max(found.wandered, (loop.robot.tool(loop.arm.tip()).p - p0).norm());
    found.fastest = std::max(found.fastest, loop.robot.read().qd.cwiseAbs().maxCoeff());
    Event event;
    while (loop.controller.take_event(event)) {
      if (event.kind != Event::Kind::kFault) continue;
      found.after = k * kFrozenCycle;
      found.fault = event.fault;
    }
    if (found.fault) break;
  }
  return found;
}

void run_for(StiffnessLoop& loop, double seconds) {
  loop.cycles(static_cast<int>(std::lround(seconds / kFrozenCycle)));
  loop.sentences();
}

// The path of the documents: 0.16 m in 10 s, 2 s of waiting.
TEST(FrozenJoints, OfAMovingArmAreFoundWithinTheTimeoutAndAFewCycles) {
  for (const double moment : {6.5, 8.0, 10.0, 13.0, 19.0, 22.0}) {
    StiffnessLoop loop(documents_parameters());
    ASSERT_TRUE(loop.activate());
    run_for(loop, moment);
    ASSERT_GT(loop.robot.read().qd.cwiseAbs().maxCoeff(), 0.05) << moment;
    const Found found = freeze_until_found(loop, 20.0);
    EXPECT_EQ(found.fault.code, FaultCode::kStaleState) << moment;
    EXPECT_LE(found.after, kStale + 5 * kFrozenCycle) << moment;
    // In the time that it could not know, at twice the speed it had (25 mm/s).
    EXPECT_LT(found.wandered, 2 * 0.026 * found.after) << moment;
  }
}

// Nothing is wrong with an arm that stands, until it is asked to be elsewhere: here 30 mm, which 0.16 m in 10 s on a
// cosine take 2.8 s to ask.
TEST(FrozenJoints, OfAStandingArmAreFoundWhenItIsAskedToMove) {
  const double until_asked = 10.0 / 3.14159265358979 * std::acos(1.0 - 2.0 * 0.03 / 0.16);
  for (const double moment : {5.0, 15.9, 16.5, 28.0}) {
    const double waits = moment < 6.0 ? 0.0 : moment < 20.0 ? 17.0 - moment : 29.0 - moment;
    StiffnessLoop loop(documents_parameters());
    ASSERT_TRUE(loop.activate());
    run_for(loop, moment);
    const Found found = freeze_until_found(loop, 20.0);
    EXPECT_EQ(found.fault.code, FaultCode::kStaleState) << moment;
    EXPECT_LE(found.after, waits + until_asked + 5 * kFrozenCycle) << moment;
    std::printf("frozen at %.1f s: found after %.3f s\n", moment, found.after);
  }
}

TEST(FrozenJoints, ForASecondDoNotEndInAJump) {
  for (const double moment : {5.2, 8.0, 16.9, 19.0}) {
    StiffnessLoop loop(documents_parameters());
    ASSERT_TRUE(loop.activate());
    run_for(loop, moment);
    const Freezer frozen{loop.robot.read()};
    for (int k = 0; k < 600; ++k) loop.cycle(frozen);
    const bool noticed = loop.controller.state() == SupervisorState::kFaulted;
    const JointVector q = loop.robot.read().q;
    const Vector3 p_reference = loop.record().p_reference;
    loop.cycle();
    if (noticed) {
      EXPECT_LT(loop.record().position_error, 1e-12) << moment;
    } else {
      EXPECT_LT((loop.record().p_reference - p_reference).norm(), 1e-4) << moment;
    }
    double jump = 0.0;
    for (int k = 0; k < 1000; ++k) {
      loop.cycle();
      jump = std::max(jump, (loop.robot.read().q - q).cwiseAbs().maxCoeff());
    }
    EXPECT_LT(jump, 0.2) << moment;
    EXPECT_LE(loop.worst_torque_rate, 200.0 * (1.0 + 1e-9)) << moment;
    loop.controller.request(Request::kResetFault);
    run_for(loop, 4.0);
    EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning) << moment;
    EXPECT_LT(loop.record().position_error, 0.01) << moment;
  }
}

// One of the two goes on as it was while the other lives. Until it is found the arm goes where dead readings lead it.
struct HalfDead {
  StiffnessLoop loop{documents_parameters()};
  double after = std::numeric_limits<double>::infinity();  // s
  double turned = 0.0;                                     // rad of a joint until then
  RobotState last;
  bool positions;

  HalfDead(double moment, bool dead_positions) : positions(dead_positions) {
    EXPECT_TRUE(loop.activate());
    run_for(loop, moment);
    last = loop.robot.read();
    for (int k = 1; k <= 5000 && loop.controller.state() != SupervisorState::kFaulted; ++k) {
      cycle();
      after = k * kFrozenCycle;
      turned = std::max(turned, (loop.robot.read().q - last.q).cwiseAbs().maxCoeff());
    }
  }
  void cycle() {
    loop.cycle([&](RobotState& state, double&) {
      if (positions) state.q = last.q;
      if (!positions) state.qd = last.qd;
    });
  }
};

TEST(FrozenPositions, WithLiveVelocitiesAreFoundBeforeTheArmHasGoneFar) {
  for (const double moment : {6.5, 8.0, 10.0, 13.0, 16.5, 19.0, 22.0}) {
    HalfDead arm(moment, true);
    EXPECT_EQ(arm.loop.record().fault, FaultCode::kStaleState) << moment;
    EXPECT_LT(arm.turned, 0.3) << moment;
    std::printf("positions frozen at %.1f s: found after %.3f s and %.3f rad\n", moment, arm.after, arm.turned);
    for (int k = 0; k < 500; ++k) {
      if (k % 100 == 99) arm.loop.controller.request(Request::kResetFault);
      arm.cycle();
      // Velocities that live damp it.
      ASSERT_LT(arm.loop.robot.read().qd.cwiseAbs().maxCoeff(), 1.0) << moment;
    }
    EXPECT_EQ(arm.loop.controller.state(), SupervisorState::kFaulted) << moment;
    arm.loop.cycles(10);
    arm.loop.controller.request(Request::kResetFault);
    run_for(arm.loop, 4.0);
    EXPECT_EQ(arm.loop.controller.state(), SupervisorState::kRunning) << moment;
  }
}

TEST(FrozenVelocities, ThatLivePositionsContradictAreFound) {
  for (const double moment : {6.5, 8.0, 10.0, 13.0, 16.5, 19.0, 22.0}) {
    HalfDead arm(moment, false);
    EXPECT_EQ(arm.loop.record().fault, FaultCode::kStaleState) << moment;
    EXPECT_LT(arm.turned, 1.0) << moment;
    std::printf("velocities frozen at %.1f s: found after %.3f s and %.3f rad\n", moment, arm.after, arm.turned);
    for (int k = 0; k < 500; ++k) arm.cycle();
    EXPECT_EQ(arm.loop.controller.state(), SupervisorState::kFaulted) << moment;
  }
}

// An encoder with steps says the same again and again.
TEST(FrozenJoints, AreNotSeenInACoarseEncoder) {
  const auto coarse = [](RobotState& state, double&) {
    for (double& q : state.q) q = kXm430Position * std::round(q / kXm430Position);
    for (double& qd : state.qd) qd = kXm430Velocity * std::round(qd / kXm430Velocity);
  };
  StiffnessLoop loop(documents_parameters());
  ASSERT_TRUE(loop.activate());
  for (int k = 0; k < 15000; ++k) {  // home, forward, wait, back
    loop.cycle(coarse);
    ASSERT_NE(loop.controller.state(), SupervisorState::kFaulted) << k << ": " << loop.sentences().back();
  }
  loop.controller.request(Request::kHold);
  for (int k = 0; k < 5000; ++k) loop.cycle(coarse);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kHolding);
}

// A held arm that stands as only an ideal one can: the same readings for a minute, and nothing was asked.
TEST(FrozenJoints, AreNotSeenInAnArmThatIsHeldAndStands) {
  StiffnessLoop loop(documents_parameters());
  ASSERT_TRUE(loop.activate());
  run_for(loop, 16.0);
  loop.controller.request(Request::kHold);
  run_for(loop, 5.0);
  RobotState state = loop.robot.read();
  state.qd.setZero();
  for (int k = 0; k < 30000; ++k) {
    state.joint_stamp = state.time += kFrozenCycle;
    loop.controller.update(state, kFrozenCycle);
  }
  EXPECT_EQ(loop.controller.state(), SupervisorState::kHolding);
}

TEST(FrozenJoints, AreFoundWhereTheirStampIsInTheFuture) {
  StiffnessLoop loop(documents_parameters());
  ASSERT_TRUE(loop.activate());
  run_for(loop, 8.0);
  const Freezer frozen{loop.robot.read()};
  for (int k = 0; k < 60; ++k) {
    loop.cycle([&](RobotState& state, double& period) {
      frozen(state, period);
      state.joint_stamp += 0.09;
    });
  }
  EXPECT_EQ(loop.controller.state(), SupervisorState::kFaulted);
}

TEST(FrozenJoints, AreFoundWhereTheClockStandsToo) {
  StiffnessLoop loop(documents_parameters());
  ASSERT_TRUE(loop.activate());
  run_for(loop, 8.0);
  const RobotState last = loop.robot.read();
  for (int k = 0; k < 60; ++k) loop.cycle([&](RobotState& state, double&) { state = last; });
  EXPECT_EQ(loop.controller.state(), SupervisorState::kFaulted);
}

TEST(TorqueFaults, AStampFromTheFutureHoldsAndSaysSoByItsSign) {
  for (const double ahead : {0.05, 0.15, 1e9}) {
    StiffnessLoop loop(quick_cycle());
    ASSERT_TRUE(loop.activate());
    run_for(loop, 2.6);
    for (int k = 0; k < 4; ++k) {  // three are forgiven
      EXPECT_NE(loop.controller.state(), SupervisorState::kFaulted);
      loop.cycle([&](RobotState& state, double&) { state.joint_stamp += ahead; });
    }
    const bool fault = loop.controller.state() == SupervisorState::kFaulted;
    EXPECT_EQ(fault, ahead > kStale);
    Event event;
    while (loop.controller.take_event(event)) {
      if (event.kind != Event::Kind::kFault) continue;
      EXPECT_EQ(event.fault.code, FaultCode::kStaleState);
      EXPECT_NEAR(event.fault.value, -ahead, 1e-6 * ahead);
    }
  }
}

// Nobody sees where the arm goes: it goes nowhere, and no waypoint is spent on it.
TEST(BlindArm, IsNotLedByResets) {
  StiffnessLoop loop(documents_parameters());
  ASSERT_TRUE(loop.activate());
  run_for(loop, 8.0);
  const auto blind = [](RobotState& state, double&) { state.q.setConstant(std::numeric_limits<double>::quiet_NaN()); };
  for (int k = 0; k < 200; ++k) loop.cycle(blind);
  const Vector3 stood = loop.record().p_reference;
  for (int k = 0; k < 500; ++k) {
    loop.controller.request(Request::kResetFault);
    loop.cycle(blind);
  }
  EXPECT_EQ(loop.record().p_reference, stood);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kFaulted);
}

}  // namespace
}  // namespace limber
