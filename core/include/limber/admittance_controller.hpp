/// @file
/// Controller A: the arm yields to a wrench.
#pragma once

#include "limber/compliant_controller.hpp"

namespace limber {

/// Controller A: its reference is where it was activated, a pose from another thread, or joints from a controller
/// upstream.
class AdmittanceController : public CompliantController {
 public:
  /// Throws ArmError if the parameters do not fit the arm, which must outlive this.
  AdmittanceController(const Arm& arm, const AdmittanceParameters& parameters);

  /// The control thread: where a controller upstream wants the joints at the next update(), rad or m. The tool moves
  /// with it and keeps the offset that a hand gave it. The velocity is taken from one call to the next. False if it is
  /// not finite, has another number of joints, a joint is farther than 1000 rad or m, or the controller is not active;
  /// then nothing changes.
  bool set_joint_reference(const JointVector& q) noexcept;

  /// The other thread: a pose of C in the base for the reference, with its twist (m/s, rad/s) and acceleration (m/s²,
  /// rad/s²), both in the base, if it moves. It goes on with them until the next one comes, for at most
  /// control_wrench.timeout; after that nobody leads the reference, and it stays. Springs pull the tool there; along
  /// axes without stiffness it moves with the twist alone. Refused while inactive, beyond TrajectoryBounds, or out of
  /// the arm's reach.
  Answer set_desired_pose(const Pose& X_BR, const Vector6& twist = Vector6::Zero(),
                          const Vector6& acceleration = Vector6::Zero()) noexcept;
  /// The same at rest, from a position (m) and a quaternion, which must be of unit length (1e-6).
  Answer set_desired_pose(const Vector3& p_BR, const Quaternion& orientation_BR) noexcept;
};

}  // namespace limber
