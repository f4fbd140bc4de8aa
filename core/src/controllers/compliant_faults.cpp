// What a compliant controller does about a fault: it stops as hard as the joints can, and gives way to a force that is
// above its limit for as long as it sees that force.
#include <algorithm>
#include <cmath>

#include "limber/controllers/compliant_controller.hpp"
#include "limber/so3.hpp"

namespace limber {
namespace {

// m: how far the arm gives way in any case if a reset meets the same force again.
constexpr double kWayOut = 0.02;
// s after a reset in which a force is still that of before.
constexpr double kSoonAfterReset = 0.1;
// A reading this many times beyond a sensor's range is none of a saturated sensor; it says nothing about the force.
constexpr double kSaturated = 3.0;
// Of the acceleration there is: what the way out brakes with, because its path bends.
constexpr double kBraking = 0.9;

bool is_too_much_force(const Fault& fault) noexcept {
  return fault.code == FaultCode::kOverforce ||
         (fault.code == FaultCode::kInvalidWrench && std::abs(fault.value) < kSaturated * fault.limit);
}

}  // namespace

// `fault` is the first that this cycle found, in whatever state. A reading that is not to be trusted ends giving way.
void CompliantController::supervise(const Fault& fault) noexcept {
  if (supervisor_.raise(fault)) {
    paused_ = false;  // whatever waited for the robot is over
    begin_stop(fault);
    tell_fault(fault);
  }
  if (is_too_much_force(fault)) {
    give_way_to(fault);
  } else if (fault) {
    give_way_.stop();
  }
}

// A force that is still there after a reset would stop the arm again and again: then it gives way in any case, or there
// would be no way out of the wall. Likewise joints that are still too far from their command: then the command goes to
// where they are, once.
void CompliantController::begin_stop(const Fault& fault) noexcept {
  const bool again = since_reset_ < kSoonAfterReset;
  give_way_.allow(std::max(settings_.supervisor.overforce_retreat, again ? kWayOut : 0.0));
  stands_at_.reset();
  if (fault.code == FaultCode::kTracking && again) stands_at_ = guard_.q();
}

// The wrench that the sensor feels, about S, in the base.
Vector6 CompliantController::external_B() const noexcept {
  const Vector6& external_S = wrench_.stages().external_S;
  Vector6 F_B;
  F_B << X_BS_.R * external_S.head<3>(), X_BS_.R * external_S.tail<3>();
  return F_B;
}

void CompliantController::give_way_to(const Fault& force) noexcept {
  const SupervisorParameters& allowed = settings_.supervisor;
  const bool torque = force.index >= 3;
  const double limit = std::min(force.limit, torque ? allowed.overtorque : allowed.overforce);
  if (give_way_.start(external_B(), torque, limit, X_BS_)) backs_off_ = false;
}

// m/s², rad/s²: what the joints have for stopping S, commanded at X_BS, on its way out.
double CompliantController::give_way_acceleration(const Pose& X_BS) const noexcept {
  Vector6 way_C = give_way_.direction();
  way_C.head<3>() += way_C.tail<3>().cross(motion_.X_BC().p - X_BS.p);
  return kBraking * motion_.hardest_deceleration(way_C);
}

// Brakes first, then goes along the force as far as GiveWay says.
void CompliantController::give_way() noexcept {
  const Pose X_BS = motion_.X_BC() * settings_.X_CS;
  const double speed = give_way_.step(external_B(), X_BS_, X_BS, give_way_acceleration(X_BS), h_);
  backs_off_ = backs_off_ || motion_.at_rest();
  if (!backs_off_ || !give_way_.active()) {
    motion_.brake(h_, Braking::kHard);
    return;
  }
  const Vector6 step = speed * h_ * give_way_.direction();
  const Pose target{exp_so3(step.tail<3>()).toRotationMatrix() * X_BS.R, X_BS.p + step.head<3>()};
  motion_.lead(target * settings_.X_CS.inverse(), std::nullopt, h_, Braking::kHard);
  give_way_.moved(give_way_.direction().dot(pose_difference(X_BS, motion_.X_BC() * settings_.X_CS)));
}

}  // namespace limber
