// Checks of one reading and of one period.
#include "limber/safety/input_guard.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "limber/safety/joint_guard.hpp"

namespace limber {
namespace {

Fault find_bad_scaling(const RobotState& state) noexcept {
  return state.speed_scaling >= 0.0 ? Fault{} : invalid_state(state.speed_scaling, 0.0, -1, state.time);
}

Fault find_bad_wrench(const RobotState& state, const WrenchParameters& wrench) noexcept {
  for (int i = 0; i < 6; ++i) {
    const double limit = i < 3 ? wrench.max_force : wrench.max_torque;
    if (!(std::abs(state.F_S_S[i]) <= limit)) return {FaultCode::kInvalidWrench, state.F_S_S[i], limit, i, state.time};
  }
  return {};
}

}  // namespace

bool InputGuard::start(const RobotState& state, const JointBounds& bounds, const WrenchParameters& wrench,
                       Fault& fault) noexcept {
  fault = find_bad_joint(state, bounds);
  if (!fault) fault = find_bad_wrench(state, wrench);
  if (!fault) fault = find_bad_scaling(state);
  if (!fault && !std::isfinite(state.time)) fault = invalid_state(state.time, 0.0, -1, 0.0);
  if (fault) return false;
  *this = InputGuard();
  q_ = last_joints_ = command_at_change_ = state.q;
  qd_ = state.qd;
  F_S_S_ = last_reading_ = state.F_S_S;
  time_ = reading_changed_at_ = joints_changed_at_ = state.time;
  speed_scaling_ = std::min(1.0, state.speed_scaling);
  return true;
}

Fault InputGuard::check_joints(const RobotState& state, const JointBounds& bounds) noexcept {
  const Fault bad_joint = find_bad_joint(state, bounds);
  const Fault bad = bad_joint ? bad_joint : find_bad_scaling(state);
  if (bad) return ++bad_states_ > kGoodForCycles ? bad : Fault{};
  bad_states_ = 0;
  q_ = state.q;
  qd_ = state.qd;
  speed_scaling_ = std::min(1.0, state.speed_scaling);
  return {};
}

Fault InputGuard::check_wrench(const RobotState& state, const WrenchParameters& wrench) noexcept {
  const Fault bad = find_bad_wrench(state, wrench);
  if (bad) return ++bad_wrenches_ > kGoodForCycles ? bad : Fault{};
  bad_wrenches_ = 0;
  F_S_S_ = state.F_S_S;
  return {};
}

Fault InputGuard::check_freshness(const RobotState& state, const JointVector& commanded,
                                  const SupervisorParameters& supervisor) noexcept {
  // Bit for bit, so that a NaN that repeats itself counts as unchanged too.
  if (std::memcmp(last_reading_.data(), state.F_S_S.data(), sizeof(double) * 6) != 0) {
    last_reading_ = state.F_S_S;
    reading_changed_at_ = time_;
  }
  const double wrench_age =
      std::max(time_ - state.wrench_stamp, supervisor.expect_noise ? time_ - reading_changed_at_ : 0.0);
  if (!(wrench_age <= supervisor.stale_timeout)) {
    return {FaultCode::kStaleWrench, wrench_age, supervisor.stale_timeout, -1, time_};
  }
  if (!(time_ - state.joint_stamp <= supervisor.stale_timeout)) {
    return {FaultCode::kStaleState, time_ - state.joint_stamp, supervisor.stale_timeout, -1, time_};
  }
  if (last_joints_ != q_ || robot_stands()) {
    last_joints_ = q_;
    command_at_change_ = commanded;
    joints_changed_at_ = time_;
    return {};
  }
  // A servo lags, so the gap to the command passes `tracking` before the command itself has moved that far: it is the
  // silence of the joints that made the gap, if most of it came since.
  const double moved = (commanded - command_at_change_).cwiseAbs().maxCoeff();
  const double gap = (commanded - q_).cwiseAbs().maxCoeff();
  if (moved > supervisor.tracking || (gap > supervisor.tracking && moved > 0.5 * gap)) {
    return {FaultCode::kStaleState, time_ - joints_changed_at_, supervisor.stale_timeout, -1, time_};
  }
  return {};
}

Fault InputGuard::check(const RobotState& state, const JointVector& commanded, const JointBounds& bounds,
                        const WrenchParameters& wrench, const SupervisorParameters& supervisor) noexcept {
  if (!std::isfinite(state.time)) return invalid_state(state.time, 0.0, -1, time_);
  time_ = state.time;
  const Fault joints = check_joints(state, bounds);
  const Fault sensor = check_wrench(state, wrench);
  const Fault freshness = check_freshness(state, commanded, supervisor);
  return joints ? joints : sensor ? sensor : freshness;
}

double PeriodGuard::bound(double period, double nominal, const SupervisorParameters& supervisor, double time,
                          Fault& fault) noexcept {
  const double longest = supervisor.max_late * nominal;
  const double shortest = 0.01 * nominal;
  if (period > 0.0 && period <= longest) {
    in_a_row_ = 0;
    return std::max(period, shortest);
  }
  ++overruns_;
  ++in_a_row_;
  if (in_a_row_ > supervisor.max_overruns && !supervisor.count_lateness_only) {
    fault = {FaultCode::kOverrun, period, longest, -1, time};
  }
  // A period that says nothing about the time that passed stands for the nominal one.
  return period > longest ? longest : nominal;
}

}  // namespace limber
