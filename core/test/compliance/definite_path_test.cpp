// Interpolation between two matrices: it stays positive definite, and has the properties of the geodesic.
#include "compliance/definite_path.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <random>

#include "support/decompositions.hpp"
#include "support/random_motion.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

// Eigenvalues from 1e-2 to 1e3 in their logarithm, in any directions.
Matrix6 random_definite(std::mt19937& random, double decades = 5.0) {
  Matrix6 G;
  std::normal_distribution<double> normal;
  for (int i = 0; i < 36; ++i) G.data()[i] = normal(random);
  const Matrix6 Q = test::orthogonal_part(G);
  Vector6 eigenvalues;
  for (int i = 0; i < 6; ++i) eigenvalues[i] = std::pow(10.0, test::random_between(random, -2.0, -2.0 + decades));
  const Matrix6 half = Q * eigenvalues.cwiseSqrt().asDiagonal();
  return half * half.transpose();
}

TEST(Geodesic, StaysSymmetricAndPositiveDefiniteBetweenAnyTwo) {
  std::mt19937 random(1);
  for (int run = 0; run < test::scaled(100000); ++run) {
    const Matrix6 A = random_definite(random);
    const Matrix6 B = random_definite(random);
    const auto geodesic = find_geodesic(A, B);
    ASSERT_TRUE(geodesic) << run;
    const double s = test::random_between(random, 0.0, 1.0);
    const Matrix6 G = geodesic->at(s);
    ASSERT_EQ(G, Matrix6(G.transpose())) << run;
    // Volumes are interpolated geometrically, and no direction is stiffer than its own geometric mean.
    // (The smallest of stretches 1e10 apart is known to six digits.)
    ASSERT_NEAR(test::log_determinant(G), (1.0 - s) * test::log_determinant(A) + s * test::log_determinant(B), 1e-5)
        << run;
    const Vector6 x = test::random_vector6(random, 1.0);
    const double most = std::pow(x.dot(A * x), 1.0 - s) * std::pow(x.dot(B * x), s);
    ASSERT_LE(x.dot(G * x), most * (1.0 + 1e-6)) << run;
  }
}

TEST(Geodesic, BeginsAndEndsAtItsEndsAndIsTheSameBackwards) {
  std::mt19937 random(2);
  for (int run = 0; run < test::scaled(20000); ++run) {
    const Matrix6 A = random_definite(random);
    const Matrix6 B = random_definite(random);
    const auto forth = find_geodesic(A, B);
    const auto back = find_geodesic(B, A);
    ASSERT_TRUE(forth && back);
    ASSERT_LT((forth->at(0.0) - A).norm(), 1e-12 * A.norm());
    ASSERT_LT((forth->at(1.0) - B).norm(), 1e-10 * B.norm());
    const double s = test::random_between(random, 0.0, 1.0);
    ASSERT_LT((forth->at(s) - back->at(1.0 - s)).norm(), 1e-8 * (A.norm() + B.norm())) << run;
  }
}

TEST(Geodesic, ItsMiddleIsTheGeometricMean) {
  std::mt19937 random(3);
  for (int run = 0; run < test::scaled(20000); ++run) {
    const Matrix6 A = random_definite(random, 3.0);
    const Matrix6 B = random_definite(random, 3.0);
    const Matrix6 G = find_geodesic(A, B)->at(0.5);
    // G A⁻¹ G = B defines it.
    ASSERT_LT((G * test::solve(A, G) - B).norm(), 1e-9 * B.norm()) << run;
  }
}

TEST(Geodesic, IsNotSoughtFromOrToASemidefiniteMatrix) {
  std::mt19937 random(4);
  for (int run = 0; run < test::scaled(10000); ++run) {
    const Matrix6 A = random_definite(random);
    Eigen::Matrix<double, 6, 5> thin;
    for (int i = 0; i < 30; ++i) thin.data()[i] = test::random_between(random, -1.0, 1.0);
    const Matrix6 flat = thin * thin.transpose();
    ASSERT_FALSE(find_geodesic(A, flat)) << run;
    ASSERT_FALSE(find_geodesic(flat, A)) << run;
  }
  EXPECT_FALSE(find_geodesic(Matrix6::Identity(), Matrix6::Zero()));
}

LogDiagonal diagonal(const Vector6& value) { return {value, value.array().log()}; }

TEST(Diagonals, GoGeometricallyWherePositiveAndStraightFromOrToZero) {
  std::mt19937 random(5);
  for (int run = 0; run < test::scaled(100000); ++run) {
    Vector6 a, b;
    for (int i = 0; i < 6; ++i) {
      a[i] = std::pow(10.0, test::random_between(random, -6.0, 6.0));
      b[i] = std::pow(10.0, test::random_between(random, -6.0, 6.0));
    }
    const int zero = run % 6;
    (run % 2 == 0 ? a : b)[zero] = 0.0;
    const double s = test::random_between(random, 0.0, 1.0);
    const Vector6 c = between(diagonal(a), diagonal(b), s);
    for (int i = 0; i < 6; ++i) {
      const double expected = i == zero ? a[i] + s * (b[i] - a[i]) : a[i] * std::pow(b[i] / a[i], s);
      ASSERT_NEAR(c[i], expected, i == zero ? 1e-15 * (a[i] + b[i]) : 1e-13 * expected) << run;
      ASSERT_GE(c[i], 0.0);
    }
  }
}

}  // namespace
}  // namespace limber
