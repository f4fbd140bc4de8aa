// An energy tank that pays for changes of compliance. Inflow, up to the capacity: the energy dissipated by damping and
// released by a softer spring or a lighter mass. Outflow: the energy that a stiffer spring, a heavier mass or rotated
// axes add to the virtual body, at most the tank level.
#pragma once

#include <algorithm>

#include "limber/admittance_parameters.hpp"

namespace limber {

class EnergyTank {
 public:
  void fill(const TankParameters& parameters) noexcept {
    parameters_ = parameters;
    level_ = std::min(parameters.first_fill, parameters.capacity);
    begin_cycle();
  }
  void configure(const TankParameters& parameters) noexcept {
    parameters_ = parameters;
    level_ = std::min(level_, parameters.capacity);
  }
  void begin_cycle() noexcept { inflow_ = outflow_ = 0.0; }

  // J. Energy above the capacity is lost. Rounding may make dissipation slightly negative; then the level falls.
  void take_in(double energy) noexcept {
    const double before = level_;
    level_ = std::clamp(level_ + energy, 0.0, parameters_.capacity);
    inflow_ += level_ - before;
  }
  // The fraction, 0 to 1, of a change costing `cost` J that can be paid.
  double affordable(double cost) const noexcept {
    if (!parameters_.enabled || cost <= level_) return 1.0;
    return level_ / cost;
  }
  void pay(double cost) noexcept {
    if (!parameters_.enabled) return;
    level_ = std::max(0.0, level_ - cost);
    outflow_ += cost;
  }

  double level() const noexcept { return level_; }      // J
  double inflow() const noexcept { return inflow_; }    // J, this cycle
  double outflow() const noexcept { return outflow_; }  // J, this cycle

 private:
  TankParameters parameters_;
  double level_ = 0.0;
  double inflow_ = 0.0;
  double outflow_ = 0.0;
};

}  // namespace limber
