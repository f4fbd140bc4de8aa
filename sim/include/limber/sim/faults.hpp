/// @file
/// Faults a test can put into a simulated robot's readings. All off unless set; set them between two cycles.
#pragma once

#include "limber/robot.hpp"

namespace limber::sim {

/// What is wrong with a robot's readings. Counts say how many of the next readings are spoilt; each reading counts them
/// down. The rest lasts until it is unset.
struct Faults {
  int nan_joints = 0;               ///< readings whose q, qd and effort are NaN
  int nan_wrench = 0;               ///< readings whose wrench is NaN
  int spikes = 0;                   ///< readings with `spike` in their wrench
  Vector6 spike = Vector6::Zero();  ///< N, N m, in S: added to the wrench of a spiked reading

  bool freeze_joints = false;  ///< the same q, qd and effort again, under a fresh stamp
  bool freeze_wrench = false;  ///< the same wrench bit for bit, under a fresh stamp
  bool drop_joints = false;    ///< the same again, and the joints' stamp stops too
  bool drop_wrench = false;    ///< the same again, and the wrench's stamp stops too
  bool stall_servo = false;    ///< the arm itself stands still whatever it is commanded
};

/// Spoils `reading` and counts `faults` down; `previous` is the reading delivered before it.
void apply_faults(Faults& faults, const RobotState& previous, RobotState& reading);

}  // namespace limber::sim
