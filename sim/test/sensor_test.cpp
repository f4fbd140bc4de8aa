// The wrist sensor: signs, weight, lever arm, inertia, bias and noise; and the hand that pushes.
#include "limber/sim/sensor.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "arms.hpp"
#include "limber/sim/simulated_arm.hpp"
#include "math/so3.hpp"

namespace limber::sim {
namespace {

Tool gripper() {
  Tool tool;
  tool.mass = 0.8;
  tool.com = Vector3(0.01, -0.02, 0.06);
  tool.inertia = Vector3(0.002, 0.003, 0.001).asDiagonal();
  tool.p_TQ = Vector3(0.0, 0.01, 0.15);
  return tool;
}

// A force at p_BP, seen by a sensor at X_BS.
Vector6 at_sensor(const Pose& X_BS, const Vector3& p_BP, const Vector3& force_B, const Vector3& torque_B) {
  Vector6 F_S_S;
  F_S_S << X_BS.R.transpose() * force_B, X_BS.R.transpose() * (torque_B + (p_BP - X_BS.p).cross(force_B));
  return F_S_S;
}

class Sensor : public testing::TestWithParam<std::string> {
 protected:
  Sensor() {
    parameters.tool = gripper();
    parameters.sensor.frame = sensor_frame(arm);
    parameters.sensor.force_noise = parameters.sensor.torque_noise = 0.0;
  }
  Vector6 weight(const JointVector& q) const {
    const Vector3 p_BG = arm.pose(q, arm.tip()) * gripper().com;
    return at_sensor(arm.pose(q, sensor_frame(arm)), p_BG, gripper().mass * kGravity, Vector3::Zero());
  }

  Arm arm = load_arm(GetParam());
  SimulationParameters parameters;
};

TEST_P(Sensor, ReadsTheToolsWeightAndItsLeverArmInEveryPose) {
  std::mt19937_64 random(3);
  for (int n = 0; n < 20; ++n) {
    const JointVector q = random_pose(arm, random);
    SimulatedArm robot(arm, q, parameters);
    robot.step(0.01);
    EXPECT_LT((robot.read().F_S_S - weight(q)).norm(), 1e-6);
  }
}

TEST_P(Sensor, ReadsAPushAlongPlusXAsPlusXInTheBase) {
  for (int axis = 0; axis < 6; ++axis) {
    SimulatedArm robot(arm, home(arm), parameters);
    Vector6 push = Vector6::Zero();
    push[axis] = axis < 3 ? 20.0 : 2.0;
    robot.set_push(push);
    robot.step(0.05);
    const Pose X_BS = arm.pose(home(arm), sensor_frame(arm));
    const Vector3 p_BQ = arm.pose(home(arm), arm.tip()) * gripper().p_TQ;
    const Vector6 expected = at_sensor(X_BS, p_BQ, push.head<3>(), push.tail<3>());
    EXPECT_LT((robot.read().F_S_S - weight(home(arm)) - expected).norm(), 1e-4);
    EXPECT_LT((robot.hand_wrench() - push).norm(), 1e-12);
  }
}

TEST_P(Sensor, FeelsTheScriptedHandAtItsPlaceForItsTime) {
  Push push;
  push.start = 0.1;
  push.duration = 0.3;
  push.F_B << 5.0, -7.0, 12.0, 0.3, 0.2, -0.1;
  push.p_TP = Vector3(0.02, 0.0, 0.1);
  parameters.scene.pushes.push_back(push);
  SimulatedArm robot(arm, home(arm), parameters);
  const Pose X_BS = arm.pose(home(arm), sensor_frame(arm));
  const Vector3 p_BP = arm.pose(home(arm), arm.tip()) * *push.p_TP;
  for (int k = 1; k <= 500; ++k) {
    robot.step(0.001);
    const double t = robot.time();
    double share = t > 0.1 && t < 0.4 ? 1.0 : 0.0;
    if (t > 0.1 && t < 0.15) share = 0.5 - 0.5 * std::cos(M_PI * (t - 0.1) / 0.05);
    if (t > 0.35 && t < 0.4) share = 0.5 - 0.5 * std::cos(M_PI * (0.4 - t) / 0.05);
    const Vector6 expected = share * at_sensor(X_BS, p_BP, push.F_B.head<3>(), push.F_B.tail<3>());
    ASSERT_LT((robot.read().F_S_S - weight(home(arm)) - expected).norm(), 1e-3) << t;
  }
}

TEST_P(Sensor, FeelsTheInertiaOfAToolThatAccelerates) {
  parameters.servo.delay = parameters.servo.lag = 0.0;
  SimulatedArm robot(arm, home(arm), parameters);
  const double a = 2.0;  // rad/s² of the first joint
  JointVector q = home(arm);
  for (int k = 0; k < 100; ++k) {
    const double t = robot.time() + 0.001;
    q[0] = home(arm)[0] + 0.5 * a * t * t;
    robot.write({q, JointVector::Zero(q.size())});
    robot.step(0.001);
  }
  // Newton at the centre of mass G of the tool, which turns about the first axis with w = a t. The last reading is that
  // of the substep that has just passed.
  const double w = a * (robot.time() - 0.001);
  JointVector now = home(arm);
  now[0] += 0.5 * a * (robot.time() - 0.001) * (robot.time() - 0.001);
  const Vector3 p_axis = arm.joints()[0].X_PJ.p;
  const Pose X_BT = arm.pose(now, arm.tip());
  const Vector3 p_BG = X_BT * gripper().com;
  Vector3 r = p_BG - p_axis;
  r.z() = 0.0;
  const Vector3 acceleration = a * Vector3::UnitZ().cross(r) - w * w * r;
  const Vector3 force_B = gripper().mass * (kGravity - acceleration);
  const Vector3 force_S = arm.pose(now, sensor_frame(arm)).R.transpose() * force_B;
  EXPECT_LT((robot.read().F_S_S.head<3>() - force_S).norm(), 0.01);
}

INSTANTIATE_TEST_SUITE_P(All, Sensor, testing::ValuesIn(kRobots), [](const auto& robot) { return robot.param; });

TEST(SensorNoise, HasTheStatedDeviationAndBias) {
  SensorParameters parameters;
  parameters.bias << 1.0, -2.0, 3.0, 0.1, 0.2, -0.3;
  WristSensor sensor(parameters, 5);
  constexpr int kReadings = 100000;
  Vector6 sum = Vector6::Zero(), squares = Vector6::Zero();
  for (int n = 0; n < kReadings; ++n) {
    sensor.collect(Vector6::Zero());
    const Vector6 error = sensor.reading() - parameters.bias;
    sum += error;
    squares += error.cwiseAbs2();
  }
  for (int i = 0; i < 6; ++i) {
    const double deviation = i < 3 ? 0.1 : 0.005;
    EXPECT_LT(std::abs(sum[i]) / kReadings, 5.0 * deviation / std::sqrt(kReadings));
    EXPECT_NEAR(std::sqrt(squares[i] / kReadings), deviation, 0.02 * deviation);
  }
}

TEST(SensorNoise, NeverRepeatsAReadingEvenWhereNothingNewWasMeasured) {
  WristSensor sensor({}, 5);
  sensor.collect(Vector6::Ones());
  const Vector6 first = sensor.reading();
  const Vector6 second = sensor.reading();
  EXPECT_TRUE((first.array() != second.array()).all());
  EXPECT_LT((first - second).norm(), 2.0);
}

}  // namespace
}  // namespace limber::sim
