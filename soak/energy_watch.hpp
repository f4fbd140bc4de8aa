// Watches the energy account of a compliant controller: the tank within its walls, no energy out of nothing, and the
// work at the port integrated anew from wrench and error.
#pragma once

#include "limber/admittance_parameters.hpp"
#include "limber/controllers/telemetry.hpp"
#include "verdict.hpp"

namespace limber::soak {

class EnergyWatch {
 public:
  explicit EnergyWatch(Tally& tally) : tally_(tally) {}

  // Activated with these parameters: the tank is filled.
  void start(const AdmittanceParameters& p);
  // From the next cycle on these parameters count. Without a tank anything may create energy.
  void expect(const AdmittanceParameters& p);
  // `axes_stand`: C has the axes of the base, and nobody led the reference in this cycle.
  void see(const Telemetry& t, bool axes_stand);

 private:
  Tally& tally_;
  TankParameters tank_;
  double first_fill_ = 0.0;  // J
  bool always_on_ = true;    // since the start
  double turnover_ = 0.0;    // J, sum of what flowed: rounding grows with it
  Telemetry before_;
  bool compared_ = false;
};

}  // namespace limber::soak
