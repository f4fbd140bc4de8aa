// Sizes are dynamic, so that one instance serves all callers.
#include "support/decompositions.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <limits>
#include <unsupported/Eigen/MatrixFunctions>

namespace limber::test {

SingularValues singular_values(const Eigen::MatrixXd& A) {
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
  return {svd.matrixU(), svd.matrixV(), svd.singularValues()};
}

double smallest_singular_value(const Eigen::MatrixXd& A) { return singular_values(A).sigma.minCoeff(); }

Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& A) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(A, Eigen::EigenvaluesOnly).eigenvalues();
}

Eigen::MatrixXd exponential(const Eigen::MatrixXd& A) { return A.exp(); }

Eigen::MatrixXd solve(const Eigen::MatrixXd& A, const Eigen::MatrixXd& right) { return A.fullPivLu().solve(right); }

double log_determinant(const Eigen::MatrixXd& A) {
  const Eigen::LLT<Eigen::MatrixXd> factor(A);
  if (factor.info() != Eigen::Success) return std::numeric_limits<double>::quiet_NaN();
  return 2.0 * factor.matrixLLT().diagonal().array().log().sum();
}

Matrix6 orthogonal_part(const Matrix6& A) {
  return Eigen::HouseholderQR<Eigen::MatrixXd>(A).householderQ() * Eigen::MatrixXd::Identity(6, 6);
}

}  // namespace limber::test
