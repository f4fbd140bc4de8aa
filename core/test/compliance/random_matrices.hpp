// Matrices for the tests of the law.
#pragma once

#include <random>

#include "limber/types.hpp"
#include "support/decompositions.hpp"

namespace limber::test {

inline Matrix6 diagonal(double linear, double angular) {
  return (Vector6() << linear, linear, linear, angular, angular, angular).finished().asDiagonal();
}

// Symmetric, with eigenvalues between these.
inline Matrix6 random_spd(std::mt19937& random, double smallest, double largest) {
  std::uniform_real_distribution<double> entry(-1, 1);
  std::uniform_real_distribution<double> value(smallest, largest);
  Matrix6 A = Matrix6::NullaryExpr([&] { return entry(random); });
  const Matrix6 Q = orthogonal_part(A);
  const Vector6 values = Vector6::NullaryExpr([&] { return value(random); });
  const Matrix6 S = Q * values.asDiagonal() * Q.transpose();
  return 0.5 * (S + S.transpose());
}

}  // namespace limber::test
