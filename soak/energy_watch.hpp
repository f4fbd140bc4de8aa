// Watches the energy account of a compliant controller: the tank within its walls, no energy out of nothing, and the
// work at the port integrated anew from wrench and error.
#pragma once

#include "limber/admittance_parameters.hpp"
#include "limber/telemetry.hpp"
#include "verdict.hpp"

namespace limber::soak {

class EnergyWatch {
 public:
  explicit EnergyWatch(Tally& tally) : tally_(tally) {}

  // Activated with these parameters: the tank is filled.
  void start(const AdmittanceParameters& p);
  // From the next cycle on these parameters count. Without a tank anything may create energy.
  void expect(const AdmittanceParameters& p);
  // `undisturbed`: since activation C has had the axes of the base, and nobody led the reference or changed matrices.
  void see(const Telemetry& t, bool undisturbed);

 private:
  void see_balance(const Telemetry& t);
  void see_work(const Telemetry& t);
  void see_stored(const Telemetry& t);

  Tally& tally_;
  TankParameters tank_;
  Matrix6 M_, K_;
  Telemetry before_;
  bool compared_ = false;
};

}  // namespace limber::soak
