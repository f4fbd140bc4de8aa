// A press that finds a wall at its approach speed: the peak of the force, and when it has settled. The loop is one for
// all walls and speeds:
//
//   M 0.8 kg, D 46 N s/m (10 N just drive the tool at 0.2 m/s), low-pass of 3 ms, joints that decelerate by 60 rad/s²
//
// With the mass, what the law does before the guard has seen the wall grows; with the low-pass, the time until it does.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "simulated_loop.hpp"

namespace limber::sim {

struct TouchCase {
  const char* robot;
  double friction;
  double speed;        // m/s
  double stiffness;    // N/m
  double peak;         // N, at most
  bool helped = true;  // by lead and by hard braking
  bool guarded = true;
  double accepted = 0.0;  // N, told to the controller; 0: none
};

struct SeenTouch {
  double speed = 0.0;    // m/s at the touch
  double peak = 0.0;     // N, mean of 6 ms
  double first = 0.0;    // N, likewise until the tool leaves the wall, if it does
  double settled = 0.0;  // s after the touch: the last time that the force was more than 5 % off
  double off = 0.0;      // N: largest deviation from one second after the touch on
  std::string fault;
};

inline constexpr LoopShape kTouching{.mass = 0.8, .damping = 46.0, .filter = 0.003, .lead = 1.0};

inline AdmittanceParameters approaching(const Arm& arm, const TouchCase& c) {
  LoopShape shape = kTouching;
  if (!c.helped) shape.lead = 0.0;
  AdmittanceParameters parameters = parameters_for(arm, shape);
  parameters.supervisor.press_approach_speed = c.speed;
  parameters.supervisor.overforce = kUnlimited;
  parameters.contact_guard.enabled = c.guarded;
  parameters.press.max_touch_force = c.accepted;
  parameters.press.stiffest_wall = c.stiffness;
  parameters.limits.joint_deceleration = {60.0};
  if (!c.helped) parameters.limits.max_touch_deceleration = 0.0;
  return parameters;
}

inline SeenTouch first_touch(const TouchCase& c) {
  const Arm arm = load_arm(c.robot);
  SimulationParameters simulation = simulation_for(arm, kTouching);
  simulation.scene.plates = {surface_ahead(arm, simulation.tool, home(arm), c.stiffness, 0.06)};
  simulation.scene.plates[0].friction = c.friction;
  const Vector3 normal_B = simulation.scene.plates[0].normal_B;
  SimulatedLoop loop(arm, home(arm), approaching(arm, c), simulation);
  SeenTouch seen;
  double touched = -1.0;
  bool left = false;
  std::array<double, 3> last{};  // N, of 6 ms
  while (loop.robot.time() < 8.0 && (touched < 0.0 || loop.robot.time() < touched + 3.0)) {
    loop.controller.set_control_wrench(kPress * Vector6::Unit(2));
    loop.cycle();
    const double force = loop.robot.contact_force().dot(normal_B);
    if (touched < 0.0 && force > 0.0) touched = loop.robot.time();
    if (touched < 0.0) {
      seen.speed = -loop.robot.tool_velocity().head<3>().dot(normal_B);
      continue;
    }
    std::rotate(last.begin(), last.begin() + 1, last.end());
    last.back() = force;
    const double mean = (last[0] + last[1] + last[2]) / 3.0, since = loop.robot.time() - touched;
    seen.peak = std::max(seen.peak, mean);
    left = left || force == 0.0;
    if (!left) seen.first = std::max(seen.first, mean);
    if (std::abs(mean - kPress) > 0.05 * kPress) seen.settled = since;
    if (since > 1.0) seen.off = std::max(seen.off, std::abs(force - kPress));
  }
  seen.fault = name(loop.controller.telemetry().fault);
  return seen;
}

}  // namespace limber::sim
