// Geodesics between positive definite matrices.
#include "compliance/definite_path.hpp"

#include <cmath>

#include "math/symmetric_modes.hpp"

namespace limber {
namespace {

// With the diagonal scaled to 1: smaller pivots are rounding errors.
constexpr double kLeastPivot = 1e-10;
// Smallest to largest stretch of a geodesic: below it, rounding dominates the smallest.
constexpr double kWidestStretch = 1e-12;

bool is_positive_definite(const Matrix6& A) {
  if (!(A.diagonal().minCoeff() > 0.0)) return false;
  const Vector6 scale = A.diagonal().cwiseSqrt().cwiseInverse();
  return least_pivot(scale.asDiagonal() * A * scale.asDiagonal()) > kLeastPivot;
}

}  // namespace

Matrix6 Geodesic::at(double s) const noexcept {
  // Half of the stretch on either side: the product is symmetric and positive semi-definite in spite of rounding.
  const Vector6 half_stretch = (0.5 * s * log_ratio).array().exp();
  const Matrix6 half = W * half_stretch.asDiagonal();
  return half * half.transpose();
}

std::optional<Geodesic> find_geodesic(const Matrix6& from, const Matrix6& to) {
  if (!is_positive_definite(from) || !is_positive_definite(to)) return std::nullopt;
  // With to v = λ from v and W = from V: from = W Wᵀ, to = W Λ Wᵀ.
  const GeneralModes modes = general_modes(to, from);
  if (!(modes.values[0] > kWidestStretch * modes.values[5])) return std::nullopt;
  return Geodesic{modes.images, modes.values.array().log()};
}

Vector6 between(const LogDiagonal& from, const LogDiagonal& to, double s) noexcept {
  Vector6 result;
  for (int i = 0; i < 6; ++i) {
    const double a = from.value[i];
    const double b = to.value[i];
    if (a == b) {
      result[i] = a;
    } else if (a > 0.0 && b > 0.0) {
      result[i] = std::exp((1.0 - s) * from.log[i] + s * to.log[i]);
    } else {
      result[i] = (1.0 - s) * a + s * b;
    }
  }
  return result;
}

}  // namespace limber
