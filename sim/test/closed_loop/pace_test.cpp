// A robot that is slower than commanded, or stands, like a UR with its speed slider or in a pause: the arm slows down
// or holds, nothing winds up, and it continues from where it stands without a bump.
#include <gtest/gtest.h>

#include <vector>

#include "arms.hpp"
#include "limber/telemetry.hpp"
#include "math/so3.hpp"
#include "safety/motion_limits.hpp"
#include "simulated_loop.hpp"

namespace limber::sim {
namespace {

const LoopShape kShape{.damping = 60.0, .stiffness = 200.0};

AdmittanceParameters springy(const Arm& arm) {
  AdmittanceParameters p = parameters_for(arm, kShape);
  p.frame_id = "base_link";
  p.supervisor.stiffness_ramp_time = 0.2;
  return p;
}

// In the base.
Vector6 push(double newtons) { return newtons * Vector6::Unit(1); }

// How the commands went since the last look.
struct Commands {
  double acceleration = 0.0;  // of any joint, as a share of its limit
  double speed = 0.0;         // m/s, of C
  double gap = 0.0;           // rad, of a measured joint to its command
};

template <typename Loop>
Commands watch(Loop& loop, const JointBounds& bounds, double seconds) {
  Commands seen;
  JointVector before = loop.controller.telemetry().qd_command;
  loop.run(seconds, [&] {
    const Telemetry& t = loop.controller.telemetry();
    if (before.size() == t.qd_command.size()) {
      const JointVector share = ((t.qd_command - before) / loop.period()).cwiseQuotient(bounds.acceleration);
      seen.acceleration = std::max(seen.acceleration, share.cwiseAbs().maxCoeff());
    }
    seen.speed = std::max(seen.speed, t.twist_command.head<3>().norm());
    seen.gap = std::max(seen.gap, (t.q_command - t.q).cwiseAbs().maxCoeff());
    before = t.qd_command;
  });
  return seen;
}

TEST(Pace, ASlowRobotIsLedSlowlyAndKeepsUp) {
  const Arm arm = load_arm("ur5e");
  AdmittanceParameters p = springy(arm);
  p.compliance.stiffness.setZero();
  p.limits.max_linear_velocity = 0.25;
  const JointBounds bounds = joint_bounds(arm, p.limits);
  for (const double pace : {1.0, 0.5, 0.1, 0.01}) {
    SimulatedLoop loop(arm, home(arm), p, simulation_for(arm, kShape));
    loop.robot.set_speed_scaling(pace);
    loop.run(0.5);
    loop.robot.set_push(push(40.0));
    const Commands seen = watch(loop, bounds, 1.0);
    EXPECT_NEAR(seen.speed, pace * 0.25, 1e-3 * pace) << pace;
    EXPECT_LT(seen.gap, 0.05) << pace;
    EXPECT_LE(seen.acceleration, 1.0 + 1e-9) << pace;
    loop.robot.set_push(push(0.0));
    loop.run(1.0);
    EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning) << pace;
  }
}

TEST(Pace, ASliderPulledInMotionBrakesWithinTheLimits) {
  const Arm arm = load_arm("ur5e");
  AdmittanceParameters p = springy(arm);
  p.compliance.stiffness.setZero();
  const JointBounds bounds = joint_bounds(arm, p.limits);
  SimulatedLoop loop(arm, home(arm), p, simulation_for(arm, kShape));
  loop.robot.set_push(push(30.0));
  loop.run(0.5);
  for (const double pace : {0.2, 1.0, 0.05, 0.6}) {
    loop.robot.set_speed_scaling(pace);
    const Commands seen = watch(loop, bounds, 0.1);
    EXPECT_LE(seen.acceleration, 1.0 + 1e-9) << pace;
  }
}

// In motion, for five seconds, with a hand on the tool; then on.
TEST(Pace, AfterAPauseTheArmGoesOnFromWhereItStands) {
  const Arm arm = load_arm("ur5e");
  const AdmittanceParameters p = springy(arm);
  const JointBounds bounds = joint_bounds(arm, p.limits);
  SimulatedLoop loop(arm, home(arm), p, simulation_for(arm, kShape));
  loop.run(0.5);
  loop.robot.set_push(push(40.0));
  loop.run(0.15);
  ASSERT_GT(loop.controller.telemetry().twist_command.head<3>().norm(), 0.1);
  loop.robot.set_speed_scaling(0.0);
  const Commands braking = watch(loop, bounds, 0.5);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kHolding);
  EXPECT_LE(braking.acceleration, 1.0 + 1e-9);
  EXPECT_TRUE(loop.controller.telemetry().qd_command.isZero(0.0));
  loop.robot.set_push(push(80.0));
  loop.run(5.0);
  loop.robot.set_push(push(0.0));
  loop.run(0.5);

