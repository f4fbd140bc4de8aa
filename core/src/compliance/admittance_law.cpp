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

// J_l(theta)⁻¹ - 1 as an operator: its products without the matrix.
struct LeftJacobianInverse {
  Vector3 theta;
  double c;

  explicit LeftJacobianInverse(const Vector3& at) noexcept
      : theta(at), c(left_jacobian_inverse_term(at.squaredNorm())) {}
  Vector3 less_one_times(const Vector3& v) const noexcept {
    const Vector3 cross = theta.cross(v);
    return c * theta.cross(cross) - 0.5 * cross;
  }
  Vector3 less_one_transposed_times(const Vector3& v) const noexcept {
    const Vector3 cross = theta.cross(v);
    return c * theta.cross(cross) + 0.5 * cross;
  }
};

// The spring over one step from (e, q = Exp θ). Position and rotation are kept apart: a six-vector written whole and
// read by halves would wait for its own stores.
class SpringStep {
 public:
  SpringStep(const Matrix6& K, const Vector6& e, const Quaternion& q) noexcept
      : K_pr_(K.topRightCorner<3, 3>()),
        K_rp_(K.bottomLeftCorner<3, 3>()),
        K_rr_(K.bottomRightCorner<3, 3>()),
        p_(e.head<3>()),
        q_(q),
        start_(e.tail<3>()) {}

  // What the discrete gradient of ½ eᵀKe over the displacement has beyond the plain K (e + δ/2).
  Vector6 remainder(const Vector6& displacement) const noexcept {
    const Vector3 turn = displacement.tail<3>();
    const Vector3 end = log_so3(exp_so3(turn) * q_);
    const Vector3 bend = 0.5 * (end - start_.theta - turn);  // of the mean θ, beyond θ + turn/2
    const Vector3 gradient = K_rp_ * (p_ + 0.5 * displacement.head<3>()) + K_rr_ * (start_.theta + 0.5 * turn + bend);
    Vector6 result;
    result << K_pr_ * bend, K_rr_ * bend + mean_less_one_transposed_times(gradient, end, turn);
    return result;
  }

 private:
  // With the mean of J_l⁻¹ along the turn, θ_end - θ_start = mean * turn, exactly. Simpson's rule is good to the fifth
  // power of the turn; a rank-one correction makes larger turns exact.
  Vector3 mean_less_one_transposed_times(const Vector3& g, const Vector3& end, const Vector3& turn) const noexcept {
    const LeftJacobianInverse at_middle(log_so3(exp_so3(0.5 * turn) * q_)), at_end(end);
    const Vector3 product = 1.0 / 6.0 * (start_.less_one_transposed_times(g) + at_end.less_one_transposed_times(g)) +
                            2.0 / 3.0 * at_middle.less_one_transposed_times(g);
    const double squared = turn.squaredNorm();
    if (squared <= 1e-8) return product;
    const Vector3 turned = 1.0 / 6.0 * (start_.less_one_times(turn) + at_end.less_one_times(turn)) +
                           2.0 / 3.0 * at_middle.less_one_times(turn);
    return product + turn * ((end - start_.theta - turn - turned).dot(g) / squared);
  }

  Matrix3 K_pr_, K_rp_, K_rr_;
  Vector3 p_;
  Quaternion q_;
  LeftJacobianInverse start_;
};

}  // namespace

Vector3 Offset::log_rotation() const { return log_so3(q); }

double stored_energy(const Dynamics& dynamics, const Offset& offset) noexcept {
  const Vector6 e = offset.error();
  return 0.5 * offset.velocity.dot(dynamics.M * offset.velocity) + 0.5 * e.dot(dynamics.K * e);
}

Vector6 spring_wrench(const Matrix6& K, const Offset& offset) noexcept {
  const Vector6 e = offset.error();
  Vector6 wrench = K * e;
  const Vector3 plain = wrench.tail<3>();
  wrench.tail<3>() = plain + LeftJacobianInverse(e.tail<3>()).less_one_transposed_times(plain);
  return wrench;
}

Vector6 acceleration(const Dynamics& dynamics, const Offset& offset, const Vector6& F) noexcept {
  return dynamics.M_inverse * (F - dynamics.D * offset.velocity - spring_wrench(dynamics.K, offset));
}

void AdmittanceLaw::set_dynamics(const Dynamics& dynamics) noexcept {
  dynamics_ = dynamics;
  stepped_ = with_added_damping(dynamics_, added_damping_);
  prepared_period_ = -1.0;
}

void AdmittanceLaw::set_added_damping(const Vector6& added) noexcept {
  if (added == added_damping_) return;
  added_damping_ = added;
  stepped_ = with_added_damping(dynamics_, added_damping_);
  prepared_period_ = -1.0;
}

void AdmittanceLaw::prepare(double h) noexcept {
  if (h == prepared_period_) return;
  prepared_period_ = h;
  if (stepped_.form != Dynamics::Form::kCoupled) {
    substeps_ = 1;
    for (int i = 0; i < 6; ++i) {
      const OscillatorStep step = exact_oscillator_step(stepped_.modal_damping[i], stepped_.modal_stiffness[i], h);
      phi_[i] = step.phi;
      psi_[i] = step.psi;
      decay_[i] = step.decay;
    }
    return;
  }
  // Gauss' two-stage rule for ẏ = A y + b with y = (e, ė):  (1 - Z/2 + Z²/12) Δy = h (A y + b),  Z = h A.
  substeps_ = std::clamp(static_cast<int>(std::ceil(h * stepped_.fastest_rate / kLargestStepRate)), 1, kMaxSubsteps);
  const double step = h / substeps_;
  const Matrix6 stiff = stepped_.M_inverse * stepped_.K;
  const Matrix6 damp = stepped_.M_inverse * stepped_.D;
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
  if (stepped_.form == Dynamics::Form::kCoupled) {
    Eigen::Matrix<double, 12, 1> rate;
    rate << velocity, stepped_.M_inverse * (F - stepped_.D * velocity - stepped_.K * e);
    const Eigen::Matrix<double, 12, 1> change = gauss_.solve(h * rate);
    return {change.head<6>(), velocity + change.tail<6>()};
  }
  if (stepped_.form == Dynamics::Form::kDiagonal) {
    const Vector6 push = stepped_.M_inverse.diagonal().cwiseProduct(F - stepped_.K.diagonal().cwiseProduct(e));
    return {phi_.cwiseProduct(velocity) + psi_.cwiseProduct(push),
            decay_.cwiseProduct(velocity) + phi_.cwiseProduct(push)};
  }
  const Vector6 modal_push = stepped_.modes.transpose() * (F - stepped_.K * e);
  const Vector6 modal_velocity = stepped_.modes_inverse * velocity;
  return {stepped_.modes * (phi_.cwiseProduct(modal_velocity) + psi_.cwiseProduct(modal_push)),
          stepped_.modes * (decay_.cwiseProduct(modal_velocity) + phi_.cwiseProduct(modal_push))};
}

Vector6 AdmittanceLaw::advance(Offset& offset, const Vector6& F, double h) noexcept {
  Vector6 e = Vector6::Zero();
  e.head<3>() = offset.p;
  if (stepped_.turns_back) e.tail<3>() = offset.theta();
  Increment step = linear_step(e, offset.velocity, F, h);
  if (stepped_.turns_back) {
    const SpringStep spring(stepped_.K, e, offset.q);
    Vector6 remainder = Vector6::Zero();
    for (int i = 0; i < kMaxIterations; ++i) {
      const Vector6 again = spring.remainder(step.displacement);
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
