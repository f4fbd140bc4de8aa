// The damped inverse of a Gram matrix, of matrices whose singular values are known.
#include "math/damped_factor.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "support/decompositions.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

using Factor = DampedFactor<Matrix6, Vector6>;

constexpr double kThreshold = 0.1, kLargestDamping = 0.2;

// A = J Jᵀ of a J with singular values from `sigma`, the smallest, up to 1.
struct Gram {
  Matrix6 Q;
  Vector6 sigmas;

  Gram(std::mt19937& random, double sigma) {
    std::normal_distribution<double> normal;
    Q = test::orthogonal_part(Matrix6::NullaryExpr([&] { return normal(random); }));
    sigmas << 1.0, 0.9, 0.7, 0.6, 0.5, sigma;
  }
  Matrix6 matrix() const { return Q * sigmas.cwiseAbs2().asDiagonal() * Q.transpose(); }
};

// As many cycles with the same matrix as the search for its singular direction needs.
bool settle_factor(Factor& factor, const Matrix6& A) {
  bool good = true;
  for (int k = 0; k < 50 && good; ++k) {
    Matrix6 used_up = A;
    good = factor.compute(used_up, kThreshold, kLargestDamping);
  }
  return good;
}

TEST(DampedFactor, FindsTheSmallestSingularValueAndItsDirection) {
  std::mt19937 random(1);
  for (int n = 0; n < test::scaled(2000); ++n) {
    const double sigma = std::pow(10.0, std::uniform_real_distribution<double>(-3.0, -0.4)(random));
    const Gram gram(random, sigma);
    Factor factor;
    ASSERT_TRUE(settle_factor(factor, gram.matrix()));
    EXPECT_NEAR(factor.smallest_singular_value(), sigma, 1e-3 * sigma);
    EXPECT_NEAR(factor.singular_direction().norm(), 1.0, 1e-12);
    EXPECT_NEAR(std::abs(factor.singular_direction().dot(gram.Q.col(5))), 1.0, 1e-3);
  }
}

TEST(DampedFactor, IsTheInverseOfTheMatrixWithItsDampingOnTheDiagonal) {
  std::mt19937 random(2);
  for (int n = 0; n < test::scaled(2000); ++n) {
    const double sigma = std::uniform_real_distribution<double>(0.001, 0.3)(random);
    const Gram gram(random, sigma);
    Factor factor;
    ASSERT_TRUE(settle_factor(factor, gram.matrix()));
    const Matrix6 damped = gram.matrix() + factor.damping() * Matrix6::Identity();
    EXPECT_LT((damped * factor.inverse() - Matrix6::Identity()).norm(), 1e-5);
    EXPECT_EQ(factor.damping() > 0.0, sigma < kThreshold) << sigma;
  }
}

// From nothing at the threshold to λ_max² at 0, half of it half-way, and level at both ends.
TEST(DampedFactor, DampsMoreAndMoreAsTheSingularValueFalls) {
  std::mt19937 random(3);
  const double most = kLargestDamping * kLargestDamping;
  const auto damping = [&](double sigma) {
    Factor factor;
    EXPECT_TRUE(settle_factor(factor, Gram(random, sigma).matrix()));
    return factor.damping();
  };
  EXPECT_NEAR(damping(0.5 * kThreshold), 0.5 * most, 1e-3 * most);
  EXPECT_NEAR(damping(0.25 * kThreshold) + damping(0.75 * kThreshold), most, 1e-3 * most);
  EXPECT_NEAR(damping(1e-5 * kThreshold), most, 1e-3 * most);
  EXPECT_LT(damping(0.99 * kThreshold), 1e-3 * most);
  EXPECT_GT(damping(0.01 * kThreshold), 0.999 * most);
  double before = 2.0 * most;
  for (double sigma = 0.001; sigma < kThreshold; sigma += 0.002) {
    const double now = damping(sigma);
    EXPECT_LT(now, before);
    before = now;
  }
}

TEST(DampedFactor, FollowsASingularDirectionThatTurns) {
  std::mt19937 random(4);
  const Gram gram(random, 0.05);
  Factor factor;
  ASSERT_TRUE(settle_factor(factor, gram.matrix()));
  for (int k = 0; k < 1000; ++k) {
    Matrix6 turn = Matrix6::Identity();
    const double angle = 0.002 * k;
    turn(0, 0) = turn(5, 5) = std::cos(angle);
    turn(0, 5) = -(turn(5, 0) = std::sin(angle));
    Matrix6 A = turn * gram.matrix() * turn.transpose();
    ASSERT_TRUE(factor.compute(A, kThreshold, kLargestDamping));
    ASSERT_NEAR(factor.smallest_singular_value(), 0.05, 1e-3);
  }
}

TEST(DampedFactor, AfterAResetIsAsNew) {
  std::mt19937 random(5);
  for (int n = 0; n < test::scaled(200); ++n) {
    const Gram one(random, 0.05), other(random, 0.02);
    Factor used, fresh;
    ASSERT_TRUE(settle_factor(used, one.matrix()));
    used.reset();
    Matrix6 A = other.matrix(), B = other.matrix();
    ASSERT_TRUE(used.compute(A, kThreshold, kLargestDamping));
    ASSERT_TRUE(fresh.compute(B, kThreshold, kLargestDamping));
    EXPECT_EQ(used.inverse(), fresh.inverse());
    EXPECT_EQ(used.smallest_singular_value(), fresh.smallest_singular_value());
  }
}

TEST(DampedFactor, StaysFiniteInASingularityAndRefusesWhatHasNoInverse) {
  std::mt19937 random(6);
  Factor factor;
  ASSERT_TRUE(settle_factor(factor, Gram(random, 0.0).matrix()));
  EXPECT_TRUE(factor.inverse().allFinite());
  EXPECT_LE(factor.inverse().norm(), 1.1 / (kLargestDamping * kLargestDamping));
  Matrix6 nothing = Matrix6::Zero();
  EXPECT_FALSE(factor.compute(nothing, kThreshold, kLargestDamping));
  Matrix6 no_number = Matrix6::Identity();
  no_number(2, 2) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(factor.compute(no_number, kThreshold, kLargestDamping));
  Matrix6 endless = Matrix6::Identity();
  endless(2, 2) = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(factor.compute(endless, kThreshold, kLargestDamping));
}

}  // namespace
}  // namespace limber
