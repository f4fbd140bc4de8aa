// Validates the joint readings of an arm with a servo on each joint (commanded by positions or velocities): finite, in
// range, fresh, and consistent with each other and with the command. A bad reading is replaced by the last good one for
// at most three cycles; then it is a fault.
#pragma once

#include "limber/admittance_parameters.hpp"
#include "limber/event.hpp"
#include "limber/robot.hpp"
#include "safety/motion_agreement.hpp"
#include "safety/motion_limits.hpp"
#include "safety/reading_checks.hpp"
#include "safety/robot_status.hpp"

namespace limber {

class ServoJointGuard {
 public:
  // Starts from a reading; a fault if it is unusable.
  Fault start(const RobotState& state, const JointBounds& bounds) noexcept;
  // One reading, `passed` s after the last one. `commanded` is the present joint command.
  Fault check(const RobotState& state, double passed, const JointVector& commanded, const JointBounds& bounds,
              const SupervisorParameters& supervisor) noexcept;
  // The command starts anew: its motion up to now says nothing about joints that stand.
  void forget_command() noexcept { command_at_change_.resize(0); }

  // The last good values.
  const JointVector& q() const noexcept { return q_; }
  const JointVector& qd() const noexcept { return qd_; }
  const RobotStatus& status() const noexcept { return status_; }
  // The reading of this cycle was bad, and an older one replaces it.
  bool substituted() const noexcept { return bad_readings_.any() || status_.substituted(); }

 private:
  Fault find_frozen(const JointVector& commanded, double passed, double stale_timeout) noexcept;

  RobotStatus status_;
  JointVector q_, qd_;
  BadReadings bad_readings_;
  MotionAgreement agreement_;
  JointVector last_q_;
  JointVector command_at_change_;  // empty before the first check
  double asked_for_ = 0.0;         // s since the command began to move joints that have not changed
};

}  // namespace limber
