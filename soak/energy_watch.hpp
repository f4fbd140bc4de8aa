// Checks the energy account of a compliant controller: the tank within its limits, no energy created, and the work at
// the port integrated again from wrench and error.
#pragma once

#include <array>

#include "limber/admittance_parameters.hpp"
#include "limber/telemetry.hpp"
#include "verdict.hpp"

namespace limber::soak {

class EnergyWatch {
 public:
  explicit EnergyWatch(Tally& tally) : tally_(tally) {}

  // Activated with these parameters: the tank has its first fill.
  void start(const AdmittanceParameters& p);
  // These parameters apply from the next cycle on. Without a tank, energy may be created.
  void expect(const AdmittanceParameters& p);
  // `undisturbed`: since activation C has the axes of the base, and nothing led the reference or changed matrices.
  void see(const Telemetry& t, bool undisturbed);

 private:
  void see_balance(const Telemetry& t);
  void see_work(const Telemetry& t);
  void see_stored(const Telemetry& t);
  void see_fixtures(const Telemetry& t);

  Tally& tally_;
  TankParameters tank_;
  Matrix6 M_, K_;
  std::array<FixtureParameters, kMaxFixtures> fixtures_;
  Telemetry before_;
  bool compared_ = false;
};

}  // namespace limber::soak
