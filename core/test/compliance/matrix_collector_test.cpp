// Collecting matrices: each is kept once, and found again.
#include "compliance/matrix_collector.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <vector>

#include "random_matrices.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

using Index = MatrixCollector::Index;

TEST(MatrixCollector, GivesEqualMatricesOneIndexAndOthersAnother) {
  std::mt19937 random(1);
  std::vector<Matrix6> distinct;
  for (int i = 0; i < 40; ++i) {
    distinct.push_back(i % 2 == 0 ? test::random_spd(random, 1, 10) : test::diagonal(i, 1.0 + i));
  }
  MatrixCollector collector;
  std::map<std::size_t, Index> indices;
  for (int n = 0; n < test::scaled(5000); ++n) {
    const std::size_t which = random() % distinct.size();
    const Index index = collector.add(distinct[which]);
    const auto [known, is_new] = indices.try_emplace(which, index);
    ASSERT_EQ(index, known->second);
    ASSERT_EQ(collector.store().at(index), distinct[which]);
    if (is_new) {
      ASSERT_EQ(index, indices.size() - 1) << "indices are counted up";
    }
  }
  // A last digit is a difference.
  Matrix6 other = distinct[0];
  other(0, 0) = std::nextafter(other(0, 0), 100.0);
  EXPECT_NE(collector.add(other), collector.add(distinct[0]));
}

TEST(MatrixCollector, KeepsAGeodesicOnceForEachDirectionAndNoneThatIsNotNeeded) {
  std::mt19937 random(2);
  MatrixCollector collector;
  const Index a = collector.add(test::random_spd(random, 1, 10)), b = collector.add(test::random_spd(random, 1, 10));
  const Index d = collector.add(test::diagonal(1, 2)), e = collector.add(test::diagonal(3, 4));
  const Index none = collector.add(Matrix6::Zero());
  EXPECT_EQ(collector.add_geodesic(a, a), MatrixStore::kStraight);
  EXPECT_EQ(collector.add_geodesic(d, e), MatrixStore::kStraight);
  EXPECT_EQ(collector.add_geodesic(a, none), MatrixStore::kStraight);
  const Index forth = collector.add_geodesic(a, b), back = collector.add_geodesic(b, a);
  const Index mixed = collector.add_geodesic(a, d);
  EXPECT_NE(forth, back);
  EXPECT_NE(forth, MatrixStore::kStraight);
  EXPECT_NE(back, MatrixStore::kStraight);
  EXPECT_NE(mixed, MatrixStore::kStraight);
  EXPECT_EQ(collector.add_geodesic(a, b), forth);
  EXPECT_EQ(collector.add_geodesic(b, a), back);
  EXPECT_EQ(collector.add_geodesic(a, d), mixed);
}

TEST(MatrixCollector, HandsOverEverythingWithNoRoomToSpare) {
  std::mt19937 random(3);
  MatrixCollector collector;
  std::vector<Matrix6> added;
  for (int i = 0; i < 33; ++i) {
    added.push_back(test::random_spd(random, 1, 10));
    ASSERT_EQ(collector.add(added.back()), static_cast<Index>(i));
  }
  const MatrixStore store = collector.finish();
  for (std::size_t i = 0; i < added.size(); ++i) EXPECT_EQ(store.at(static_cast<Index>(i)), added[i]);
  EXPECT_LE(store.bytes(), added.size() * (sizeof(Matrix6) + 16));
}

}  // namespace
}  // namespace limber
