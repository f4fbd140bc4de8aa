// Giving way along one direction to springs of any stiffness, behind servos of any lag, with a noisy sensor.
#include "safety/give_way.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "limber/admittance_parameters.hpp"
#include "math/so3.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

constexpr double kPeriod = 0.002;        // s
constexpr double kAcceleration = 1.0;    // m/s²
constexpr double kAngularFactor = 10.0;  // rad for each m

Pose moved_along(const Vector6& direction, double way) {
  return {exp_so3(way * direction.tail<3>()).toRotationMatrix(), way * direction.head<3>()};
}

struct Spring {
  double limit, stiffness, lag, noise, depth, gap;  // N, N/m, s, N, m, m to a wall behind, just as stiff
  bool turns;
};

struct Outcome {
  double force, way, least;  // N, m, N
};

// The spring is pressed in by `depth` where it begins. The command accelerates as kAcceleration allows.
Outcome give_way(const Spring& s, double travel, std::mt19937& random) {
  std::normal_distribution<double> noise(0.0, s.noise);
  const double unit = s.turns ? kAngularFactor : 1.0;
  Vector6 direction = Vector6::Zero();
  direction.segment<3>(s.turns ? 3 : 0) = Vector3(1, 2, -2) / 3.0;
  double arm = 0.0, command = 0.0, speed = 0.0, least = kUnlimited;
  const auto pressing = [&](double x) {
    return s.stiffness * (std::max(0.0, s.depth - x / unit) - std::max(0.0, x / unit - s.depth - s.gap));
  };
  const auto felt = [&] {
    Vector6 F = pressing(arm) * direction;
    for (double& axis : F) axis += noise(random);
    return F;
  };
  GiveWay way;
  way.allow(travel);
  const auto start = [&] { return way.start(felt(), s.turns, s.limit, moved_along(direction, arm)); };
  start();
  for (int k = 0; k < 2000; ++k) {
    const double before = speed;
    double wanted = 0.0;
    if (way.active()) {
      wanted =
          way.step(felt(), moved_along(direction, arm), moved_along(direction, command), unit * kAcceleration, kPeriod);
    } else if (std::abs(pressing(arm)) > s.limit) {
      start();
    }
    const double most = 2.0 * unit * kAcceleration * kPeriod;
    speed = std::clamp(wanted, before - most, before + most);
    command += speed * kPeriod;
    if (way.active()) way.moved(speed * kPeriod);
    arm += (command - arm) * (s.lag > 0.0 ? -std::expm1(-kPeriod / s.lag) : 1.0);
    least = std::min(least, pressing(arm));
  }
  return {pressing(arm), command / unit, least};
}

TEST(GiveWay, LeavesLessThanHalfOfTheLimitOfAnySpringAndGoesNoFartherThanItMay) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> u(0.0, 1.0);
  for (int n = 0; n < test::scaled(2000); ++n) {
    Spring s;
    s.limit = 10.0 * std::pow(30.0, u(random));
    s.stiffness = 1e3 * std::pow(200.0, u(random));
    s.lag = u(random) < 0.2 ? 0.0 : 0.06 * u(random);
    s.noise = 0.02 * s.limit * u(random);
    s.depth = s.limit * (1.1 + 15.0 * u(random)) / s.stiffness;
    s.gap = kUnlimited;
    s.turns = u(random) < 0.5;
    const double travel = 0.002 + 0.1 * u(random);
    const Outcome outcome = give_way(s, travel, random);
    SCOPED_TRACE(testing::Message() << n << ": limit " << s.limit << " stiffness " << s.stiffness << " lag " << s.lag
                                    << " depth " << s.depth << " travel " << travel << " turns " << s.turns);
    EXPECT_LT(outcome.way, travel + 1e-5);
    if (outcome.way < travel - 1e-5) {
      EXPECT_LT(outcome.force, 0.55 * s.limit);
    }
  }
}

