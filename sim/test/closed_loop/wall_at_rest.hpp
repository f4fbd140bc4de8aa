// Whether controller A in simulation comes to rest on a wall.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <stdexcept>
#include <string>

#include "simulated_loop.hpp"

namespace limber::sim {

struct WallCase {
  const char* robot;
  LoopShape shape;
  Plate plate{};
  // If it is not the one of the shape. Then a hand first shakes the tool along the wall, so that the controller can see
  // how the arm follows.
  std::optional<sim::ServoParameters> servo{};
};

// Nothing but the linear loop: no deadband, no limit in reach, no noise.
inline AdmittanceParameters linear(const Arm& arm, const LoopShape& shape) {
  AdmittanceParameters p = parameters_for(arm, shape);
  p.wrench.min_motion_threshold = 0.0;
  // The largest that are allowed.
  p.limits.max_linear_velocity = 10.0;
  p.limits.max_angular_velocity = 20.0;
  p.limits.max_linear_acceleration = 200.0;
  p.limits.max_angular_acceleration = 1000.0;
  p.limits.joint_acceleration = {1e4};
  p.supervisor.press_approach_speed = 1.0;
  p.supervisor.press_max_travel = 2.0;
  p.supervisor.stiffness_ramp_time = 0.0;
  p.supervisor.control_wrench_ramp = 0.001;  // at once
  p.supervisor.overforce = p.supervisor.overtorque = kUnlimited;
  p.supervisor.expect_noise = false;
  p.contact_guard.enabled = false;  // it would help
  return p;
}

// Whether the contact comes to rest after a small knock on the tool, starting from rest at 10 N.
// `watched`: s, a dozen periods and more of the slowest loop. Throws if a fault ends the press.
inline bool comes_to_rest(const Arm& arm, const WallCase& c, double stiffness, double watched = 4.0) {
  const LoopShape& shape = c.shape;
  SimulationParameters simulation = simulation_for(arm, shape);
  if (c.servo) simulation.servo = *c.servo;
  simulation.sensor.force_noise = simulation.sensor.torque_noise = 0.0;
  Plate wall = surface_ahead(arm, simulation.tool, home(arm), stiffness, -kPress / stiffness);
  wall.mass = c.plate.mass;
  wall.damping = c.plate.damping;
  simulation.scene.plates = {wall};
  SimulatedLoop loop(arm, home(arm), linear(arm, shape), simulation);
  constexpr double kShaken = 1.0, kCalmed = 1.5;  // s
  const double begins = c.servo ? kShaken + kCalmed : 0.0;
  const Vector3 along = wall.normal_B.unitOrthogonal();
  const auto push_at = [&](double time) {
    Vector6 push = Vector6::Zero();
    if (time >= begins && time < begins + 0.02) push.head<3>() = 2.0 * wall.normal_B;
    if (c.servo && time < kShaken) push.head<3>() = 60.0 * std::sin(2.0 * std::numbers::pi * 5.0 * time) * along;
    return push;
  };
  constexpr double kAtRest = 0.001;  // N
  double early = 0.0, late = 0.0;
  while (loop.robot.time() < begins + 2.0 * watched) {
    loop.robot.set_push(push_at(loop.robot.time()));
    loop.controller.set_control_wrench(kPress * Vector6::Unit(2));
    loop.cycle();
    const double off = std::abs(loop.robot.contact_force().dot(wall.normal_B) - kPress);
    const double time = loop.robot.time() - begins;
    if (time < 0.0) continue;
    if (off > 0.9 * kPress) return false;  // about to leave the wall
    if (time < 0.25 * watched) continue;
    double& largest = time < watched ? early : late;
    largest = std::max(largest, off);
    if (time >= watched && early < kAtRest) return true;
  }
  const std::string fault(name(loop.controller.telemetry().fault));
  if (fault != "none") throw std::runtime_error("a press at rest ends with the fault " + fault);
  return late < early;
}

}  // namespace limber::sim
