// Eigen's decompositions for comparison, compiled once for all tests.
#pragma once

#include <Eigen/Core>

#include "limber/types.hpp"

namespace limber::test {

struct SingularValues {
  Eigen::MatrixXd U, V;   // full
  Eigen::VectorXd sigma;  // descending
};
SingularValues singular_values(const Eigen::MatrixXd& A);
double smallest_singular_value(const Eigen::MatrixXd& A);

Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& A);  // ascending
Eigen::MatrixXd exponential(const Eigen::MatrixXd& A);
Eigen::MatrixXd solve(const Eigen::MatrixXd& A, const Eigen::MatrixXd& right);
// Of a positive definite matrix; NaN if it is not positive definite.
double log_determinant(const Eigen::MatrixXd& A);
// A rotation in six dimensions, as random as the entries of A.
Matrix6 orthogonal_part(const Matrix6& A);

}  // namespace limber::test
