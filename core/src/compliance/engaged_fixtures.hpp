// The virtual fixtures of the base, and how much of each has engaged.
//
// A fixture that does not act where C is, engages at once: it stores nothing, so it costs nothing. One that does starts
// with the share of itself that stores what the fixture before it stored: a fixture that is switched on with C inside
// starts at zero. Its share then grows to 1 over the stiffness ramp, as far as the tank can pay. So neither its energy
// nor its force jumps up.
#pragma once

#include "compliance/energy_tank.hpp"
#include "compliance/fixture_field.hpp"

namespace limber {

class EngagedFixtures {
 public:
  // What a cycle of engaging did, in J.
  struct Cost {
    double stored = 0.0;   // change of the potential; the tank has paid it, or taken it in
    double missing = 0.0;  // to be paid for the growth of this cycle that waits
  };

  // None.
  void clear() noexcept;
  // The fixtures to change to.
  void want(const FixtureSet& fixtures) noexcept { wanted_ = fixtures; }
  // Fixtures that act where C is, engage again from zero.
  void restart() noexcept { restarts_ = true; }
  // One cycle, with C at p: each share grows by at most `growth`.
  Cost engage(const Vector3& p, double growth, EnergyTank& tank) noexcept;

  bool any() const noexcept { return any_; }
  // J: of what has engaged.
  double potential(const Vector3& p) const noexcept;
  // One bit per fixture that acts at p, from the first.
  std::int64_t acting(const Vector3& p) const noexcept;
  // What has engaged, seen from axes R_BC with their origin at p_B.
  FixtureField field(const Vector3& p_B, const Matrix3& R_BC) const noexcept;

 private:
  struct Engaged {
    Fixture whole;
    double share = 0.0;  // 0..1
  };

  double replace(Engaged& engaged, const Fixture& wanted, const Vector3& p) const noexcept;

  FixtureSet wanted_;
  std::array<Engaged, kMaxFixtures> engaged_;
  bool restarts_ = false, any_ = false;
};

}  // namespace limber
