// Drift that is stopped: exactly, and never by adding energy.
#include "limber/compliance/virtual_body.hpp"

#include <gtest/gtest.h>

#include <random>

#include "support/random_motion.hpp"
#include "support/scale.hpp"
#include "trajectory_points.hpp"

namespace limber {
namespace {

// Found by the soak: with coupled masses, stopping one axis and leaving the others their speed is a push.
TEST(StoppedDrift, AddsNoEnergyHoweverTheMassesAreCoupled) {
  std::mt19937 random(3);
  for (int k = 0; k < test::scaled(20000); ++k) {
    Matrix6 K = test::random_diagonal(random, 10.0, 1000.0);
    for (int i = 0; i < 6; ++i) {
      if (random() % 2 == 0) K(i, i) = 0.0;
    }
    Matrix6 G = Matrix6::NullaryExpr([&] { return test::random_between(random, -1.0, 1.0); });
    const Matrix6 M = Matrix6::Identity() + 5.0 * G * G.transpose();
    const Dynamics dynamics = make_dynamics(M, 10.0 * Matrix6::Identity(), K);
    Offset offset;
    offset.velocity = test::random_vector6(random, 0.01);
    const Vector6 before = offset.velocity;
    stop_drift(offset, dynamics, Vector6::Zero(), 0.02, 0.02);
    const double kinetic = before.dot(M * before);
    ASSERT_LE(offset.velocity.dot(M * offset.velocity), kinetic * (1.0 + 1e-12));
    for (int first : {0, 3}) {
      double squared = 0.0;
      for (int i = first; i < first + 3; ++i) squared += K(i, i) == 0.0 ? before[i] * before[i] : 0.0;
      for (int i = first; i < first + 3; ++i) {
        ASSERT_TRUE(K(i, i) > 0.0 || squared >= 0.02 * 0.02 || offset.velocity[i] == 0.0) << i;
      }
    }
  }
}

TEST(StoppedDrift, LeavesAxesAloneThatHaveStiffnessOrInput) {
  Matrix6 K = Matrix6::Zero();
  K(0, 0) = 100.0;
  const Dynamics dynamics = make_dynamics(Matrix6::Identity(), Matrix6::Identity(), K);
  Offset offset;
  offset.velocity.setConstant(1e-4);
  stop_drift(offset, dynamics, Vector6::Unit(2), 0.001, 0.01);
  EXPECT_EQ(offset.velocity, Vector6::Constant(1e-4));
  stop_drift(offset, dynamics, Vector6::Zero(), 0.001, 0.01);
  EXPECT_EQ(offset.velocity, Vector6(1e-4 * Vector6::Unit(0)));
}

}  // namespace
}  // namespace limber
