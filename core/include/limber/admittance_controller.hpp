/// @file
/// Controller A: the arm yields to a wrench.
#pragma once

#include "limber/compliant_controller.hpp"

namespace limber {

/// Controller A: its reference is the pose at activation, a pose from another thread, or joints from an upstream
/// controller.
class AdmittanceController : public CompliantController {
 public:
  /// Throws ArmError if the parameters do not fit the arm. The arm must outlive the controller.
  AdmittanceController(const Arm& arm, const AdmittanceParameters& parameters);

  /// Control thread: joint positions wanted by an upstream controller for the next update(), rad or m. The tool moves
  /// with them and keeps the offset that a hand gave it. The velocity follows from successive calls. Returns false and
  /// changes nothing if a value is not finite or above 1000 rad or m, the number of joints is wrong, or the controller
  /// is not active.
  bool set_joint_reference(const JointVector& q) noexcept;

  /// Other thread: a pose of C in the base for the reference, with twist (m/s, rad/s) and acceleration (m/s², rad/s²)
  /// in the base if it moves. The reference continues with them until the next call, for at most
  /// control_wrench.timeout; then it stands and nothing leads it. Springs pull the tool there; along axes without
  /// stiffness only the twist moves it. Refused while inactive, beyond TrajectoryBounds, or out of reach of the arm.
  Answer set_desired_pose(const Pose& X_BR, const Vector6& twist = Vector6::Zero(),
                          const Vector6& acceleration = Vector6::Zero()) noexcept;
  /// The same at rest, from a position (m) and a quaternion of unit length (within 1e-6).
  Answer set_desired_pose(const Vector3& p_BR, const Quaternion& orientation_BR) noexcept;
};

}  // namespace limber
