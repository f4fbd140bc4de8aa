// Controller A: the arm yields (SPEC 8A). Its reference is where it was activated, a pose from another thread, or joint
// references from a controller upstream.
#pragma once

#include <optional>

#include "limber/controllers/compliant_controller.hpp"

namespace limber {

class AdmittanceController : public CompliantController {
 public:
  // Throws ArmError where the parameters do not fit the arm, which must outlive this.
  AdmittanceController(const Arm& arm, const AdmittanceParameters& parameters) : CompliantController(arm, parameters) {}

  // --- the control thread ---
  // A reference from a controller upstream, for the next update: rad, rad/s. Ignored where not finite.
  void set_joint_reference(const JointVector& q, const JointVector& qd) noexcept;

  // --- one other thread ---
  // A pose of C for the reference, with its twist and acceleration where it moves: it goes on with them until the next
  // one comes, for at most the control wrench's time-out. False where it is not finite.
  bool set_desired_pose(const Pose& X_BR, const Vector6& twist = Vector6::Zero(),
                        const Vector6& acceleration = Vector6::Zero()) noexcept;
  // The same from a position and a quaternion, which must be of unit length (1e-6).
  bool set_desired_pose(const Vector3& p_BR, const Quaternion& q_BR) noexcept;

 private:
  void take_reference() noexcept override;
  bool lead_reference() noexcept override;
  void drop_reference() noexcept override;
  void take_target(const ReferenceSample& target) noexcept;

  Exchange<ReferenceSample> target_in_;
  bool joint_reference_live_ = false;
  std::optional<ReferenceSample> joint_reference_;
};

}  // namespace limber
