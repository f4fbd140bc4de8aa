// A controller that commands ahead of a robot with a lag: the arm makes the motion of the law, and what is sent stays
// within what a driver accepts, whatever happens to the motion.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "controllers/admittance_settings.hpp"
#include "loop.hpp"

namespace limber {
namespace {

using test::IdealRobot;

constexpr double kServoLag = 0.03;  // s

AdmittanceParameters led_ur(double stiffness) {
  AdmittanceParameters p = test::compliant_ur(stiffness);
  p.servo.lag = kServoLag;
  return p;
}

// Watches what is sent.
struct LedLoop : test::WatchedLoop {
  explicit LedLoop(const AdmittanceParameters& p) : test::WatchedLoop(p) {
    robot.lag = kServoLag;
    sent = robot.read().q;
  }

  void send(int n) {
    for (int k = 0; k < n; ++k) {
      const JointVector before = sent, q = robot.read().q;
      sent = cycle().q;
      EXPECT_EQ(record().q_sent, sent);
      for (int i = 0; i < arm.joint_count(); ++i) {
        const JointLimits& limits = arm.joints()[static_cast<std::size_t>(i)].limits;
        EXPECT_LE(std::abs(sent[i] - before[i]), limits.velocity * h * (1.0 + 1e-9)) << "joint " << i;
      }
      farthest = std::max(farthest, (q - record().q_command).cwiseAbs().maxCoeff());
      fastest = std::max(fastest, record().qd_command.cwiseAbs().maxCoeff());
    }
  }

  JointVector sent;
  double farthest = 0.0;  // rad: the arm from its motion
  double fastest = 0.0;   // rad/s
};

TEST(LedController, BringsTheArmToItsMotionThroughPushesHoldsFaultsAndChanges) {
  LedLoop loop(led_ur(200.0));
  loop.activate();
  loop.send(200);
  const Pose home = loop.robot.tool();
  const auto push = [&](double force, int axis) {
    loop.robot.push_B = [=](const IdealRobot&) -> Vector6 { return force * Vector6::Unit(axis); };
  };
  for (int round = 0; round < 6; ++round) {
    push(25.0, round % 3);
    loop.send(150);
    if (round == 1) loop.controller.request(Request::kHold);
    if (round == 2) {
      push(400.0, 0);  // a fault
      loop.send(20);
    }
    if (round == 3 || round == 4) {
      AdmittanceParameters other = loop.parameters;
      other.servo.lag = loop.robot.lag = round == 3 ? 0.02 : kServoLag;
      loop.controller.set_parameters(other);
      const double farthest = loop.farthest;
      loop.send(250);  // a change of the lead fades in; meanwhile the arm is off its motion
      loop.farthest = farthest;
    }
    push(0.0, 0);
    loop.send(300);
    loop.controller.request(Request::kResetFault);
    loop.controller.request(Request::kRun);
    loop.send(1500);
  }
  EXPECT_EQ(loop.record().state, SupervisorState::kRunning);
  EXPECT_LT((loop.record().q_sent - loop.record().q_command).cwiseAbs().maxCoeff(), 1e-6) << "at rest";
  EXPECT_LT((loop.robot.tool().p - home.p).norm(), 1e-3);
  EXPECT_LT(loop.farthest, 0.2 * kServoLag * loop.fastest) << "without lead the arm is behind by all of that";
}

TEST(LedController, ThatIsActivatedInMotionGoesOnFromTheLastCommand) {
  LedLoop loop(led_ur(0.0));
  loop.activate();
  loop.robot.push_B = [](const IdealRobot&) -> Vector6 { return 20.0 * Vector6::Unit(1); };
  loop.send(500);
  const double speed = loop.record().qd_command.cwiseAbs().maxCoeff();
  ASSERT_GT(speed, 0.1);
  const JointVector before = loop.sent, rate = loop.record().qd_command;
  loop.controller.deactivate();
  ASSERT_TRUE(loop.controller.activate(loop.robot.read()));
  loop.sent = loop.cycle().q;
  EXPECT_LT((loop.sent - before - loop.h * rate).cwiseAbs().maxCoeff(), 0.1 * loop.h * speed);
}

TEST(LedController, LeadsARobotOfVelocitiesLikewise) {
  AdmittanceParameters p = led_ur(0.0);
  p.command_interfaces = {"velocity"};
  LedLoop loop(p);
  loop.robot.by_velocity = true;
  loop.activate();
  loop.robot.push_B = [](const IdealRobot&) -> Vector6 { return 15.0 * Vector6::Unit(0); };
  loop.send(600);
  EXPECT_LT(loop.farthest, 0.2 * kServoLag * loop.fastest);
  loop.robot.push_B = [](const IdealRobot&) -> Vector6 { return Vector6::Zero(); };
  loop.send(1500);
  EXPECT_TRUE(loop.cycle().qd.isZero(0.0));
}

// Found by a stranger: a lead amplifies every step of the velocity, and a servo without lag passes that on to the tool.
TEST(LedController, LeadsADelayOnlyAsFarAsALagSmoothsIt) {
  const Arm arm = test::load_arm(test::kUr5e);
  AdmittanceParameters p = test::compliant_ur(0.0);
  const double half = 0.5 / p.update_rate;
  const auto lead = [&](double lag, double delay) {
    p.servo = {.lag = lag, .delay = delay};
    return bind(arm, p).lead.time;
  };
  EXPECT_EQ(lead(0.0, 0.02), 0.0);
  EXPECT_NEAR(lead(0.005, 0.02), 0.010, 1e-12);
  EXPECT_NEAR(lead(0.03, 0.002), 0.032 + half, 1e-12);
  EXPECT_NEAR(lead(0.03, 0.0), 0.03 + half, 1e-12);
}

}  // namespace
}  // namespace limber
