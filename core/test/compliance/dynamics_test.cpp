// The matrices of the virtual body as they are prepared: damping, modes, rates, blends.
#include "compliance/dynamics.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <random>

#include "random_matrices.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

using test::diagonal;
using test::random_spd;

TEST(DerivedDamping, FollowsTheRatioWithAndWithoutStiffness) {
  ComplianceParameters c;
  c.mass = diagonal(2, 0.5);
  c.stiffness = (Vector6() << 200, 0, 0, 10, 0, 0).finished().asDiagonal();
  c.damping_ratio.setConstant(0.7);
  const Matrix6 D = total_damping(c);
  EXPECT_NEAR(D(0, 0), 2 * 0.7 * std::sqrt(2.0 * 200.0), 1e-12);
  EXPECT_NEAR(D(1, 1), 2 * 0.7 * std::sqrt(2.0 * 100.0), 1e-12);
  EXPECT_NEAR(D(3, 3), 2 * 0.7 * std::sqrt(0.5 * 10.0), 1e-12);
  EXPECT_NEAR(D(4, 4), 2 * 0.7 * std::sqrt(0.5 * 10.0), 1e-12);
}

TEST(DerivedDamping, OfFullMatricesIsThatRatioInEveryMode) {
  std::mt19937 random(8);
  ComplianceParameters c;
  c.mass = random_spd(random, 1, 4);
  c.stiffness = random_spd(random, 50, 900);
  c.damping_ratio.setConstant(0.6);
  const Dynamics dynamics = make_dynamics(c);
  ASSERT_EQ(dynamics.form, Dynamics::Form::kModal);
  for (int j = 0; j < 6; ++j) {
    EXPECT_NEAR(dynamics.modal_damping[j], 2 * 0.6 * std::sqrt(dynamics.modal_stiffness[j]), 1e-9);
  }
}

TEST(DerivedDamping, IsNotAddedWhereOnlyArmDampingIsGiven) {
  ComplianceParameters c;
  c.stiffness = diagonal(100, 10);
  c.arm_damping = diagonal(12, 10);
  EXPECT_EQ(total_damping(c), diagonal(12, 10));
  c.damping = diagonal(3, 1);
  EXPECT_EQ(total_damping(c), diagonal(15, 11));
}

TEST(MakeDynamics, FindsTheModesOfMatricesThatHaveThemInCommon) {
  std::mt19937 random(1);
  for (int n = 0; n < test::scaled(300); ++n) {
    const Matrix6 M = n % 3 == 0 ? diagonal(3.0, 0.2) : random_spd(random, 1, 5);
    const Matrix6 K = n % 3 == 0 ? diagonal(100.0, 10.0) : random_spd(random, 10, 500);
    const Dynamics dynamics = make_dynamics(M, 0.5 * M + 0.02 * K, K);
    ASSERT_EQ(dynamics.form, n % 3 == 0 ? Dynamics::Form::kDiagonal : Dynamics::Form::kModal);
    const Matrix6& modes = dynamics.modes;
    const auto modal = [&](const Matrix6& A) { return Matrix6(modes.transpose() * A * modes); };
    EXPECT_LT((modes * dynamics.modes_inverse - Matrix6::Identity()).norm(), 1e-10);
    EXPECT_LT((modal(M) - Matrix6::Identity()).norm(), 1e-10);
    EXPECT_LT((modal(dynamics.D) - Matrix6(dynamics.modal_damping.asDiagonal())).norm(), 1e-9 * dynamics.D.norm());
    EXPECT_LT((modal(K) - Matrix6(dynamics.modal_stiffness.asDiagonal())).norm(), 1e-9 * K.norm());
    EXPECT_LT((M * dynamics.M_inverse - Matrix6::Identity()).norm(), 1e-10);
  }
  EXPECT_EQ(make_dynamics(random_spd(random, 1, 5), random_spd(random, 1, 50), random_spd(random, 1, 50)).form,
            Dynamics::Form::kCoupled);
}

TEST(MakeDynamics, BoundsEveryRateOfTheMotion) {
  std::mt19937 random(2);
  for (int n = 0; n < test::scaled(300); ++n) {
    const Matrix6 M = random_spd(random, 0.5, 5), K = random_spd(random, 0, 2000);
    const Dynamics dynamics = make_dynamics(M, random_spd(random, 1, n % 2 == 0 ? 20 : 500), K);
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(12, 12);
    A.topRightCorner(6, 6).setIdentity();
    A.bottomLeftCorner(6, 6) = -M.inverse() * K;
    A.bottomRightCorner(6, 6) = -M.inverse() * dynamics.D;
    EXPECT_LE(A.eigenvalues().cwiseAbs().maxCoeff(), dynamics.fastest_rate * (1.0 + 1e-9));
  }
}

