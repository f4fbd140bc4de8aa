// Controller C while its robot is paused: the reference brakes along its path and stands, the arm is held, and
// everything continues from there.
#include <limits>

#include "paced_loop.hpp"

namespace limber {
namespace {

using test::kBraking;
using test::kPathWay;
using test::PacedLoop;
using test::quick_cycle;
using test::ReferenceWatch;

// In motion, for as long as it may be; the arm must not fall, nor be led anywhere.
TEST(TorquePause, BrakesStandsHoldsTheArmAndGoesOnFromThere) {
  for (const double pause : {0.002, 0.1, 0.4, 5.0}) {
    PacedLoop loop(quick_cycle());
    test::start_move(loop);
    ReferenceWatch watch;
    loop.pace = 0.0;
    loop.run(pause, &watch);
    EXPECT_EQ(loop.controller.state(), SupervisorState::kHolding);
    EXPECT_EQ(loop.told(), "the robot is paused: holding until it goes on\n");
    const Vector3 stood = loop.record().p_reference;
    if (pause > kBraking) {
      EXPECT_EQ(loop.record().twist_reference.norm(), 0.0);
      const Vector6 stiffness = loop.record().stiffness;
      loop.run(1.0, &watch);
      EXPECT_EQ(loop.record().p_reference, stood);
      EXPECT_EQ(loop.record().stiffness, stiffness);
      EXPECT_GT(stiffness.head<3>().minCoeff(), 15.0);
      EXPECT_LT(loop.record().position_error, 0.005) << "it fell";
    }
    loop.pace = 1.0;
    loop.run(loop.h, &watch);
    EXPECT_LT((loop.record().p_reference - stood).norm(), 1e-3);
    EXPECT_NE(loop.told().find("the robot goes on"), std::string::npos);
    loop.run(3.0, &watch);
    EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
    EXPECT_LT(watch.hardest, test::hardest_allowed(kPathWay, 2.0)) << pause;
    EXPECT_LT(watch.worst_mismatch, 1e-3) << pause;
    EXPECT_LT(loop.worst_error, 0.03) << pause;
    EXPECT_NEAR(watch.fastest, 0.5 * std::numbers::pi * kPathWay / 2.0, 1e-4) << "the rest of the way";
  }
}

// A robot that brakes its joints in a pause says the same all the time.
TEST(TorquePause, OfARobotThatStandsIsNoDeadReading) {
  PacedLoop loop(quick_cycle());
  test::start_move(loop);
  const RobotState stands = loop.robot.read();
  loop.pace = 0.0;
  for (int k = 0; k < 1000; ++k) {
    loop.robot.state().q = stands.q;
    loop.robot.state().qd.setZero();
    loop.run(loop.h);
  }
  EXPECT_EQ(loop.controller.state(), SupervisorState::kHolding);
  loop.pace = 1.0;
  loop.run(4.0);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
}

TEST(TorquePause, WhoHoldsInItStaysHeldAndCannotRunBeforeTheRobot) {
  PacedLoop loop(quick_cycle());
  test::start_move(loop);
  loop.pace = 0.0;
  loop.run(0.2);
  loop.controller.request(Request::kRun);
  loop.run(0.2);
  EXPECT_NE(loop.told().find("run not needed: the robot is paused"), std::string::npos);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kHolding);
  loop.controller.request(Request::kHold);
  loop.run(0.2);
  loop.pace = 1.0;
  const Vector3 stood = loop.record().p_reference;
  loop.run(1.0);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kHolding);
  EXPECT_EQ(loop.record().p_reference, stood);
  loop.controller.request(Request::kRun);
  loop.run(0.5);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
}

// Half way through its braking somebody asks for a hold: it stands when it would have.
TEST(TorquePause, AHoldWhileItBrakesMakesItNoLonger) {
  PacedLoop loop(quick_cycle());
  test::start_move(loop);
  ReferenceWatch watch;
  loop.pace = 0.0;
  loop.run(0.5 * kBraking, &watch);
  EXPECT_GT(loop.record().twist_reference.norm(), 0.01);
  loop.controller.request(Request::kHold);
  loop.run(0.5 * kBraking + 2.0 * loop.h, &watch);
  EXPECT_EQ(loop.record().twist_reference.norm(), 0.0);
  EXPECT_LT(watch.hardest, 2.0 * test::hardest_allowed(kPathWay, 2.0));
}

