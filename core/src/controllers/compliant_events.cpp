// What a compliant cycle reports: forces that stay, a tool that limits hold, changes that wait for the tank.
#include "controllers/compliant_cycle.hpp"

namespace limber {
namespace {

// m/s: a slower tool stands. N: a spring pulls if its force is larger.
constexpr double kToolStands = 1e-3;
constexpr double kPulled = 1.0;
// JointTimes::open below which a way counts as blocked.
constexpr double kBarredWay = 0.1;

}  // namespace

void CompliantCycle::tell_steady_wrench(const LawInput& input, const Felt& felt) noexcept {
  const SteadyWrench::Found found = steady_wrench_.step(
      {felt_along(settings_.enabled_axes, felt.external_C), input.external, felt.sensor.X_BS.R.transpose() * axes(),
       law_.dynamics().K.diagonal(), control_.acts(), settings_.force_threshold, settings_.torque_threshold},
      h_);
  if (found.force > 0.0) tell(Event::Kind::kSteadyForce, found.force);
  if (found.torque > 0.0) tell(Event::Kind::kSteadyTorque, found.torque);
}

void CompliantCycle::tell_lead() noexcept {
  Event event;
  event.kind = Event::Kind::kLeadReduced;
  event.state = supervisor_.state();
  event.fault.index = servo_trust_.worst_joint();
  event.value = servo_trust_.share();
  event.turning = servo_trust_.worst();
  tell(event);
}

bool CompliantCycle::held_by_limits(const LawInput& input) const noexcept {
  if (!input.sum().isZero(0.0) || motion_.twist().head<3>().norm() >= kToolStands) return false;
  if (approach_.joints.open < kBarredWay) return true;
  const LimitSet& limited = motion_.report().reshaped;
  // With fewer than six joints some motion of the tool is impossible in every posture.
  const bool stretched = limited.has(Limit::kSingularity) && motion_.q().size() >= 6;
  if (!stretched && !limited.has(Limit::kJointPosition) && !limited.has(Limit::kWorkspace)) return false;
  if (led_.reference().catching_up()) return true;
  return spring_wrench(law_.dynamics().K, led_.body().offset_in(axes())).head<3>().norm() > kPulled;
}

void CompliantCycle::tell_outcomes(const LawInput& input, bool followed) noexcept {
  if (followed && held_.step(held_by_limits(input), h_)) {
    const Reference& reference = led_.reference();
    const Vector6 way = reference.catching_up() ? reference.behind() : led_.body().offset_in(axes()).error();
    tell_outcome(Event::Kind::kHeldByLimits, way.head<3>().norm(), 0, way.tail<3>().norm());
  }
  const EnergyAccount& account = law_.account();
  switch (tank_wait_.step(account.waits.any(), h_)) {
    case TankWait::Change::kNone:
      return;
    case TankWait::Change::kBegins:
      return tell(Event::Kind::kChangeWaits, account.missing);
    case TankWait::Change::kArrived:
      return tell(Event::Kind::kChangeArrived, tank_wait_.took());
  }
}

}  // namespace limber
