// A regulated press on a plane that moves: a body of mass M and damping D that is pressed against a spring, without
// lag.
#include "compliance/regulated_press.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/random_motion.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

constexpr double kPressPeriod = 0.002;  // s

struct PressedPlane {
  double mass = 3.0, damping = 200.0, stiffness = 5e3;  // of the body; of the plane
  Vector3 n = Vector3::UnitZ();                         // out of the plane, in the base
  Matrix3 R_BC = Matrix3::Identity();                   // only the z axis of C is free
  double friction = 0.0;
};

// M v' + D v = F_ext + F_control + D w u + M w' u along the free axis; across it the body is led.
class PressedBody {
 public:
  explicit PressedBody(const PressedPlane& plane, PressRegulation regulation) : plane_(plane) {
    parameters_.regulation = regulation;
    parameters_.max_surface_speed = 0.05;
  }

  // One cycle: the plane moves with `speed` m/s along n, and the body is led with `v_led` (m/s, across the free axis).
  void step(double speed, const Vector3& v_led, double newtons = 10.0) {
    constexpr int kSubsteps = 20;
    const double h = kPressPeriod / kSubsteps;
    const Vector3 z = plane_.R_BC.col(2), before = x_;
    const Vector3 drive_B = plane_.R_BC * (press.acts() ? press.force_C() : Vector3(-newtons * Vector3::UnitZ()));
    const double w = press.velocity_C().z(), w_rate = press.acceleration_C().z();
    Vector3 mean = Vector3::Zero();
    for (int k = 0; k < kSubsteps; ++k) {
      surface_ += h * speed;
      const Vector3 moved = h * (v_led + v_ * z);
      x_ += moved;
      force_ = std::max(0.0, plane_.stiffness * (surface_ - plane_.n.dot(x_)));
      const Vector3 across = moved - moved.dot(plane_.n) * plane_.n;
      const double length = across.norm();
      const Vector3 slides = length > 0.0 ? Vector3(across / length) : Vector3(Vector3::Zero());
      const Vector3 felt = force_ * (plane_.n - plane_.friction * slides);
      v_ += h / plane_.mass * (z.dot(felt + drive_B) - plane_.damping * (v_ - w)) + h * w_rate;
      mean += felt / kSubsteps;
    }
    press.step({.press_B = -newtons * z,
                .force_B = mean,
                .moved_B = x_ - before,
                .v_led_B = v_led,
                .R_BC = plane_.R_BC,
                .free = {false, false, true},
                .in_contact = force_ > 0.1 * newtons},
               parameters_, kPressPeriod);
  }
  double force() const { return force_; }  // N, normal

  RegulatedPress press;

 private:
  PressedPlane plane_;
  PressParameters parameters_;
  Vector3 x_ = Vector3::Zero();         // m
  double v_ = 0.0;                      // m/s along the free axis
  double surface_ = 0.0, force_ = 0.0;  // m along n, N
};

Matrix3 random_axes(std::mt19937& random) {
  return Quaternion(
             Eigen::AngleAxisd(test::random_between(random, 0.0, 3.0), test::random_vector3(random, 1.0).normalized()))
      .toRotationMatrix();
}

// Without regulation the damper takes D v of the force; with it nothing.
TEST(RegulatedPress, KeepsTheForceOnAPlaneThatMoves) {
  std::mt19937 random(31);
  for (int run = 0; run < test::scaled(100); ++run) {
    const double speed = test::random_between(random, -0.03, 0.03);
    PressedPlane plane{.mass = test::random_between(random, 1.0, 10.0),
                       .damping = test::random_between(random, 100.0, 300.0),
                       .stiffness = test::random_between(random, 2e3, 2e4)};
    plane.R_BC = random_axes(random);
    plane.n = plane.R_BC.col(2);
    for (const PressRegulation regulation : {PressRegulation::kNone, PressRegulation::kDirection}) {
      PressedBody body(plane, regulation);
      for (int k = 0; k < 1000; ++k) body.step(0.0, Vector3::Zero());
      EXPECT_NEAR(body.force(), 10.0, 0.01) << run;
      for (int k = 0; k < 1000; ++k) body.step(speed, Vector3::Zero());
      const double lost = regulation == PressRegulation::kNone ? plane.damping * speed : 0.0;
      EXPECT_NEAR(body.force(), 10.0 + lost, 0.01) << run << ": " << speed << " m/s";
    }
  }
}

