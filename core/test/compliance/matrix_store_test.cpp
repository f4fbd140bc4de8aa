// What lies between two matrices of a store: the ends exactly, and between them the path that keeps them definite.
#include "compliance/matrix_store.hpp"

#include <gtest/gtest.h>

#include <random>

#include "compliance/matrix_collector.hpp"
#include "random_matrices.hpp"
#include "support/decompositions.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

struct TwoMatrices {
  MatrixStore store;
  MatrixStore::Index from, to, geodesic;

  TwoMatrices(const Matrix6& A, const Matrix6& B) {
    MatrixCollector collector;
    from = collector.add(A);
    to = collector.add(B);
    geodesic = collector.add_geodesic(from, to);
    store = collector.finish();
  }
  Matrix6 between(double s) const { return store.between(from, to, geodesic, s); }
};

TEST(MatrixStore, IsExactlyAtTheEndsAndBeyondThem) {
  std::mt19937 random(1);
  for (int n = 0; n < test::scaled(200); ++n) {
    const bool full = n % 2 == 0;
    const Matrix6 A = full ? test::random_spd(random, 1, 100) : test::diagonal(n, 2.0);
    const Matrix6 B = full ? test::random_spd(random, 1, 100) : test::diagonal(3.0, n);
    const TwoMatrices two(A, B);
    EXPECT_EQ(two.store.at(two.from), A);
    EXPECT_EQ(two.store.at(two.to), B);
    for (const double s : {0.0, -1.0}) EXPECT_EQ(two.between(s), A);
    for (const double s : {1.0, 2.0}) EXPECT_EQ(two.between(s), B);
  }
}

// G in the middle of A and B solves G A⁻¹ G = B, for diagonals and for full matrices alike.
TEST(MatrixStore, HasTheGeometricMeanInTheMiddleOfDefiniteMatrices) {
  std::mt19937 random(2);
  for (int n = 0; n < test::scaled(500); ++n) {
    const bool full = n % 2 == 0;
    const Matrix6 A = full ? test::random_spd(random, 1, 100) : test::diagonal(1.0 + n, 2.0);
    const Matrix6 B = full ? test::random_spd(random, 1, 100) : test::diagonal(3.0, 1.0 + n);
    const TwoMatrices two(A, B);
    EXPECT_EQ(two.geodesic == MatrixStore::kStraight, !full) << "only full ones need it";
    const Matrix6 G = two.between(0.5);
    const Matrix6 product = G * test::solve(A, G);
    EXPECT_LT((product - B).norm(), 1e-9 * B.norm());
  }
}

TEST(MatrixStore, GoesStraightFromAndToASemidefiniteMatrix) {
  std::mt19937 random(3);
  const Matrix6 none = Matrix6::Zero();
  for (int n = 0; n < test::scaled(200); ++n) {
    const Matrix6 A = test::random_spd(random, 1, 100);
    const TwoMatrices rising(none, A), falling(A, none);
    EXPECT_EQ(rising.geodesic, MatrixStore::kStraight);
    for (double s = 0.1; s < 1.0; s += 0.2) {
      EXPECT_LT((rising.between(s) - s * A).norm(), 1e-13 * A.norm());
      EXPECT_LT((falling.between(s) - (1.0 - s) * A).norm(), 1e-13 * A.norm());
    }
  }
  const TwoMatrices axis(test::diagonal(0.0, 1.0), test::diagonal(10.0, 100.0));
  EXPECT_NEAR(axis.between(0.25)(0, 0), 2.5, 1e-13) << "an axis from 0 goes straight";
  EXPECT_NEAR(axis.between(0.5)(3, 3), 10.0, 1e-13) << "the others geometrically";
}

TEST(MatrixStore, OfDiagonalsTakesLessRoomThanOfFullMatrices) {
  std::mt19937 random(4);
  EXPECT_GE(TwoMatrices(test::random_spd(random, 1, 9), test::random_spd(random, 1, 9)).store.bytes(),
            2 * sizeof(Matrix6) + sizeof(Geodesic));
  EXPECT_LT(TwoMatrices(test::diagonal(1, 2), test::diagonal(3, 4)).store.bytes(), sizeof(Matrix6));
}

}  // namespace
}  // namespace limber
