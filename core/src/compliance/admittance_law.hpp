// The admittance law: the motion of the virtual body V relative to its reference R under a wrench that is constant over
// the cycle.
//
//   M ë + D ė + K∘e = F,     e = [p_V - p_R ; θ],  θ = Log(R_V R_Rᵀ),  all in C
//
// K∘e is the gradient of ½ eᵀ K e: [K e] in translation, J_l(θ)⁻ᵀ [K e] in rotation. Its difference from the linear K e
// vanishes for translation and for rotation about one axis of C. The step solves the linear part exactly and this
// remainder by a discrete gradient, so that energy balances to rounding:
//   stored' - stored = F·δ - dissipated,   dissipated >= 0,   δ the displacement over the step.
// If the remainder does not converge, the step is halved repeatedly; in the last resort energy is lost, never created.
//
// Virtual fixtures (compliance/fixture_field.hpp) add the force of their potential U(p), also by a discrete gradient:
// U counts as stored, and what their dampers take as dissipated. While they act, the substeps are short against their
// fastest rate.
#pragma once

#include <Eigen/LU>
#include <complex>

#include "compliance/dynamics.hpp"
#include "compliance/fixture_field.hpp"
#include "compliance/oscillator.hpp"
#include "limber/types.hpp"

namespace limber {

// V relative to R, in the axes of C.
struct Offset {
  Vector3 p = Vector3::Zero();            // m
  Quaternion q = Quaternion::Identity();  // Exp(θ)
  Vector6 velocity = Vector6::Zero();     // ė: m/s and rad/s (angular velocity, not dθ/dt)

  Vector3 theta() const { return log_rotation(); }  // rad, length at most pi
  Vector6 error() const {
    Vector6 e;
    e << p, log_rotation();
    return e;
  }

 private:
  Vector3 log_rotation() const;
};

// ½ ėᵀ M ė + ½ eᵀ K e, in J.
double stored_energy(const Dynamics& dynamics, const Offset& offset) noexcept;

// K∘e: N, N m.
Vector6 spring_wrench(const Matrix6& K, const Offset& offset) noexcept;

// ë = M⁻¹ (F - D ė - K∘e): m/s², rad/s².
Vector6 acceleration(const Dynamics& dynamics, const Offset& offset, const Vector6& F) noexcept;

// Steps the law; caches the coefficients of the last period, which rarely changes.
class AdmittanceLaw {
 public:
  // New matrices from the next step on; the motion continues.
  void set_dynamics(const Dynamics& dynamics) noexcept;
  // The matrices without added damping.
  const Dynamics& dynamics() const noexcept { return dynamics_; }

  // Damping added to that of the matrices, per axis (N s/m, N m s/rad), until it is set again.
  void set_added_damping(const Vector6& added) noexcept;
  // D including the added damping.
  const Matrix6& damping() const noexcept { return stepped_.D; }

  // The virtual fixtures, in C with their origin at R.
  void set_fixtures(const FixtureField& fixtures) noexcept { fixtures_ = fixtures; }
  // The fixtures in the last step: mean force (N, in C) and what their dampers dissipated (J).
  const FixtureStep& fixture_step() const noexcept { return fixture_step_; }

  // Advances `offset` by h seconds under F (N, N m, in C). Returns the displacement δ over the step in C: the sum over
  // its substeps. F does work along it.
  Vector6 step(Offset& offset, const Vector6& F, double h) noexcept;
  // Total number of substeps that did not converge at the shortest length, and lost energy instead.
  long unconverged() const noexcept { return unconverged_; }

 private:
  static constexpr int kMostSubsteps = 64;

  struct Increment {
    Vector6 displacement;
    Vector6 velocity;  // at the end
  };

  // One substep of h s with prepared coefficients; adds to `displacement`. Returns false and changes nothing if the
  // rotational spring or the fixtures do not converge.
  bool advance(Offset& offset, const Vector6& F, double h, Vector6& displacement) noexcept;
  void advance_within_energy(Offset& offset, const Vector6& F, double h, Vector6& displacement) noexcept;
  // `left` of `parts` substeps.
  void finish_finer(Offset& offset, const Vector6& F, double h, int parts, int left, Vector6& displacement) noexcept;
  static int substeps_for(double rate, double h) noexcept;
  double fixture_rate(const Offset& offset, const Vector6& F, double h) const noexcept;
  bool fixture_force(const Vector3& p, const Vector3& free, double h, Vector3& force) const noexcept;
  void count_fixtures(const Vector3& p, const Vector3& moved, const Vector3& force, double h) noexcept;
  Increment linear_step(const Vector6& e, const Vector6& velocity, const Vector6& F, double h) const noexcept;
  Increment coupled_step(const Vector6& e, const Vector6& velocity, const Vector6& F, double h) const noexcept;
  void prepare(double h) noexcept;
  void prepare_substep(double h) noexcept;

  Dynamics dynamics_;
  Vector6 added_damping_ = Vector6::Zero();
  Dynamics stepped_;  // dynamics_ with the added damping
  double prepared_period_ = -1.0;
  int substeps_ = 1;
  long unconverged_ = 0;
  FixtureField fixtures_;
  FixtureStep fixture_step_;  // sums over the substeps: N s, J; at the end N, J
  Vector6 phi_ = Vector6::Zero(), psi_ = Vector6::Zero(), decay_ = Vector6::Zero();
  Eigen::PartialPivLU<Eigen::Matrix<std::complex<double>, 6, 6>> gauss_;
};

}  // namespace limber
