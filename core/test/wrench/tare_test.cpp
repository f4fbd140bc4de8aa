// A tare by itself: the mean it finds, and what it refuses.
#include "wrench/tare.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "support/random_motion.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

using Outcome = Tare::Outcome;

constexpr double kTarePeriod = 0.002;  // s

struct Taring {
  Tare tare;
  WrenchParameters parameters;
  Vector6 bias = Vector6::Zero();
  double speed = 0.0;  // rad/s
  int cycles = 0;

  Outcome run(bool confirmed, const std::function<Vector6(int)>& reading) {
    tare.start(confirmed);
    for (cycles = 0; cycles < 100000;) {
      const Outcome outcome = tare.step(reading(cycles++), bias, speed, kTarePeriod, parameters);
      if (outcome != Outcome::kNone) return outcome;
    }
    return Outcome::kNone;
  }
};

TEST(Taring, TakesTheMeanOfItsWindowAndSaysWhatThatTakesAway) {
  std::mt19937 random(1);
  for (int n = 0; n < test::scaled(100); ++n) {
    Taring taring;
    taring.bias = test::random_vector6(random, 0.5);
    Vector6 sum = Vector6::Zero();
    const Vector6 level = test::random_vector6(random, 1.0);
    const auto reading = [&](int) {
      const Vector6 F = level + test::random_vector6(random, 0.01);
      sum += F;
      return F;
    };
    ASSERT_EQ(taring.run(true, reading), Outcome::kDone);
    EXPECT_NEAR(taring.cycles * kTarePeriod, taring.parameters.tare_window, kTarePeriod);
    EXPECT_LT((taring.tare.mean() - sum / taring.cycles).norm(), 1e-12);
    EXPECT_LT((taring.tare.taken_away() - (sum / taring.cycles - taring.bias)).norm(), 1e-12);
    EXPECT_FALSE(taring.tare.active());
    EXPECT_EQ(taring.tare.step(level, level, 0.0, kTarePeriod, taring.parameters), Outcome::kNone);
  }
}

TEST(Taring, IsRefusedWhileAJointMoves) {
  Taring taring;
  taring.speed = 1.01 * taring.parameters.tare_max_speed;
  EXPECT_EQ(taring.run(true, [](int) { return Vector6::Zero().eval(); }), Outcome::kArmMoved);
  EXPECT_EQ(taring.cycles, 1);
  taring.speed = 0.99 * taring.parameters.tare_max_speed;
  EXPECT_EQ(taring.run(true, [](int) { return Vector6::Zero().eval(); }), Outcome::kDone);
}

// A step by `size` after some time: all of it shows against the mean, whichever axis it is on.
TEST(Taring, IsRefusedIfTheWrenchVariesByMoreThanAllowed) {
  for (int axis = 0; axis < 6; ++axis) {
    const double lever = axis < 3 ? 1.0 : kTorqueLever;
    for (const double share : {0.9, 1.1}) {
      Taring taring;
      const double size = share * taring.parameters.tare_max_deviation * lever;
      const auto step = [&](int k) { return Vector6((k < 50 ? 0.0 : size) * Vector6::Unit(axis)); };
      EXPECT_EQ(taring.run(true, step), share < 1.0 ? Outcome::kDone : Outcome::kWrenchVaried) << axis;
      EXPECT_NEAR(taring.tare.deviation(), size / lever, 1e-9);
    }
  }
}

TEST(Taring, ThatTakesAwayMuchNeedsAConfirmation) {
  for (const int axis : {0, 2, 3, 5}) {
    for (const double share : {0.9, 1.1}) {
      for (const bool confirmed : {false, true}) {
        Taring taring;
        const double size = share * taring.parameters.tare_max_force * (axis < 3 ? 1.0 : kTorqueLever);
        const auto level = [&](int) { return Vector6(size * Vector6::Unit(axis)); };
        EXPECT_EQ(taring.run(confirmed, level), share > 1.0 && !confirmed ? Outcome::kTooMuch : Outcome::kDone);
        taring.bias = level(0);
        EXPECT_EQ(taring.run(false, level), Outcome::kDone) << "the bias has it already";
      }
    }
  }
}

}  // namespace
}  // namespace limber
