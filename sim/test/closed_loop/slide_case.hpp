// A press that is led across sloped and curved surfaces, and the true normal force meanwhile.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "simulated_loop.hpp"

namespace limber::sim {

enum class Ground { kPlane, kCylinder, kSine };

inline constexpr double kLearnt = 0.015;  // m of path that show the normal

struct SlideCase {
  const char* robot = "ur5e";
  Ground ground = Ground::kPlane;
  double slope = 10.0;  // degrees, of a plane; above 0: uphill
  double speed = 0.05;  // m/s
  double friction = 0.0;
  double stiffness = 5e3;  // N/m
  PressRegulation regulation = PressRegulation::kNormal;
  bool lead = true;
};

struct Slide {
  double mean = 0.0, rms = 0.0, lowest = 1e9, highest = -1e9;  // N, normal force from 0.5 s after the start of motion
  double normal = 0.0;  // rad, largest error of the normal from then on, and after kLearnt m
  long off = 0;         // cycles without contact
  std::string fault;
};

// s, v, a of a way that reaches `speed` within 0.2 s on a cosine.
struct Along {
  double s, v, a;
};
inline Along along_way(double speed, double t) {
  constexpr double kRise = 0.2;
  if (t >= kRise) return {speed * (t - 0.5 * kRise), speed, 0.0};
  const double w = std::numbers::pi / kRise;
  return {0.5 * speed * (t - std::sin(w * t) / w), 0.5 * speed * (1.0 - std::cos(w * t)),
          0.5 * speed * w * std::sin(w * t)};
}

inline Slide slide(const SlideCase& c) {
  const Arm arm = load_arm(c.robot);
  LoopShape shape{.mass = 3.0, .damping = 200.0};
  if (c.lead) shape.lead = 1.0;
  const JointVector q0 = home(arm);
  const Pose X_BT = arm.pose(q0, arm.tip());
  SimulationParameters simulation = simulation_for(arm, shape);
  const double slope = c.slope * std::numbers::pi / 180.0;
  const Vector3 way_B = X_BT.R.col(0), down_B = X_BT.R.col(2);
  const Vector3 below_B = X_BT * simulation.tool.p_TQ + 0.01 * down_B;
  Surface& ground = simulation.scene.surfaces.emplace_back();
  ground.stiffness = c.stiffness;
  ground.friction = c.friction;
  ground.p_B = below_B;
  ground.normal_B = -down_B;
  if (c.ground == Ground::kPlane) ground.normal_B = -std::cos(slope) * down_B - std::sin(slope) * way_B;
  if (c.ground == Ground::kCylinder) {
    const double radius = 0.15, before = 0.09;
    ground.shape = CylinderShape{radius, X_BT.R.col(1)};
    ground.p_B += before * way_B - (radius - std::sqrt(radius * radius - before * before)) * down_B;
  }
  if (c.ground == Ground::kSine) ground.shape = SineShape{.amplitude = 0.01, .wavelength = 0.2, .along_B = way_B};
  AdmittanceParameters parameters = parameters_for(arm, shape);
  parameters.press.regulation = c.regulation;
  SimulatedLoop loop(arm, q0, parameters, simulation);
  const auto press = [&] { loop.controller.set_control_wrench(kPress * Vector6::Unit(2)); };
  while (loop.robot.time() < 3.0) {
    press();
    loop.run(0.02);
  }
  Slide seen;
  const double started = loop.robot.time();
  double t = 0.0;
  long n = 0;
  const double last = std::min(3.0, (c.ground == Ground::kCylinder ? 0.18 : 0.25) / c.speed + 0.1);
  while (t < last) {
    press();
    t = loop.robot.time() - started;
    const Along now = along_way(c.speed, t);
    Vector6 twist = Vector6::Zero(), acceleration = Vector6::Zero();
    twist.head<3>() = now.v * way_B;
    acceleration.head<3>() = now.a * way_B;
    loop.controller.set_desired_pose({X_BT.R, X_BT.p + now.s * way_B}, twist, acceleration);
    loop.cycle();
    const SurfaceContact contact = loop.robot.surface_contact(0);
    const double force = contact.force_B.dot(contact.normal_B);
    if (t < 0.5) continue;
    ++n;
    seen.mean += force;
    seen.rms += (force - kPress) * (force - kPress);
    seen.lowest = std::min(seen.lowest, force);
    seen.highest = std::max(seen.highest, force);
    seen.off += force <= 0.0;
    if (now.s < kLearnt) continue;
    const Vector3 normal = loop.controller.telemetry().surface_normal;
    seen.normal = std::max(seen.normal, std::acos(std::clamp(normal.dot(contact.normal_B), -1.0, 1.0)));
  }
  seen.fault = name(loop.controller.telemetry().fault);
  seen.mean /= static_cast<double>(n);
  seen.rms = std::sqrt(seen.rms / static_cast<double>(n));
  return seen;
}

}  // namespace limber::sim
