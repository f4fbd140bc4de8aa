// Which matrices M, D and K of the law are allowed, and error messages for those that are not.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "limber/types.hpp"

namespace limber {

struct LawMatrixRule {
  std::string_view key;
  std::string_view noun;
  std::string_view linear_unit;
  std::string_view angular_unit;
  double most;    // largest entry; off the diagonal, largest absolute value
  bool positive;  // positive definite; otherwise semi-definite, with zeros allowed on the diagonal
};

// A stiff wall (100 kN/m) with a slow servo (0.03 s) needs 3 kN s/m; 1e6 is far above any use.
inline constexpr LawMatrixRule kMassRule{"mass", "a mass", "kg", "kg m²", 1e4, true};
inline constexpr LawMatrixRule kDampingRule{"damping", "a damping", "N s/m", "N m s/rad", 1e6, false};
inline constexpr LawMatrixRule kStiffnessRule{"stiffness", "a stiffness", "N/m", "N m/rad", 1e6, false};

struct MatrixProblem {
  int element = -1;  // 6 * row + column; -1: the whole matrix
  std::string sentence;
};

// The first problem of a matrix called `name`: an entry out of range, asymmetry, or a wrong eigenvalue.
std::optional<MatrixProblem> find_problem(const Matrix6& matrix, std::string_view name, const LawMatrixRule& rule);

// Checks only symmetry and definiteness; the entries must be finite.
std::optional<MatrixProblem> find_indefiniteness(const Matrix6& matrix, std::string_view name, bool positive);

// Exactly diagonal; the values on the diagonal may be anything.
inline bool is_diagonal(const Matrix6& A) noexcept {
  for (int i = 0; i < 36; ++i) {
    if (i % 7 != 0 && A.data()[i] != 0.0) return false;
  }
  return true;
}

// Exactly symmetric; the checks above allow mirrored entries to differ in their last digits.
inline Matrix6 symmetric(const Matrix6& A) { return 0.5 * (A + A.transpose()); }

// The enabled axes with zero damping; and whether any other direction of the enabled axes has zero damping.
std::vector<int> undamped_axes(const Matrix6& damping, const std::array<bool, 6>& enabled);
bool has_undamped_direction(const Matrix6& damping, const std::array<bool, 6>& enabled);

inline constexpr std::array<const char*, 6> kAxisNames{
    "x", "y", "z", "rotation about x", "rotation about y", "rotation about z"};

}  // namespace limber
