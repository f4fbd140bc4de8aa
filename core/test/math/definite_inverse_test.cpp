// The inverse of small positive definite matrices, against its definition.
#include "math/definite_inverse.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "support/decompositions.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

using Resizable = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, kMaxJoints, kMaxJoints>;

// Positive definite, with eigenvalues over four decades.
Resizable random_definite(std::mt19937& random, Eigen::Index size) {
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> exponent(-2.0, 2.0);
  const Eigen::MatrixXd any = Eigen::MatrixXd::NullaryExpr(size, size, [&] { return normal(random); });
  const Eigen::MatrixXd U = test::singular_values(any).U;
  const Eigen::VectorXd values = Eigen::VectorXd::NullaryExpr(size, [&] { return std::pow(10.0, exponent(random)); });
  return U * values.asDiagonal() * U.transpose();
}

TEST(InvertDefinite, GivesTheIdentityWithTheMatrixItself) {
  std::mt19937 random(1);
  for (int n = 0; n < test::scaled(5000); ++n) {
    const Resizable A = random_definite(random, 1 + n % kMaxJoints);
    Resizable inverse;
    ASSERT_TRUE(invert_definite(A, inverse));
    const Eigen::MatrixXd product = A * inverse;
    ASSERT_LT((product - Eigen::MatrixXd::Identity(A.rows(), A.rows())).norm(), 1e-8) << A;
    ASSERT_LT((inverse - inverse.transpose()).norm(), 1e-10 * inverse.norm());
  }
}

TEST(InvertDefinite, OfSixRowsIsTheSameWithAndWithoutAFixedSize) {
  std::mt19937 random(2);
  for (int n = 0; n < test::scaled(5000); ++n) {
    const Resizable A = random_definite(random, 6);
    Resizable inverse;
    Matrix6 fixed;
    ASSERT_TRUE(invert_definite(A, inverse));
    ASSERT_TRUE(invert_definite(Matrix6(A), fixed));
    ASSERT_LT((Matrix6(A) * fixed - Matrix6::Identity()).norm(), 1e-8);
    ASSERT_LT((fixed - inverse).norm(), 1e-9 * fixed.norm());
  }
}

TEST(InvertDefinite, RefusesWhatIsNotPositiveDefinite) {
  std::mt19937 random(3);
  for (int n = 0; n < test::scaled(2000); ++n) {
    const Eigen::Index size = 2 + n % (kMaxJoints - 1);
    const Resizable A = random_definite(random, size);
    // One eigenvalue becomes negative: that of a random direction.
    std::normal_distribution<double> normal;
    const Eigen::VectorXd u = Eigen::VectorXd::NullaryExpr(size, [&] { return normal(random); }).normalized();
    const Resizable indefinite = A - 2.0 * u.dot(A * u) * u * u.transpose();
    Resizable inverse;
    ASSERT_FALSE(invert_definite(indefinite, inverse));
    Matrix6 fixed;
    if (size == 6) {
      ASSERT_FALSE(invert_definite(Matrix6(indefinite), fixed));
    }
  }
  Matrix6 inverse;
  EXPECT_FALSE(invert_definite(Matrix6(Matrix6::Zero()), inverse));
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    Matrix6 A = Matrix6::Identity();
    A(3, 3) = bad;
    EXPECT_FALSE(invert_definite(A, inverse));
    Resizable resizable = A, result;
    EXPECT_FALSE(invert_definite(resizable, result));
  }
}

}  // namespace
}  // namespace limber
