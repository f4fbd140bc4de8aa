// The linear part of a step of the admittance law: exact modes; otherwise a fourth-order A-stable step.
#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "compliance/admittance_law.hpp"

namespace limber {
namespace {

// Substep length times the fastest rate; this bound keeps the error of the coupled form below 1e-4.
constexpr double kLargestStepRate = 0.5;

using Complex = std::complex<double>;
using ComplexVector6 = Eigen::Matrix<Complex, 6, 1>;
constexpr double kSqrt3 = std::numbers::sqrt3;
constexpr Complex kGaussPole(3.0, kSqrt3);
constexpr double kGaussResidue = 4.0 * kSqrt3;

}  // namespace

int AdmittanceLaw::substeps_for(double rate, double h) noexcept {
  const double wanted = std::ceil(h * rate / kLargestStepRate);
  return wanted < kMostSubsteps ? std::max(1, static_cast<int>(wanted)) : kMostSubsteps;
}

void AdmittanceLaw::prepare(double h) noexcept {
  if (h == prepared_period_) return;
  prepared_period_ = h;
  substeps_ = 1;
  if (stepped_.form == Dynamics::Form::kCoupled) substeps_ = substeps_for(stepped_.fastest_rate, h);
  prepare_substep(h / substeps_);
}

void AdmittanceLaw::prepare_substep(double h) noexcept {
  if (stepped_.form != Dynamics::Form::kCoupled) {
    for (int i = 0; i < 6; ++i) {
      const OscillatorStep step = exact_oscillator_step(stepped_.modal_damping[i], stepped_.modal_stiffness[i], h);
      phi_[i] = step.phi;
      psi_[i] = step.psi;
      decay_[i] = step.decay;
    }
    return;
  }
  const Complex z = kGaussPole;
  gauss_.compute(h * stepped_.K.cast<Complex>() + z * stepped_.D.cast<Complex>() +
                 (z * z / h) * stepped_.M.cast<Complex>());
}

// Gauss' two-stage rule for ẏ = A y + b with y = (e, ė):  (1 - Z/2 + Z²/12) Δy = h (A y + b),  Z = h A.  The polynomial
// has the roots z = 3 ± i√3. Partial fractions give Δy = 4√3 Im((Z - z)⁻¹ h (A y + b)); the system to solve is
//   (h K + z D + z²/h M) x = h (K e - F) - z M ė,     Δe = 4√3 Im(x),   Δė = 4√3 Im(z x)/h.
// Its real part is positive definite. It contains no M⁻¹ and no power of D, so it also works for the smallest mass.
AdmittanceLaw::Increment AdmittanceLaw::coupled_step(const Vector6& e, const Vector6& velocity, const Vector6& F,
                                                     double h) const noexcept {
  const Complex z = kGaussPole;
  const Vector6 push = h * (stepped_.K * e - F), momentum = stepped_.M * velocity;
  const ComplexVector6 x = gauss_.solve(push.cast<Complex>() - z * momentum.cast<Complex>());
  return {kGaussResidue * x.imag(), velocity + kGaussResidue / h * (z * x).imag()};
}

AdmittanceLaw::Increment AdmittanceLaw::linear_step(const Vector6& e, const Vector6& velocity, const Vector6& F,
                                                    double h) const noexcept {
  if (stepped_.form == Dynamics::Form::kCoupled) return coupled_step(e, velocity, F, h);
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

}  // namespace limber
