// The inverse of a Gram matrix A = J Jᵀ (or Jᵀ J), damped near a singularity:
//
//   (A + λ² I)⁻¹        λ² = λ_max² s² (3 - 2 s),   s = 1 - σ/threshold below the threshold, else 0
//
// Inverse iteration tracks σ, the smallest singular value of J, from cycle to cycle. It uses the inverse that is needed
// anyway, so the cycle needs no eigenvalue solver.
#pragma once

#include <algorithm>
#include <cmath>

#include "limber/types.hpp"
#include "math/definite_inverse.hpp"

namespace limber {

template <typename Square, typename Vector>
class DampedFactor {
 public:
  // Forgets the singular direction; call it before an unrelated matrix.
  void reset() noexcept { begun_ = false; }

  // Overwrites A. False if A has no finite inverse; the other functions must not be called then.
  bool compute(Square& A, double threshold, double largest_damping) noexcept {
    // Keeps the inverse finite at a singularity; far below any relevant σ².
    const double floor = kFloor * A.trace();
    if (!(floor > 0.0) || !std::isfinite(floor)) return false;
    A.diagonal().array() += floor;
    if (!invert_definite(A, inverse_)) return false;
    follow_sigma(A.rows(), floor);
    damping_ = 0.0;
    if (!std::isfinite(sigma_)) return false;
    if (!(sigma_ < threshold)) return true;
    const double share = 1.0 - sigma_ / threshold;
    damping_ = largest_damping * largest_damping * share * share * (3.0 - 2.0 * share);
    A.diagonal().array() += damping_;
    return invert_definite(A, inverse_);
  }

  const Square& inverse() const noexcept { return inverse_; }
  double smallest_singular_value() const noexcept { return sigma_; }
  double damping() const noexcept { return damping_; }                  // λ²
  const Vector& singular_direction() const noexcept { return probe_; }  // of A, unit length

 private:
  static constexpr double kFloor = 1e-13;
  static constexpr int kProbeIterations = 3;

  void follow_sigma(Eigen::Index size, double floor) noexcept {
    if (!begun_ || probe_.size() != size) probe_ = Vector::Ones(size);
    begun_ = true;
    double gain = 0.0;
    for (int i = 0; i < kProbeIterations; ++i) {
      // A small disturbance: an exactly orthogonal probe would never converge to the singular direction.
      probe_[i % probe_.size()] += 1e-3;
      probe_.normalize();
      probe_ = inverse_.lazyProduct(probe_).eval();
      gain = probe_.norm();
    }
    probe_.normalize();
    sigma_ = std::sqrt(std::max(0.0, 1.0 / gain - floor));
  }

  Square inverse_;
  Vector probe_;
  bool begun_ = false;
  double sigma_ = 0.0;
  double damping_ = 0.0;
};

}  // namespace limber
