// A step of force on the virtual body behind the servo, and how far the tool is from the closed form
//
//   x(t) = F/K (1 - (1 + ωt) exp(-ωt)),   ω² = K/M,   ζ = 1.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "simulated_loop.hpp"

namespace limber::sim {

struct LawStep {
  double off = 0.0;  // largest distance from the closed form, as a share of the step
  std::string fault;
};

// 10 N on 5 kg, 200 N/m; `noise`: N rms of the sensor.
inline LawStep step_of_the_law(bool lead, double noise = 0.0) {
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
  simulation.sensor.force_noise = noise;
  simulation.sensor.torque_noise = 0.05 * noise;
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
  return {largest / (10.0 / 200.0), std::string(name(loop.controller.telemetry().fault))};
}

}  // namespace limber::sim
