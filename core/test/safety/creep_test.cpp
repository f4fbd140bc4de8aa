#include "safety/creep.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace limber {
namespace {

constexpr double kCreepPeriod = 0.01;  // s

// s until an arm whose speed is speed(t) must stand; at most `most`.
template <typename Speed>
double stands_after(Speed speed, double slowest_spring, double most) {
  Creep creep;
  double t = 0.0;
  while (t < most && !creep.step(true, speed(t), slowest_spring, kCreepPeriod)) t += kCreepPeriod;
  return t;
}

TEST(Creep, IsStoppedIfItGoesOnAtTheSameSpeed) {
  EXPECT_NEAR(stands_after([](double) { return 1e-4; }, 1.0, 100.0), 10.0, 0.1);
  EXPECT_NEAR(stands_after([](double t) { return 1e-4 * std::exp(-t / 4000.0); }, 20.0, 100.0), 60.0, 0.1);
}

TEST(Creep, IsNoSpringThatReturnsHoweverSlow) {
  for (const double time_constant : {0.1, 1.0, 3.0, 30.0, 300.0}) {
    const auto speed = [&](double t) { return 1e-2 * std::exp(-t / time_constant); };
    EXPECT_GE(stands_after(speed, time_constant, 20.0 * time_constant), 20.0 * time_constant) << time_constant;
  }
}

TEST(Creep, IsNoSwingThatFades) {
  for (const double damping : {0.1, 0.3, 0.5, 0.9}) {
    for (const double frequency : {0.2, 1.0, 10.0}) {
      const double fades = 1.0 / (damping * frequency);
      const auto speed = [&](double t) { return std::abs(1e-2 * std::exp(-t / fades) * std::cos(frequency * t)); };
      EXPECT_GE(stands_after(speed, fades, 20.0 * fades), 20.0 * fades) << damping << ' ' << frequency;
    }
  }
}

TEST(Creep, IsNotWhatAPushOrALeadMoves) {
  Creep creep;
  for (int k = 0; k < 10000; ++k) EXPECT_FALSE(creep.step(k % 900 != 0, 1e-4, 1.0, kCreepPeriod));
  for (int k = 0; k < 10000; ++k) EXPECT_FALSE(creep.step(true, 0.03, 1.0, kCreepPeriod));
}

TEST(Creep, EndsAsSoonAsSomethingMovesTheArm) {
  Creep creep;
  for (int k = 0; k < 1100; ++k) creep.step(true, 1e-4, 1.0, kCreepPeriod);
  EXPECT_TRUE(creep.step(true, 0.0, 1.0, kCreepPeriod));
  EXPECT_FALSE(creep.step(false, 0.0, 1.0, kCreepPeriod));
  EXPECT_FALSE(creep.step(true, 0.0, 1.0, kCreepPeriod));
}

}  // namespace
}  // namespace limber
