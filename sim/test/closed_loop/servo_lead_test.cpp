// The law behind a servo that is commanded ahead: what the simulated arm does, not what it is told.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "guard_case.hpp"

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

// A press of 10 N that finds a wall at full approach speed.
struct Touch {
  double peak = 0.0;                     // N, mean of 6 ms
  double mean = 0.0, smallest = kPress;  // N, from one second after the touch on
  double largest = 0.0;
};

Touch touch(const GuardCase& c) {
  const Arm arm = load_arm(c.robot);
  SimulationParameters simulation = simulation_for(arm, c.shape);
  const Plate wall = wall_for(arm, simulation.tool, c);
  simulation.scene.plates = {wall};
  AdmittanceParameters parameters = parameters_for(arm, c, true);
  parameters.supervisor.overforce = kUnlimited;
  SimulatedLoop loop(arm, home(arm), parameters, simulation);
  Touch result;
  double touched = 0.0, last = 0.0, before = 0.0, sum = 0.0;
  int settled = 0;
  loop.run(5.0, [&] {
    loop.controller.set_control_wrench(kPress * Vector6::Unit(2));
    const double force = loop.robot.contact_force().dot(wall.normal_B);
    if (touched == 0.0 && force > 0.5 * kPress) touched = loop.robot.time();
    result.peak = std::max(result.peak, (force + last + before) / 3.0);
    before = last;
    last = force;
    if (touched == 0.0 || loop.robot.time() < touched + 1.0) return;
    result.smallest = std::min(result.smallest, force);
    result.largest = std::max(result.largest, force);
    sum += force;
    ++settled;
  });
  EXPECT_GT(settled, 500);
  EXPECT_EQ(name(loop.controller.telemetry().fault), "none");
  result.mean = sum / settled;
  return result;
}

TEST(LedServo, TouchesAStiffWallSofterAndThenPressesQuietly) {
  for (const double wall : {20e3, 50e3, 100e3}) {
    for (const double speed : {0.02, 0.05}) {
      GuardCase c{.robot = wall > 60e3 ? "ur10e" : "ur5e", .wall = wall, .approach = speed};
      c.shape = {.damping = 210.0};
      const Touch without = touch(c);
      c.shape.lead = 1.0;
      const Touch with = touch(c);
      std::printf("%3.0f kN/m at %.2f m/s: peak %5.1f N, led %5.1f N\n", 1e-3 * wall, speed, without.peak, with.peak);
      EXPECT_LT(with.peak - kPress, 0.7 * (without.peak - kPress));
      EXPECT_NEAR(with.mean, kPress, 0.1);
      EXPECT_GT(with.smallest, kPress - 1.0);
      EXPECT_LT(with.largest, kPress + 1.0);
    }
  }
}

}  // namespace
}  // namespace limber::sim
