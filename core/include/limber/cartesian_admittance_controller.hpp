/// @file
/// Controller B: compliance along a timed trajectory of the compliance frame.
#pragma once

#include <vector>

#include "limber/compliant_controller.hpp"
#include "limber/compliant_point.hpp"

namespace limber {

/// Controller B: each point of its trajectory may set mass, damping and stiffness, and the wrench of a press.
class CartesianAdmittanceController : public CompliantController {
 public:
  /// Throws ArmError if the parameters do not fit the arm. The arm must outlive the controller.
  CartesianAdmittanceController(const Arm& arm, const AdmittanceParameters& parameters);

  /// Other thread: follows `points` from `start_stamp` on (s on the clock of the robot; 0: at once), instead of the
  /// current trajectory. There is no step: the reference moves from its pose to the first point. Throws
  /// TrajectoryError, with a sentence, if the points cannot be followed or the controller is inactive; then the old
  /// trajectory continues. An event reports whether it comes in time. If the robot is paused, it starts when the robot
  /// continues.
  void set_trajectory(const std::vector<CompliantPoint>& points, double start_stamp = 0.0);
};

}  // namespace limber
