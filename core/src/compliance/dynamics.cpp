// Prepares the matrices of the virtual body: derived damping, modes, rates.
#include "compliance/dynamics.hpp"

#include <algorithm>
#include <cmath>

#include "math/definite_inverse.hpp"
#include "math/law_matrix.hpp"
#include "math/symmetric_modes.hpp"

namespace limber {
namespace {

// 2ζ√(mk) of an axis or mode; if it has no stiffness, with the virtual one.
double damping_rule(double ratio, double mass, double stiffness, double virtual_stiffness) {
  return 2.0 * ratio * std::sqrt(mass * (stiffness > 0.0 ? stiffness : virtual_stiffness));
}

Matrix6 derived_damping_of_modes(const ComplianceParameters& c) {
  const GeneralModes modes = general_modes(c.stiffness, c.mass);
  const double softest = 1e-9 * std::max(modes.values.maxCoeff(), 0.0);
  Vector6 rates;
  for (int j = 0; j < 6; ++j) {
    const Vector6 mode = modes.vectors.col(j);
    // The ratio of an axis is weighted by its share of the mode's kinetic energy.
    Vector6 share = mode.cwiseProduct(modes.images.col(j)).cwiseMax(0.0);
    share /= share.sum();
    const double lambda = modes.values[j] > softest ? modes.values[j] : 0.0;
    const double virtual_lambda = mode.dot(c.virtual_stiffness.cwiseProduct(mode));
    rates[j] = damping_rule(share.dot(c.damping_ratio), 1.0, lambda, virtual_lambda);
  }
  return modes.images * rates.asDiagonal() * modes.images.transpose();
}

Matrix6 derived_damping(const ComplianceParameters& c) {
  if (!is_diagonal(c.mass) || !is_diagonal(c.stiffness)) return derived_damping_of_modes(c);
  Vector6 d;
  for (int i = 0; i < 6; ++i) {
    d[i] = damping_rule(c.damping_ratio[i], c.mass(i, i), c.stiffness(i, i), c.virtual_stiffness[i]);
  }
  return d.asDiagonal();
}

// Largest absolute row sum: bounds every eigenvalue.
double row_norm(const Matrix6& A) noexcept { return A.cwiseAbs().rowwise().sum().maxCoeff(); }

void set_diagonal_modes(Dynamics& dynamics) noexcept {
  const Vector6 m = dynamics.M.diagonal();
  dynamics.form = Dynamics::Form::kDiagonal;
  dynamics.modes = m.cwiseSqrt().cwiseInverse().asDiagonal();
  dynamics.modes_inverse = m.cwiseSqrt().asDiagonal();
  dynamics.modal_damping = dynamics.D.diagonal().cwiseQuotient(m);
  dynamics.modal_stiffness = dynamics.K.diagonal().cwiseQuotient(m);
}

// Finds common modes of M, D and K. If any exist, they are those of K + cD for a generic c, even if K or D has repeated
// eigenvalues.
void find_common_modes(Dynamics& dynamics) {
  const double k_scale = row_norm(dynamics.K);
  const double d_scale = row_norm(dynamics.D);
  const double c = d_scale > 0.0 ? 0.6180339887 * std::max(k_scale, 1e-3 * d_scale) / d_scale : 0.0;
  const Matrix6 modes = general_modes(dynamics.K + c * dynamics.D, dynamics.M).vectors;
  const Matrix6 D = modes.transpose() * dynamics.D * modes;
  const Matrix6 K = modes.transpose() * dynamics.K * modes;
  const auto off_diagonal = [](const Matrix6& A) {
    return (A - Matrix6(A.diagonal().asDiagonal())).cwiseAbs().maxCoeff();
  };
  if (off_diagonal(D) > 1e-11 * row_norm(D) || off_diagonal(K) > 1e-11 * row_norm(K)) return;
  dynamics.form = Dynamics::Form::kModal;
  dynamics.modes = modes;
  dynamics.modes_inverse = modes.transpose() * dynamics.M;
  dynamics.modal_damping = D.diagonal().cwiseMax(0.0);
  dynamics.modal_stiffness = K.diagonal().cwiseMax(0.0);
}

void set_rates(Dynamics& dynamics) noexcept {
  dynamics.turn_stiffness = dynamics.K.bottomRows<3>().cwiseAbs().maxCoeff();
  dynamics.turns_back = dynamics.turn_stiffness > 0.0;
  dynamics.fastest_rate =
      std::max(std::sqrt(row_norm(dynamics.M_inverse * dynamics.K)), row_norm(dynamics.M_inverse * dynamics.D));
}

}  // namespace

Matrix6 total_damping(const ComplianceParameters& c) {
  const Matrix6 arm_damping = c.arm_damping.value_or(Matrix6::Zero());
  if (c.damping) return *c.damping + arm_damping;
  if (c.arm_damping) return *c.arm_damping;
  return derived_damping(c);
}

Dynamics dynamics_in_cycle(const Matrix6& M, const Matrix6& D, const Matrix6& K) noexcept {
  Dynamics dynamics;
  dynamics.M = M;
  dynamics.D = D;
  dynamics.K = K;
  if (is_diagonal(M) && is_diagonal(D) && is_diagonal(K)) {
    dynamics.M_inverse = M.diagonal().cwiseInverse().asDiagonal();
    set_diagonal_modes(dynamics);
  } else {
    // Masses that are not positive definite are refused earlier. If one comes all the same, mass and motion become NaN,
    // which stops the arm.
    if (!invert_definite(M, dynamics.M_inverse)) {
      dynamics.M.setConstant(std::nan(""));
      dynamics.M_inverse = dynamics.M;
    }
    dynamics.form = Dynamics::Form::kCoupled;
  }
  set_rates(dynamics);
  return dynamics;
}

Dynamics make_dynamics(const Matrix6& M, const Matrix6& D, const Matrix6& K) {
  Dynamics dynamics = dynamics_in_cycle(M, D, K);
  if (dynamics.form == Dynamics::Form::kCoupled) find_common_modes(dynamics);
  return dynamics;
}

Dynamics make_dynamics(const ComplianceParameters& compliance) {
  return make_dynamics(symmetric(compliance.mass), symmetric(total_damping(compliance)),
                       symmetric(compliance.stiffness));
}

Dynamics blend(const Dynamics& from, const Dynamics& to, double progress) noexcept {
  if (progress >= 1.0) return to;
  Dynamics between = to;
  between.K = from.K + progress * (to.K - from.K);
  if (from.form == Dynamics::Form::kDiagonal && to.form == Dynamics::Form::kDiagonal) {
    for (int i = 0; i < 6; ++i) {
      between.D(i, i) = from.K(i, i) > to.K(i, i) ? std::max(from.D(i, i), to.D(i, i)) : to.D(i, i);
    }
    set_diagonal_modes(between);
  } else if (from.K.cwiseAbs().maxCoeff() == 0.0 && to.form == Dynamics::Form::kModal) {
    between.modal_stiffness = progress * to.modal_stiffness;
  } else {
    if (from.K.trace() > to.K.trace() && from.D.trace() > to.D.trace()) between.D = from.D;
    between.form = Dynamics::Form::kCoupled;
  }
  set_rates(between);
  return between;
}

Dynamics with_added_damping(const Dynamics& dynamics, const Vector6& added) noexcept {
  Dynamics damped = dynamics;
  if (added.isZero(0.0)) return damped;
  damped.D.diagonal() += added;
  if (damped.form == Dynamics::Form::kDiagonal) {
    set_diagonal_modes(damped);
  } else {
    damped.form = Dynamics::Form::kCoupled;
  }
  set_rates(damped);
  return damped;
}

}  // namespace limber
