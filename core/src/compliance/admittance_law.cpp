// Stepping the admittance law: exact modes, a fourth-order A-stable step where there are none, and the discrete
// gradient of the rotational spring.
#include "limber/compliance/admittance_law.hpp"

#include <algorithm>
#include <cmath>

#include "limber/so3.hpp"

namespace limber {
namespace {

// Steps at most this many times faster than the fastest rate keep the coupled form's error below 1e-4.
constexpr double kLargestStepRate = 0.5;
constexpr int kMaxSubsteps = 64;
constexpr int kMaxIterations = 12;

// J_l(theta)⁻¹ as an operator: its products without the matrix.
class LeftJacobianInverse {
 public:
  explicit LeftJacobianInverse(const Vector3& theta) noexcept
      : theta_(theta), c_(left_jacobian_inverse_term(theta.squaredNorm())) {}
  Vector3 times(const Vector3& v) const noexcept {
    const Vector3 cross = theta_.cross(v);
    return v - 0.5 * cross + c_ * theta_.cross(cross);
  }
  Vector3 transposed_times(const Vector3& v) const noexcept {
    const Vector3 cross = theta_.cross(v);
    return v + 0.5 * cross + c_ * theta_.cross(cross);
  }

 private:
  Vector3 theta_;
  double c_;
};

// The transposed mean of J_l⁻¹ along the turn from theta_start to theta_end, times g: with the mean itself,
// theta_end - theta_start = mean * turn, exactly. Simpson's rule is good to the fifth power of the turn; a rank-one
// correction makes larger turns exact.
Vector3 mean_transposed_times(const Vector3& g, const Vector3& start, const Vector3& end, const Quaternion& q_start,
                              const Vector3& turn) noexcept {
  const LeftJacobianInverse at_start(start), at_middle(log_so3(exp_so3(0.5 * turn) * q_start)), at_end(end);
  const Vector3 product =
      (at_start.transposed_times(g) + 4.0 * at_middle.transposed_times(g) + at_end.transposed_times(g)) / 6.0;
  const double squared = turn.squaredNorm();
  if (squared <= 1e-8) return product;
  const Vector3 turned = (at_start.times(turn) + 4.0 * at_middle.times(turn) + at_end.times(turn)) / 6.0;
  return product + turn * (((end - start) - turned).dot(g) / squared);
}

// What the discrete gradient of ½ eᵀKe over the displacement has beyond the plain K (e + δ/2).
Vector6 spring_remainder(const Matrix6& K, const Vector6& e, const Quaternion& q, const Vector6& displacement) noexcept {
  const Vector3 theta = e.tail<3>();
  const Vector3 turn = displacement.tail<3>();
  const Vector3 theta_end = log_so3(exp_so3(turn) * q);
  Vector6 middle;
  middle << e.head<3>() + 0.5 * displacement.head<3>(), 0.5 * (theta + theta_end);
  Vector6 gradient = K * middle;
  gradient.tail<3>() = mean_transposed_times(gradient.tail<3>(), theta, theta_end, q, turn);
  return gradient - K * (e + 0.5 * displacement);
}

}  // namespace

Vector3 Offset::log_rotation() const { return log_so3(q); }

double stored_energy(const Dynamics& dynamics, const Offset& offset) noexcept {
  const Vector6 e = offset.error();
  return 0.5 * offset.velocity.dot(dynamics.M * offset.velocity) + 0.5 * e.dot(dynamics.K * e);
}

Vector6 spring_wrench(const Matrix6& K, const Offset& offset) noexcept {
  const Vector6 e = offset.error();
  Vector6 wrench = K * e;
  wrench.tail<3>() = LeftJacobianInverse(e.tail<3>()).transposed_times(wrench.tail<3>());
  return wrench;
}

Vector6 acceleration(const Dynamics& dynamics, const Offset& offset, const Vector6& F) noexcept {
  return dynamics.M_inverse * (F - dynamics.D * offset.velocity - spring_wrench(dynamics.K, offset));
}

void AdmittanceLaw::set_dynamics(const Dynamics& dynamics) noexcept {
  dynamics_ = dynamics;
  prepared_period_ = -1.0;
}

void AdmittanceLaw::prepare(double h) noexcept {
  if (h == prepared_period_) return;
  prepared_period_ = h;
  if (dynamics_.form != Dynamics::Form::kCoupled) {
    substeps_ = 1;
    for (int i = 0; i < 6; ++i) {
      const OscillatorStep step = exact_oscillator_step(dynamics_.modal_damping[i], dynamics_.modal_stiffness[i], h);
      phi_[i] = step.phi;
      psi_[i] = step.psi;
      decay_[i] = step.decay;
    }
    return;
  }
  // Gauss' two-stage rule for ẏ = A y + b with y = (e, ė):  (1 - Z/2 + Z²/12) Δy = h (A y + b),  Z = h A.
  substeps_ = std::clamp(static_cast<int>(std::ceil(h * dynamics_.fastest_rate / kLargestStepRate)), 1, kMaxSubsteps);
  const double step = h / substeps_;
  const Matrix6 stiff = dynamics_.M_inverse * dynamics_.K;
  const Matrix6 damp = dynamics_.M_inverse * dynamics_.D;
  const double twelfth = step * step / 12.0;
  Eigen::Matrix<double, 12, 12> P;
  P.topLeftCorner<6, 6>() = Matrix6::Identity() - twelfth * stiff;
  P.topRightCorner<6, 6>() = -0.5 * step * Matrix6::Identity() - twelfth * damp;
  P.bottomLeftCorner<6, 6>() = 0.5 * step * stiff + twelfth * (damp * stiff);
  P.bottomRightCorner<6, 6>() = Matrix6::Identity() + 0.5 * step * damp + twelfth * (damp * damp - stiff);
  gauss_.compute(P);
}

AdmittanceLaw::Increment AdmittanceLaw::linear_step(const Vector6& e, const Vector6& velocity, const Vector6& F,
                                                    double h) const noexcept {
  if (dynamics_.form == Dynamics::Form::kCoupled) {
    Eigen::Matrix<double, 12, 1> rate;
    rate << velocity, dynamics_.M_inverse * (F - dynamics_.D * velocity - dynamics_.K * e);
    const Eigen::Matrix<double, 12, 1> change = gauss_.solve(h * rate);
    return {change.head<6>(), velocity + change.tail<6>()};
  }
  const Vector6 net = F - dynamics_.K * e;
  if (dynamics_.form == Dynamics::Form::kDiagonal) {
    const Vector6 push = dynamics_.M_inverse.diagonal().cwiseProduct(net);
    return {phi_.cwiseProduct(velocity) + psi_.cwiseProduct(push), decay_.cwiseProduct(velocity) + phi_.cwiseProduct(push)};
  }
  const Vector6 modal_push = dynamics_.modes.transpose() * net;
  const Vector6 modal_velocity = dynamics_.modes_inverse * velocity;
  return {dynamics_.modes * (phi_.cwiseProduct(modal_velocity) + psi_.cwiseProduct(modal_push)),
          dynamics_.modes * (decay_.cwiseProduct(modal_velocity) + phi_.cwiseProduct(modal_push))};
}

Vector6 AdmittanceLaw::advance(Offset& offset, const Vector6& F, double h) noexcept {
  Vector6 e = Vector6::Zero();
  e.head<3>() = offset.p;
  if (dynamics_.turns_back) e.tail<3>() = offset.theta();
  Increment step = linear_step(e, offset.velocity, F, h);
  if (dynamics_.turns_back) {
    Vector6 remainder = Vector6::Zero();
    for (int i = 0; i < kMaxIterations; ++i) {
      const Vector6 again = spring_remainder(dynamics_.K, e, offset.q, step.displacement);
      const double change = (again - remainder).cwiseAbs().maxCoeff();
      remainder = again;
      step = linear_step(e, offset.velocity, F - remainder, h);
      if (change <= 1e-14 * (1.0 + remainder.cwiseAbs().maxCoeff())) break;
    }
  }
  offset.p += step.displacement.head<3>();
  offset.q = (exp_so3(step.displacement.tail<3>()) * offset.q).normalized();
  offset.velocity = step.velocity;
  return step.displacement;
}

Vector6 AdmittanceLaw::step(Offset& offset, const Vector6& F, double h) noexcept {
  prepare(h);
  Vector6 displacement = Vector6::Zero();
  for (int i = 0; i < substeps_; ++i) displacement += advance(offset, F, h / substeps_);
  return displacement;
}

}  // namespace limber
