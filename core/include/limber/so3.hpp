// Rotations and their logarithms: Exp, Log and the left Jacobian of SO(3).
//
// With R = Exp(θ) and Ṙ = [ω]× R:   θ̇ = J_l(θ)⁻¹ ω.
#pragma once

#include <cmath>

#include "limber/types.hpp"

namespace limber {

// [a]×, so that skew(a) * b == a.cross(b).
inline Matrix3 skew(const Vector3& a) {
  Matrix3 S;
  S << 0.0, -a.z(), a.y(), a.z(), 0.0, -a.x(), -a.y(), a.x(), 0.0;
  return S;
}

// The rotation by |theta| rad about theta.
inline Quaternion exp_so3(const Vector3& theta) {
  const double angle_squared = theta.squaredNorm();
  Quaternion q;
  if (angle_squared < 0.04) {
    // cos and sin(x)/x of half the angle; five terms are exact to rounding up to 0.2 rad, and cost no sine.
    const double x = 0.25 * angle_squared;
    q.w() = 1.0 - x / 2.0 * (1.0 - x / 12.0 * (1.0 - x / 30.0 * (1.0 - x / 56.0)));
    q.vec() = (0.5 * (1.0 - x / 6.0 * (1.0 - x / 20.0 * (1.0 - x / 42.0 * (1.0 - x / 72.0))))) * theta;
    return q;
  }
  const double angle = std::sqrt(angle_squared);
  q.w() = std::cos(0.5 * angle);
  q.vec() = (std::sin(0.5 * angle) / angle) * theta;
  return q;
}

// The rotation vector of q, of length at most pi.
inline Vector3 log_so3(const Quaternion& q) {
  const double sine_squared = q.vec().squaredNorm();
  const double cosine = std::abs(q.w());
  const double sign = q.w() < 0.0 ? -1.0 : 1.0;
  if (sine_squared < 0.01 * cosine * cosine) {
    // 2 atan(s/c)/s by its series: exact to rounding up to 0.2 rad.
    const double t = sine_squared / (cosine * cosine);
    const double series =
        1.0 - t * (1.0 / 3 - t * (1.0 / 5 - t * (1.0 / 7 - t * (1.0 / 9 - t * (1.0 / 11 - t * (1.0 / 13 - t / 15))))));
    return sign * 2.0 / cosine * series * q.vec();
  }
  const double sine = std::sqrt(sine_squared);
  return sign * 2.0 * std::atan2(sine, cosine) / sine * q.vec();
}

inline Vector3 log_so3(const Matrix3& R) {
  const Vector3 s = 0.5 * Vector3(R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1));  // sin(angle) along the axis
  const double x = s.squaredNorm();
  // asin(s)/s by its series: exact to rounding up to 0.03 rad, and a turn of one cycle is smaller.
  if (x < 1e-3 && R.trace() > 2.0) return (1.0 + x * (1.0 / 6 + x * (3.0 / 40 + x * (5.0 / 112 + x * 35.0 / 1152)))) * s;
  return log_so3(Quaternion(R));
}

// c of J_l(theta)⁻¹ = I - ½[θ]× + c [θ]×², for |theta|² in rad².
inline double left_jacobian_inverse_term(double angle_squared) {
  const double x = angle_squared;
  if (x < 0.25) {
    // Bernoulli's numbers: seven terms are exact to rounding up to 0.5 rad.
    return 1.0 / 12 +
           x * (1.0 / 720 +
                x * (1.0 / 30240 +
                     x * (1.0 / 1209600 +
                          x * (1.0 / 47900160 + x * (691.0 / 1307674368000.0 + x * (1.0 / 74724249600.0))))));
  }
  const double half = 0.5 * std::sqrt(x);
  return (1.0 - half * std::cos(half) / std::sin(half)) / x;
}

// J_l(theta)⁻¹, singular at |theta| = 2 pi.
inline Matrix3 left_jacobian_inverse(const Vector3& theta) {
  const Matrix3 S = skew(theta);
  return Matrix3::Identity() - 0.5 * S + left_jacobian_inverse_term(theta.squaredNorm()) * S * S;
}

// J_l(theta) = I + (1-cos)/θ² [θ]× + (θ-sin)/θ³ [θ]×²
inline Matrix3 left_jacobian(const Vector3& theta) {
  const double angle_squared = theta.squaredNorm();
  double a = 0.5 - angle_squared / 24.0 + angle_squared * angle_squared / 720.0;
  double b = 1.0 / 6.0 - angle_squared / 120.0 + angle_squared * angle_squared / 5040.0;
  if (angle_squared > 1e-3) {
    const double angle = std::sqrt(angle_squared);
    a = (1.0 - std::cos(angle)) / angle_squared;
    b = (angle - std::sin(angle)) / (angle_squared * angle);
  }
  const Matrix3 S = skew(theta);
  return Matrix3::Identity() + a * S + b * S * S;
}

}  // namespace limber
