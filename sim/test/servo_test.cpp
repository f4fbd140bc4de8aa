// The servo: a dead time and a first-order lag, followed by the arm regardless of contacts.
#include "limber/sim/servo.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "arms.hpp"
#include "limber/sim/simulated_arm.hpp"

namespace limber::sim {
namespace {

// The answer to a step at t = 0.
double lagged_step(double t, double delay, double lag) { return t <= delay ? 0.0 : 1.0 - std::exp(-(t - delay) / lag); }

class Servo : public testing::TestWithParam<std::string> {
 protected:
  Arm arm = load_arm(GetParam());
};

TEST_P(Servo, AnswersAStepWithTheDelayedLag) {
  constexpr double kStep = 0.1;
  for (const auto& [delay, lag] : std::vector<std::pair<double, double>>{{0.002, 0.03}, {0.0, 0.03}, {0.0035, 0.008}}) {
    SimulationParameters parameters;
    parameters.servo.delay = delay;
    parameters.servo.lag = lag;
    SimulatedArm robot(arm, home(arm), parameters);
    robot.write(hold(home(arm) + JointVector::Constant(arm.joint_count(), kStep)));
    for (int k = 1; k <= 500; ++k) {
      robot.step(0.001);
      const double expected = lagged_step(robot.time(), delay, lag);
      const JointVector share = (robot.read().q - home(arm)) / kStep;
      ASSERT_LT((share.array() - expected).abs().maxCoeff(), 1e-9) << robot.time();
    }
  }
}

// The textbook's step response, and the trail behind a ramp: 2 ζ/ω times its speed.
TEST_P(Servo, OfSecondOrderResonates) {
  constexpr double kStep = 0.1, kDelay = 0.002, kFrequency = 60.0, kRatio = 0.3;
  SimulationParameters parameters;
  parameters.servo = {.delay = kDelay, .natural_frequency = kFrequency, .damping_ratio = kRatio};
  SimulatedArm robot(arm, home(arm), parameters);
  robot.write(hold(home(arm) + JointVector::Constant(arm.joint_count(), kStep)));
  const double damped = kFrequency * std::sqrt(1.0 - kRatio * kRatio);
  for (int k = 1; k <= 500; ++k) {
    robot.step(0.001);
    const double t = std::max(0.0, robot.time() - kDelay);
    const double expected = 1.0 - std::exp(-kRatio * kFrequency * t) *
                                      (std::cos(damped * t) + kRatio * kFrequency / damped * std::sin(damped * t));
    const JointVector share = (robot.read().q - home(arm)) / kStep;
    ASSERT_LT((share.array() - expected).abs().maxCoeff(), 1e-9) << robot.time();
  }
  parameters.servo.mode = CommandMode::kVelocity;
  SimulatedArm led(arm, home(arm), parameters);
  const JointVector qd = JointVector::Constant(arm.joint_count(), 0.2);
  for (int k = 0; k < 1000; ++k) {
    led.write({home(arm), qd});
    led.step(0.002);
  }
  const double travel = led.time() - kDelay - 2.0 * kRatio / kFrequency;
  EXPECT_LT((led.read().q - home(arm) - qd * travel).norm(), 1e-9);
}

TEST_P(Servo, WithNeitherDelayNorLagIsThereAfterOneSubstep) {
  SimulationParameters parameters;
  parameters.servo.delay = parameters.servo.lag = 0.0;
  SimulatedArm robot(arm, home(arm), parameters);
  const JointVector goal = home(arm) + JointVector::Constant(arm.joint_count(), 0.01);
  robot.write(hold(goal));
  robot.step(0.001);
  EXPECT_LT((robot.read().q - goal).norm(), 1e-12);
}

TEST_P(Servo, IntegratesAVelocityCommand) {
  SimulationParameters parameters;
  parameters.servo.mode = CommandMode::kVelocity;
  SimulatedArm robot(arm, home(arm), parameters);
  const JointVector qd = JointVector::Constant(arm.joint_count(), 0.2);
  for (int k = 0; k < 500; ++k) {
    robot.write({home(arm), qd});
    robot.step(0.002);
    // The integral of the lagged step in velocity.
    const double t = std::max(0.0, robot.time() - 0.002);
    const double travel = t - 0.03 * (1.0 - std::exp(-t / 0.03));
    ASSERT_LT((robot.read().q - home(arm) - qd * travel).norm(), 1e-9);
  }
  EXPECT_LT((robot.read().qd - qd).norm(), 1e-6);
  EXPECT_TRUE(std::isnan(robot.read().q_interface[0]));
}

TEST_P(Servo, FollowsItsReferenceInMotionWithinANanometre) {
  SimulationParameters parameters;
  SimulatedArm robot(arm, home(arm), parameters);
  ServoReference reference(parameters.servo, home(arm));
  double worst = 0.0;
  for (int k = 0; k < 2000; ++k) {
    const double t = robot.time();
    const JointVector q = home(arm).array() + 0.1 * (1.0 - std::cos(3.0 * t));
    robot.write(hold(q));
    reference.command(t, hold(q));
    robot.step(0.002);
    const JointVector expected = reference.preview(robot.time());
    reference.commit();
    worst = std::max(worst, (arm.pose(expected, arm.tip()).p - robot.tool_pose().p).norm());
  }
  RecordProperty("tracking_error_nm", std::to_string(1e9 * worst));
  EXPECT_LT(worst, 1e-9);
}

TEST_P(Servo, GivesWayByLessThanAMicrometreUnderFiftyNewtons) {
  for (int axis = 0; axis < 3; ++axis) {
    SimulatedArm robot(arm, home(arm));
    Vector6 push = Vector6::Zero();
    push[axis] = 50.0;
    robot.set_push(push);
    robot.step(0.5);
    EXPECT_LT((robot.tool_pose().p - arm.pose(home(arm), arm.tip()).p).norm(), 1e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Servo, testing::ValuesIn(kRobots), [](const auto& robot) { return robot.param; });

TEST(ServoReference, DoesNotDependOnWhenItIsLookedAt) {
  JointVector q0(1), q1(1), q2(1);
  q0 << 0.0;
  q1 << 1.0;
  q2 << -0.5;
  ServoReference often({}, q0), once({}, q0);
  for (ServoReference* servo : {&often, &once}) {
    servo->command(0.0, hold(q1));
    servo->command(0.0037, hold(q2));
  }
  for (int k = 1; k <= 100; ++k) {
    often.preview(0.0005 * k + 0.0001);  // thrown away
    often.preview(0.0005 * k);
    often.commit();
  }
  EXPECT_NEAR(often.preview(0.05)[0], once.preview(0.05)[0], 1e-14);
  // Superposition of the two steps.
  const double expected = lagged_step(0.05, 0.002, 0.03) - 1.5 * lagged_step(0.0463, 0.002, 0.03);
  EXPECT_NEAR(once.preview(0.05)[0], expected, 1e-14);
}

}  // namespace
}  // namespace limber::sim