  const JointVector stands = loop.robot.read().q;
  loop.robot.set_speed_scaling(1.0);
  loop.cycle();
  loop.cycle();
  EXPECT_LT((loop.controller.telemetry().q_command - stands).cwiseAbs().maxCoeff(), 5e-5);  // two cycles from rest
  EXPECT_EQ(loop.controller.state(), SupervisorState::kStarting);
  const Commands going_on = watch(loop, bounds, 3.0);
  EXPECT_LE(going_on.acceleration, 1.0 + 1e-9);
  EXPECT_LT(going_on.speed, 0.15);  // 30 mm and a spring of 200 N/m
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
  EXPECT_LT((loop.controller.telemetry().p_command - loop.controller.telemetry().p_reference).norm(), 2e-3);
}

TEST(Pace, WhoHoldsInAPauseStaysHeldAndCannotRunBeforeTheRobot) {
  const Arm arm = load_arm("ur5e");
  SimulatedLoop loop(arm, home(arm), springy(arm), simulation_for(arm, kShape));
  loop.run(0.5);
  loop.robot.set_speed_scaling(0.0);
  loop.run(0.2);
  loop.controller.request(Request::kRun);
  loop.run(0.1);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kHolding);
  loop.controller.request(Request::kHold);
  loop.run(0.1);
  loop.robot.set_speed_scaling(1.0);
  loop.run(0.5);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kHolding);
  loop.controller.request(Request::kRun);
  loop.run(0.5);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
}

std::vector<CompliantPoint> straight(const Pose& from, double seconds) {
  std::vector<CompliantPoint> points(2);
  points[0].X_BR = points[1].X_BR = from;
  points[0].time_from_start = 0.5;
  points[1].time_from_start = 0.5 + seconds;
  points[1].X_BR.p += Vector3(0.0, 0.2, 0.05);
  return points;
}

// s from now until the trajectory is said to be done.
double time_until_done(SimulatedTrajectory& loop, double at_most) {
  const double begin = loop.robot.time();
  bool done = false;
  while (!done && loop.robot.time() - begin < at_most) {
    loop.cycle();
    for (Event event; loop.controller.take_event(event);) done |= event.kind == Event::Kind::kTrajectoryDone;
  }
  return loop.robot.time() - begin;
}

TEST(Pace, ATrajectoryTakesAsMuchLongerAsTheRobotIsSlower) {
  const Arm arm = load_arm("ur5e");
  for (const double pace : {1.0, 0.5, 0.2}) {
    SimulatedTrajectory loop(arm, home(arm), springy(arm), simulation_for(arm, kShape));
    loop.robot.set_speed_scaling(pace);
    loop.run(0.5);
    loop.controller.set_trajectory(straight(arm.pose(home(arm), arm.tip()), 2.0));
    EXPECT_NEAR(time_until_done(loop, 60.0), 2.5 / pace, 0.05 / pace) << pace;
    EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
  }
}

TEST(Pace, ATrajectoryWaitsForAPausedRobotAndIsThenCompleted) {
  const Arm arm = load_arm("ur5e");
  const AdmittanceParameters p = springy(arm);
  const JointBounds bounds = joint_bounds(arm, p.limits);
  SimulatedTrajectory loop(arm, home(arm), p, simulation_for(arm, kShape));
  loop.run(0.5);
  const std::vector<CompliantPoint> points = straight(arm.pose(home(arm), arm.tip()), 3.0);
  loop.controller.set_trajectory(points);
  loop.run(2.0);
  const Vector3 p_pause = loop.controller.telemetry().p_reference;
  loop.robot.set_speed_scaling(0.0);
  EXPECT_LE(watch(loop, bounds, 2.0).acceleration, 1.0 + 1e-9);
  EXPECT_LT((loop.controller.telemetry().p_reference - p_pause).norm(), 5e-3);
  loop.robot.set_speed_scaling(1.0);
  loop.cycle();
  const Commands going_on = watch(loop, bounds, 0.5);
  EXPECT_LE(going_on.acceleration, 1.0 + 1e-9);
  EXPECT_LT(time_until_done(loop, 10.0), 4.0);
  loop.run(1.0);
  EXPECT_LT((loop.controller.telemetry().p_command - points[1].X_BR.p).norm(), 1e-3);
}

TEST(Pace, AScalingThatIsNoNumberIsABadReading) {
  const Arm arm = load_arm("ur5e");
  SimulatedLoop loop(arm, home(arm), springy(arm), simulation_for(arm, kShape));
  loop.run(0.5);
  loop.robot.set_speed_scaling(std::nan(""));
  for (int k = 0; k < 4; ++k) loop.cycle();
  EXPECT_NE(loop.controller.state(), SupervisorState::kFaulted);
  loop.run(0.05);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kFaulted);
  EXPECT_EQ(loop.controller.telemetry().fault, FaultCode::kInvalidState);
}

}  // namespace
}  // namespace limber::sim
