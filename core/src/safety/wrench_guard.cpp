#include "safety/wrench_guard.hpp"

#include <cstring>

namespace limber {

Fault WrenchGuard::start(const RobotState& state, const WrenchParameters& wrench) noexcept {
  if (const Fault bad = find_bad_wrench(state, wrench)) return bad;
  *this = WrenchGuard();
  F_S_S_ = last_reading_ = state.F_S_S;
  return {};
}

Fault WrenchGuard::find_unchanged(const Vector6& reading, double time, double passed,
                                  const SupervisorParameters& supervisor) noexcept {
  unchanged_for_ += passed;
  // Bit for bit, so that a NaN that repeats itself counts as unchanged too.
  if (std::memcmp(last_reading_.data(), reading.data(), sizeof(double) * 6) != 0) {
    last_reading_ = reading;
    unchanged_for_ = 0.0;
  }
  const double timeout = supervisor.stale_timeout;
  if (stamp_.unchanged() > timeout) return {FaultCode::kStaleWrench, stamp_.unchanged(), timeout, -1, time};
  if (!supervisor.expect_noise || unchanged_for_ <= timeout) return {};
  return {FaultCode::kStaleWrench, unchanged_for_, timeout, Fault::kUnchanged, time};
}

Fault WrenchGuard::check(const RobotState& state, double time, double passed, const WrenchParameters& wrench,
                         const SupervisorParameters& supervisor) noexcept {
  const Fault invalid = find_bad_wrench(state, wrench);
  const double age = stamp_.step(state.wrench_stamp, time, passed);
  const bool fresh = is_fresh(age, supervisor.stale_timeout);
  const Fault unchanged = find_unchanged(state.F_S_S, time, passed, supervisor);
  if (bad_readings_.replaced(invalid || !fresh)) return unchanged;
  if (invalid && !state.F_S_S.allFinite()) return invalid;
  // A sensor at the end of its range still tells the direction of the force.
  F_S_S_.head<3>() = state.F_S_S.head<3>().cwiseMax(-wrench.max_force).cwiseMin(wrench.max_force);
  F_S_S_.tail<3>() = state.F_S_S.tail<3>().cwiseMax(-wrench.max_torque).cwiseMin(wrench.max_torque);
  if (invalid) return invalid;
  return fresh ? unchanged : Fault{FaultCode::kStaleWrench, age, supervisor.stale_timeout, -1, time};
}

}  // namespace limber