TEST(MakeDynamics, KnowsWhetherARotationTurnsBack) {
  Matrix6 K = Vector6(100, 0, 0, 0, 0, 0).asDiagonal();
  const auto made = [&] { return make_dynamics(diagonal(2, 1), diagonal(9, 9), K); };
  EXPECT_FALSE(made().turns_back);
  K(4, 4) = 7.0;
  EXPECT_TRUE(made().turns_back);
  EXPECT_EQ(made().turn_stiffness, 7.0);
  K(0, 4) = K(4, 0) = -20.0;  // a push turns, too
  EXPECT_EQ(made().turn_stiffness, 20.0);
}

TEST(MakeDynamics, OfAMassThatIsNotDefiniteIsNoNumber) {
  Matrix6 M = Matrix6::Identity();
  M(0, 1) = M(1, 0) = 2.0;
  const Dynamics dynamics = dynamics_in_cycle(M, Matrix6::Identity(), Matrix6::Zero());
  EXPECT_TRUE(dynamics.M.hasNaN());
  EXPECT_TRUE(dynamics.M_inverse.hasNaN());
}

// On the way: the mass of the end, a stiffness between, and never less damping than both ends have.
TEST(Blend, GoesStraightInStiffnessWithTheDampingOfTheStifferEnd) {
  std::mt19937 random(3);
  for (int n = 0; n < test::scaled(300); ++n) {
    const bool full = n % 2 == 0;
    ComplianceParameters soft, stiff;
    soft.mass = stiff.mass = full ? random_spd(random, 1, 5) : diagonal(3, 0.3);
    soft.stiffness = n % 3 == 0 ? Matrix6(Matrix6::Zero()) : full ? random_spd(random, 1, 50) : diagonal(40, 4);
    stiff.stiffness = full ? random_spd(random, 500, 900) : diagonal(800, 80);
    const Dynamics a = make_dynamics(soft), b = make_dynamics(stiff);
    for (const auto& [from, to] : {std::pair(a, b), std::pair(b, a)}) {
      for (double progress = 0.0; progress <= 1.0; progress += 0.25) {
        const Dynamics between = blend(from, to, progress);
        EXPECT_LT((between.K - ((1.0 - progress) * from.K + progress * to.K)).norm(), 1e-9 * b.K.norm());
        EXPECT_EQ(between.M, to.M);
        EXPECT_EQ(between.D, progress < 1.0 ? b.D : to.D) << "the stiffer end has more damping here";
        if (between.form == Dynamics::Form::kCoupled) continue;
        const Matrix6 modal = between.modes.transpose() * between.K * between.modes;
        EXPECT_LT((modal - Matrix6(between.modal_stiffness.asDiagonal())).norm(), 1e-9 * b.K.norm());
      }
      EXPECT_EQ(blend(from, to, 1.0).K, to.K);
      EXPECT_EQ(blend(from, to, 1.0).form, to.form);
    }
  }
}

TEST(WithAddedDamping, IsOnTheDiagonalAndInTheRates) {
  std::mt19937 random(4);
  const Vector6 added = (Vector6() << 0, 0, 900, 0, 12, 0).finished();
  for (const bool full : {false, true}) {
    const Matrix6 M = full ? random_spd(random, 1, 5) : diagonal(2, 0.2);
    const Dynamics plain = make_dynamics(M, 20.0 * M, 100.0 * M), damped = with_added_damping(plain, added);
    EXPECT_EQ(damped.D, plain.D + Matrix6(added.asDiagonal()));
    EXPECT_EQ(damped.form, full ? Dynamics::Form::kCoupled : Dynamics::Form::kDiagonal);
    EXPECT_GT(damped.fastest_rate, plain.fastest_rate);
    if (!full) {
      EXPECT_NEAR(damped.modal_damping[2], 20.0 + 900.0 / 2.0, 1e-9);
      EXPECT_NEAR(damped.modal_damping[4], 20.0 + 12.0 / 0.2, 1e-9);
      EXPECT_EQ(damped.modal_damping[0], plain.modal_damping[0]);
    }
    EXPECT_EQ(with_added_damping(plain, Vector6::Zero()).form, plain.form);
  }
}

}  // namespace
}  // namespace limber
