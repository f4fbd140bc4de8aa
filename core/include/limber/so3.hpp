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
  const double angle = std::sqrt(angle_squared);
  // sin(x/2)/x loses no digits above 1e-4; below, two terms of its series are exact to rounding.
  const double half_sinc = angle > 1e-4 ? std::sin(0.5 * angle) / angle : 0.5 - angle_squared / 48.0;
  Quaternion q;
  q.w() = std::cos(0.5 * angle);
  q.vec() = half_sinc * theta;
  return q;
}

// The rotation vector of q, of length at most pi.
inline Vector3 log_so3(const Quaternion& q) {
  const double sine = q.vec().norm();
  const double cosine = std::abs(q.w());
  const double sign = q.w() < 0.0 ? -1.0 : 1.0;
  // 2 atan2(s, c)/s; for a small s the series 2/c (1 - s²/(3c²)).
  const double ratio = sine > 1e-5 ? 2.0 * std::atan2(sine, cosine) / sine
                                   : 2.0 / cosine * (1.0 - sine * sine / (3.0 * cosine * cosine));
  return sign * ratio * q.vec();
}

inline Vector3 log_so3(const Matrix3& R) { return log_so3(Quaternion(R)); }

// J_l(theta)⁻¹ = I - ½[θ]× + c [θ]×², singular at |theta| = 2 pi.
inline Matrix3 left_jacobian_inverse(const Vector3& theta) {
  const double angle_squared = theta.squaredNorm();
  double c = 1.0 / 12.0 + angle_squared / 720.0 + angle_squared * angle_squared / 30240.0;
  if (angle_squared > 1e-3) {
    const double angle = std::sqrt(angle_squared);
    const double half = 0.5 * angle;
    c = (1.0 - half * std::cos(half) / std::sin(half)) / angle_squared;
  }
  const Matrix3 S = skew(theta);
  return Matrix3::Identity() - 0.5 * S + c * S * S;
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
