// What the matrices of the law may be: every kind of wrong entry is found, and where.
#include "math/law_matrix.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "support/decompositions.hpp"
#include "support/random_motion.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

constexpr std::array<bool, 6> kEveryAxis{true, true, true, true, true, true};

// Symmetric, with eigenvalues from `least` to 100, `least` among them.
Matrix6 full_matrix(std::mt19937& random, double least) {
  std::normal_distribution<double> normal;
  const Matrix6 Q = test::orthogonal_part(Matrix6::NullaryExpr([&] { return normal(random); }));
  Vector6 values = Vector6::NullaryExpr([&] { return test::random_between(random, std::max(1.0, least), 100.0); });
  values[0] = least;
  return symmetric(Q * values.asDiagonal() * Q.transpose());
}

TEST(LawMatrix, IsGoodIfItIsSymmetricDefiniteAndWithinItsBounds) {
  std::mt19937 random(1);
  for (int n = 0; n < test::scaled(500); ++n) {
    for (const LawMatrixRule& rule : {kMassRule, kDampingRule, kStiffnessRule}) {
      EXPECT_FALSE(find_problem(full_matrix(random, 1.0), "m", rule));
    }
    EXPECT_FALSE(find_problem(full_matrix(random, 0.0), "stiffness", kStiffnessRule)) << "0 is an eigenvalue of a K";
  }
  EXPECT_FALSE(find_problem(Matrix6::Zero(), "stiffness", kStiffnessRule));
}

TEST(LawMatrix, TellsWhichEntryIsOutOfRange) {
  std::mt19937 random(2);
  for (int row = 0; row < 6; ++row) {
    for (int column = 0; column < 6; ++column) {
      for (const double bad :
           {1.1e6, -1.1e6, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        Matrix6 A = full_matrix(random, 1.0);
        A(row, column) = bad;
        const auto problem = find_problem(A, "damping", kDampingRule);
        ASSERT_TRUE(problem);
        EXPECT_EQ(problem->element, 6 * row + column) << problem->sentence;
        EXPECT_EQ(problem->sentence.find("damping(" + std::to_string(row) + "," + std::to_string(column) + ") is "), 0U)
            << problem->sentence;
      }
    }
  }
}

TEST(LawMatrix, MayHaveZerosOnItsDiagonalUnlessItIsAMass) {
  for (int axis = 0; axis < 6; ++axis) {
    Matrix6 A = Matrix6::Identity();
    A(axis, axis) = 0.0;
    EXPECT_FALSE(find_problem(A, "stiffness", kStiffnessRule));
    const auto problem = find_problem(A, "mass", kMassRule);
    ASSERT_TRUE(problem);
    EXPECT_EQ(problem->element, 7 * axis);
    EXPECT_NE(problem->sentence.find(axis < 3 ? "0 kg;" : "0 kg m²;"), std::string::npos) << problem->sentence;
    A(axis, axis) = -1e-9;
    EXPECT_TRUE(find_problem(A, "stiffness", kStiffnessRule));
  }
}

TEST(LawMatrix, MustBeSymmetricToSixDigits) {
  std::mt19937 random(3);
  for (int n = 0; n < test::scaled(500); ++n) {
    Matrix6 A = full_matrix(random, 1.0);
    const int row = 1 + n % 5, column = n % (1 + n % 5);
    A(row, column) *= 1.0 + 5e-7;
    EXPECT_FALSE(find_problem(A, "mass", kMassRule));
    A(row, column) *= 1.0 + 5e-6;
    const auto problem = find_problem(A, "mass", kMassRule);
    ASSERT_TRUE(problem);
    EXPECT_EQ(problem->element, 6 * row + column) << problem->sentence;
    EXPECT_EQ(symmetric(A), symmetric(A).transpose());
    EXPECT_EQ(symmetric(A)(row, column), 0.5 * (A(row, column) + A(column, row)));
  }
}

TEST(LawMatrix, MustNotHaveANegativeEigenvalue) {
  std::mt19937 random(4);
  for (int n = 0; n < test::scaled(300); ++n) {
    // On the diagonal all is well: the eigenvalue hides.
    Matrix6 A = Matrix6::Identity();
    const int i = n % 6, j = (i + 1 + n % 5) % 6;
    const double off = test::random_between(random, 1.001, 2.0);
    A(i, j) = A(j, i) = off;
    for (const LawMatrixRule& rule : {kMassRule, kStiffnessRule}) {
      const auto problem = find_problem(A, "m", rule);
      ASSERT_TRUE(problem);
      EXPECT_EQ(problem->element, -1);
      EXPECT_NE(problem->sentence.find("eigenvalue -"), std::string::npos) << problem->sentence;
    }
    A(i, j) = A(j, i) = 1.0;  // now it is 0
    EXPECT_FALSE(find_problem(A, "m", kStiffnessRule));
    EXPECT_TRUE(find_problem(A, "m", kMassRule));
  }
}

TEST(IsDiagonal, OnlyIfEveryOtherEntryIsExactlyZero) {
  Matrix6 A = Vector6(1, 0, 3, 4, 5, 6).asDiagonal();
  EXPECT_TRUE(is_diagonal(A));
  for (int row = 0; row < 6; ++row) {
    for (int column = 0; column < 6; ++column) {
      Matrix6 B = A;
      B(row, column) += 1e-300;
      EXPECT_EQ(is_diagonal(B), row == column);
    }
  }
}

TEST(UndampedAxes, AreTheEnabledOnesWithoutDamping) {
  const Matrix6 D = Vector6(1, 0, 3, 0, 5, 0).asDiagonal();
  EXPECT_EQ(undamped_axes(D, kEveryAxis), (std::vector<int>{1, 3, 5}));
  EXPECT_EQ(undamped_axes(D, {true, false, true, true, true, false}), (std::vector<int>{3}));
  EXPECT_TRUE(undamped_axes(Matrix6::Identity(), kEveryAxis).empty());
}

TEST(UndampedDirection, IsFoundWhateverTheUnitsUnlessItsAxesAreDisabled) {
  std::mt19937 random(5);
  for (int n = 0; n < test::scaled(500); ++n) {
    // Another unit on each axis changes nothing of what is damped.
    const Vector6 units = Vector6::NullaryExpr([&] { return std::pow(10.0, test::random_between(random, -6.0, 2.0)); });
    const auto in_units = [&](const Matrix6& D) { return Matrix6(units.asDiagonal() * D * units.asDiagonal()); };
    EXPECT_FALSE(has_undamped_direction(in_units(full_matrix(random, 1.0)), kEveryAxis));
    EXPECT_TRUE(has_undamped_direction(in_units(full_matrix(random, 0.0)), kEveryAxis));
    Matrix6 D = Matrix6::Identity();
    const int i = n % 6, j = (i + 1 + n % 5) % 6;
    D(i, j) = D(j, i) = 1.0;  // nothing against i and j in opposite directions
    EXPECT_TRUE(has_undamped_direction(in_units(D), kEveryAxis));
    std::array<bool, 6> without = kEveryAxis;
    without[static_cast<std::size_t>(j)] = false;
    EXPECT_FALSE(has_undamped_direction(in_units(D), without));
  }
  EXPECT_FALSE(has_undamped_direction(Matrix6::Zero(), kEveryAxis)) << "its axes are undamped, and named as such";
}

}  // namespace
}  // namespace limber
