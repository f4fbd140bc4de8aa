/// @file
/// Controller B: compliance along a timed trajectory of the compliance frame.
#pragma once

#include <vector>

#include "limber/compliant_controller.hpp"
#include "limber/compliant_point.hpp"

namespace limber {

/// Controller B: each point of its trajectory may say how heavy, damped and stiff the arm is there, and with which
/// wrench it presses.
class CartesianAdmittanceController : public CompliantController {
 public:
  /// Throws ArmError if the parameters do not fit the arm, which must outlive this.
  CartesianAdmittanceController(const Arm& arm, const AdmittanceParameters& parameters);

  /// The other thread: follows `points` from `start_stamp` on (s of the robot's clock; 0: at once) in place of the
  /// trajectory that runs, without a step: the reference goes from where it is to the first point. Throws
  /// TrajectoryError, with a sentence, for points that cannot be followed, or while inactive; then the old one goes on.
  /// Whether it comes in time is an event. One that comes while the robot is paused begins when the robot continues.
  void set_trajectory(const std::vector<CompliantPoint>& points, double start_stamp = 0.0);
};

}  // namespace limber
