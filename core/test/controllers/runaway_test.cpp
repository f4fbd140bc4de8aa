// Motions within all limits that nothing asked for: each of these arms once spun, ran away or was lost.
#include "runaway.hpp"

#include <array>
#include <functional>

#include "math/so3.hpp"

namespace limber {
namespace {

using test::free_ur;
using test::IdealRobot;
using test::set_push;
using test::swinging;
using test::TrajectoryLoop;
using test::WatchedLoop;

Pose turned(const Pose& X, double angle, const Vector3& by = Vector3::Zero()) {
  return {exp_so3(angle * Vector3::UnitZ()).toRotationMatrix() * X.R, X.p + by};
}

template <typename Loop>
double turning(const Loop& loop) {
  return loop.record().twist_command.template tail<3>().norm();
}

// A reference that turns at 0.3 rad/s about the vertical, a tool displaced from it by 0.4 rad, and a knock of two
// cycles that the limits cut off.
template <typename Loop, typename Lead>
double turning_after_a_knock(Loop& loop, Lead&& lead) {
  loop.activate();
  const auto cycles = [&](int n) {
    for (int k = 0; k < n; ++k) {
      lead();
      loop.cycle();
    }
  };
  cycles(100);
  set_push(loop.robot, 2.0 * Vector6::Unit(3));
  while (Quaternion(loop.record().orientation_command).angularDistance(loop.record().orientation_reference) < 0.4)
    cycles(1);
  set_push(loop.robot, Vector6::Zero());
  cycles(500);
  set_push(loop.robot, 19.0 * Vector6::Unit(4));
  cycles(2);
  EXPECT_TRUE(loop.record().limited.any());
  set_push(loop.robot, Vector6::Zero());
  cycles(1000);
  return turning(loop);
}

TEST(TurningReference, DoesNotSpinAKnockedTool) {
  AdmittanceParameters p = free_ur();
  p.limits.max_angular_velocity = 3.0;
  WatchedLoop loop(p);
  const Pose start = loop.robot.tool();
  double t = 0.0;
  const double speed = turning_after_a_knock(loop, [&] {
    loop.controller.set_desired_pose(turned(start, 0.3 * t), 0.3 * Vector6::Unit(5));
    t += loop.h;
  });
  EXPECT_NEAR(speed, 0.3, 0.003);
  EXPECT_LE(loop.worst_step, 1.0 + 1e-6);
}

TEST(TurningTrajectory, DoesNotSpinAKnockedTool) {
  AdmittanceParameters p = free_ur();
  TrajectoryLoop loop(p);
  const Pose start = loop.robot.tool();
  std::vector<CompliantPoint> points;
  for (int k = 0; k <= 20; ++k) {
    CompliantPoint point;
    point.time_from_start = 0.5 + 0.5 * k;
    point.X_BR = turned(start, 0.15 * k);
    if (k > 0 && k < 20) point.twist = 0.3 * Vector6::Unit(5);
    points.push_back(point);
  }
  bool sent = false;
  const double speed = turning_after_a_knock(loop, [&] {
    if (!std::exchange(sent, true)) loop.controller.set_trajectory(points);
  });
  EXPECT_NEAR(speed, 0.3, 0.003);
}

// m: where the tool ends against its reference after 15 N for a tenth of a second.
double offset_after_a_push(bool reference_moves) {
  WatchedLoop loop(free_ur());
  loop.activate();
  const JointVector start = loop.robot.read().q;
  JointVector q = start;
  for (int k = 0; k < 4000; ++k) {
    if (reference_moves) q = swinging(start, 0.002 * k);
    EXPECT_TRUE(loop.controller.set_joint_reference(q));
    set_push(loop.robot, k >= 500 && k < 550 ? Vector6(15.0 * Vector6::Unit(1)) : Vector6(Vector6::Zero()));
    loop.cycle();
  }
  EXPECT_LE(loop.worst_step, 1.0 + 1e-6);
  return (loop.robot.tool().p - loop.arm.pose(q, loop.arm.tip()).p).norm();
}

TEST(JointReferenceWithoutVelocities, IsFollowedAndAPushMovesTheToolByAsMuchAsAtRest) {
  const double at_rest = offset_after_a_push(false);
  EXPECT_NEAR(at_rest, 14.0 * 0.1 / 60.0, 4e-3);  // impulse over damping, less the deadband and a first limit
  EXPECT_NEAR(offset_after_a_push(true), at_rest, 2e-3);
}

TEST(JointReferenceWithoutVelocities, DoesNotLeadAnArmOfFourJointsAstray) {
  AdmittanceParameters p;
  p.supervisor.stiffness_ramp_time = 0.2;
  p.frame_id = "world";
  const Arm arm = test::load_arm(test::kOpenManipulatorX);
  AdmittanceController controller(arm, p);
  IdealRobot robot(arm, test::ready_posture(arm), *arm.find_frame(test::kOpenManipulatorX.sensor), 0.01);
  robot.step(0.002);
  ASSERT_TRUE(controller.activate(robot.read()));
  const JointVector start = robot.read().q;
  JointVector q = start;
  double farthest = 0.0;
  for (int k = 0; k < 6000; ++k) {
    robot.step(0.002);
    const double swung = k < 4000 ? 1.0 - std::cos(0.5 * M_PI * k / 1000.0) : 0.0;
    q = start;
    q[0] += 0.3 * swung;
    q[1] += 0.1 * swung;
    controller.set_joint_reference(q);
    robot.write(controller.update(robot.read(), 0.002));
    farthest = std::max(farthest, (robot.read().q - q).cwiseAbs().maxCoeff());
  }
  // Beside a singularity, as this arm always is, it follows a little more slowly, and catches up.
  EXPECT_LT(farthest, 0.02);
  EXPECT_LT((robot.read().q - q).cwiseAbs().maxCoeff(), 1e-6);
}

// Positions alone, some cycles late, nobody pushes, no spring: the arm ends where it was led.
TEST(ChainedReference, IsNeverLostHoweverLateCyclesCome) {
  for (const int late_every : {1000000, 97, 11}) {
    AdmittanceParameters p = free_ur();
    p.supervisor.count_lateness_only = true;
    p.supervisor.stale_timeout = 10.0;
    WatchedLoop loop(p);
    loop.activate();
    const JointVector start = loop.robot.read().q;
    double t = 0.0;
    JointVector q = start;
    for (int k = 0; k < 4000; ++k) {
      const double period = k % late_every == late_every - 1 ? 0.04 : 0.002;
      t += period;
      q = swinging(start, std::min(t, M_PI / 0.8));
      loop.controller.set_joint_reference(q);
      loop.cycle([&](RobotState&, double& h) { h = period; });
    }
    EXPECT_LT((loop.last_q - q).cwiseAbs().maxCoeff(), 1e-6) << "late every " << late_every;
    EXPECT_LE(loop.worst_step, 1.0 + 1e-6);
  }
}

TEST(ChainedReference, IsReachedAfterTheProcessStoodStillForTwoSecondsInMotion) {
  AdmittanceParameters p = free_ur();
  p.supervisor.stale_timeout = 10.0;
  WatchedLoop loop(p);
  loop.activate();
  const JointVector start = loop.robot.read().q;
  double t = 0.0;
  for (int k = 0; k < 6000; ++k) {
    const double period = k == 400 ? 2.0 : 0.002;
    t += period;
    loop.controller.set_joint_reference(swinging(start, std::min(t, M_PI / 0.8)));
    loop.cycle([&](RobotState&, double& h) { h = period; });
  }
  EXPECT_LT((loop.last_q - swinging(start, M_PI / 0.8)).cwiseAbs().maxCoeff(), 1e-6);
  EXPECT_LE(loop.worst_step, 1.0 + 1e-6);
}

// s until the tool is within a millimetre of where joint 0, turned by `jump` rad, puts it; and the fastest on the way.
struct Arrival {
  double time = 0.0, fastest = 0.0;
};
Arrival after_a_jump(double jump, bool during_a_hold) {
  WatchedLoop loop(test::compliant_ur(300.0));
  loop.activate();
  JointVector q = loop.robot.read().q;
  const auto cycle = [&] {
    loop.controller.set_joint_reference(q);
    loop.cycle();
  };
  for (int k = 0; k < 200; ++k) cycle();
  if (during_a_hold) loop.controller.request(Request::kHold);
  for (int k = 0; k < 100; ++k) cycle();
  q[0] += jump;
  for (int k = 0; k < 100 && during_a_hold; ++k) cycle();
  if (during_a_hold) loop.controller.request(Request::kRun);
  const Vector3 there = loop.arm.pose(q, loop.arm.tip()).p;
  Arrival arrival;
  for (int k = 0; k < 5000; ++k) {
    cycle();
    arrival.fastest = std::max(arrival.fastest, loop.record().twist_command.head<3>().norm());
    if (arrival.time == 0.0 && (loop.robot.tool().p - there).norm() < 1e-3) arrival.time = 0.002 * k;
  }
  EXPECT_LT((loop.last_q - q).cwiseAbs().maxCoeff(), 1e-6);
  EXPECT_LE(loop.worst_step, 1.0 + 1e-6);
  return arrival;
}

TEST(JointReferenceThatJumps, IsApproachedAsAPoseThatJumpsIs) {
  for (const bool during_a_hold : {false, true}) {
    const Arrival near = after_a_jump(0.15, during_a_hold);
    EXPECT_GT(near.time, 0.3);
    EXPECT_LT(near.fastest, 0.3) << "half the tool's speed, and what the law adds";
    const Arrival far = after_a_jump(0.8, during_a_hold);
    EXPECT_GT(far.time, 4.0) << "trajectory_duration is 5 s";
    EXPECT_LT(far.fastest, 0.2);
  }
}

// A lead that turns the tool and falls silent, with nothing that turns it back: once it sped up to the limit for ever.
TEST(TurningLeadThatFallsSilent, LeavesTheToolAtRest) {
  for (const double rate : {0.05, 0.1, 0.4, 0.9}) {
    AdmittanceParameters p = test::compliant_ur(300.0);
    p.compliance.stiffness.bottomRightCorner<3, 3>().setZero();
    WatchedLoop loop(p);
    loop.activate();
    const Pose start = loop.robot.tool();
    loop.cycles(500);
    for (int k = 0; k < 1000; ++k) {
      loop.controller.set_desired_pose(turned(start, rate * k * loop.h), rate * Vector6::Unit(5));
      loop.cycle();
    }
    loop.cycles(3000);
    EXPECT_LT(turning(loop), 1e-6) << rate << " rad/s";
  }
}

// Weak joints, springs on some axes or on none, and a joint reference that steps: said once, or all the time.
TEST(JointReferenceThatSteps, IsReachedWithoutSwingingWhateverTheJointsAndSprings) {
  const std::array<Vector6, 4> springs{Vector6::Zero(), (Vector6() << 300, 300, 300, 30, 30, 30).finished(),
                                       (Vector6() << 0, 0, 0, 30, 30, 30).finished(),
                                       (Vector6() << 300, 300, 0, 50, 50, 50).finished()};
  for (const Vector6& K : springs) {
    for (const double acceleration : {10.0, 1.0, 0.5}) {
      for (const bool once : {false, true}) {
        AdmittanceParameters p = test::compliant_ur(0.0);
        p.compliance.stiffness = K.asDiagonal();
        p.limits.joint_acceleration.assign(6, acceleration);
        WatchedLoop loop(p);
        loop.activate();
        loop.cycles(300);
        JointVector q = loop.last_q;
        q[0] += 0.2;
        q[3] -= 0.1;
        double beyond = 0.0;
        for (int k = 0; k < 4000; ++k) {
          if (!once || k == 0) loop.controller.set_joint_reference(q);
          loop.cycle();
          beyond = std::max(beyond, loop.last_q[0] - q[0]);
        }
        EXPECT_LT((loop.last_q - q).cwiseAbs().maxCoeff(), 1e-4) << K.transpose() << ", " << acceleration << " rad/s²";
        EXPECT_LT(beyond, 0.01) << K.transpose() << ", " << acceleration << " rad/s²";
      }
    }
  }
}

// What is far away and comes back before it is reached: the tool stays between.
TEST(FarTargetThatComesBack, NeverLeadsToTheOtherSide) {
  for (const bool by_joints : {false, true}) {
    WatchedLoop loop(by_joints ? free_ur() : test::compliant_ur(300.0));
    loop.activate();
    loop.cycles(300);
    const JointVector start = loop.last_q;
    const Pose X = loop.robot.tool();
    const double far = by_joints ? 0.36 : 0.7;  // rad
    double least = 0.0, most = 0.0;
    for (int k = 0; k < 15000; ++k) {
      const double there = far * (1.0 - std::fmod(k * loop.h, 1.0));
      if (by_joints) {
        JointVector q = start;
        q[0] += there;
        loop.controller.set_joint_reference(q);
      } else {
        loop.controller.set_desired_pose(turned(X, there), -far * Vector6::Unit(5));
      }
      loop.cycle();
      const double turned_by = log_so3(Matrix3(loop.robot.tool().R * X.R.transpose())).z();
      least = std::min(least, turned_by);
      most = std::max(most, turned_by);
    }
    // A blend that is replaced brakes from the speed it had.
    EXPECT_GT(least, -0.3 * far) << (by_joints ? "joints" : "poses");
    EXPECT_LT(most, 1.3 * far) << (by_joints ? "joints" : "poses");
  }
}

TEST(TrajectorySentAgainAndAgain, NeverLeadsToTheOtherSide) {
  TrajectoryLoop loop(test::compliant_ur(300.0));
  loop.activate();
  loop.cycles(300);
  const Pose start = loop.robot.tool();
  CompliantPoint far, back;
  far.time_from_start = 0.2;
  far.X_BR = {start.R, start.p + 0.2 * Vector3::UnitY()};
  back.time_from_start = 1.2;
  back.X_BR = start;
  double least = 0.0, most = 0.0;
  for (int k = 0; k < 6 * 500; ++k) {
    if (k % 500 == 0) loop.controller.set_trajectory({far, back});
    loop.cycle();
    const double y = loop.robot.tool().p.y() - start.p.y();
    least = std::min(least, y);
    most = std::max(most, y);
  }
  EXPECT_GT(least, -0.02);
  EXPECT_LT(most, 0.21);
}

TEST(IntegratedFromTheMeasured, OneWrongReadingMovesTheCommandByNoMoreThanACycleMay) {
  AdmittanceParameters p = test::compliant_ur(300.0);
  p.integrate_from = IntegrateFrom::kMeasured;
  WatchedLoop loop(p);
  loop.activate();
  loop.cycles(300);
  const JointVector before = loop.last_q;
  loop.cycle([](RobotState& state, double&) { state.q[1] += 0.25; });
  const double fastest = loop.arm.joints()[1].limits.velocity;
  EXPECT_LE(std::abs(loop.last_q[1] - before[1]), 2.0 * fastest * loop.h + 1e-9);
  loop.cycles(500);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
  EXPECT_LT((loop.last_q - before).cwiseAbs().maxCoeff(), 1e-3);
}

// Sent once, long ago; then a hand leads the tool away, and only then there is stiffness.
TEST(PoseSentOnce, DoesNotCallTheToolBackWhenStiffnessComesLater) {
  WatchedLoop loop(free_ur());
  loop.activate();
  ASSERT_TRUE(loop.controller.set_desired_pose(loop.robot.tool()));
  loop.cycles(500);
  set_push(loop.robot, 20.0 * Vector6::Unit(1));
  loop.cycles(450);
  set_push(loop.robot, Vector6::Zero());
  loop.cycles(500);
  const Vector3 left = loop.robot.tool().p;
  loop.parameters.compliance.stiffness.diagonal().head<3>().setConstant(400.0);
  loop.controller.set_parameters(loop.parameters);
  loop.cycles(4000);
  EXPECT_LT((loop.robot.tool().p - left).norm(), 1e-4);
}

// Held by springs, turned freely: the reference is approached again after a stop, not given up.
TEST(FreelyTurningTool, IsStillPulledBackAfterAStop) {
  AdmittanceParameters p = test::compliant_ur(100.0);
  p.compliance.stiffness.bottomRightCorner<3, 3>().setZero();
  p.supervisor.trajectory_duration = 1.0;
  WatchedLoop loop(p);
  loop.activate();
  const Vector3 start = loop.robot.tool().p;
  loop.cycles(200);
  set_push(loop.robot, 25.0 * Vector6::Unit(1));
  loop.cycles(1500);
  loop.controller.request(Request::kHold);
  loop.cycles(300);
  ASSERT_GT((loop.robot.tool().p - start).norm(), 0.2);
  set_push(loop.robot, Vector6::Zero());
  loop.controller.request(Request::kRun);
  loop.cycles(3000);
  EXPECT_LT((loop.robot.tool().p - start).norm(), 1e-3);
}

}  // namespace
}  // namespace limber
