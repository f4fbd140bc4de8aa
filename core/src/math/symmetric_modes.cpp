// The generalised eigenvalue problem, reduced by the Cholesky factor: with M = L Lᵀ, L⁻¹ A L⁻ᵀ has the same
// eigenvalues.
#include "math/symmetric_modes.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <limits>

namespace limber {
namespace {

using Solver = Eigen::SelfAdjointEigenSolver<Matrix6>;

}  // namespace

Vector6 symmetric_eigenvalues(const Matrix6& A) { return Solver(A, Eigen::EigenvaluesOnly).eigenvalues(); }

SymmetricModes symmetric_modes(const Matrix6& A) {
  const Solver solver(A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

GeneralModes general_modes(const Matrix6& A, const Matrix6& M) {
  const Eigen::LLT<Matrix6> factor(M);
  if (factor.info() != Eigen::Success) {
    const Matrix6 none = Matrix6::Constant(std::numeric_limits<double>::quiet_NaN());
    return {{none.col(0), none}, none};
  }
  const Matrix6 half = factor.matrixL().solve(A);
  const Matrix6 ratio = factor.matrixL().solve(Matrix6(half.transpose()));
  const SymmetricModes reduced = symmetric_modes(0.5 * (ratio + ratio.transpose()));
  return {{reduced.values, factor.matrixU().solve(reduced.vectors)}, factor.matrixL() * reduced.vectors};
}

double least_pivot(const Matrix6& A) {
  const Eigen::LLT<Matrix6> factor(A);
  return factor.info() == Eigen::Success ? factor.matrixLLT().diagonal().cwiseAbs2().minCoeff() : 0.0;
}

}  // namespace limber
