// Stiffness and damping of a torque arm while they change: no faster than a rate, and stiffness of each axis only as
// far as the tank pays ½ e² ΔK. What a softer spring releases flows back, as far as it had come in.
#pragma once

#include "compliance/energy_tank.hpp"
#include "limber/types.hpp"
#include "motion/impedance_gains.hpp"

namespace limber {

class PaidGains {
 public:
  // Damping as `gains`, no stiffness, the tank's first fill.
  void start(const ImpedanceGains& gains, const TankParameters& tank) noexcept;
  void configure(const TankParameters& tank) noexcept { tank_.configure(tank); }

  // Once a cycle: `dissipated` J flow in.
  void begin_cycle(double dissipated) noexcept;
  // Towards `wanted`, by at most `rise_rate` (N/m/s, N m/rad/s) in h s, with the tool off by e (m, rad). `acting`,
  // 0..1: the share of the spring that acts on the arm.
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
