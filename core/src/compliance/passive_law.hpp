// The admittance law with a compliance that may change at any time without creating energy. Changes of M, K and their
// axes are applied as far as the tank can pay; the rest waits. D is free: it stores nothing.
//
// A change adds ½ ėᵀ ΔM ė + ½ eᵀ ΔK e to the virtual body; rotated axes add the difference of these energies in both
// sets of axes. Over any run, with the port wrench F (the external wrench that the law receives):
//
//   - Σ F·δ  <=  stored at the start + first fill + control + reference + limits
//
// The last three are measured separately: work of F_control; energy that a jump of the reference puts into the spring;
// energy that limits add (or, if negative, remove) because the body does not move as the law asked.
//
// The potential of virtual fixtures counts as stored, so the same bound holds with them. The motion of the reference
// against a fixture is a part of `reference`; what the dampers of fixtures take fills the tank.
#pragma once

#include "compliance/admittance_law.hpp"
#include "compliance/energy_tank.hpp"
#include "compliance/engaged_fixtures.hpp"
#include "compliance/virtual_body.hpp"
#include "limber/telemetry.hpp"
#include "limber/types.hpp"

namespace limber {

// J, since the start unless stated otherwise.
struct EnergyAccount {
  double stored = 0.0;           // current kinetic and elastic energy
  double port = 0.0;             // received from the environment; negative: given to it
  double control = 0.0;          // work of F_control
  double reference = 0.0;        // put into the spring by jumps of the reference
  double carried = 0.0;          // given to the environment by the motion of the reference: -F·V_R
  double limits = 0.0;           // added by limits
  double fixtures = 0.0;         // current potential of the virtual fixtures, a part of `stored`
  double fixture_dampers = 0.0;  // dissipated by their dampers
  double missing = 0.0;          // current cost of the waiting part of a change
  WaitSet waits;
};

class PassiveLaw {
 public:
  // Starts with these matrices and axes and the first fill of the tank; reopen() then sets the stored energy.
  void start(const TankParameters& tank, const Dynamics& dynamics, const Matrix3& R_BC) noexcept;
  void configure(const TankParameters& tank) noexcept { tank_.configure(tank); }

  // The matrices to change to.
  void want(const Dynamics& wanted) noexcept;
  // Damping added to theirs (N s/m, N m s/rad), at once.
  void set_added_damping(const Vector6& added) noexcept { law_.set_added_damping(added); }

  // The virtual fixtures to change to.
  void want_fixtures(const FixtureSet& fixtures) noexcept { fixtures_.want(fixtures); }
  // Fixtures that act where C is, engage again from zero.
  void restart_fixtures() noexcept { fixtures_.restart(); }

  // --- once per cycle, in this order ---
  // The position of the reference in the base: where the fixtures are. Again before close(), if it moved.
  void place(const Vector3& p_R_B) noexcept { p_R_B_ = p_R_B; }
  // The body before any change; its energy change since the last cycle is attributed to the reference.
  void open(const VirtualBody& body) noexcept;
  // The same after cycles in which the law was not followed; this energy is attributed to no source.
  void reopen(const VirtualBody& body) noexcept;
  // Rotates the axes to R_BC, as far as the tank can pay.
  void turn(const Matrix3& R_BC, const VirtualBody& body) noexcept;
  // Applies the wanted matrices, as far as the tank can pay.
  void change(const VirtualBody& body) noexcept;
  // Engages the fixtures, as far as the tank can pay; the share of each grows by at most `growth`.
  void engage_fixtures(const VirtualBody& body, double growth) noexcept;
  // Advances `offset` (in the axes) by h seconds under external and control wrench; returns the displacement.
  Vector6 step(Offset& offset, const Vector6& external, const Vector6& control, double h) noexcept;
  // The final state of the body; `put_back`: limits changed the motion of the law. Closes the account of the cycle.
  void close(const VirtualBody& body, const Vector6& reference_twist_B, bool put_back, double h) noexcept;

  const Dynamics& dynamics() const noexcept { return law_.dynamics(); }
  const Matrix6& damping() const noexcept { return law_.damping(); }  // D including the added damping
  const Matrix3& axes() const noexcept { return R_BC_; }
  const EnergyTank& tank() const noexcept { return tank_; }
  const EnergyAccount& account() const noexcept { return account_; }
  // N, in the axes: mean force of the fixtures over the last step.
  const Vector3& fixture_force() const noexcept { return law_.fixture_step().force; }
  // One bit per fixture that acts on the body.
  std::int64_t acting_fixtures(const VirtualBody& body) const noexcept { return fixtures_.acting(control_point(body)); }

 private:
  double energy_of(const VirtualBody& body) const noexcept;
  double fixture_energy(const VirtualBody& body) const noexcept;
  Vector3 control_point(const VirtualBody& body) const noexcept;
  double own_energy() const noexcept { return account_.stored - account_.fixtures; }
  double fixture_dampers(const VirtualBody& body, bool put_back, double h) const noexcept;
  void settle(double cost) noexcept;
  void change_in_parts(const Offset& offset) noexcept;

  AdmittanceLaw law_;
  Dynamics wanted_;
  bool changing_ = false;
  Matrix3 R_BC_ = Matrix3::Identity();
  EnergyTank tank_;
  EnergyAccount account_;
  EngagedFixtures fixtures_;
  Vector3 p_R_B_ = Vector3::Zero();

  // The step of this cycle.
  Offset before_;
  FixtureField field_;  // in the axes, with its origin at origin_B_
  Vector3 origin_B_ = Vector3::Zero();
  Vector6 displacement_ = Vector6::Zero();
  Vector6 external_ = Vector6::Zero();
  Vector6 control_ = Vector6::Zero();
};

}  // namespace limber
