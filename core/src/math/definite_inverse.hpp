// Inverses of small positive definite matrices for the control thread: no allocation, and faster to compile than
// Eigen's factorisations.
#pragma once

#include <Eigen/Core>
#include <cmath>

#include "limber/types.hpp"

namespace limber {

// A⁻¹ of a positive definite matrix of any small size, one rank-one sweep per row. False if A is not positive definite.
template <typename Square>
bool invert_definite(const Square& A, Square& inverse) noexcept {
  Square swept = A;
  const Eigen::Index n = A.rows();
  for (Eigen::Index k = 0; k < n; ++k) {
    const double pivot = swept(k, k);
    if (!(pivot > 0.0) || !std::isfinite(pivot)) return false;
    const double reciprocal = 1.0 / pivot;
    for (Eigen::Index j = 0; j < n; ++j) {
      if (j == k) continue;
      const double scaled = swept(k, j) * reciprocal;
      for (Eigen::Index i = 0; i < n; ++i) {
        if (i != k) swept(i, j) -= swept(i, k) * scaled;
      }
    }
    for (Eigen::Index i = 0; i < n; ++i) {
      swept(i, k) *= reciprocal;
      swept(k, i) = swept(i, k);
    }
    swept(k, k) = -reciprocal;
  }
  inverse = -swept;
  return inverse.allFinite();
}

// A⁻¹ of a positive definite matrix by six rank-one updates of fixed size. False if A is not positive definite. A cycle
// solves seven times; products with the inverse are faster than substitutions, in which each step waits for the one
// before.
inline bool invert_definite(const Matrix6& A, Matrix6& inverse) noexcept {
  Matrix6 swept = A;
  for (int k = 0; k < 6; ++k) {
    const double pivot = swept(k, k);
    if (!(pivot > 0.0) || !std::isfinite(pivot)) return false;
    const Vector6 column = swept.col(k);
    const Vector6 scaled = column / pivot;
    swept.noalias() -= scaled * column.transpose();
    swept.col(k) = scaled;
    swept.row(k) = scaled.transpose();
    swept(k, k) = -1.0 / pivot;
  }
  inverse = -swept;
  return true;
}

}  // namespace limber
