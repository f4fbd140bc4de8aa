// A constant force of any size is detected; that of a hand never is.
#include "wrench/steady_force.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <random>

#include "support/scale.hpp"

namespace limber {
namespace {

constexpr double kSteadyCycle = 0.002;  // s

// When, in `seconds`, it says that the force stays; 0: never. White noise of `rms` an axis through a low-pass of 5 ms.
double told_at(const std::function<Vector3(double)>& force, double rms, double seconds, unsigned seed,
               Vector3* mean = nullptr) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal(0.0, 1.0);
  SteadyForce steady;
  Vector3 filtered = force(0.0);
  for (double t = 0.0; t < seconds; t += kSteadyCycle) {
    const Vector3 reading = force(t) + rms * Vector3(normal(random), normal(random), normal(random));
    filtered += kSteadyCycle / (kSteadyCycle + 0.005) * (reading - filtered);
    if (!steady.step(filtered, kSteadyCycle)) continue;
    if (mean != nullptr) *mean = steady.mean();
    return t;
  }
  return 0.0;
}

TEST(SteadyForce, OfAnySizeIsFoundAfterTenSecondsWithItsValue) {
  unsigned seed = 1;
  for (const double size : {0.12, 1.05, 1.9, 3.0, 5.0, 40.0}) {
    for (const double noise : {0.0, 0.05, 0.3}) {
      const Vector3 bias = size * Vector3(0.6, 0.0, -0.8);
      Vector3 mean;
      const double told = told_at([&](double) { return bias; }, noise * size, 40.0, ++seed, &mean);
      EXPECT_GE(told, 10.0) << size << " N, noise " << noise;
      EXPECT_LT(told, 25.0) << size << " N, noise " << noise;
      EXPECT_LT((mean - bias).norm(), 0.02 * size) << size << " N, noise " << noise;
    }
  }
}

// Swings of 15 % and more, at any frequency that a hand has, around any lean; and a slow growth.
TEST(SteadyForce, OfAHandIsNone) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> share(0.0, 1.0);
  for (int n = 0; n < test::scaled(200); ++n) {
    const double size = 1.5 + 20.0 * share(random), slow = 0.05 + 0.4 * share(random), fast = 0.6 + share(random);
    const double swing = 0.15 + 0.5 * share(random), phase = 6.0 * share(random), turn = 0.5 * share(random);
    const auto hand = [&](double t) {
      const double at = 2.0 * std::numbers::pi * t;
      const double force = size * (1.0 + swing * std::sin(slow * at + phase) + 0.5 * swing * std::sin(fast * at));
      const double angle = turn * std::sin(slow * at);
      return Vector3(force * Vector3(std::cos(angle), std::sin(angle), 0.1));
    };
    EXPECT_EQ(told_at(hand, 0.1, 60.0, static_cast<unsigned>(n)), 0.0)
        << size << " N, swings " << swing << " at " << slow << " and " << fast << " Hz";
  }
  EXPECT_EQ(told_at([](double t) { return Vector3((1.0 + 0.02 * t) * Vector3::UnitX()); }, 0.0, 30.0, 1), 0.0);
}

TEST(SteadyForce, ThatIsInterruptedBeginsAnewAndIsToldOnce) {
  SteadyForce steady;
  int told = 0;
  for (int i = 0; i < 60'000; ++i) {
    if (i % 10'000 == 4'000) steady.interrupt();
    if (steady.step(3.0 * Vector3::UnitZ(), kSteadyCycle) && steady.is_news()) ++told;
  }
  EXPECT_EQ(told, 1);
}

}  // namespace
}  // namespace limber
