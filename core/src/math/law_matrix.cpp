// Checks the matrices of the law: range, symmetry, definiteness, damping in every direction.
#include "math/law_matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "math/symmetric_modes.hpp"

namespace limber {
namespace {

// Relative to the larger entry: the rounding error of a number written with six digits.
constexpr double kSymmetryTolerance = 1e-6;
// Relative to the largest eigenvalue: the rounding error of an eigenvalue that is 0.
constexpr double kZeroEigenvalue = 1e-9;
// kg, kg m²: 1 N accelerates this mass at 1e6 m/s².
constexpr double kLeastMass = 1e-6;
// Relative to the damping of the axes: below it, a direction counts as undamped.
constexpr double kUndampedAxis = 1e-9;

std::array<double, 2> eigenvalue_range(const Matrix6& A) {
  if (is_diagonal(A)) return {A.diagonal().minCoeff(), A.diagonal().maxCoeff()};
  const Vector6 eigenvalues = symmetric_eigenvalues(A);
  return {eigenvalues[0], eigenvalues[5]};
}

std::string_view unit_of(const LawMatrixRule& rule, int row, int column) {
  if ((row < 3) != (column < 3)) return "";  // mixed units
  return row < 3 ? rule.linear_unit : rule.angular_unit;
}

bool is_allowed(double value, const LawMatrixRule& rule, bool on_diagonal) {
  if (!on_diagonal) return std::abs(value) <= rule.most;
  return value <= rule.most && (rule.positive ? value > 0.0 : value >= 0.0);
}

MatrixProblem out_of_range(const Matrix6& A, int row, int column, std::string_view name, const LawMatrixRule& rule) {
  const std::string_view unit = unit_of(rule, row, column);
  const std::string where = is_diagonal(A) ? fmt::format("[{}]", row) : fmt::format("({},{})", row, column);
  const std::string range = row != column   ? fmt::format("from {:g} to {:g}", -rule.most, rule.most)
                            : rule.positive ? fmt::format("above 0 and at most {:g}", rule.most)
                                            : fmt::format("from 0 to {:g}", rule.most);
  return {6 * row + column, fmt::format("{}{} is {}{}{}; {} must be {}", name, where, A(row, column),
                                        unit.empty() ? "" : " ", unit, rule.noun, range)};
}

}  // namespace

std::optional<MatrixProblem> find_indefiniteness(const Matrix6& A, std::string_view name, bool positive) {
  for (int row = 0; row < 6; ++row) {
    for (int column = 0; column < row; ++column) {
      const double here = A(row, column);
      const double there = A(column, row);
      if (std::abs(here - there) <= kSymmetryTolerance * std::max(std::abs(here), std::abs(there))) continue;
      return MatrixProblem{6 * row + column,
                           fmt::format("{}({},{}) is {} but ({},{}) is {}; a full matrix must be symmetric", name, row,
                                       column, here, column, row, there)};
    }
  }
  const auto [smallest, largest] = eigenvalue_range(A);
  if (positive ? smallest >= kLeastMass : smallest >= -kZeroEigenvalue * largest) return std::nullopt;
  const std::string rule =
      positive ? fmt::format("it must be positive definite, with eigenvalues of at least {}", kLeastMass)
               : "it must be positive semi-definite, with no eigenvalue below 0";
  return MatrixProblem{-1, fmt::format("{} has the eigenvalue {:g}; {}", name, smallest, rule)};
}

std::optional<MatrixProblem> find_problem(const Matrix6& A, std::string_view name, const LawMatrixRule& rule) {
  for (int row = 0; row < 6; ++row) {
    for (int column = 0; column < 6; ++column) {
      if (!is_allowed(A(row, column), rule, row == column)) return out_of_range(A, row, column, name, rule);
    }
  }
  return find_indefiniteness(A, name, rule.positive);
}

std::vector<int> undamped_axes(const Matrix6& D, const std::array<bool, 6>& enabled) {
  std::vector<int> axes;
  for (int axis = 0; axis < 6; ++axis) {
    if (enabled[static_cast<std::size_t>(axis)] && !(D(axis, axis) > 0.0)) axes.push_back(axis);
  }
  return axes;
}

bool has_undamped_direction(const Matrix6& D, const std::array<bool, 6>& enabled) {
  if (is_diagonal(D)) return false;  // its directions are its axes
  Matrix6 scaled = Matrix6::Identity();
  const auto counts = [&](int axis) { return enabled[static_cast<std::size_t>(axis)] && D(axis, axis) > 0.0; };
  for (int row = 0; row < 6; ++row) {
    for (int column = 0; column < 6; ++column) {
      if (counts(row) && counts(column))
        scaled(row, column) = D(row, column) / std::sqrt(D(row, row) * D(column, column));
    }
  }
  return !(eigenvalue_range(scaled)[0] > kUndampedAxis);
}

}  // namespace limber