// From when the plane begins to move until the force is back, ∫ (F - 10 N) dt = D v T: the time constants T with which
// the press sees the surface are those of two uninterrupted low-passes, whatever M.
TEST(RegulatedPress, IsOffByTheImpulseOfItsDamperWhileItLearnsTheSpeed) {
  constexpr double kTimeConstant = 0.025;  // s, on a surface of 5 kN/m or stiffer
  std::mt19937 random(32);
  for (int run = 0; run < test::scaled(100); ++run) {
    const PressedPlane plane{.mass = test::random_between(random, 1.0, 5.0),
                             .damping = test::random_between(random, 150.0, 300.0),
                             .stiffness = test::random_between(random, 6e3, 2e4)};
    const double speed = test::random_between(random, -0.01, 0.01);
    PressedBody body(plane, PressRegulation::kDirection);
    for (int k = 0; k < 1500; ++k) body.step(0.0, Vector3::Zero());
    double impulse = 0.0;
    for (int k = 0; k < 1000; ++k) {
      body.step(speed, Vector3::Zero());
      impulse += kPressPeriod * (body.force() - 10.0);
    }
    const double smoothed = 1.4 * 0.8 / (plane.stiffness * kTimeConstant);  // s: against noise, 0.8 kg at least
    const double expected = plane.damping * speed * (kTimeConstant + smoothed + kPressPeriod);
    EXPECT_NEAR(impulse, expected, 0.1 * std::abs(expected) + 1e-3) << run << ": " << speed << " m/s";
  }
}

// On a slope with friction the normal force is the press, and the normal that of the plane.
TEST(RegulatedPress, KeepsTheNormalForceOnASlopeWithFriction) {
  std::mt19937 random(33);
  for (int run = 0; run < test::scaled(100); ++run) {
    PressedPlane plane{.friction = test::random_between(random, 0.0, 0.3)};
    plane.R_BC = random_axes(random);
    const Vector3 z = plane.R_BC.col(2);
    const double turn = test::random_between(random, 0.0, 6.0), slope = test::random_between(random, 0.0, 0.5);
    const Vector3 side = std::cos(turn) * plane.R_BC.col(0) + std::sin(turn) * plane.R_BC.col(1);
    plane.n = std::cos(slope) * z + std::sin(slope) * side;
    const Vector3 v_led =
        test::random_between(random, 0.02, 0.1) * (exp_so3(test::random_between(random, -1.0, 1.0) * z) * side);
    PressedBody body(plane, PressRegulation::kNormal);
    for (int k = 0; k < 1000; ++k) body.step(0.0, Vector3::Zero());
    for (int k = 0; k < 2000; ++k) body.step(0.0, v_led);
    EXPECT_NEAR(body.force(), 10.0, 0.05) << run << ": slope " << slope << ", friction " << plane.friction;
    EXPECT_LT(std::acos(std::min(1.0, body.press.normal().dot(plane.n))), 0.02) << run;
  }
}

TEST(RegulatedPress, FollowsAPlaneThatMovesByItselfOnlyUpToItsBound) {
  PressedBody body({}, PressRegulation::kDirection);
  for (int k = 0; k < 1000; ++k) body.step(0.0, Vector3::Zero());
  for (int k = 0; k < 1000; ++k) {
    body.step(0.2, Vector3::Zero());
    EXPECT_LE(std::abs(body.press.surface_speed()), 0.05);
  }
  EXPECT_NEAR(body.force(), 10.0 + 200.0 * (0.2 - 0.05), 0.1);
}

// w u never jumps: neither when the press engages, nor when the normal is learnt, nor when the press ends.
TEST(RegulatedPress, NeverJumps) {
  PressedBody body({.n = exp_so3(0.3 * Vector3::UnitY()) * Vector3::UnitZ()}, PressRegulation::kNormal);
  double last = 0.0, fastest = 0.0;
  for (int k = 0; k < 4000; ++k) {
    body.step(0.0, (k > 1000 ? 0.1 : 0.0) * Vector3::UnitX(), k < 3000 ? 10.0 : 0.0);
    const double now = body.press.velocity_C().z();
    fastest = std::max(fastest, std::abs(now - last) / kPressPeriod);
    last = now;
  }
  EXPECT_LT(fastest, 2.5);  // m/s²: the speed of the slope, 0.03 m/s, within 12 ms
  EXPECT_FALSE(body.press.acts());
}

}  // namespace
}  // namespace limber