TEST(TorquePause, AFaultInItDropsTheWaypoints) {
  PacedLoop loop(quick_cycle());
  test::start_move(loop);
  for (int i = 0; i < 3; ++i)
    ASSERT_EQ(loop.controller.add_waypoint({{0.2, 0.0, 0.16}, false}), WaypointAnswer::kTaken);
  loop.run(0.1);
  ASSERT_TRUE(loop.record().waypoints_active);
  loop.pace = 0.0;
  loop.run(0.5);
  EXPECT_EQ(loop.record().waypoints_queued, 2) << "a pause keeps them";
  for (int k = 0; k < 10; ++k) {
    loop.cycle([](RobotState& state, double&) {
      state.speed_scaling = 0.0;
      state.q[1] = std::numeric_limits<double>::quiet_NaN();
    });
  }
  ASSERT_EQ(loop.controller.state(), SupervisorState::kFaulted);
  loop.run(0.5);
  loop.pace = 1.0;
  loop.run(0.2);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kFaulted) << "a fault waits for its reset";
  loop.pace = 0.0;
  loop.controller.request(Request::kResetFault);
  loop.run(0.2);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kHolding);
  loop.pace = 1.0;
  loop.run(1.5);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
  EXPECT_EQ(loop.record().waypoints_queued, 0);
  EXPECT_FALSE(loop.record().waypoints_active);
}

// Its joints can be trusted all along; nothing but the fault stops it.
TEST(TorquePause, AFaultInItWaitsForItsResetWhenTheRobotGoesOn) {
  PacedLoop loop(quick_cycle());
  test::start_move(loop);
  loop.pace = 0.0;
  loop.run(0.1);
  for (int k = 0; k < 20; ++k) {
    loop.cycle([](RobotState& state, double& period) {
      state.speed_scaling = 0.0;
      period = 1.0;
    });
  }
  ASSERT_EQ(loop.controller.state(), SupervisorState::kFaulted);
  loop.told();
  loop.controller.request(Request::kRun);
  loop.run(0.5);
  EXPECT_EQ(loop.told(), "request not possible while faulted; reset the fault first (reset_fault)\n");
  const Vector3 stood = loop.record().p_reference;
  loop.pace = 1.0;
  loop.run(0.5);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kFaulted);
  EXPECT_EQ(loop.record().p_reference, stood);
  EXPECT_EQ(loop.told(), "");
}

// Somebody resets the fault in the very cycle in which the readings are good again, with the robot running or paused.
TEST(TorquePause, AResetInTheCycleInWhichReadingsComeBackGoesOnWithTheRobot) {
  for (const bool velocities : {true, false}) {
    for (const double pace : {1.0, 0.0}) {
      PacedLoop loop(quick_cycle());
      test::start_move(loop);
      for (int k = 0; k < 100; ++k) {
        loop.cycle([&](RobotState& state, double&) {
          state.q.setConstant(std::numeric_limits<double>::quiet_NaN());
          if (!velocities) state.qd = state.q;
        });
      }
      ASSERT_EQ(loop.controller.state(), SupervisorState::kFaulted);
      loop.controller.request(Request::kResetFault);
      loop.pace = pace;
      loop.run(0.5);
      loop.pace = 1.0;
      loop.run(5.0);
      EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
      const Vector3 p = loop.record().p_reference;
      loop.run(1.0);
      EXPECT_GT((loop.record().p_reference - p).norm(), 0.01) << "it stands for ever: " << velocities << " " << pace;
    }
  }
}

TEST(TorquePause, AtActivationWaitsForTheRobot) {
  PacedLoop loop(quick_cycle());
  loop.pace = 0.0;
  ASSERT_TRUE(loop.activate());
  loop.run(2.0);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kHolding);
  const Vector3 stood = loop.record().p_reference;
  loop.run(2.0);
  EXPECT_EQ(loop.record().p_reference, stood);
  EXPECT_EQ(loop.record().phase, CyclePhase::kHoming);
  loop.pace = 1.0;
  loop.run(2.5);
  EXPECT_EQ(loop.record().phase, CyclePhase::kMoveForward);
}

}  // namespace
}  // namespace limber
