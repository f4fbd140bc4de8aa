// Wrenches as plain values: lever arms, weight, deadband, time constants.
#include "wrench/spatial_wrench.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <random>

#include "support/random_motion.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

TEST(MoveWrench, KeepsThePowerOfAnyRigidMotion) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  for (int i = 0; i < test::scaled(2000); ++i) {
    const Pose X_CS = test::random_pose_near(random, Pose(), 3.1);
    const Vector6 F_S = Vector6::NullaryExpr([&] { return normal(random); });
    const Vector6 V_C = Vector6::NullaryExpr([&] { return normal(random); });
    Vector6 V_S;  // the twist of S's origin, in S, of the body whose C-twist is V_C
    V_S.head<3>() = X_CS.R.transpose() * (V_C.head<3>() + V_C.tail<3>().cross(X_CS.p));
    V_S.tail<3>() = X_CS.R.transpose() * V_C.tail<3>();
    EXPECT_NEAR(F_S.dot(V_S), move_wrench(X_CS, F_S).dot(V_C), 1e-12);
  }
}

TEST(MoveWrench, ThereAndBackAndByAWayRoundIsTheSame) {
  std::mt19937 random(2);
  for (int i = 0; i < test::scaled(2000); ++i) {
    const Pose X_AB = test::random_pose_near(random, Pose(), 3.0), X_BC = test::random_pose_near(random, Pose(), 3.0);
    const Vector6 F = test::random_vector6(random, 10.0);
    EXPECT_LT((move_wrench(X_AB.inverse(), move_wrench(X_AB, F)) - F).norm(), 1e-11);
    EXPECT_LT((move_wrench(X_AB, move_wrench(X_BC, F)) - move_wrench(X_AB * X_BC, F)).norm(), 1e-11);
  }
}

// The weight of a body is the sum of those of its parts, each at its own place.
TEST(ToolWeight, OfPartsAddsUpAtTheirCentre) {
  std::mt19937 random(3);
  for (int i = 0; i < test::scaled(1000); ++i) {
    const Vector3 gravity = test::random_vector3(random, 5.0), a = test::random_vector3(random, 0.1),
                  b = test::random_vector3(random, 0.1);
    const double m = test::random_between(random, 0.1, 2.0), n = test::random_between(random, 0.1, 2.0);
    const Vector6 parts = tool_weight(m, a, gravity) + tool_weight(n, b, gravity);
    EXPECT_LT((parts - tool_weight(m + n, (m * a + n * b) / (m + n), gravity)).norm(), 1e-11);
    EXPECT_NEAR(parts.head<3>().norm(), (m + n) * gravity.norm(), 1e-11);
  }
  // 1 kg, 0.1 m in front of the sensor, pulls its nose down.
  const Vector6 F = tool_weight(1.0, {0.1, 0.0, 0.0}, {0.0, 0.0, -10.0});
  EXPECT_LT((F - (Vector6() << 0, 0, -10, 0, 1, 0).finished()).norm(), 1e-12);
}

TEST(DeadbandGain, LeavesOfAForceWhatIsAboveTheThreshold) {
  std::mt19937 random(4);
  for (int i = 0; i < test::scaled(1000); ++i) {
    const double force = test::random_between(random, 0.0, 10.0), threshold = test::random_between(random, 0.0, 5.0);
    EXPECT_NEAR(deadband_gain(force, threshold) * force, std::max(0.0, force - threshold), 1e-12);
  }
  EXPECT_EQ(deadband_gain(0.0, 0.0), 0.0);
}

TEST(LowPassShare, OfManyShortPeriodsIsThatOfALongOne) {
  std::mt19937 random(5);
  for (int i = 0; i < test::scaled(1000); ++i) {
    const double time_constant = test::random_between(random, 0.001, 1.0);
    double left = 1.0, time = 0.0;  // of a step, after these periods
    for (int k = 0; k < 20; ++k) {
      const double period = test::random_between(random, 0.0, 0.02);
      left *= 1.0 - low_pass_share(time_constant, period);
      time += period;
    }
    EXPECT_NEAR(1.0 - left, low_pass_share(time_constant, time), 1e-12);
  }
  EXPECT_NEAR(low_pass_share(0.5, 0.5), 1.0 - 1.0 / std::numbers::e, 1e-15);
  EXPECT_EQ(low_pass_share(0.0, 0.002), 1.0) << "no low-pass";
}

TEST(TimeConstant, OfACoefficientIsThatOfItsStepAtTheNominalPeriod) {
  for (const double coefficient : {1e-6, 0.05, 0.3, 0.9, 0.999}) {
    EXPECT_NEAR(low_pass_share(smoothing_time_constant(coefficient, 0.002), 0.002), coefficient, 1e-12);
  }
  EXPECT_EQ(smoothing_time_constant(1.0, 0.002), 0.0);
}

TEST(TimeConstant, OfACutoffHalvesThePowerThere) {
  for (const double cutoff : {0.5, 5.0, 80.0}) {  // Hz
    const std::complex<double> s(0.0, 2.0 * std::numbers::pi * cutoff);
    EXPECT_NEAR(std::norm(1.0 / (1.0 + cutoff_time_constant(cutoff) * s)), 0.5, 1e-12);
  }
}

}  // namespace
}  // namespace limber
