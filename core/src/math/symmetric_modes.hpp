// Eigenvalues and eigenvectors of symmetric 6 x 6 matrices, in one file because each solver takes long to compile.
#pragma once

#include "limber/types.hpp"

namespace limber {

struct SymmetricModes {
  Vector6 values;   // ascending
  Matrix6 vectors;  // one per column
};

Vector6 symmetric_eigenvalues(const Matrix6& A);

// A v = λ v, vᵀ v = 1.
SymmetricModes symmetric_modes(const Matrix6& A);

struct GeneralModes : SymmetricModes {
  Matrix6 images;  // M v, one per column: M = images imagesᵀ
};

// A v = λ M v, vᵀ M v = 1. M must be positive definite; otherwise all values are NaN.
GeneralModes general_modes(const Matrix6& A, const Matrix6& M);

// The smallest pivot of the Cholesky factorisation; 0 if A is not positive definite.
double least_pivot(const Matrix6& A);

}  // namespace limber
