// Checks of a single reading, the same for every arm: numbers are finite and in range, stamps are neither old nor in
// the future. A bad reading is replaced by the last good one for at most three cycles.
#pragma once

#include "limber/admittance_parameters.hpp"
#include "limber/event.hpp"
#include "limber/robot.hpp"
#include "safety/motion_limits.hpp"

namespace limber {

// The last good reading replaces a bad one for at most this many cycles.
inline constexpr int kGoodForCycles = 3;

// A joint never moves faster than this many times its velocity limit: such a reading is wrong.
inline constexpr double kVelocityPlausible = 5.0;

// Counts bad readings in a row.
class BadReadings {
 public:
  // Takes the next one; true if it is bad and the last good one still replaces it.
  bool replaced(bool bad) noexcept {
    in_a_row_ = bad ? in_a_row_ + 1 : 0;
    return bad && in_a_row_ <= kGoodForCycles;
  }
  // The last one was bad.
  bool any() const noexcept { return in_a_row_ > 0; }

 private:
  int in_a_row_ = 0;
};

// Age of a stamp by the robot's clock, and time since it last changed by the sum of the periods, whatever the clock.
class StampAge {
 public:
  // Age of `stamp` at `time`, s; negative: in the future. `passed`: s since the last call.
  double step(double stamp, double time, double passed) noexcept;
  double unchanged() const noexcept { return unchanged_; }  // s

 private:
  double stamp_ = 0.0;
  double unchanged_ = 0.0;
};

// False for a stamp that is too old, in the future, or NaN.
inline bool is_fresh(double age, double stale_timeout) noexcept {
  return age <= stale_timeout && age >= -stale_timeout;
}

// A value of the robot's state that cannot be true; `index` is its joint, or one of Fault's.
inline Fault invalid_state(double value, double limit, Eigen::Index index, double time) noexcept {
  return {FaultCode::kInvalidState, value, limit, static_cast<int>(index), time};
}

bool plausible_position(double q, const JointBounds& bounds, Eigen::Index joint) noexcept;
bool plausible_velocity(double qd, const JointBounds& bounds, Eigen::Index joint) noexcept;

// The first joint value that is missing, not finite or out of range.
Fault find_bad_joint(const RobotState& state, const JointBounds& bounds) noexcept;

// The first wrench component that is not finite or out of the sensor's range.
Fault find_bad_wrench(const RobotState& state, const WrenchParameters& wrench) noexcept;

}  // namespace limber
