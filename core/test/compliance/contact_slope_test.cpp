// The stiffness of springs of known stiffness, that move, are slid along, and are measured with noise.
#include "compliance/contact_slope.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/random_motion.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

constexpr double kSlopePeriod = 0.002;  // s
constexpr double kLowPass = 0.005;      // s

// A tool on a spring along `n`; force and motion are seen with noise and behind a low-pass.
class SpringUnderTool {
 public:
  SpringUnderTool(std::mt19937& random, double stiffness)
      : random_(random),
        n_(test::random_vector3(random, 1.0).normalized()),
        t_(n_.cross(test::random_vector3(random, 1.0)).normalized()),
        stiffness_(stiffness) {}

  // The spring is pressed in to `force` N and has moved to `surface` m along n; the tool has slid to `along` m.
  void step(double force, double surface, double along, const Vector3& known) {
    const Vector3 x = (surface - force / stiffness_) * n_ + along * t_ + test::random_vector3(random_, 2e-6);
    const double share = -std::expm1(-kSlopePeriod / kLowPass);
    const Vector3 before = x_;
    if (!begun_) x_ = x, f_ = force * n_;
    x_ += share * (x - x_);
    f_ += share * (force * n_ + test::random_vector3(random_, 0.1) - f_);
    slope.step(f_, begun_ ? Vector3(x_ - before) : Vector3(Vector3::Zero()), known, kSlopePeriod);
    begun_ = true;
  }
  const Vector3& normal() const { return n_; }

  ContactSlope slope;

 private:
  std::mt19937& random_;
  Vector3 n_, t_;  // normal; direction in which the tool slides
  double stiffness_;
  bool begun_ = false;
  Vector3 x_ = Vector3::Zero(), f_ = Vector3::Zero();
};

double random_stiffness(std::mt19937& random) {
  return std::exp(test::random_between(random, std::log(1e3), std::log(5e4)));
}

// The tool comes in, slides and settles; the normal is not known yet. On a stiff spring the slide is ten times as long
// as the deflection.
TEST(ContactSlope, OfATouchIsThatOfTheSpringWithinFivePercent) {
  std::mt19937 random(21);
  for (int run = 0; run < test::scaled(500); ++run) {
    const double K = random_stiffness(random), time = test::random_between(random, 0.03, 0.15);
    SpringUnderTool spring(random, K);
    const Vector3 wrong = exp_so3(0.4 * spring.normal().unitOrthogonal()) * spring.normal();
    for (int k = 0; k < 145; ++k)
      spring.step(-10.0 * std::expm1(-k * kSlopePeriod / time), 0.0, 0.02 * k * kSlopePeriod, wrong);
    EXPECT_NEAR(spring.slope.stiffness(), K, std::max(0.05, 7.5e-6 * K) * K)
        << run << ": " << K << " N/m, " << time << " s";
  }
}

// A surface that moves, and a tool that slides, are not soft.
TEST(ContactSlope, IsThatOfTheSpringWhileItMovesAndTheToolSlides) {
  std::mt19937 random(22);
  for (int run = 0; run < test::scaled(300); ++run) {
    const double K = random_stiffness(random), frequency = test::random_between(random, 2.0, 8.0);
    const double speed = test::random_between(random, -0.1, 0.1), slide = test::random_between(random, 0.0, 0.2);
    const double swing = std::max(2.0, 60e-6 * K);  // N: not below the noise of the position
    SpringUnderTool spring(random, K);
    for (int k = 0; k < 1500; ++k) {
      const double t = k * kSlopePeriod, moves = std::max(0.0, t - 0.5);
      const double force = 10.0 - 10.0 * std::exp(-t / 0.05) + swing * std::sin(2.0 * std::numbers::pi * frequency * t);
      spring.step(force, speed * moves, slide * moves, spring.normal());
    }
    EXPECT_NEAR(spring.slope.stiffness(), K, 0.05 * K)
        << run << ": " << frequency << " Hz, surface " << speed << " m/s, slides at " << slide << " m/s";
  }
}

TEST(ContactSlope, IsKeptWhileTheForceStays) {
  std::mt19937 random(23);
  for (int run = 0; run < test::scaled(50); ++run) {
    const double K = random_stiffness(random);
    SpringUnderTool spring(random, K);
    for (int k = 0; k < 500; ++k) spring.step(-10.0 * std::expm1(-k * kSlopePeriod / 0.05), 0.0, 0.0, spring.normal());
    const double known = spring.slope.stiffness();
    for (int k = 0; k < 5000; ++k) spring.step(10.0, 0.01 * k * kSlopePeriod, 0.05 * k * kSlopePeriod, spring.normal());
    EXPECT_NEAR(spring.slope.stiffness(), known, 0.1 * known) << run;
  }
}

TEST(ContactSlope, IsNotKnownWithoutAChangeOfTheForce) {
  std::mt19937 random(24);
  SpringUnderTool spring(random, 5e3);
  for (int k = 0; k < 1000; ++k) spring.step(10.0, 0.0, 0.1 * k * kSlopePeriod, spring.normal());
  EXPECT_EQ(spring.slope.stiffness(), 0.0);
}

}  // namespace
}  // namespace limber
