// The law behind a servo that is commanded ahead: what the simulated arm does, not what it is told.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "simulated_loop.hpp"

namespace limber::sim {
namespace {

// m: the largest distance of the tool from the closed form after a step of 10 N on 5 kg, 200 N/m, ζ = 1.
double off_the_closed_form(bool lead) {
  const LoopShape shape{
      .mass = 5.0, .damping = 2.0 * std::sqrt(5.0 * 200.0), .stiffness = 200.0, .filter = 0.0, .tool_mass = 0.0};
  const Arm arm = load_arm("ur5e");
  AdmittanceParameters p = parameters_for(arm, shape);
  p.wrench.min_motion_threshold = 0.0;
  p.contact_guard.enabled = false;
  p.supervisor.expect_noise = false;
  p.supervisor.stiffness_ramp_time = 0.0;
  p.limits.max_linear_acceleration = 20.0;
  if (lead) p.servo = {.lag = shape.lag, .delay = shape.delay};
  SimulationParameters simulation = simulation_for(arm, shape);
  simulation.sensor.force_noise = simulation.sensor.torque_noise = 0.0;
  SimulatedLoop loop(arm, home(arm), p, simulation);
  loop.run(0.1);
  const Pose X_BC = arm.pose(loop.robot.read().q, arm.tip());
  const Vector3 along_B = X_BC.R.col(2);
  Vector6 push = Vector6::Zero();
  push.head<3>() = 10.0 * along_B;
  loop.robot.set_push(push);
  const double began = loop.robot.time();
  double largest = 0.0;
  loop.run(2.0, [&] {
    const double t = loop.robot.time() - began;
    const double w = std::sqrt(200.0 / 5.0);
    const double expected = 10.0 / 200.0 * (1.0 - (1.0 + w * t) * std::exp(-w * t));
    const double travelled = along_B.dot(arm.pose(loop.robot.read().q, arm.tip()).p - X_BC.p);
    largest = std::max(largest, std::abs(travelled - expected));
  });
  EXPECT_EQ(name(loop.controller.telemetry().fault), "none");
  return largest;
}

TEST(LedServo, MakesTheStepOfTheLaw) {
  const double without = off_the_closed_form(false), with = off_the_closed_form(true);
  std::printf("10 N on 5 kg, 200 N/m: off the closed form by %.2f %% of the step, led %.2f %%\n",
              without / 0.05 * 100.0, with / 0.05 * 100.0);
  EXPECT_GT(without, 0.05 * 0.05);
  EXPECT_LT(with, 0.005 * 0.05);
}

}  // namespace
}  // namespace limber::sim
