// Validates the readings of one cycle: joints, clock, speed scaling and force sensor. Keeps the last good values.
#pragma once

#include "limber/admittance_parameters.hpp"
#include "limber/event.hpp"
#include "limber/robot.hpp"
#include "safety/servo_joint_guard.hpp"
#include "safety/wrench_guard.hpp"

namespace limber {

class InputGuard {
 public:
  // Starts from a reading; a fault if it is unusable.
  Fault start(const RobotState& state, const JointBounds& bounds, const WrenchParameters& wrench) noexcept {
    const Fault bad = joints_.start(state, bounds);
    return bad ? bad : wrench_.start(state, wrench);
  }

  // One reading, `passed` s after the last one. `commanded` is the present joint command. Invalid joints are reported
  // before a bad wrench, and that before stale joints.
  Fault check(const RobotState& state, double passed, const JointVector& commanded, const JointBounds& bounds,
              const WrenchParameters& wrench, const SupervisorParameters& supervisor) noexcept {
    const Fault joints = joints_.check(state, passed, commanded, bounds, supervisor);
    const Fault sensor = wrench_.check(state, time(), passed, wrench, supervisor);
    return sensor && joints.code != FaultCode::kInvalidState ? sensor : joints;
  }

  // The command starts anew: its motion up to now says nothing about joints that stand.
  void forget_command() noexcept { joints_.forget_command(); }

  // The last good values.
  const JointVector& q() const noexcept { return joints_.q(); }
  const JointVector& qd() const noexcept { return joints_.qd(); }
  const Vector6& F_S_S() const noexcept { return wrench_.F_S_S(); }
  double time() const noexcept { return joints_.status().time(); }
  double speed_scaling() const noexcept { return joints_.status().speed_scaling(); }
  // The robot's program is paused: it stands whatever is commanded.
  bool robot_stands() const noexcept { return joints_.status().robot_stands(); }
  // A reading of this cycle was bad, and an older one replaces it.
  bool substituted() const noexcept { return joints_.substituted() || wrench_.substituted(); }

 private:
  ServoJointGuard joints_;
  WrenchGuard wrench_;
};

}  // namespace limber
