/// @file
/// What a robot reports in each cycle, and what it is commanded: the only interface between core and hardware,
/// simulated or real.
#pragma once

#include "limber/types.hpp"

namespace limber {

/// One reading of the robot. Times are seconds on one monotonic clock; the robot chooses its zero.
struct RobotState {
  double time = 0.0;                ///< s, start of this cycle
  double joint_stamp = 0.0;         ///< s, time of measurement of q and qd
  double wrench_stamp = 0.0;        ///< s, time of measurement of F_S_S
  JointVector q;                    ///< rad or m, measured
  JointVector qd;                   ///< rad/s or m/s, measured
  Vector6 F_S_S = Vector6::Zero();  ///< N, N m: raw sensor reading at S, in the axes of S
  /// rad or m: the last command on the robot's interface; NaN (or empty) if there is none.
  JointVector q_interface;
  JointVector effort;  ///< N m or N, measured or estimated at the joints; empty if the robot does not report it
  /// 0 to 1: the fraction of its speed that the robot allows now, such as the speed slider of a UR; 0 if its program is
  /// paused: the robot then stands and ignores commands. More than 1 counts as 1.
  double speed_scaling = 1.0;
};

/// The command until the next cycle. Its values are always finite; an empty command must not be written.
struct Command {
  JointVector q;         ///< rad or m; from a torque controller: posture reference
  JointVector qd;        ///< rad/s or m/s; likewise
  JointVector effort{};  ///< N m or N; empty from a controller of positions and velocities

  /// Whether it contains no command.
  bool empty() const noexcept { return q.size() == 0; }
};

/// A robot that takes one command per cycle. read() and write() run in the control thread: no allocation, no lock.
class Robot {
 public:
  virtual ~Robot() = default;
  /// The latest reading; overwritten by the next one.
  virtual const RobotState& read() = 0;
  /// The command until the next cycle; never an empty one.
  virtual void write(const Command& command) = 0;
};

}  // namespace limber
