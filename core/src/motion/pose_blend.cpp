#include "motion/pose_blend.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "math/so3.hpp"

namespace limber {

Ramp cosine_ramp(double t, double duration) noexcept {
  if (t <= 0.0 && duration > 0.0) return {0.0, 0.0};
  if (t >= duration) return {1.0, 0.0};
  const double phase = std::numbers::pi * t / duration;
  return {0.5 * (1.0 - std::cos(phase)), 0.5 * std::numbers::pi / duration * std::sin(phase)};
}

Ramp braking_time(double t, double duration) noexcept {
  if (duration <= 0.0) return {};
  if (t >= duration) return {0.5 * duration, 0.0};
  const double phase = std::numbers::pi * t / duration;
  return {0.5 * t + 0.5 * duration / std::numbers::pi * std::sin(phase), 0.5 * (1.0 + std::cos(phase))};
}

MovingPose braked(const MovingPose& from, double t, double braking_duration) noexcept {
  const Ramp tau = braking_time(t, braking_duration);
  const Vector3 turn = tau.value * from.twist.tail<3>();
  return {{exp_so3(turn).toRotationMatrix() * from.X_BR.R, from.X_BR.p + tau.value * from.twist.head<3>()},
          tau.rate * from.twist};
}

// Rotation, with θ = Log(R_d R_bᵀ) from the braking pose b to the destination d:
//   R = Exp(c θ) R_b,   ω = J_l(cθ) (ċ θ + c θ̇) + Exp(cθ) ω_b,   θ̇ = J_l(θ)⁻¹ (ω_d - Exp(θ) ω_b)
MovingPose PoseBlend::towards(const MovingPose& destination) const noexcept {
  if (done()) return destination;
  const Ramp c = cosine_ramp(elapsed_, duration_);
  const MovingPose b = braked(from_, elapsed_, std::min(kBrakingTime, duration_));
  MovingPose now;
  const Vector3 way = destination.X_BR.p - b.X_BR.p;
  now.X_BR.p = b.X_BR.p + c.value * way;
  now.twist.head<3>() = b.twist.head<3>() + c.rate * way + c.value * (destination.twist.head<3>() - b.twist.head<3>());
  const Matrix3 R_bd = destination.X_BR.R * b.X_BR.R.transpose();
  const Vector3 theta = log_so3(R_bd);
  const Vector3 omega_b = b.twist.tail<3>();
  const Vector3 theta_rate = left_jacobian_inverse(theta) * (destination.twist.tail<3>() - R_bd * omega_b);
  const Matrix3 R_bc = exp_so3(c.value * theta).toRotationMatrix();
  now.X_BR.R = R_bc * b.X_BR.R;
  now.twist.tail<3>() = left_jacobian(c.value * theta) * (c.rate * theta + c.value * theta_rate) + R_bc * omega_b;
  return now;
}

}  // namespace limber