TEST(GiveWay, DoesNotRunIntoWhatIsBehind) {
  std::mt19937 random(8);
  std::uniform_real_distribution<double> u(0.0, 1.0);
  for (int n = 0; n < test::scaled(1000); ++n) {
    Spring s;
    s.limit = 100.0;
    s.stiffness = 5e3 * std::pow(20.0, u(random));
    s.lag = 0.05 * u(random);
    s.noise = 0.5;
    s.depth = s.limit * (1.1 + 8.0 * u(random)) / s.stiffness;
    s.gap = 0.005;
    s.turns = u(random) < 0.5;
    const Outcome outcome = give_way(s, 0.5, random);
    EXPECT_GT(outcome.least, -s.limit) << n << ": stiffness " << s.stiffness << " lag " << s.lag << " depth "
                                       << s.depth;
    EXPECT_LT(outcome.force, 0.55 * s.limit);
  }
}

// Friction holds the tool on its way in, and turns round when the tool slides back. It is felt as a force, too.
TEST(GiveWay, LeavesARoughWallAsSoonAsASlipperyOne) {
  std::mt19937 random(9);
  std::uniform_real_distribution<double> u(0.0, 1.0);
  for (int n = 0; n < test::scaled(500); ++n) {
    constexpr double kLimit = 100.0, kSlow = 1e-3;  // N, m/s: sliding faster, friction is all there
    const double stiffness = 5e3 * std::pow(20.0, u(random)), friction = u(random), lag = 0.04 * u(random);
    const double depth = kLimit * (1.1 + 5.0 * u(random)) / stiffness;
    const double angle = 2.0 * std::numbers::pi * u(random);
    const Vector3 normal = Vector3::UnitZ(), sideways(std::cos(angle), std::sin(angle), 0.0);
    Vector3 arm = Vector3::Zero(), command = arm, velocity = Vector3::Zero(), slip = -kSlow * sideways;
    const auto felt = [&] {
      const double pressing = stiffness * std::max(0.0, depth - arm.z());
      Vector6 F = Vector6::Zero();
      F.head<3>() = pressing * (normal - friction * slip / std::max(kSlow, slip.norm()));
      return F;
    };
    GiveWay way;
    way.allow(0.2);
    way.start(felt(), false, kLimit, Pose{Matrix3::Identity(), arm});
    double above = 0.0;
    for (int k = 0; k < 500; ++k) {
      const Pose X{Matrix3::Identity(), arm}, X_command{Matrix3::Identity(), command};
      if (!way.active() && felt().head<3>().norm() > kLimit) way.start(felt(), false, kLimit, X);
      const double speed = way.active() ? way.step(felt(), X, X_command, kAcceleration, kPeriod) : 0.0;
      const Vector3 change = speed * way.direction().head<3>() - velocity;
      velocity += change * std::min(1.0, 2.0 * kAcceleration * kPeriod / std::max(1e-12, change.norm()));
      command += velocity * kPeriod;
      if (way.active()) way.moved(way.direction().head<3>().dot(velocity) * kPeriod);
      const Vector3 step = (command - arm) * (lag > 0.0 ? -std::expm1(-kPeriod / lag) : 1.0);
      arm += step;
      slip = Vector3(step.x(), step.y(), 0.0) / kPeriod;
      if (felt().head<3>().norm() > kLimit) above = k * kPeriod;
    }
    SCOPED_TRACE(testing::Message() << n << ": stiffness " << stiffness << " friction " << friction << " lag " << lag
                                    << " depth " << depth);
    // All of the way at the acceleration that it brakes with, there and back, and what the servo lags.
    EXPECT_LT(above, 2.0 * std::sqrt(depth / kAcceleration) + 3.0 * lag + 0.05);
    EXPECT_LT(felt().head<3>().norm(), 0.55 * kLimit);
  }
}

}  // namespace
}  // namespace limber
