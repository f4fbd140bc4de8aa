// Stiffness and damping of a torque arm while they change: with a limited rate, and the stiffness of each axis only if
// the tank can pay ½ e² ΔK. A softer spring returns energy to the tank, as far as the spring acts on the arm.
#pragma once

#include "compliance/energy_tank.hpp"
#include "limber/types.hpp"
#include "motion/impedance_gains.hpp"

namespace limber {

class PaidGains {
 public:
  // Damping of `gains`, no stiffness, the tank at its first fill.
  void start(const ImpedanceGains& gains, const TankParameters& tank) noexcept;
  void configure(const TankParameters& tank) noexcept { tank_.configure(tank); }

  // Once per cycle: `dissipated` J flow in.
  void begin_cycle(double dissipated) noexcept;
  // Towards `wanted`, by at most `rise_rate` (N/m/s, N m/rad/s) in h s; e is the error of the tool (m, rad). `acting`,
  // 0..1: the fraction of the spring that acts on the arm.
  void step(const ImpedanceGains& wanted, double rise_rate, const Vector6& e, double acting, double h) noexcept;

  const ImpedanceGains& gains() const noexcept { return gains_; }
  const EnergyTank& tank() const noexcept { return tank_; }
  bool waits() const noexcept { return waits_; }  // for the tank

 private:
  ImpedanceGains gains_;
  EnergyTank tank_;
  bool waits_ = false;
};

}  // namespace limber
