// The matrices of the virtual body, checked and prepared outside the control thread, and their blend during a stiffness
// ramp.
#pragma once

#include "limber/admittance_parameters.hpp"
#include "limber/types.hpp"

namespace limber {

// M ë + D ė + K∘e = F, with D the sum of coupling and arm damping.
struct Dynamics {
  enum class Form {
    kDiagonal,  // six independent axes
    kModal,     // M, D and K can be diagonalised together: six independent modes
    kCoupled    // any other
  };

  Matrix6 M = Matrix6::Identity();  // kg, kg m²
  Matrix6 D = Matrix6::Identity();  // N s/m, N m s/rad
  Matrix6 K = Matrix6::Zero();      // N/m, N m/rad
  Matrix6 M_inverse = Matrix6::Identity();
  Form form = Form::kDiagonal;
  // e = modes * m and m = modes_inverse * e, with unit modal mass; identity scaled by 1/√M in the diagonal form.
  Matrix6 modes = Matrix6::Identity();
  Matrix6 modes_inverse = Matrix6::Identity();
  Vector6 modal_damping = Vector6::Ones();    // 1/s
  Vector6 modal_stiffness = Vector6::Zero();  // 1/s²
  double fastest_rate = 1.0;                  // 1/s, bounds every eigenvalue of the motion
  bool turns_back = false;                    // a rotation axis has stiffness
  double turn_stiffness = 0.0;                // N m/rad (N/rad, N m/m): the largest entry in the rotational rows of K
};

// D + D_a: the sum if D is given; only D_a if it alone is given; otherwise from the damping ratio (2ζ√(MK) per axis or
// mode, with the virtual stiffness if it has none).
Matrix6 total_damping(const ComplianceParameters& compliance);

// Prepares the matrices. Uses an eigenvalue solver: not for the control thread.
Dynamics make_dynamics(const Matrix6& M, const Matrix6& D, const Matrix6& K);
Dynamics make_dynamics(const ComplianceParameters& compliance);

// The same without a search for modes: matrices that are not diagonal count as coupled. For the control thread.
Dynamics dynamics_in_cycle(const Matrix6& M, const Matrix6& D, const Matrix6& K) noexcept;

// The body between two stiffnesses, progress in 0..1: mass of `to`, interpolated stiffness, damping of `to` or, if the
// stiffness falls, the larger damping. No eigenvalue solver: for the control thread.
Dynamics blend(const Dynamics& from, const Dynamics& to, double progress) noexcept;

// The body with more damping on its axes (N s/m, N m s/rad). A diagonal form stays diagonal, any other becomes coupled.
// No eigenvalue solver.
Dynamics with_added_damping(const Dynamics& dynamics, const Vector6& added) noexcept;

}  // namespace limber
