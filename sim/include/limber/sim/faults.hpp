/// @file
/// Faults that a test can inject into the readings of a simulated robot. All off by default; set them between two
/// cycles.
#pragma once

#include "limber/robot.hpp"

namespace limber::sim {

/// Faults of the readings. Counts give the number of next readings with this fault; each reading counts them down. The
/// others last until they are unset.
struct Faults {
  int nan_joints = 0;               ///< readings with NaN in q, qd and effort
  int nan_wrench = 0;               ///< readings with NaN in the wrench
  int spikes = 0;                   ///< readings with `spike` added to their wrench
  Vector6 spike = Vector6::Zero();  ///< N, N m, in S: added to the wrench of a spiked reading

  bool freeze_joints = false;  ///< the same q, qd and effort again, with a new stamp
  bool freeze_wrench = false;  ///< exactly the same wrench, with a new stamp
  bool drop_joints = false;    ///< the same again, and the stamp of the joints stops too
  bool drop_wrench = false;    ///< the same again, and the stamp of the wrench stops too
  bool stall_servo = false;    ///< the arm stands still and ignores commands
};

/// Applies `faults` to `reading` and counts them down; `previous` is the previous reading.
void apply_faults(Faults& faults, const RobotState& previous, RobotState& reading);

}  // namespace limber::sim
