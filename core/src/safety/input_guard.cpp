// Checks of one reading and of one period.
#include "safety/input_guard.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "safety/joint_guard.hpp"

namespace limber {
namespace {

// rad, m: a command that moved by this much moves any joint that is alive, by more than an encoder's step.
constexpr double kNoticedMotion = 0.03;
// rad, m: less than that asks for no motion.
constexpr double kAskedMotion = 1e-3;

// What is wrong with the state but for its wrench.
Fault find_bad_state(const RobotState& state, const JointBounds& bounds) noexcept {
  if (const Fault bad = find_bad_joint(state, bounds)) return bad;
  if (const Fault bad = find_bad_pace(state, state.time)) return bad;
  return std::isfinite(state.time) ? Fault{} : invalid_state(state.time, 0.0, Fault::kClock, 0.0);
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
  fault = find_bad_state(state, bounds);
  if (!fault) fault = find_bad_wrench(state, wrench);
  if (fault) return false;
  *this = InputGuard();
  q_ = last_joints_ = state.q;
  qd_ = state.qd;
  F_S_S_ = last_reading_ = state.F_S_S;
  time_ = state.time;
  speed_scaling_ = std::min(1.0, state.speed_scaling);
  agreement_.start(q_, qd_);
  return true;
}

Fault InputGuard::check_joints(const RobotState& state, const JointBounds& bounds, const Fault& stale) noexcept {
  const Fault invalid = find_bad_state(state, bounds);
  if ((invalid || stale) && ++bad_states_ <= kGoodForCycles) return {};
  if (invalid) return invalid;
  q_ = state.q;
  qd_ = state.qd;
  speed_scaling_ = std::min(1.0, state.speed_scaling);
  if (!stale) bad_states_ = 0;
  return stale;
}

Fault InputGuard::check_wrench(const RobotState& state, const WrenchParameters& wrench, const Fault& stale) noexcept {
  const Fault invalid = find_bad_wrench(state, wrench);
  if ((invalid || stale) && ++bad_wrenches_ <= kGoodForCycles) return {};
  if (invalid && !state.F_S_S.allFinite()) return invalid;
  // A sensor at the end of its range still says which way it is pushed.
  F_S_S_ = state.F_S_S;
  F_S_S_.head<3>() = F_S_S_.head<3>().cwiseMax(-wrench.max_force).cwiseMin(wrench.max_force);
  F_S_S_.tail<3>() = F_S_S_.tail<3>().cwiseMax(-wrench.max_torque).cwiseMin(wrench.max_torque);
  if (!invalid && !stale) bad_wrenches_ = 0;
  return invalid ? invalid : stale;
}

// What has stood for too long: stamps, and readings however fresh their stamps are.
Fault InputGuard::check_changes(const RobotState& state, double passed, const JointVector& commanded,
                                const SupervisorParameters& supervisor) noexcept {
  const double timeout = supervisor.stale_timeout;
  // Bit for bit, so that a NaN that repeats itself counts as unchanged too.
  reading_unchanged_ += passed;
  if (std::memcmp(last_reading_.data(), state.F_S_S.data(), sizeof(double) * 6) != 0) {
    last_reading_ = state.F_S_S;
    reading_unchanged_ = 0.0;
  }
  const Fault frozen = find_frozen_joints(commanded, passed, supervisor);
  const Fault contradicted = bad_states_ == 0 ? agreement_.step(q_, qd_, false, passed, timeout, time_) : Fault{};
  if (wrench_stamp_.unchanged() > timeout) {
    return {FaultCode::kStaleWrench, wrench_stamp_.unchanged(), timeout, -1, time_};
  }
  if (supervisor.expect_noise && reading_unchanged_ > timeout) {
    return {FaultCode::kStaleWrench, reading_unchanged_, timeout, Fault::kUnchanged, time_};
  }
  if (joint_stamp_.unchanged() > timeout) {
    return {FaultCode::kStaleState, joint_stamp_.unchanged(), timeout, -1, time_};
  }
  return frozen ? frozen : contradicted;
}

// Joints of which not one bit changes from when the command began to move say nothing, however fresh their stamps are.
Fault InputGuard::find_frozen_joints(const JointVector& commanded, double passed,
                                     const SupervisorParameters& supervisor) noexcept {
  if (bad_states_ > 0) return {};  // a reading that was refused says nothing either way, and has a fault of its own
  if (command_at_change_.size() == 0 || last_joints_ != q_ || robot_stands()) {
    last_joints_ = q_;
    command_at_change_ = commanded;
    asked_for_ = 0.0;
    return {};
  }
  const double moved = (commanded - command_at_change_).cwiseAbs().maxCoeff();
  asked_for_ = moved > kAskedMotion ? asked_for_ + passed : 0.0;
  if (asked_for_ <= supervisor.stale_timeout || moved <= kNoticedMotion) return {};
  return {FaultCode::kStaleState, asked_for_, supervisor.stale_timeout, Fault::kUnchanged, time_};
}

double StampAge::step(double stamp, double time, double passed) noexcept {
  unchanged_ = stamp == stamp_ ? unchanged_ + passed : 0.0;
  stamp_ = stamp;
  return time - stamp;
}

Fault InputGuard::check(const RobotState& state, double passed, const JointVector& commanded, const JointBounds& bounds,
                        const WrenchParameters& wrench, const SupervisorParameters& supervisor) noexcept {
  if (std::isfinite(state.time)) time_ = state.time;
  const auto stamped = [&](FaultCode code, StampAge& stamp, double at) -> Fault {
    const double age = stamp.step(at, time_, passed);
    if (is_fresh(age, supervisor.stale_timeout)) return {};
    return {code, age, supervisor.stale_timeout, -1, time_};
  };
  const Fault old_wrench = stamped(FaultCode::kStaleWrench, wrench_stamp_, state.wrench_stamp);
  const Fault old_joints = stamped(FaultCode::kStaleState, joint_stamp_, state.joint_stamp);
  const Fault joints = check_joints(state, bounds, old_joints);
  const Fault sensor = check_wrench(state, wrench, old_wrench);
  const Fault stood = check_changes(state, passed, commanded, supervisor);
  if (joints.code == FaultCode::kInvalidState) return joints;
  return sensor ? sensor : joints ? joints : stood;
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
