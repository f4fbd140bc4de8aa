// What must not act: inputs from before the activation, invalid poses, readings of failed sensors; and what must not be
// refused or trusted for the wrong reason.
#include "loop.hpp"
#include "math/so3.hpp"

namespace limber {
namespace {

using test::IdealRobot;
using test::TrajectoryLoop;
using test::WatchedLoop;

constexpr double kStaleNumber = std::numeric_limits<double>::quiet_NaN();

void set_steady_push(IdealRobot& robot, const Vector6& push) {
  robot.push_B = [push](const IdealRobot&) { return push; };
}

std::string all_of(const std::vector<std::string>& sentences) {
  std::string all;
  for (const std::string& sentence : sentences) all += sentence + "\n";
  return all;
}

CompliantPoint at(const Pose& X, double time) {
  CompliantPoint point;
  point.X_BR = X;
  point.time_from_start = time;
  return point;
}

Pose beside(const Pose& X) { return {X.R, X.p + Vector3(0, 0.1, 0)}; }

// m: farthest from p in so many cycles. Springs bring a tool back, so where it ends does not say whether it was moved.
double farthest(WatchedLoop& loop, const Vector3& p, int cycles) {
  double most = 0.0;
  for (int k = 0; k < cycles; ++k) {
    loop.cycle();
    most = std::max(most, (loop.robot.tool().p - p).norm());
  }
  return most;
}

TEST(Inactive, RefusesWithASentenceAndNothingOfItActsLater) {
  WatchedLoop loop(test::compliant_ur(300.0));
  const Pose X = loop.robot.tool();
  const Answer pose = loop.controller.set_desired_pose(beside(X));
  EXPECT_FALSE(pose);
  EXPECT_NE(sentence(pose).find("not active"), std::string::npos) << sentence(pose);
  EXPECT_FALSE(loop.controller.set_control_wrench(20.0 * Vector6::Unit(1)));
  EXPECT_FALSE(loop.controller.request(Request::kHold));
  EXPECT_FALSE(loop.controller.set_joint_reference(JointVector::Zero(6)));
  loop.activate();
  EXPECT_LT(farthest(loop, X.p, 1500), 1e-4);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
}

// Handed in and not yet taken when the controller is switched off; on again later.
TEST(SentJustBeforeDeactivation, DoesNotActAfterTheNextActivation) {
  WatchedLoop loop(test::compliant_ur(300.0));
  loop.activate();
  loop.cycles(200);
  const Pose X = loop.robot.tool();
  EXPECT_TRUE(loop.controller.set_desired_pose(beside(X)));
  EXPECT_TRUE(loop.controller.set_control_wrench(20.0 * Vector6::Unit(1)));
  EXPECT_TRUE(loop.controller.request(Request::kHold));
  EXPECT_TRUE(loop.controller.set_joint_reference(loop.last_q + JointVector::Constant(6, 0.1)));
  loop.controller.deactivate();
  loop.activate();
  EXPECT_LT(farthest(loop, X.p, 1500), 1e-4);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
}

TEST(SentJustBeforeDeactivation, ATrajectoryDoesNotRunAfterTheNextActivation) {
  TrajectoryLoop loop(test::compliant_ur(300.0));
  const Pose X = loop.robot.tool();
  EXPECT_THROW(loop.controller.set_trajectory({at(X, 0.0), at(beside(X), 1.0)}), TrajectoryError);
  loop.activate();
  loop.cycles(200);
  loop.controller.set_trajectory({at(X, 0.0), at(beside(X), 1.0)});
  loop.controller.deactivate();
  loop.activate();
  loop.cycles(1500);
  EXPECT_LT((loop.robot.tool().p - X.p).norm(), 1e-4);
}

TEST(PoseSentDuringAHold, DoesNotActOnceItIsOld) {
  WatchedLoop loop(test::compliant_ur(300.0));
  loop.activate();
  loop.cycles(200);
  const Pose X = loop.robot.tool();
  loop.controller.request(Request::kHold);
  loop.cycles(100);
  EXPECT_TRUE(loop.controller.set_desired_pose(beside(X)));
  loop.cycles(1000);
  loop.controller.request(Request::kRun);
  loop.cycles(1500);
  EXPECT_LT((loop.robot.tool().p - X.p).norm(), 1e-4);
}

TEST(EveryNumberOfAMessage, HasBounds) {
  WatchedLoop loop(test::compliant_ur(300.0));
  loop.activate();
  loop.cycles(200);
  const Pose X = loop.robot.tool();
  const auto refused = [&](const Answer& answer) {
    EXPECT_FALSE(answer);
    EXPECT_GT(sentence(answer).size(), 20U);
  };
  for (const double far : {1e3, 1e18, 1e154, 1e300, kUnlimited, kStaleNumber}) {
    refused(loop.controller.set_desired_pose({X.R, Vector3(far, 0, 0)}));
    refused(loop.controller.set_desired_pose(X, far * Vector6::Unit(1)));
    refused(loop.controller.set_desired_pose(X, far * Vector6::Unit(4)));
    refused(loop.controller.set_desired_pose(X, Vector6::Zero(), 10.0 * far * Vector6::Unit(2)));
    refused(loop.controller.set_control_wrench(2.0 * far * Vector6::Unit(0)));
    refused(loop.controller.set_control_wrench(2.0 * far * Vector6::Unit(5)));
    EXPECT_FALSE(loop.controller.set_joint_reference(JointVector::Constant(6, 2.0 * far)));
  }
  Matrix3 mirrored = X.R;
  mirrored.col(0) *= -1.0;
  refused(loop.controller.set_desired_pose({mirrored, X.p}));
  refused(loop.controller.set_desired_pose(X.p, Quaternion(1.0, 1e-2, 0, 0)));
  refused(loop.controller.set_desired_pose(X.p, Quaternion(kStaleNumber, 0, 0, 0)));
  loop.cycles(500);
  EXPECT_LT((loop.robot.tool().p - X.p).norm(), 1e-4);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
}

// A sensor whose clock is `ahead` s ahead dies; its last stamp and reading stay.
TEST(StampInTheFuture, HidesNoDeadSensor) {
  for (const double ahead : {0.0, 0.05, 3600.0}) {
    AdmittanceParameters p = test::compliant_ur(300.0);
    p.supervisor.expect_noise = false;
    WatchedLoop loop(p);
    loop.activate();
    loop.cycles(200);
    const double last = loop.robot.time();
    int cycles = 0;
    while (loop.controller.state() != SupervisorState::kFaulted && cycles < 1000) {
      loop.cycle([&](RobotState& state, double&) { state.wrench_stamp = last + ahead; });
      ++cycles;
    }
    EXPECT_LE(cycles * loop.h, p.supervisor.stale_timeout + 3 * loop.h) << ahead;
    EXPECT_EQ(loop.record().fault, FaultCode::kStaleWrench);
    if (ahead > 1.0) {
      EXPECT_NE(all_of(loop.sentences()).find("in the future"), std::string::npos);
    }
  }
}

TEST(ClockThatRestarts, IsNoticed) {
  WatchedLoop loop(test::compliant_ur(300.0));
  loop.robot.state().time = 5000.0;
  loop.robot.step(loop.h);
  loop.activate();
  loop.cycles(200);
  // The controller's clock begins at zero again, the joints' stamps do not.
  for (int k = 0; k < 10; ++k) loop.cycle([](RobotState& state, double&) { state.time -= 5000.0; });
  EXPECT_EQ(loop.record().fault, FaultCode::kStaleWrench);
}

// Stamps that are always now, joints of which no bit changes, a command that moves.
TEST(FrozenJoints, AreNoticedWithinTheirTimeOutHoweverFreshTheirStamps) {
  WatchedLoop loop(test::compliant_ur(0.0));
  loop.activate();
  set_steady_push(loop.robot, 20.0 * Vector6::Unit(1));
  loop.cycles(300);
  const RobotState frozen = loop.robot.read();
  int cycles = 0;
  while (loop.controller.state() != SupervisorState::kFaulted && cycles < 1000) {
    loop.cycle([&](RobotState& state, double&) {
      state.q = frozen.q;
      state.qd = frozen.qd;
    });
    ++cycles;
  }
  EXPECT_EQ(loop.record().fault, FaultCode::kStaleState);
  EXPECT_LE(cycles * loop.h, loop.parameters.supervisor.stale_timeout + 0.01);
}

// One cycle that comes 0.3 s late and finds a joint out of range, in motion: what is wrong is the reading, and the next
// one is good again.
TEST(RejectedReading, IsNotCountedAsAFrozenOne) {
  WatchedLoop loop(test::compliant_ur(0.0));
  loop.parameters.supervisor.count_lateness_only = true;
  loop.controller.set_parameters(loop.parameters);
  loop.activate();
  set_steady_push(loop.robot, 30.0 * Vector6::Unit(1));
  loop.cycles(300);
  EXPECT_GT(loop.last_qd.cwiseAbs().maxCoeff(), 0.3);
  loop.cycle([&](RobotState& state, double& period) {
    period = 0.3;
    state.q[0] = 9.0;
  });
  loop.cycles(100);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning) << all_of(loop.sentences());
}

TEST(Tare, IsRefusedWhileAControlWrenchPresses) {
  WatchedLoop loop(test::compliant_ur(300.0));
  loop.activate();
  loop.cycles(200);
  loop.controller.set_control_wrench(2.0 * Vector6::Unit(1));
  loop.cycles(20);
  loop.controller.request(Request::kTare);
  loop.cycles(20);
  EXPECT_NE(all_of(loop.sentences()).find("tare refused: a control wrench presses"), std::string::npos);
}

TEST(Tare, AgainstAHandAsksForAWordFirstAndSaysWhatItWouldTakeAway) {
  AdmittanceParameters p = test::compliant_ur(300.0);
  p.supervisor.stiffness_ramp_time = 0.1;
  WatchedLoop loop(p);
  loop.activate();
  loop.cycles(200);
  set_steady_push(loop.robot, 15.0 * Vector6::Unit(1));
  loop.cycles(1000);
  loop.sentences();
  loop.controller.request(Request::kTare);
  loop.cycles(500);
  const std::string refusal = all_of(loop.sentences());
  EXPECT_NE(refusal.find("tare refused: it would remove 15.0 N and "), std::string::npos) << refusal;
  EXPECT_NEAR(loop.record().wrench_external.head<3>().norm(), 15.0, 0.2);
  loop.controller.request(Request::kTareAnyway);
  loop.cycles(800);
  EXPECT_NE(all_of(loop.sentences()).find("tare done: 15.0 N"), std::string::npos);
  EXPECT_NEAR(loop.record().wrench_external.head<3>().norm(), 0.0, 0.2);
}

// Led by hand at 0.24 m/s, then a press of half a newton the same way.
TEST(Press, ThatBeginsInMotionHasTimeToBrake) {
  AdmittanceParameters p = test::compliant_ur(0.0);
  WatchedLoop loop(p);
  loop.activate();
  set_steady_push(loop.robot, 15.4 * Vector6::Unit(1));
  loop.cycles(400);
  ASSERT_GT(loop.record().twist_command[1], 0.2);
  for (int k = 0; k < 500; ++k) {
    loop.controller.set_control_wrench(0.5 * Vector6::Unit(1));
    loop.cycle();
  }
  EXPECT_NE(loop.controller.state(), SupervisorState::kFaulted) << all_of(loop.sentences());
  EXPECT_LE(loop.record().twist_command[1], p.supervisor.press_approach_speed + 1e-6);
}

TEST(Press, AlongAStreamedReferenceIsNoLostContact) {
  AdmittanceParameters p = test::compliant_ur(300.0);
  p.compliance.stiffness(1, 1) = 0.0;
  WatchedLoop loop(p);
  loop.activate();
  const Pose X = loop.robot.tool();
  double y = 0.0, v = 0.0;
  for (int k = 0; k < 1000; ++k) {
    v = std::min(0.12, v + loop.h);
    y += v * loop.h;
    loop.controller.set_desired_pose({X.R, X.p + Vector3(0, y, 0)}, v * Vector6::Unit(1));
    if (k > 300) loop.controller.set_control_wrench(0.5 * Vector6::Unit(1));
    loop.cycle();
    ASSERT_NE(loop.controller.state(), SupervisorState::kFaulted) << all_of(loop.sentences());
  }
  EXPECT_GT(loop.robot.tool().p.y() - X.p.y(), y - 1e-3);
}

// Stands in a wall with more than the sensor can measure: which way it is pushed the sensor still says.
TEST(ForceBeyondTheSensor, IsGivenWayTo) {
  AdmittanceParameters p = test::compliant_ur(300.0);
  p.wrench.max_force = 200.0;
  p.supervisor.overforce = 150.0;
  WatchedLoop loop(p);
  const double wall = loop.robot.tool().p.x() - 0.004;
  double stiffness = 0.0;
  loop.robot.push_B = [&](const IdealRobot& robot) -> Vector6 {
    const double depth = robot.tool().p.x() - wall;
    return depth > 0.0 ? Vector6(-stiffness * depth * Vector6::Unit(0)) : Vector6(Vector6::Zero());
  };
  loop.activate();
  loop.cycles(200);
  stiffness = 60e3;  // 240 N
  loop.cycles(100);
  ASSERT_EQ(loop.controller.state(), SupervisorState::kFaulted);
  EXPECT_EQ(name(loop.record().fault), "invalid_wrench");
  loop.cycles(300);
  EXPECT_LT(-loop.robot.push_B(loop.robot)[0], 0.5 * p.supervisor.overforce);
  loop.controller.request(Request::kResetFault);
  loop.cycles(600);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
  EXPECT_LE(loop.worst_step, 1.0 + 1e-6);
}

}  // namespace
}  // namespace limber
