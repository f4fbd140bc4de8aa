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

// c_0 + c_1 x + c_2 x² + …
template <typename... Coefficients>
constexpr double polynomial(double x, double c_0, Coefficients... rest) {
  if constexpr (sizeof...(rest) == 0) {
    return c_0;
  } else {
    return c_0 + x * polynomial(x, rest...);
  }
}

// The rotation by |theta| rad about theta.
inline Quaternion exp_so3(const Vector3& theta) {
  const double angle_squared = theta.squaredNorm();
  Quaternion q;
  if (angle_squared < 0.04) {
    // cos and sin(x)/2x of half the angle, as series: exact to rounding up to 0.2 rad.
    const double x = 0.25 * angle_squared;
    q.w() = polynomial(x, 1.0, -1.0 / 2, 1.0 / 24, -1.0 / 720, 1.0 / 40320);
    q.vec() = polynomial(x, 1.0 / 2, -1.0 / 12, 1.0 / 240, -1.0 / 10080, 1.0 / 725760) * theta;
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
  const double twice = q.w() < 0.0 ? -2.0 : 2.0;
  if (sine_squared < 0.01 * cosine * cosine) {
    // Series of atan(s/c)/s: exact to rounding up to 0.2 rad.
    const double inverse = 1.0 / cosine;
    const double t = sine_squared * inverse * inverse;
    const double series = polynomial(t, 1.0, -1.0 / 3, 1.0 / 5, -1.0 / 7, 1.0 / 9, -1.0 / 11, 1.0 / 13, -1.0 / 15);
    return (twice * series * inverse) * q.vec();
  }
  const double sine = std::sqrt(sine_squared);
  return (twice * std::atan2(sine, cosine) / sine) * q.vec();
}

inline Vector3 log_so3(const Matrix3& R) {
  // sin(angle) along the axis.
  const Vector3 s = 0.5 * Vector3(R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1));
  const double x = s.squaredNorm();
  // Series of asin(s)/s: exact to rounding up to 0.03 rad, which covers the rotation of one cycle.
  if (x < 1e-3 && R.trace() > 2.0) return polynomial(x, 1.0, 1.0 / 6, 3.0 / 40, 5.0 / 112, 35.0 / 1152) * s;
  return log_so3(Quaternion(R));
}

// c of J_l(theta)⁻¹ = I - ½[θ]× + c [θ]×², for |theta|² in rad².
inline double left_jacobian_inverse_term(double angle_squared) {
  if (angle_squared < 0.25) {
    // Series with Bernoulli numbers: exact to rounding up to 0.5 rad.
    return polynomial(angle_squared, 1.0 / 12, 1.0 / 720, 1.0 / 30240, 1.0 / 1209600, 1.0 / 47900160,
                      691.0 / 1307674368000.0, 1.0 / 74724249600.0);
  }
  const double half = 0.5 * std::sqrt(angle_squared);
  return (1.0 - half * std::cos(half) / std::sin(half)) / angle_squared;
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

// (dJ_l/dt) θ̇ for θ moving at `rate`, so that ω̇ = J_l(θ) θ̈ + (dJ_l/dt) θ̇. With J_l = I + a [θ]× + b [θ]×² it is
// ȧ θ×θ̇ + ḃ θ×(θ×θ̇) + b θ̇×(θ×θ̇).
inline Vector3 left_jacobian_drift(const Vector3& theta, const Vector3& rate) {
  const double x = theta.squaredNorm();
  double b, da_dx, db_dx;
  if (x < 1.0) {
    // Exact to rounding up to 1 rad; above that, the closed forms have negligible cancellation.
    b = polynomial(x, 1.0 / 6, -1.0 / 120, 1.0 / 5040, -1.0 / 362880, 1.0 / 39916800, -1.0 / 6227020800.0,
                   1.0 / 1307674368000.0, -1.0 / 355687428096000.0);
    da_dx = polynomial(x, -1.0 / 24, 2.0 / 720, -3.0 / 40320, 4.0 / 3628800, -5.0 / 479001600, 6.0 / 87178291200.0,
                       -7.0 / 20922789888000.0, 8.0 / 6402373705728000.0);
    db_dx = polynomial(x, -1.0 / 120, 2.0 / 5040, -3.0 / 362880, 4.0 / 39916800, -5.0 / 6227020800.0,
                       6.0 / 1307674368000.0, -7.0 / 355687428096000.0);
  } else {
    const double angle = std::sqrt(x);
    const double sine = std::sin(angle);
    const double cosine = std::cos(angle);
    b = (angle - sine) / (x * angle);
    da_dx = (0.5 * angle * sine - (1.0 - cosine)) / (x * x);
    db_dx = 0.5 * (3.0 * sine / angle - 2.0 - cosine) / (x * x);
  }
  const double x_rate = 2.0 * theta.dot(rate);
  const Vector3 turn = theta.cross(rate);
  return (da_dx * x_rate) * turn + (db_dx * x_rate) * theta.cross(turn) + b * rate.cross(turn);
}

// [p_1 - p_0 ; Log(R_1 R_0ᵀ)]: the motion from X_0 to X_1, m and rad in base axes.
inline Vector6 pose_difference(const Pose& X_0, const Pose& X_1) {
  Vector6 difference;
  difference << X_1.p - X_0.p, log_so3(Matrix3(X_1.R * X_0.R.transpose()));
  return difference;
}

}  // namespace limber
