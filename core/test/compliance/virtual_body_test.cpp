// The body relative to its reference, by finite differences; and the stop of drift: exact, and without adding energy.
#include "compliance/virtual_body.hpp"

#include <gtest/gtest.h>

#include <random>

#include "compliance/admittance_law.hpp"
#include "compliance/dynamics.hpp"
#include "math/so3.hpp"
#include "motion/reference.hpp"
#include "support/random_motion.hpp"
#include "support/scale.hpp"
#include "trajectory_points.hpp"

namespace limber {
namespace {

// R_V = Q R_R, and the law steps Q by Exp(h ė): so ė is what Q really does, whatever the reference does meanwhile.
TEST(OffsetVelocity, IsTheDerivativeOfTheOffsetFromAReferenceThatTurns) {
  std::mt19937 random(4);
  constexpr double kApart = 1e-6;  // s
  const auto after = [](const Pose& X, const Vector6& twist, double time) {
    return Pose{exp_so3(Vector3(time * twist.tail<3>())).toRotationMatrix() * X.R, X.p + time * twist.head<3>()};
  };
  for (int k = 0; k < test::scaled(2000); ++k) {
    const Vector6 twist = test::random_vector6(random, 2.0);
    ReferenceSample reference;
    reference.X_BR = after(Pose(), test::random_vector6(random, 2.0), 1.0);
    reference.twist = test::random_vector6(random, 2.0);
    const Pose X_BV = after(reference.X_BR, test::random_vector6(random, 1.5), 1.0);
    VirtualBody body;
    body.put(X_BV, twist, reference);
    const auto offset_at = [&](double time) {
      const Pose V = after(X_BV, twist, time), R = after(reference.X_BR, reference.twist, time);
      return Pose{V.R * R.R.transpose(), V.p - R.p};
    };
    const Pose before = offset_at(-kApart), now = offset_at(kApart);
    Vector6 rate;
    rate << now.p - before.p, log_so3(Matrix3(now.R * before.R.transpose()));
    rate /= 2.0 * kApart;
    ASSERT_LT((body.offset_in(Matrix3::Identity()).velocity - rate).norm(), 1e-6) << k;
    ASSERT_LT((body.twist(reference) - twist).norm(), 1e-12) << k;
  }
}

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
