// Modes of symmetric matrices, against their definitions.
#include "math/symmetric_modes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "support/decompositions.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

Matrix6 random_square(std::mt19937& random) {
  std::normal_distribution<double> normal;
  return Matrix6::NullaryExpr([&] { return normal(random); });
}

// Symmetric with these eigenvalues.
Matrix6 with_eigenvalues(std::mt19937& random, const Vector6& values) {
  const Matrix6 Q = test::orthogonal_part(random_square(random));
  const Matrix6 A = Q * values.asDiagonal() * Q.transpose();
  return 0.5 * (A + A.transpose());
}

Vector6 ascending(std::mt19937& random, double low, double high) {
  Vector6 values;
  for (double& value : values) value = std::uniform_real_distribution<double>(low, high)(random);
  std::sort(values.begin(), values.end());
  return values;
}

TEST(SymmetricModes, AreTheEigenvaluesTheMatrixWasMadeWith) {
  std::mt19937 random(1);
  for (int n = 0; n < test::scaled(1000); ++n) {
    const Vector6 values = ascending(random, -5.0, 5.0);
    const Matrix6 A = with_eigenvalues(random, values);
    const SymmetricModes modes = symmetric_modes(A);
    EXPECT_LT((modes.values - values).norm(), 1e-12);
    EXPECT_LT((symmetric_eigenvalues(A) - values).norm(), 1e-12);
    EXPECT_LT((A * modes.vectors - modes.vectors * values.asDiagonal()).norm(), 1e-11);
    EXPECT_LT((modes.vectors.transpose() * modes.vectors - Matrix6::Identity()).norm(), 1e-12);
  }
}

TEST(GeneralModes, DiagonaliseBothMatricesAtOnce) {
  std::mt19937 random(2);
  for (int n = 0; n < test::scaled(1000); ++n) {
    const Matrix6 M = with_eigenvalues(random, ascending(random, 0.1, 10.0));
    const Matrix6 A = with_eigenvalues(random, ascending(random, -100.0, 1000.0));
    const GeneralModes modes = general_modes(A, M);
    const Matrix6& V = modes.vectors;
    EXPECT_LT((V.transpose() * M * V - Matrix6::Identity()).norm(), 1e-10);
    EXPECT_LT((V.transpose() * A * V - Matrix6(modes.values.asDiagonal())).norm(), 1e-8 * A.norm());
    EXPECT_TRUE(std::is_sorted(modes.values.begin(), modes.values.end()));
    EXPECT_LT((modes.images - M * V).norm(), 1e-11 * M.norm());
    EXPECT_LT((modes.images * modes.images.transpose() - M).norm(), 1e-11 * M.norm());
  }
}

TEST(GeneralModes, OfAMassThatIsNotPositiveDefiniteAreNoNumbers) {
  Matrix6 M = Matrix6::Identity();
  M(2, 2) = -1.0;
  const GeneralModes modes = general_modes(Matrix6::Identity(), M);
  EXPECT_TRUE(modes.values.hasNaN());
  EXPECT_TRUE(modes.vectors.hasNaN());
  EXPECT_TRUE(modes.images.hasNaN());
}

// The product of the pivots is the determinant; the least is at most the least eigenvalue's bound from above.
TEST(LeastPivot, IsBetweenTheLeastEigenvalueAndTheLeastDiagonalEntry) {
  std::mt19937 random(3);
  for (int n = 0; n < test::scaled(1000); ++n) {
    const Vector6 values = ascending(random, 0.01, 10.0);
    const Matrix6 A = with_eigenvalues(random, values);
    EXPECT_GE(least_pivot(A), values[0] * (1.0 - 1e-9));
    EXPECT_LE(least_pivot(A), A.diagonal().minCoeff() * (1.0 + 1e-9));
    // The last pivot is what the inverse has in its last corner, upside down.
    const Matrix6 inverse = test::solve(A, Matrix6::Identity());
    EXPECT_LE(least_pivot(A), 1.0 / inverse(5, 5) * (1.0 + 1e-9));
    EXPECT_EQ(least_pivot(-A), 0.0);
  }
  const Vector6 diagonal = (Vector6() << 3, 7, 0.5, 2, 9, 4).finished();
  EXPECT_NEAR(least_pivot(diagonal.asDiagonal()), 0.5, 1e-15);
}

}  // namespace
}  // namespace limber
