// Validates the joint readings of a torque arm: finite, in range, fresh, and consistent with each other and with what
// was asked of the arm. A bad reading is replaced by the last good one for at most three cycles; then it is a fault.
// From then on JointEstimate estimates each joint from its readings that are alive; if a joint has none, the arm is
// blind.
//
// A fresh stamp is not enough: some robots stamp old readings with the present time. A reading that has not changed by
// a bit for longer than `stale_timeout` is stale if
//   it says that a joint moves, or the arm was asked to move since (all joints),
//   position and velocity of a joint contradict each other (MotionAgreement), or
//   a joint must have moved and both stand (StandingJoints).
// A position that jumps further than its joint could move is as bad as one that is not finite.
#pragma once

#include "limber/admittance_parameters.hpp"
#include "limber/event.hpp"
#include "limber/robot.hpp"
#include "safety/joint_estimate.hpp"
#include "safety/motion_agreement.hpp"
#include "safety/motion_limits.hpp"
#include "safety/reading_checks.hpp"
#include "safety/robot_status.hpp"
#include "safety/standing_joints.hpp"

namespace limber {

class TorqueJointGuard {
 public:
  // Starts from a reading; a fault if it is unusable.
  Fault start(const RobotState& state, const JointBounds& bounds) noexcept;

  // One reading, `passed` s after the last one; `demand` is what has been asked of the arm. The value of a
  // stale-reading fault is its age in s; negative if the stamp is in the future.
  Fault check(const RobotState& state, double passed, const JointDemand& demand, const JointBounds& bounds,
              const SupervisorParameters& supervisor) noexcept;

  // A person has looked at the arm. Readings that do not change, with all velocities 0, may be those of an arm that
  // stands, for example on its end stops: they are checked anew, as at the start. Contradicting ones are not.
  void trust_standing(const SupervisorParameters& supervisor) noexcept;

  // The last good values; joints: those of the estimate while it replaces readings.
  const JointVector& q() const noexcept { return estimate_.q(); }
  const JointVector& qd() const noexcept { return estimate_.qd(); }
  double time() const noexcept { return status_.time(); }
  double speed_scaling() const noexcept { return status_.speed_scaling(); }
  // The robot's program is paused.
  bool robot_stands() const noexcept { return status_.robot_stands(); }
  // Some joints are estimated: the arm can be held, but not led.
  bool reckons() const noexcept { return estimate_.reckons(); }
  // Some joint has no usable reading: no law may act.
  bool blind() const noexcept { return !estimate_.known(); }
  const JointVector& braking() const noexcept { return estimate_.braking(); }
  // Of the last reading.
  const AliveReadings& alive() const noexcept { return alive_; }

 private:
  double jump_allowed(const JointBounds& bounds, Eigen::Index i) const noexcept;
  bool jumps(const RobotState& state, const JointBounds& bounds, Eigen::Index i) const noexcept;
  Fault find_jump(const RobotState& state, const JointBounds& bounds) const noexcept;
  Fault check_frozen(const SupervisorParameters& supervisor, const JointDemand& demand, double passed) noexcept;
  void take(const RobotState& state) noexcept;
  void see_velocities(const RobotState& state, double passed) noexcept;
  void ask(const JointDemand& demand) noexcept;
  Fault check_change(const SupervisorParameters& supervisor, const JointDemand& demand) noexcept;
  bool cannot_be_true(const JointDemand& demand) const noexcept;
  void find_alive(const RobotState& state, const JointBounds& bounds, bool fresh, double stale_timeout) noexcept;

  RobotStatus status_;
  JointVector q_, qd_;  // of the last good reading
  BadReadings bad_readings_;
  double bad_for_ = 0.0;  // s since the last good reading
  JointEstimate estimate_;
  AliveReadings alive_;
  JointVector velocities_;        // of the last reading that had any
  double velocity_age_ = 0.0;     // s
  JointVector last_q_, last_qd_;  // when a bit changed last
  double unchanged_for_ = 0.0;    // s
  bool frozen_ = false;           // until a bit changes
  bool compared_ = false;         // demand_ is known: what was asked after the last change
  JointDemand demand_;
  MotionAgreement agreement_;
  StandingJoints standing_;
};

}  // namespace limber
