// Hermite polynomials on SE(3).
#include "motion/pose_segment.hpp"

#include "math/so3.hpp"

namespace limber {
namespace {

// Values of y and φ at the end of a segment, and derivatives by s = t/duration at both ends.
struct Ends {
  Vector6 value_1;
  Vector6 rate_0, rate_1;
  Vector6 acceleration_0, acceleration_1;
};

// φ̇ = J_l⁻¹ ω, φ̈ = J_l⁻¹ (ω̇ - (dJ_l/dt) φ̇); at the start φ = 0, so they are ω and ω̇.
Ends ends_of(const ReferenceSample& from, const ReferenceSample& to, double h) noexcept {
  Ends ends;
  ends.value_1 = pose_difference(from.X_BR, to.X_BR);
  const Vector3 turn = ends.value_1.tail<3>();
  const Matrix3 J_inverse = left_jacobian_inverse(turn);
  const Vector3 rate = J_inverse * to.twist.tail<3>();
  ends.rate_0 = h * from.twist;
  ends.rate_1 << h * to.twist.head<3>(), h * rate;
  ends.acceleration_0 = h * h * from.acceleration;
  ends.acceleration_1 << h * h * to.acceleration.head<3>(),
      h * h * (J_inverse * (to.acceleration.tail<3>() - left_jacobian_drift(turn, rate)));
  return ends;
}

// y = c_1 s + … + c_5 s⁵
struct Polynomial {
  Vector6 c1, c2, c3, c4, c5;
};

Polynomial cubic(const Ends& e) noexcept {
  const Vector6 c2 = 3.0 * e.value_1 - 2.0 * e.rate_0 - e.rate_1;
  const Vector6 c3 = e.rate_0 + e.rate_1 - 2.0 * e.value_1;
  return {e.rate_0, c2, c3, Vector6::Zero(), Vector6::Zero()};
}

Polynomial quintic(const Ends& e) noexcept {
  const Vector6 c1 = e.rate_0;
  const Vector6 c2 = 0.5 * e.acceleration_0;
  // What remains for value, rate and acceleration at s = 1 after c_1 and c_2.
  const Vector6 value = e.value_1 - c1 - c2;
  const Vector6 rate = e.rate_1 - c1 - 2.0 * c2;
  const Vector6 acceleration = e.acceleration_1 - 2.0 * c2;
  return {c1, c2, 10.0 * value - 4.0 * rate + 0.5 * acceleration, -15.0 * value + 7.0 * rate - acceleration,
          6.0 * value - 3.0 * rate + 0.5 * acceleration};
}

}  // namespace

ReferenceSample interpolate(const ReferenceSample& from, const ReferenceSample& to, double h, SegmentOrder order,
                            double t) noexcept {
  if (t >= h) return to;
  const Ends ends = ends_of(from, to, h);
  const auto [c1, c2, c3, c4, c5] = order == SegmentOrder::kQuintic ? quintic(ends) : cubic(ends);
  const double s = t > 0.0 ? t / h : 0.0;
  const Vector6 value = s * (c1 + s * (c2 + s * (c3 + s * (c4 + s * c5))));
  const Vector6 rate = (c1 + s * (2.0 * c2 + s * (3.0 * c3 + s * (4.0 * c4 + s * 5.0 * c5)))) / h;
  const Vector6 acceleration = (2.0 * c2 + s * (6.0 * c3 + s * (12.0 * c4 + s * 20.0 * c5))) / (h * h);
  const Vector3 turn = value.tail<3>();
  const Matrix3 J = left_jacobian(turn);
  ReferenceSample sample;
  sample.X_BR.p = from.X_BR.p + value.head<3>();
  sample.X_BR.R = exp_so3(turn).toRotationMatrix() * from.X_BR.R;
  sample.twist << rate.head<3>(), J * rate.tail<3>();
  sample.acceleration << acceleration.head<3>(), J * acceleration.tail<3>() + left_jacobian_drift(turn, rate.tail<3>());
  return sample;
}

ReferenceSample lead_in(const ReferenceSample& from, const ReferenceSample& to, double duration, double t) noexcept {
  return interpolate(from, to, duration, SegmentOrder::kQuintic, t);
}

}  // namespace limber
