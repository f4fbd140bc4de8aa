// Trust in what the robot says: finite, in range, fresh. A bad reading, or one with a bad stamp, is replaced by the
// last good one for at most three cycles; then it is a fault. One that has stood for too long is a fault at once.
#pragma once

#include "limber/admittance_parameters.hpp"
#include "limber/event.hpp"
#include "limber/robot.hpp"
#include "safety/joint_guard.hpp"
#include "safety/motion_limits.hpp"

namespace limber {

// How old something is by its stamp, and how long ago the stamp last changed.
class StampAge {
 public:
  // s by the stamp, after `passed` more seconds; negative: it is that far in the future.
  double step(double stamp, double time, double passed) noexcept;
  double unchanged() const noexcept { return unchanged_; }  // s

 private:
  double stamp_ = 0.0;
  double unchanged_ = 0.0;
};

// True if something of that age is neither too old nor stamped in the future.
inline bool is_fresh(double age, double stale_timeout) noexcept {
  return age <= stale_timeout && age >= -stale_timeout;
}

class InputGuard {
 public:
  // Starts from a reading; false, with the fault, where even that is unusable.
  bool start(const RobotState& state, const JointBounds& bounds, const WrenchParameters& wrench, Fault& fault) noexcept;

  // Looks at one reading, `passed` s after the last one, and keeps what is good of it. `commanded` is the present joint
  // command. How old a reading is, its stamp says and, whatever clock made that, how long ago it last changed.
  Fault check(const RobotState& state, double passed, const JointVector& commanded, const JointBounds& bounds,
              const WrenchParameters& wrench, const SupervisorParameters& supervisor) noexcept;

  // The command begins anew: what it moved until now says nothing about joints that do not.
  void forget_command() noexcept { command_at_change_.resize(0); }

  // The last good values.
  const JointVector& q() const noexcept { return q_; }
  const JointVector& qd() const noexcept { return qd_; }
  const Vector6& F_S_S() const noexcept { return F_S_S_; }
  double time() const noexcept { return time_; }
  double speed_scaling() const noexcept { return speed_scaling_; }
  // The robot stands whatever it is told: its program is paused.
  bool robot_stands() const noexcept { return speed_scaling_ < kStandingShare; }
  // True where this cycle's reading was bad and an older one stands in.
  bool substituted() const noexcept { return bad_states_ > 0 || bad_wrenches_ > 0; }

 private:
  Fault check_joints(const RobotState& state, const JointBounds& bounds, const Fault& stale) noexcept;
  Fault check_wrench(const RobotState& state, const WrenchParameters& wrench, const Fault& stale) noexcept;
  Fault check_changes(const RobotState& state, double passed, const JointVector& commanded,
                      const SupervisorParameters& supervisor) noexcept;
  Fault find_frozen_joints(const JointVector& commanded, double passed,
                           const SupervisorParameters& supervisor) noexcept;

  JointVector q_, qd_;
  Vector6 F_S_S_ = Vector6::Zero();
  double time_ = 0.0;
  double speed_scaling_ = 1.0;
  int bad_states_ = 0;
  int bad_wrenches_ = 0;
  Vector6 last_reading_ = Vector6::Zero();
  double reading_unchanged_ = 0.0;  // s, as all of these by the sum of the periods
  StampAge wrench_stamp_, joint_stamp_;
  MotionAgreement agreement_;
  JointVector last_joints_;
  JointVector command_at_change_;  // empty before the first check
  double asked_for_ = 0.0;         // s since the command began to move joints that have not changed
};

// The period to step with, and the overruns met on the way.
class PeriodGuard {
 public:
  void start() noexcept { *this = PeriodGuard(); }
  // Bounds `period`; a fault where too many in a row were out of bounds.
  double bound(double period, double nominal, const SupervisorParameters& supervisor, double time,
               Fault& fault) noexcept;
  long overruns() const noexcept { return overruns_; }

 private:
  int in_a_row_ = 0;
  long overruns_ = 0;
};

}  // namespace limber
