// The balance of SPEC 8, "Passivity", cycle by cycle.
#include "energy_watch.hpp"

#include <algorithm>
#include <cmath>

#include "limber/so3.hpp"

namespace limber::soak {
namespace {

// What the law balances to: rounding of sums, and the fixed-point iteration of the rotational spring.
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
  tank_ = p.tank;
  first_fill_ = std::min(p.tank.first_fill, p.tank.capacity);
  always_on_ = p.tank.enabled;
  turnover_ = 0.0;
  compared_ = false;
}

void EnergyWatch::expect(const AdmittanceParameters& p) {
  tank_ = p.tank;
  always_on_ = always_on_ && p.tank.enabled;
}

void EnergyWatch::see(const Telemetry& t, bool axes_stand) {
  tally_.expect(Check::kTankLevel, t.tank_level, tank_.capacity + kLeast, "J");
  tally_.expect(Check::kTankLevel, -t.tank_level, 0.0, "J below nothing");
  tally_.expect(Check::kTankLevel, -t.energy.stored, kLeast, "J stored below nothing");
  if (compared_) {
    turnover_ += std::abs(t.energy.port - before_.energy.port) + std::abs(t.energy.control - before_.energy.control) +
                 std::abs(t.energy.limits - before_.energy.limits) +
                 std::abs(t.energy.reference - before_.energy.reference) + std::abs(t.energy.stored);
  }
  const double created = -t.energy.port - first_fill_ - t.energy.control - t.energy.reference - t.energy.limits;
  if (always_on_) tally_.expect(Check::kEnergy, created, kLeast + kRelative * turnover_, "J");
  const bool plain = compared_ && axes_stand && follows(t) && follows(before_) && t.wrench_control.isZero(0.0) &&
                     before_.p_reference == t.p_reference;
  if (plain) {
    Vector6 e = before_.error;
    // Rotation that no spring turned back took the reference along.
    if (before_.stiffness.tail<3>().isZero(0.0)) e.tail<3>().setZero();
    const double work = t.wrench_law.dot(step_of(e, t.error));
    tally_.expect(Check::kPortWork, std::abs(work - (t.energy.port - before_.energy.port)),
                  kLeast + 1e-6 * (std::abs(work) + t.energy.stored), "J");
  }
  before_ = t;
  compared_ = true;
}

}  // namespace limber::soak
