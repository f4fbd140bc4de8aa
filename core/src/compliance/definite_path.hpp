// Interpolates between symmetric matrices and stays positive (semi-)definite. Between two positive definite ends it is
// the affine-invariant geodesic; in no direction is it stiffer than the stiffer end. With A = L Lᵀ and L⁻¹ B L⁻ᵀ = Q Λ
// Qᵀ:
//
//   A(s) = W Λ^s Wᵀ,  W = L Q,  s in 0..1
//
// For diagonal matrices this is a^(1-s) b^s per axis, so D = 2ζ√(MK) also holds between points. If an end is only
// semi-definite, it is a straight line, which stays semi-definite too.
#pragma once

#include <optional>

#include "limber/types.hpp"

namespace limber {

struct Geodesic {
  Matrix6 W;
  Vector6 log_ratio;  // of Λ

  Matrix6 at(double s) const noexcept;
};

// Nothing if an end is not positive definite by more than rounding. Uses an eigenvalue solver: not for the control
// thread.
std::optional<Geodesic> find_geodesic(const Matrix6& from, const Matrix6& to);

// A diagonal with the logarithms of its entries, -infinity for 0.
struct LogDiagonal {
  Vector6 value;
  Vector6 log;
};

// Per axis: the geodesic of two positive numbers, a straight line if one is 0.
Vector6 between(const LogDiagonal& from, const LogDiagonal& to, double s) noexcept;

}  // namespace limber
