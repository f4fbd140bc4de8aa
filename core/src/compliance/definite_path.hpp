// From one symmetric matrix to another without leaving the positive (semi-)definite ones. Between two positive definite
// ends the affine-invariant geodesic, which passes no weaker or stiffer than the ends in any direction. With A = L Lᵀ
// and L⁻¹ B L⁻ᵀ = Q Λ Qᵀ:
//
//   A(s) = W Λ^s Wᵀ,  W = L Q,  s in 0..1
//
// On a diagonal that is a^(1-s) b^s an axis, so D = 2ζ√(MK) stays so between points. Where an end is semi-definite,
// a straight line, which stays in the cone too.
#pragma once

#include <optional>

#include "limber/types.hpp"

namespace limber {

struct Geodesic {
  Matrix6 W;
  Vector6 log_ratio;  // of Λ

  Matrix6 at(double s) const noexcept;
};

// Nothing where an end is not positive definite by more than rounding. Uses an eigen-solver: not for the control
// thread.
std::optional<Geodesic> find_geodesic(const Matrix6& from, const Matrix6& to);

// A diagonal with the logarithms of its entries, -infinity where one is 0.
struct LogDiagonal {
  Vector6 value;
  Vector6 log;
};

// Each axis for itself: the geodesic of two positive numbers, a straight line where one is 0.
Vector6 between(const LogDiagonal& from, const LogDiagonal& to, double s) noexcept;

}  // namespace limber
