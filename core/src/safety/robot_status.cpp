#include "safety/robot_status.hpp"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

Fault find_bad_clock(const RobotState& state, double last_time) noexcept {
  return std::isfinite(state.time) ? Fault{} : invalid_state(state.time, 0.0, Fault::kClock, last_time);
}

Fault find_bad_speed_scaling(const RobotState& state, double time) noexcept {
  if (state.speed_scaling >= 0.0) return {};
  return invalid_state(state.speed_scaling, 0.0, Fault::kSpeedScaling, time);
}

}  // namespace

Fault RobotStatus::start(const RobotState& state) noexcept {
  if (const Fault bad = find_bad_clock(state, 0.0)) return bad;
  if (const Fault bad = find_bad_speed_scaling(state, state.time)) return bad;
  *this = RobotStatus();
  time_ = state.time;
  speed_scaling_ = std::min(1.0, state.speed_scaling);
  return {};
}

RobotStatus::Found RobotStatus::check(const RobotState& state, double passed, double stale_timeout) noexcept {
  Found found;
  found.clock = find_bad_clock(state, time_);
  if (!found.clock) time_ = state.time;
  const double age = joint_stamp_.step(state.joint_stamp, time_, passed);
  if (!is_fresh(age, stale_timeout)) found.stamp = {FaultCode::kStaleState, age, stale_timeout, -1, time_};
  if (joint_stamp_.unchanged() > stale_timeout) {
    found.stamp_stands = {FaultCode::kStaleState, joint_stamp_.unchanged(), stale_timeout, -1, time_};
  }
  const Fault bad = find_bad_speed_scaling(state, time_);
  if (bad_scalings_.replaced(static_cast<bool>(bad))) return found;
  if (!bad) speed_scaling_ = std::min(1.0, state.speed_scaling);
  found.speed_scaling = bad;
  return found;
}

}  // namespace limber
