// Pauses, slow robots and replaced trajectories: the command never jumps, and ended motions do not continue.
#include "runaway.hpp"

namespace limber {
namespace {

using test::free_ur;
using test::set_push;
using test::swinging;
using test::TrajectoryLoop;
using test::WatchedLoop;

// Paused for some cycles in motion, with a robot that stands meanwhile and with one that does not.
TEST(Pause, OfAnyLengthInMotionNeverMakesTheCommandJump) {
  for (const bool robot_stands : {true, false}) {
    for (const int pause : {1, 2, 3, 10, 50, 200, 1500}) {
      WatchedLoop loop(test::compliant_ur(0.0));
      loop.activate();
      set_push(loop.robot, 30.0 * Vector6::Unit(1));
      loop.cycles(300);
      EXPECT_GT(loop.record().twist_command.head<3>().norm(), 0.3);
      for (int k = 0; k < pause; ++k) {
        loop.robot.stands = robot_stands;
        loop.cycle([](RobotState& state, double&) { state.speed_scaling = 0.0; });
      }
      loop.robot.stands = false;
      set_push(loop.robot, Vector6::Zero());
      loop.cycles(1500);
      EXPECT_LE(loop.worst_step, 1.0 + 1e-6) << pause << " cycles, robot stands: " << robot_stands;
      EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
      EXPECT_LT(loop.last_qd.norm(), 1e-6) << "it comes to rest";
    }
  }
}

TEST(Pause, LeavesNoOffsetBehindAReferenceThatNobodyPushedAway) {
  for (const int pause : {1, 20, 300}) {
    WatchedLoop loop(free_ur());
    loop.activate();
    const JointVector start = loop.robot.read().q;
    double t = 0.0;
    JointVector q = start;
    const auto cycle = [&](double scaling) {
      t += scaling * loop.h;
      q = swinging(start, std::min(t, M_PI / 0.8));
      loop.controller.set_joint_reference(q);
      loop.robot.stands = scaling == 0.0;
      loop.cycle([&](RobotState& state, double&) { state.speed_scaling = scaling; });
    };
    for (int k = 0; k < 800; ++k) cycle(1.0);
    for (int k = 0; k < pause; ++k) cycle(0.0);
    for (int k = 0; k < 4000; ++k) cycle(1.0);
    EXPECT_LT((loop.last_q - q).cwiseAbs().maxCoeff(), 1e-6) << pause;
    EXPECT_LE(loop.worst_step, 1.0 + 1e-6);
  }
}

// Leans on its spring with 20 N: (20 - 1) / K off, the deadband is 1 N. With the softest, that is farther than a new
// target may be.
TEST(Pause, OfARobotThatStandsUnderLoadOwesNothingAfterwards) {
  for (const double stiffness : {100.0, 300.0, 1000.0}) {
    for (const int pause : {1, 5, 500}) {
      AdmittanceParameters p = test::compliant_ur(stiffness);
      p.supervisor.stiffness_ramp_time = 2.0;
      WatchedLoop loop(p);
      loop.activate();
      loop.cycles(1200);
      const double home = loop.robot.tool().p.z();
      set_push(loop.robot, -20.0 * Vector6::Unit(2));
      loop.cycles(5000);
      const double loaded = loop.robot.tool().p.z();
      ASSERT_NEAR(loaded - home, -19.0 / stiffness, 1e-4);
      loop.robot.stands = true;
      for (int k = 0; k < pause; ++k) loop.cycle([](RobotState& state, double&) { state.speed_scaling = 0.0; });
      loop.robot.stands = false;
      for (int k = 0; k < 2000; ++k) {
        loop.cycle();
        ASSERT_NEAR(loop.robot.tool().p.z(), loaded, 1e-4) << stiffness << " N/m, " << pause << " cycles, " << k;
      }
      EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
    }
  }
}

TEST(Pause, InWhichTheRobotWasMovedEngagesStiffnessAnew) {
  AdmittanceParameters p = test::compliant_ur(300.0);
  p.supervisor.stiffness_ramp_time = 2.0;
  WatchedLoop loop(p);
  loop.activate();
  loop.cycles(1500);
  loop.robot.stands = true;
  for (int k = 0; k < 200; ++k) {
    loop.robot.state().q[0] += 1e-4;
    loop.cycle([](RobotState& state, double&) { state.speed_scaling = 0.0; });
  }
  loop.robot.stands = false;
  loop.cycle();
  EXPECT_LT(loop.record().stiffness[1], 1.0);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kStarting);
  loop.cycles(1500);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
  EXPECT_LE(loop.worst_step, 1.0 + 1e-6);
}

TEST(Pause, DuringTheStiffnessRampLetsItGoOn) {
  AdmittanceParameters p = test::compliant_ur(300.0);
  p.supervisor.stiffness_ramp_time = 2.0;
  WatchedLoop loop(p);
  loop.activate();
  loop.cycles(500);
  const double stiffness = loop.record().stiffness[1];
  ASSERT_NEAR(stiffness, 150.0, 1.0);
  loop.robot.stands = true;
  for (int k = 0; k < 200; ++k) loop.cycle([](RobotState& state, double&) { state.speed_scaling = 0.0; });
  loop.robot.stands = false;
  loop.cycles(10);
  EXPECT_GT(loop.record().stiffness[1], stiffness);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kStarting);
  loop.cycles(500);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
}

std::vector<CompliantPoint> straight_on(const Pose& from, const Vector3& way, double seconds) {
  std::vector<CompliantPoint> points(2);
  points[0].time_from_start = 0.1;
  points[1].time_from_start = 0.1 + seconds;
  points[0].X_BR = points[1].X_BR = from;
  points[1].X_BR.p += way;
  return points;
}

