// The energy balance of docs/architecture.md, "Passivity", cycle by cycle.
#include "energy_watch.hpp"

#include <cmath>

#include "limber/telemetry.hpp"
#include "math/so3.hpp"
#include "support/fixture_geometry.hpp"

namespace limber::soak {
namespace {

// Accuracy of the balance: rounding of sums, and the fixed-point iteration of the rotational spring.
constexpr double kRelative = 1e-9;
constexpr double kLeast = 1e-9;  // J

bool follows(const Telemetry& t) {
  return t.state == SupervisorState::kStarting || t.state == SupervisorState::kRunning;
}

// [Δp ; Log(Exp(θ1) Exp(θ0)ᵀ)]
Vector6 step_of(const Vector6& e0, const Vector6& e1) {
  Vector6 step;
  const Quaternion q0 = exp_so3(Vector3(e0.tail<3>())), q1 = exp_so3(Vector3(e1.tail<3>()));
  step << e1.head<3>() - e0.head<3>(), log_so3(q1 * q0.conjugate());
  return step;
}

}  // namespace

void EnergyWatch::start(const AdmittanceParameters& p) {
  expect(p);
  compared_ = false;
}

void EnergyWatch::expect(const AdmittanceParameters& p) {
  tank_ = p.tank;
  M_ = p.compliance.mass;
  K_ = p.compliance.stiffness;
  fixtures_ = p.fixtures;
}

void EnergyWatch::see(const Telemetry& t, bool undisturbed) {
  tally_.expect(Check::kTankLevel, t.tank_level, tank_.capacity + kLeast, "J");
  tally_.expect(Check::kTankLevel, -t.tank_level, 0.0, "J below nothing");
  const bool goes_on = compared_ && follows(t) && follows(before_);
  if (goes_on && tank_.enabled) see_balance(t);
  if (goes_on && undisturbed && before_.p_reference == t.p_reference) see_work(t);
  if (follows(t) && undisturbed) see_stored(t);
  if (follows(t)) see_fixtures(t);
  before_ = t;
  compared_ = true;
}

// Δ(stored + tank) <= Δ(port + control + reference + limits)
void EnergyWatch::see_balance(const Telemetry& t) {
  const Telemetry &a = before_, &b = t;
  const double kept = b.energy_stored - a.energy_stored + t.tank_level - before_.tank_level;
  const double port = b.energy_port - a.energy_port, control = b.energy_control - a.energy_control;
  const double reference = b.energy_reference - a.energy_reference, limits = b.energy_limits - a.energy_limits;
  const double turnover = a.energy_stored + b.energy_stored + t.tank_level + std::abs(port) + std::abs(control) +
                          std::abs(reference) + std::abs(limits);
  // Sums since the start have a rounding error in proportion to their size.
  const double sums =
      std::abs(b.energy_port) + std::abs(b.energy_control) + std::abs(b.energy_reference) + std::abs(b.energy_limits);
  tally_.expect(Check::kEnergy, kept - port - control - reference - limits,
                kLeast + kRelative * turnover + 1e-15 * sums, "J");
}

void EnergyWatch::see_work(const Telemetry& t) {
  if (!t.wrench_control.isZero(0.0)) return;
  Vector6 e = before_.error;
  // Without a rotational spring, the reference turned with the tool.
  if (before_.stiffness.tail<3>().isZero(0.0)) e.tail<3>().setZero();
  const Vector6 step = step_of(e, t.error);
  const double work = t.wrench_law.dot(step);
  // The path between two orientations may be curved; then its rotations do not add up to the difference of its ends.
  const double bend = t.wrench_law.tail<3>().norm() * step.tail<3>().squaredNorm() / 12;
  tally_.expect(Check::kPortWork, std::abs(work - (t.energy_port - before_.energy_port)),
                kLeast + 1e-6 * (std::abs(work) + t.energy_stored) + bend, "J");
}

// Only when the stiffness has reached its goal. (Before that, telemetry does not contain its off-diagonal elements.)
void EnergyWatch::see_stored(const Telemetry& t) {
  if (t.stiffness != K_.diagonal() || t.stiffness_ramp < 1.0 || t.tank_waits.any()) return;
  const double stored = 0.5 * t.error_rate.dot(M_ * t.error_rate) + 0.5 * t.error.dot(K_ * t.error);
  const double own = t.energy_stored - t.energy_fixtures;
  tally_.expect(Check::kStored, std::abs(stored - own), kLeast + 1e-9 * (stored + t.energy_fixtures), "J");
}

// What has engaged of the fixtures stores no more than springs over the distances of the virtual body; nothing if none
// acts. (The command follows the body with the error of one Newton step, which is seen in fast motion.)
void EnergyWatch::see_fixtures(const Telemetry& t) {
  constexpr double kNothing = 1e-12;  // m: rounding of positions
  const Vector3 p = t.p_reference + t.orientation_axes * Vector3(t.error.head<3>());
  double whole = 0.0;
  for (const FixtureParameters& f : fixtures_) {
    if (f.kind == FixtureKind::kNone) continue;
    const double d = test::distance_by_geometry(f, p);
    whole += test::potential_by_distance(f, d) + f.stiffness * kNothing * (d + kNothing);
  }
  tally_.expect(Check::kStored, t.energy_fixtures - whole, kLeast, "J in fixtures");
  tally_.expect(Check::kStored, -t.energy_fixtures, 0.0, "J below nothing in fixtures");
}

}  // namespace limber::soak
