// Checks that a matrix is symmetric and positive (semi-)definite.
#include "matrix_check.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "parameter_words.hpp"
#include "stored_value.hpp"

namespace limber::config {
namespace {

// Of the larger of the two: what an entry written with six digits is off by.
constexpr double kSymmetryTolerance = 1e-6;
// Of the largest eigenvalue: what rounding leaves of an eigenvalue that is 0.
constexpr double kZeroEigenvalue = 1e-9;
// kg, kg m²: a virtual mass below it turns newtons into 1e9 m/s².
constexpr double kLeastMass = 1e-6;

}  // namespace

void check_definite(const ParameterDescriptor& d, const std::vector<double>& numbers,
                    std::vector<ParameterProblem>& problems) {
  const Matrix6 matrix = matrix_of(numbers);
  for (int row = 0; row < 6; ++row) {
    for (int column = 0; column < row; ++column) {
      const double here = matrix(row, column);
      const double there = matrix(column, row);
      if (std::abs(here - there) <= kSymmetryTolerance * std::max(std::abs(here), std::abs(there))) continue;
      problems.push_back({d.key, 6 * row + column,
                          fmt::format("{} is {} but ({},{}) is {}; a full matrix must be symmetric",
                                      element_name(d, 6 * row + column, 36), here, column, row, there)});
      return;
    }
  }
  const Vector6 eigenvalues = Eigen::SelfAdjointEigenSolver<Matrix6>(matrix, Eigen::EigenvaluesOnly).eigenvalues();
  const double smallest = eigenvalues[0];
  const bool positive = d.definite == Definite::kPositive;
  const bool good = positive ? smallest >= kLeastMass : smallest >= -kZeroEigenvalue * eigenvalues[5];
  if (good) return;
  const std::string rule =
      positive ? fmt::format("it must be positive definite, with eigenvalues of at least {}", kLeastMass)
               : "it must be positive semi-definite, with no eigenvalue below 0";
  problems.push_back({d.key, -1, fmt::format("{} has the eigenvalue {:g}; {}", d.key, smallest, rule)});
}

}  // namespace limber::config
