// The admittance law with compliance that may change at any time and never creates energy: M and K, and the axes they
// are given in, change as far as a tank pays for it, and wait with the rest. D is free: it stores nothing.
//
// The energy a change would add to the virtual body is ½ ėᵀ ΔM ė + ½ eᵀ ΔK e; turned axes add the difference of the
// same sums in the two sets of axes. Over any run, with the port's wrench F (what the law receives of the world's):
//
//   - Σ F·δ  <=  stored at the start + first fill + control + reference + limits
//
// the last three metered apart: work of F_control, energy that a jump of the reference put into the spring, energy that
// limits put in (or, negative, took out) by making the body go elsewhere than the law said.
#pragma once

#include "compliance/admittance_law.hpp"
#include "compliance/energy_tank.hpp"
#include "compliance/virtual_body.hpp"
#include "limber/telemetry.hpp"
#include "limber/types.hpp"

namespace limber {

// J, since the start unless said otherwise.
struct EnergyAccount {
  double stored = 0.0;     // now, kinetic and elastic
  double port = 0.0;       // taken in from the world; negative: given out
  double control = 0.0;    // work of F_control
  double reference = 0.0;  // put into the spring by references that jumped
  double carried = 0.0;    // given to the world by the reference's own motion: -F·V_R
  double limits = 0.0;     // put in by limits
  double missing = 0.0;    // what the waiting part of a change would still cost now
  WaitSet waits;
};

class PassiveLaw {
 public:
  // Begins with these matrices and axes and the tank's first fill; reopen() says what the body stores.
  void start(const TankParameters& tank, const Dynamics& dynamics, const Matrix3& R_BC) noexcept;
  void configure(const TankParameters& tank) noexcept { tank_.configure(tank); }

  // What the matrices should become.
  void want(const Dynamics& wanted) noexcept;
  // Damping on top of theirs (N s/m, N m s/rad), at once.
  void set_added_damping(const Vector6& added) noexcept { law_.set_added_damping(added); }

  // --- once a cycle, in this order ---
  // The body as it is now, before anything changes: what moved it since the last cycle was its reference.
  void open(const VirtualBody& body) noexcept;
  // The same after cycles in which nobody followed the law: what moved it meanwhile is nobody's.
  void reopen(const VirtualBody& body) noexcept;
  // Turns the axes to R_BC, as far as the tank pays.
  void turn(const Matrix3& R_BC, const VirtualBody& body) noexcept;
  // Takes the wanted matrices over, as far as the tank pays.
  void change(const VirtualBody& body) noexcept;
  // Moves `offset` (in the axes) by h seconds under the world's and the control wrench; returns the displacement.
  Vector6 step(Offset& offset, const Vector6& external, const Vector6& control, double h) noexcept;
  // Where the body is after all: `put_back` where limits moved it off what the law said. Closes the cycle's account.
  void close(const VirtualBody& body, const Vector6& reference_twist_B, bool put_back, double h) noexcept;

  const Dynamics& dynamics() const noexcept { return law_.dynamics(); }
  const Matrix6& damping() const noexcept { return law_.damping(); }  // D with what was added
  const Matrix3& axes() const noexcept { return R_BC_; }
  const EnergyTank& tank() const noexcept { return tank_; }
  const EnergyAccount& account() const noexcept { return account_; }

 private:
  double energy_of(const VirtualBody& body) const noexcept;
  void settle(double cost) noexcept;
  void change_in_parts(const Offset& offset) noexcept;

  AdmittanceLaw law_;
  Dynamics wanted_;
  bool changing_ = false;
  Matrix3 R_BC_ = Matrix3::Identity();
  EnergyTank tank_;
  EnergyAccount account_;

  // This cycle's step.
  Offset before_;
  Vector6 displacement_ = Vector6::Zero();
  Vector6 external_ = Vector6::Zero();
  Vector6 control_ = Vector6::Zero();
};

}  // namespace limber
