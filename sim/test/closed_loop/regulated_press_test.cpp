// A regulated press on sloped and curved surfaces: the true normal force is kept while the tool is led across.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "simulated_loop.hpp"

namespace limber::sim {
namespace {

enum class Ground { kPlane, kCylinder, kSine };

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
  double normal = 0.0;                                         // rad, largest error of the normal from then on
  long off = 0;                                                // cycles without contact
};

// s, v, a of a way that reaches `speed` within 0.2 s on a cosine.
struct Along {
  double s, v, a;
};
Along along_way(double speed, double t) {
  constexpr double kRise = 0.2;
  if (t >= kRise) return {speed * (t - 0.5 * kRise), speed, 0.0};
  const double w = std::numbers::pi / kRise;
  return {0.5 * speed * (t - std::sin(w * t) / w), 0.5 * speed * (1.0 - std::cos(w * t)),
          0.5 * speed * w * std::sin(w * t)};
}

Slide slide(const SlideCase& c) {
  const Arm arm = load_arm(c.robot);
  LoopShape shape{.mass = 3.0, .damping = 180.0};
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
    if (std::getenv("LIMBER_TRACE") != nullptr) {
      const Telemetry& r = loop.controller.telemetry();
      std::printf(
          "%.3f F %.2f felt %.2f reg %.2f n %.4f %.4f %.4f sd %.3f K %.0f s %.4f e %.4f ed %.4f law %.2f damp %.2f "
          "guard %.0f lim %x true %.4f %.4f off %.2f\n",
          t, force, r.press_force, r.press_regulated, r.surface_normal.x(), r.surface_normal.y(), r.surface_normal.z(),
          r.surface_normal_uncertainty, r.surface_stiffness, r.surface_speed, r.error.z(), r.error_rate.z(),
          r.wrench_law.z(), r.wrench_damping.z(), r.guard_damping.z(), static_cast<unsigned>(r.limited.bits),
          contact.normal_B.y(), contact.normal_B.z(),
          std::asin(r.surface_normal.cross(contact.normal_B).dot(X_BT.R.col(1))) * 57.3);
    }
    if (t < 0.5) continue;
    ++n;
    seen.mean += force;
    seen.rms += (force - kPress) * (force - kPress);
    seen.lowest = std::min(seen.lowest, force);
    seen.highest = std::max(seen.highest, force);
    seen.off += force <= 0.0;
    const Vector3 normal = loop.controller.telemetry().surface_normal;
    seen.normal = std::max(seen.normal, std::acos(std::clamp(normal.dot(contact.normal_B), -1.0, 1.0)));
  }
  EXPECT_EQ(name(loop.controller.telemetry().fault), "none");
  seen.mean /= static_cast<double>(n);
  seen.rms = std::sqrt(seen.rms / static_cast<double>(n));
  return seen;
}

TEST(RegulatedPressOnASlope, KeepsTheNormalForceAtAnySpeed) {
  for (const double friction : {0.0, 0.3}) {
    for (const double speed : {0.02, 0.05, 0.1, 0.2}) {
      for (const double degrees : {-30.0, -10.0, 0.0, 10.0, 30.0}) {
        SlideCase c{.slope = degrees, .speed = speed, .friction = friction};
        const Slide on = slide(c);
        c.regulation = PressRegulation::kDirection;
        const Slide along = slide(c);
        c.regulation = PressRegulation::kNone;
        const Slide off = slide(c);
        std::printf(
            "mu %.1f %.2f m/s %4.0f deg | none: %6.2f N | direction: %6.2f N rms %5.2f | normal: mean %6.3f rms %5.3f "
            "(%6.2f to %6.2f) off %ld normal %.2f deg\n",
            friction, speed, degrees, off.mean, along.mean, along.rms, on.mean, on.rms, on.lowest, on.highest, on.off,
            on.normal * 180.0 / std::numbers::pi);
        EXPECT_NEAR(on.mean, kPress, 0.05);
        EXPECT_LT(on.rms, speed > 0.1 ? 1.0 : 0.3);
        EXPECT_EQ(on.off, 0);
        EXPECT_LT(on.normal, 2.0 * std::numbers::pi / 180.0);
      }
    }
  }
}

TEST(RegulatedPressOnACurve, KeepsTheNormalForceAtAnySpeed) {
  for (const Ground ground : {Ground::kCylinder, Ground::kSine}) {
    for (const double friction : {0.0, 0.3}) {
      for (const double speed : {0.02, 0.05, 0.1, 0.2}) {
        SlideCase c{.ground = ground, .speed = speed, .friction = friction};
        const Slide on = slide(c);
        c.regulation = PressRegulation::kNone;
        const Slide off = slide(c);
        std::printf(
            "%s mu %.1f %.2f m/s | none: %6.2f N rms %5.2f | normal: mean %6.3f rms %5.3f "
            "(%6.2f to %6.2f) off %ld normal %.2f deg\n",
            ground == Ground::kSine ? "sine" : "cylinder", friction, speed, off.mean, off.rms, on.mean, on.rms,
            on.lowest, on.highest, on.off, on.normal * 180.0 / std::numbers::pi);
      }
    }
  }
}

TEST(Touch, Peaks) {
  for (const char* robot : {"ur5e", "ur10e"}) {
    for (const double wall : {10e3, 50e3, 100e3}) {
      for (const double speed : {0.05, 0.1, 0.2}) {
        for (const bool lead : {false, true}) {
          const Arm arm = load_arm(robot);
          LoopShape shape{.mass = 1.0, .damping = 30.0, .tool_mass = 0.3};
          if (lead) shape.lead = 1.0;
          SimulationParameters simulation = simulation_for(arm, shape);
          simulation.scene.plates = {surface_ahead(arm, simulation.tool, home(arm), wall, 0.05)};
          AdmittanceParameters parameters = parameters_for(arm, shape);
          parameters.supervisor.press_approach_speed = speed;
          parameters.supervisor.overforce = kUnlimited;
          parameters.contact_guard.lag = 0.032;
          parameters.limits.joint_deceleration = {40.0};
          double peaks[2];
          double settled[2];
          for (const bool touch : {false, true}) {
            parameters.limits.max_touch_deceleration = touch ? kUnlimited : 0.0;
            SimulatedLoop loop(arm, home(arm), parameters, simulation);
            double peak = 0, last = 0, before = 0, t0 = 0, off = 0;
            loop.run(7.0, [&] {
              loop.controller.set_control_wrench(kPress * Vector6::Unit(2));
              const double f = loop.robot.contact_force().norm();
              if (t0 == 0 && f > 1.0) t0 = loop.robot.time();
              peak = std::max(peak, (f + last + before) / 3.0);
              before = last, last = f;
              if (t0 > 0 && std::abs(f - kPress) > 0.5) off = loop.robot.time() - t0;
            });
            peaks[touch] = peak;
            settled[touch] = off;
          }
          std::printf("%s %3.0f kN/m %.2f m/s lead %d: peak %6.1f N settled %5.2f s -> %6.1f N %5.2f s\n", robot,
                      wall * 1e-3, speed, lead, peaks[0], settled[0], peaks[1], settled[1]);
        }
      }
    }
  }
}

}  // namespace
}  // namespace limber::sim
