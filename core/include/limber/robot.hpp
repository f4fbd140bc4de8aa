/// @file
/// What a robot tells the control each cycle, and what it is told: the one boundary between core and any hardware,
/// simulated or real.
#pragma once

#include "limber/types.hpp"

namespace limber {

/// One reading of the robot. Times are seconds of one monotonic clock, whose zero is the robot's business.
struct RobotState {
  double time = 0.0;                ///< s, when this cycle began
  double joint_stamp = 0.0;         ///< s, when q and qd were measured
  double wrench_stamp = 0.0;        ///< s, when F_S_S was measured
  JointVector q;                    ///< rad or m, measured
  JointVector qd;                   ///< rad/s or m/s, measured
  Vector6 F_S_S = Vector6::Zero();  ///< N, N m: raw sensor reading at S, resolved in S
  /// rad or m: the last command on the robot's interface; NaN (or empty) if there is none.
  JointVector q_interface;
  JointVector effort;  ///< N m or N, measured or estimated at the joints; empty if the robot does not say
  /// 0 to 1: the share of its speed that the robot allows itself now, such as a UR's speed slider; 0 if its program
  /// is paused, and it stands whatever it is told. More than 1 counts as 1.
  double speed_scaling = 1.0;
};

/// What the robot is to do until the next cycle. What is filled is always finite; an empty command tells it nothing,
/// and must not be written.
struct Command {
  JointVector q;         ///< rad or m; from a controller of torques: where it would like the joints to be
  JointVector qd;        ///< rad/s or m/s; likewise
  JointVector effort{};  ///< N m or N; empty from a controller of positions and velocities

  /// Whether it tells the robot nothing.
  bool empty() const noexcept { return q.size() == 0; }
};

/// A robot that takes one command a cycle. read() and write() run in the control thread: no allocation, no lock.
class Robot {
 public:
  virtual ~Robot() = default;
  /// The latest reading; overwritten by the next one.
  virtual const RobotState& read() = 0;
  /// What the robot is to do until the next cycle; never an empty command.
  virtual void write(const Command& command) = 0;
};

}  // namespace limber
