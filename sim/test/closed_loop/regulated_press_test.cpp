// A regulated press on sloped and curved surfaces: the true normal force is kept while the tool is led across.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <random>

#include "simulated_loop.hpp"

namespace limber::sim {
namespace {

enum class Ground { kPlane, kCylinder, kSine };

constexpr double kLearnt = 0.015;  // m of path that show the normal

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
  EXPECT_EQ(name(loop.controller.telemetry().fault), "none");
  seen.mean /= static_cast<double>(n);
  seen.rms = std::sqrt(seen.rms / static_cast<double>(n));
  return seen;
}

void print(const SlideCase& c, const Slide& on, const Slide& off) {
  const char* ground = c.ground == Ground::kPlane ? "slope" : c.ground == Ground::kSine ? "sine" : "cylinder";
  std::printf(
      "%-5s %-8s %4.0f deg, friction %.1f, %.2f m/s: %6.2f N on average open loop, regulated %6.3f N, rms %5.3f, "
      "%5.2f to %5.2f N, normal within %.2f deg\n",
      c.robot, ground, c.ground == Ground::kPlane ? c.slope : 0.0, c.friction, c.speed, off.mean, on.mean, on.rms,
      on.lowest, on.highest, on.normal * 180.0 / std::numbers::pi);
}

Slide open_loop(SlideCase c) {
  c.regulation = PressRegulation::kNone;
  return slide(c);
}

constexpr double kTwoDegrees = 2.0 * std::numbers::pi / 180.0;

TEST(RegulatedPress, KeepsTheNormalForceOnAnySlope) {
  for (const char* robot : {"ur5e", "ur10e"}) {
    for (const double friction : {0.0, 0.3}) {
      for (const double speed : {0.02, 0.05, 0.1, 0.2}) {
        for (const double degrees : {-30.0, -10.0, 0.0, 10.0, 30.0}) {
          const SlideCase c{.robot = robot, .slope = degrees, .speed = speed, .friction = friction};
          const Slide on = slide(c);
          print(c, on, open_loop(c));
          EXPECT_NEAR(on.mean, kPress, 0.05);
          EXPECT_LT(on.rms, speed > 0.1 ? 1.0 : 0.3);
          EXPECT_EQ(on.off, 0);
          EXPECT_LT(on.normal, kTwoDegrees);
        }
      }
    }
  }
}

TEST(RegulatedPress, KeepsTheNormalForceOnACylinderAndOnWaves) {
  for (const char* robot : {"ur5e", "ur10e"}) {
    for (const Ground ground : {Ground::kCylinder, Ground::kSine}) {
      for (const double friction : {0.0, 0.3}) {
        for (const double speed : {0.02, 0.05, 0.1, 0.2}) {
          const SlideCase c{.robot = robot, .ground = ground, .speed = speed, .friction = friction};
          const Slide on = slide(c);
          print(c, on, open_loop(c));
          EXPECT_LT(on.rms, speed > 0.1 ? 1.0 : 0.3);
          EXPECT_EQ(on.off, 0);
          EXPECT_LT(on.normal, kTwoDegrees);
        }
      }
    }
  }
}

// The force along the direction of the press: on a slope without friction the normal force is 10 N / cos.
TEST(RegulatedPress, KeepsTheForceAlongItsDirection) {
  for (const double degrees : {-30.0, 10.0, 30.0}) {
    const Slide on = slide({.slope = degrees, .speed = 0.1, .regulation = PressRegulation::kDirection});
    EXPECT_NEAR(on.mean * std::cos(degrees * std::numbers::pi / 180.0), kPress, 0.05) << degrees;
    EXPECT_LT(on.highest - on.lowest, 0.6);
  }
}

}  // namespace
}  // namespace limber::sim
