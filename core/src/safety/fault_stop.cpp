#include "safety/fault_stop.hpp"

#include <algorithm>

#include "math/so3.hpp"
#include "safety/fault_words.hpp"

namespace limber {
namespace {

// m: the arm gives way by at least this much if a fault follows right after a reset.
constexpr double kWayOut = 0.02;
// s: a fault within this time after a reset counts as the same one again.
constexpr double kSoonAfterReset = 0.1;
// Share of the available deceleration that giving way uses, because its path is curved.
constexpr double kBraking = 0.9;

}  // namespace

void FaultStop::fault_was_reset() noexcept {
  give_way_.stop();
  since_reset_ = 0.0;
}

void FaultStop::begin(const Fault& fault, const SupervisorParameters& parameters, const JointVector& q) noexcept {
  const bool again = since_reset_ < kSoonAfterReset;
  give_way_.allow(std::max(parameters.overforce_retreat, again ? kWayOut : 0.0));
  stands_at_.reset();
  if (fault.code == FaultCode::kTracking && again) stands_at_ = q;
}

void FaultStop::see(const Fault& fault, const SupervisorParameters& parameters, const SensorWrench& wrench) noexcept {
  if (!fault) return;
  if (!is_too_much_force(fault)) return give_way_.stop();
  const bool torque = fault.index >= 3;
  const double limit = std::min(fault.limit, torque ? parameters.overtorque : parameters.overforce);
  if (give_way_.start(wrench.F_B, torque, limit, wrench.X_BS)) stood_ = false;
}

bool FaultStop::move(CommandedMotion& motion, const StopSettings& settings, const SensorWrench& wrench,
                     const JointVector& q, double h) noexcept {
  if (give_way_.active()) {
    give_way(motion, settings, wrench, h);
  } else if (stands_at_) {
    return go_to_the_joints(motion, settings, q, h);
  } else {
    motion.brake(h, Braking::kHard);
  }
  return false;
}

// m/s², rad/s²: the deceleration that tool and joints allow for S, commanded at X_BS, along the direction of giving
// way.
double FaultStop::braking_acceleration(const CommandedMotion& motion, const StopSettings& settings,
                                       const Pose& X_BS) const noexcept {
  Vector6 way_C = give_way_.direction();
  way_C.head<3>() += way_C.tail<3>().cross(motion.X_BC().p - X_BS.p);
  const double by_tool = give_way_.turns() ? settings.angular_acceleration : settings.linear_acceleration;
  return kBraking * std::min(by_tool, motion.hardest_deceleration(way_C));
}

// Brakes to rest first, then moves along the force at the speed from GiveWay.
void FaultStop::give_way(CommandedMotion& motion, const StopSettings& settings, const SensorWrench& wrench,
                         double h) noexcept {
  const Pose X_BS = motion.X_BC() * settings.X_CS;
  const double acceleration = braking_acceleration(motion, settings, X_BS);
  const double speed = give_way_.step(wrench.F_B, wrench.X_BS, X_BS, acceleration, h);
  stood_ = stood_ || motion.at_rest();
  if (!stood_ || !give_way_.active()) {
    motion.brake(h, Braking::kHard);
    return;
  }
  const Vector6 step = speed * h * give_way_.direction();
  const Pose target{exp_so3(step.tail<3>()).toRotationMatrix() * X_BS.R, X_BS.p + step.head<3>()};
  motion.lead(target * settings.X_CS.inverse(), std::nullopt, h, Braking::kHard);
  give_way_.moved(give_way_.direction().dot(pose_difference(X_BS, motion.X_BC() * settings.X_CS)));
}

bool FaultStop::go_to_the_joints(CommandedMotion& motion, const StopSettings& settings, const JointVector& q,
                                 double h) noexcept {
  if (!settings.by_velocity) {
    motion.return_to(*stands_at_, h);
  } else if (motion.at_rest()) {
    motion.start(q, JointVector::Zero(q.size()));
    stands_at_.reset();
    return true;
  } else {
    motion.brake(h, Braking::kHard);
  }
  return false;
}

}  // namespace limber