// Presses with 20 N on its spring, by a trajectory or by a stream that goes on in the pause.
TEST(Pause, OfARobotThatPressesLetsItPressOn) {
  for (const bool by_trajectory : {true, false}) {
    for (const int pause : {1, 5, 500}) {
      TrajectoryLoop loop(test::compliant_ur(300.0));
      loop.activate();
      loop.cycles(200);
      const Vector6 down = -20.0 * Vector6::Unit(2);
      auto points = straight_on(loop.robot.tool(), Vector3::Zero(), 1.0);
      for (CompliantPoint& point : points) point.wrench = down;
      if (by_trajectory) loop.controller.set_trajectory(points);
      const auto cycle = [&](double scaling) {
        if (!by_trajectory) loop.controller.set_control_wrench(down);
        loop.robot.stands = scaling == 0.0;
        loop.cycle([&](RobotState& state, double&) { state.speed_scaling = scaling; });
      };
      for (int k = 0; k < 3000; ++k) cycle(1.0);
      const double pressed = loop.robot.tool().p.z();
      for (int k = 0; k < pause; ++k) cycle(0.0);
      for (int k = 0; k < 1000; ++k) {
        cycle(1.0);
        ASSERT_NEAR(loop.robot.tool().p.z(), pressed, 1e-4) << by_trajectory << " " << pause << " " << k;
      }
    }
  }
}

TEST(Pause, InWhichAControlWrenchFellSilentEndsItAfterwards) {
  WatchedLoop loop(test::compliant_ur(300.0));
  loop.activate();
  loop.cycles(200);
  for (int k = 0; k < 1500; ++k) {
    loop.controller.set_control_wrench(-10.0 * Vector6::Unit(2));
    loop.cycle();
  }
  ASSERT_NEAR(loop.record().wrench_control[2], -10.0, 0.1);
  loop.robot.stands = true;
  for (int k = 0; k < 500; ++k) loop.cycle([](RobotState& state, double&) { state.speed_scaling = 0.0; });
  loop.robot.stands = false;
  loop.cycles(100);  // control_wrench.ramp
  EXPECT_GT(loop.record().wrench_control[2], -0.6);
  EXPECT_LE(loop.worst_step, 1.0 + 1e-6);
}

TEST(FaultInAPause, AbandonsTheTrajectoryForGood) {
  TrajectoryLoop loop(test::compliant_ur(300.0));
  loop.activate();
  loop.cycles(200);
  loop.controller.set_trajectory(straight_on(loop.robot.tool(), {0, 0.2, 0}, 4.0));
  loop.cycles(500);
  const auto paused = [](RobotState& state, double&) { state.speed_scaling = 0.0; };
  for (int k = 0; k < 100; ++k) loop.cycle(paused);
  for (int k = 0; k < 10; ++k) {
    loop.cycle([&](RobotState& state, double& period) {
      paused(state, period);
      state.F_S_S[1] = std::nan("");
    });
  }
  ASSERT_EQ(loop.controller.state(), SupervisorState::kFaulted);
  for (int k = 0; k < 50; ++k) loop.cycle(paused);
  loop.controller.request(Request::kResetFault);
  for (int k = 0; k < 100; ++k) loop.cycle(paused);
  const JointVector stood = loop.last_q;
  loop.cycles(3000);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
  EXPECT_LT((loop.last_q - stood).cwiseAbs().maxCoeff(), 1e-6);
}

TEST(ReplacedTrajectory, KeepsTheReferencesVelocityAtAnySpeedScaling) {
  for (const double scaling : {1.0, 0.5, 0.25, 0.05}) {
    TrajectoryLoop loop(test::compliant_ur(300.0));
    loop.activate();
    const auto slowed = [&](RobotState& state, double&) { state.speed_scaling = scaling; };
    loop.cycle(slowed);
    Vector3 p = loop.record().p_reference, v = Vector3::Zero();
    double hardest = 0.0;
    for (int k = 0; k < 3000; ++k) {
      if (k == 200 || k == 1500) {
        auto points = straight_on({loop.record().orientation_reference.toRotationMatrix(), loop.record().p_reference},
                                  k == 200 ? Vector3(0.2, 0, 0) : Vector3(0, -0.1, 0), 4.0);
        // The second begins with time to be led to, so that its beginning is met in motion.
        if (k == 1500) points[0].time_from_start = 3.0, points[1].time_from_start = 6.0;
        loop.controller.set_trajectory(points);
      }
      loop.cycle(slowed);
      const Vector3 now = (loop.record().p_reference - p) / loop.h;
      hardest = std::max(hardest, (now - v).norm() / loop.h);
      p = loop.record().p_reference;
      v = now;
    }
    EXPECT_LT(hardest, 2.0) << scaling;
    EXPECT_GT((p - loop.arm.pose(test::ready_posture(loop.arm), loop.arm.tip()).p).norm(), 0.02 * scaling);
  }
}

TEST(ReplacedTrajectory, TakesItsWrenchAway) {
  TrajectoryLoop loop(test::compliant_ur(300.0));
  loop.activate();
  loop.cycles(200);
  auto points = straight_on(loop.robot.tool(), Vector3(0, 0.02, 0), 2.0);
  for (CompliantPoint& point : points) point.wrench = -8.0 * Vector6::Unit(2);
  loop.controller.set_trajectory(points);
  loop.cycles(700);
  ASSERT_NEAR(loop.record().wrench_control[2], -8.0, 0.1);
  loop.controller.set_trajectory(straight_on(loop.robot.tool(), Vector3(0, 0.02, 0), 2.0));
  // control_wrench.ramp is 0.2 s, and three time constants long.
  loop.cycles(100);
  EXPECT_GT(loop.record().wrench_control[2], -0.5);
}

}  // namespace
}  // namespace limber
