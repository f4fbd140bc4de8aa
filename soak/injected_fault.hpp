// Faults of the readings and of the clock of a robot, for some time.
#pragma once

#include <array>
#include <limits>

#include "draw.hpp"
#include "limber/robot.hpp"

namespace limber::soak {

enum class Wrong {
  kNothing,
  kJointNan,
  kJointInfinite,
  kVelocityNan,
  kJointsMissing,
  kWrenchNan,
  kWrenchHuge,
  kJointStampOld,
  kWrenchStampOld,
  kJointStampAhead,
  kWrenchStampAhead,
  kJointsFrozen,
  kOneJointFrozen,
  kWrenchFrozen,
  kWrenchSpike,
  kJointSpike,
  kClockBack,
  kClockStopped,
  kClockNan,
  kPeriodZero,
  kPeriodNegative,
  kPeriodNan,
  kPeriodHuge,
};
inline constexpr std::array<const char*, 23> kWrongNames{
    "nothing",          "joint NaN",         "joint infinite",     "velocity NaN",
    "joints missing",   "wrench NaN",        "wrench huge",        "joint stamp old",
    "wrench stamp old", "joint stamp ahead", "wrench stamp ahead", "joints frozen",
    "one joint frozen", "wrench frozen",     "wrench spike",       "joint spike",
    "clock back",       "clock stopped",     "clock NaN",          "period zero",
    "period negative",  "period NaN",        "period huge"};

inline const char* name(Wrong wrong) { return kWrongNames[static_cast<std::size_t>(wrong)]; }

class InjectedFault {
 public:
  Wrong kind = Wrong::kNothing;

  void begin(Draw& draw, const RobotState& now) {
    kind = static_cast<Wrong>(1 + draw.below(static_cast<int>(kWrongNames.size()) - 1));
    cycles_left_ = draw.chance(0.5) ? 1 + draw.below(4) : 5 + draw.below(300);
    joint_ = draw.below(static_cast<int>(now.q.size()));
    size_ = draw.scale(0.01, 30.0);
    frozen_ = now;
    in_a_row_ = 0;
  }
  // Falsifies one reading; true if it has a fault.
  bool spoil(RobotState& state, double& period, double nominal) {
    if (kind == Wrong::kNothing) return false;
    if (cycles_left_-- <= 0) {
      kind = Wrong::kNothing;
      return false;
    }
    ++in_a_row_;
    spoil_joints(state);
    spoil_wrench(state);
    spoil_clock(state, period, nominal);
    return true;
  }
  // The controller has started again, so the count starts again.
  void forgotten() { in_a_row_ = 0; }
  // True if the design requires a stop: the fourth invalid reading in a row, or a stamp that is too old or too far
  // ahead.
  bool must_stop_it(double stale_timeout, bool has_sensor = true) const {
    const bool of_sensor = kind == Wrong::kWrenchStampOld || kind == Wrong::kWrenchStampAhead ||
                           kind == Wrong::kWrenchNan || kind == Wrong::kWrenchHuge;
    if (of_sensor && !has_sensor) return false;
    if (in_a_row_ <= 3) return false;
    if (kind >= Wrong::kJointStampOld && kind <= Wrong::kWrenchStampAhead) return size_ > 1.01 * stale_timeout;
    return (kind >= Wrong::kJointNan && kind <= Wrong::kWrenchHuge) || kind == Wrong::kClockNan;
  }

 private:
  void spoil_joints(RobotState& state) const {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    if (kind == Wrong::kJointNan) state.q[joint_] = nan;
    if (kind == Wrong::kJointInfinite) state.q[joint_] = std::numeric_limits<double>::infinity();
    if (kind == Wrong::kVelocityNan) state.qd[joint_] = nan;
    if (kind == Wrong::kJointsMissing) state.q.resize(joint_);
    if (kind == Wrong::kJointStampOld) state.joint_stamp -= size_;
    if (kind == Wrong::kJointStampAhead) state.joint_stamp += size_;
    if (kind == Wrong::kJointSpike) state.q[joint_] += 0.02 * size_;
    if (kind == Wrong::kOneJointFrozen) {
      state.q[joint_] = frozen_.q[joint_];
      state.qd[joint_] = 0.0;
    }
    if (kind != Wrong::kJointsFrozen) return;
    state.q = frozen_.q;
    state.qd = frozen_.qd;
  }
  void spoil_wrench(RobotState& state) const {
    if (kind == Wrong::kWrenchNan) state.F_S_S[joint_ % 6] = std::numeric_limits<double>::quiet_NaN();
    if (kind == Wrong::kWrenchHuge) state.F_S_S[joint_ % 6] = 1e7;
    if (kind == Wrong::kWrenchStampOld) state.wrench_stamp -= size_;
    if (kind == Wrong::kWrenchStampAhead) state.wrench_stamp += size_;
    if (kind == Wrong::kWrenchSpike) state.F_S_S[joint_ % 3] += 30.0 * size_;
    if (kind == Wrong::kWrenchFrozen) state.F_S_S = frozen_.F_S_S;
  }
  void spoil_clock(RobotState& state, double& period, double nominal) const {
    if (kind == Wrong::kClockBack) state.time -= size_;
    if (kind == Wrong::kClockStopped) state.time = frozen_.time;
    if (kind == Wrong::kClockNan) state.time = std::numeric_limits<double>::quiet_NaN();
    if (kind == Wrong::kPeriodZero) period = 0.0;
    if (kind == Wrong::kPeriodNegative) period = -size_ * nominal;
    if (kind == Wrong::kPeriodNan) period = std::numeric_limits<double>::quiet_NaN();
    if (kind == Wrong::kPeriodHuge) period = 1e3 * size_ * nominal;
  }

  int cycles_left_ = 0;
  int in_a_row_ = 0;
  int joint_ = 0;
  double size_ = 0.0;
  RobotState frozen_;
};

}  // namespace limber::soak
