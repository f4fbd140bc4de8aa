// A regulated press on sloped and curved surfaces: the true normal force is kept while the tool is led across.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <numbers>

#include "slide_case.hpp"

namespace limber::sim {
namespace {

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
          EXPECT_EQ(on.fault, "none");
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
          EXPECT_EQ(on.fault, "none");
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
    EXPECT_EQ(on.fault, "none");
  }
}

}  // namespace
}  // namespace limber::sim
