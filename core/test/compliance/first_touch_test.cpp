// The first touch without lag, limits and deadband, against the closed form of a mass that meets a spring.
#include "compliance/first_touch.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/random_motion.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

FirstTouch random_touch(std::mt19937& random) {
  FirstTouch touch;
  touch.loop = {.mass = test::random_between(random, 3.0, 10.0),
                .damping = test::random_between(random, 10.0, 60.0),
                .servo_lag = 0.0,
                .servo_delay = 0.0,
                .period = 1e-4};
  touch.wall = test::random_between(random, 2e3, 1e4);
  touch.speed = test::random_between(random, 0.02, 0.2);
  touch.press = touch.loop.damping * touch.speed;  // it approaches with a constant speed
  touch.acceleration = touch.deceleration = 1e6;
  return touch;
}

// M ẍ + D ẋ + K x = F from x = 0 with v: x = F/K + e^(-δt) (a cos ωt + b sin ωt), underdamped.
double peak_in_closed_form(const FirstTouch& touch) {
  const double M = touch.loop.mass, D = touch.loop.damping, K = touch.wall;
  const double decay = 0.5 * D / M, omega = std::sqrt(K / M - decay * decay);
  const double a = -touch.press / K, b = (touch.speed + decay * a) / omega;
  // ẋ = 0 at tan ωt = (b ω - a δ) / (a ω + b δ), the first time.
  double t = std::atan2(b * omega - a * decay, a * omega + b * decay) / omega;
  if (t < 0.0) t += std::acos(-1.0) / omega;
  const double x = touch.press / K + std::exp(-decay * t) * (a * std::cos(omega * t) + b * std::sin(omega * t));
  return K * x;
}

TEST(FirstTouch, IsThatOfAMassOnASpring) {
  std::mt19937 random(41);
  for (int run = 0; run < test::scaled(200); ++run) {
    const FirstTouch touch = random_touch(random);
    const double expected = peak_in_closed_form(touch);
    EXPECT_NEAR(touch_peak(touch), expected, 0.02 * expected) << run;
  }
}

// With a deceleration a alone, the tool stops within v²/2a.
TEST(FirstTouch, AddsTheBrakingDistanceOfTheJoints) {
  FirstTouch touch;
  touch.loop = {.mass = 0.1, .damping = 1e3, .servo_lag = 0.0, .servo_delay = 0.0, .period = 1e-4};
  touch.wall = 100e3;
  touch.press = 1.0;
  touch.acceleration = 0.5;
  for (const double a : {2.0, 5.0, 20.0}) {
    for (const double v : {0.1, 0.2}) {
      touch.deceleration = a;
      touch.speed = v;
      const double expected = touch.wall * v * v / (2.0 * a);
      EXPECT_NEAR(touch_peak(touch), expected, 0.1 * expected) << a << " m/s², " << v << " m/s";
    }
  }
}

TEST(FirstTouch, HasTheSpeedOfTheAcceptedPeak) {
  std::mt19937 random(42);
  for (int run = 0; run < test::scaled(50); ++run) {
    FirstTouch touch = random_touch(random);
    touch.loop.period = 1e-3;
    const double accepted = touch_peak(touch);
    FirstTouch faster = touch;
    faster.speed = 0.5;
    if (accepted <= touch.press) continue;
    EXPECT_NEAR(speed_for_peak(faster, accepted), touch.speed, 2e-3) << run;
  }
}

TEST(TouchSpeeds, AreThoseOfTheirGrid) {
  FirstTouch touch;
  touch.loop = {.mass = 1.0, .damping = 50.0, .servo_lead = 0.033, .filter_time_constant = 0.003};
  touch.wall = 50e3;
  touch.speed = 0.3;
  const double accepted = 50.0;
  const TouchSpeeds speeds = touch_speeds(touch, accepted);
  for (const double deceleration : {2.0, 8.0, 32.0}) {
    for (const double share : {0.2, 0.6}) {
      touch.press = share * accepted;
      touch.deceleration = deceleration;
      EXPECT_NEAR(speeds.at(touch.press, deceleration), speed_for_peak(touch, accepted), 1e-9);
    }
  }
  EXPECT_LT(speeds.at(10.0, 2.0), speeds.at(10.0, 20.0)) << "joints that brake harder may go faster";
  EXPECT_GE(speeds.at(10.0, 20.0), speeds.at(40.0, 20.0)) << "a harder press must go more slowly";
  EXPECT_GT(speeds.at(100.0, 2.0), 0.0) << "a press that is too much still arrives";
}

}  // namespace
}  // namespace limber
