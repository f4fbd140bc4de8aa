// Controller A: the arm yields. Its reference is where it was activated, a pose from another thread, or joint
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
  // Where a controller upstream wants the joints, rad, for the next update. The arm moves with it, whatever offset a
  // hand gave it; how fast it moves is seen from one call to the next. False if it is not finite, too far off (a joint
  // by more than a hundred turns) or not of this arm; then nothing changes.
  bool set_joint_reference(const JointVector& q) noexcept;

  // --- one other thread ---
  // A pose of C for the reference, with its twist and acceleration where it moves: it goes on with them until the next
  // one comes, for at most the control wrench's time-out. Springs pull to it; along axes without stiffness the tool
  // moves with the twist alone. After that time-out nobody leads the reference any more, and it stays.
  Answer set_desired_pose(const Pose& X_BR, const Vector6& twist = Vector6::Zero(),
                          const Vector6& acceleration = Vector6::Zero()) noexcept;
  // The same from a position and a quaternion, which must be of unit length (1e-6).
  Answer set_desired_pose(const Vector3& p_BR, const Quaternion& q_BR) noexcept;

 private:
  void take_reference() noexcept override;
  void lead_reference() noexcept override;
  void drop_reference() noexcept override;
  bool reference_live() const noexcept override;
  bool reference_is_joints() const noexcept override { return by_joints_; }
  void lead_posture(const JointVector& q) noexcept;
  void take_target(const ReferenceSample& target) noexcept;
  Answer hand_in(const ReferenceSample& target) noexcept;

  struct Target {
    ReferenceSample sample;
    std::uint32_t life = 0;
  };

  Exchange<Target> target_in_;
  bool led_ = false;                            // somebody led the reference since activation
  bool by_joints_ = false;                      // and does it by joints
  std::optional<ReferenceSample> waiting_;      // came while nobody followed the law
  double waited_ = 0.0;                         // s since
  std::optional<JointVector> joint_reference_;  // for this cycle
};

}  // namespace limber
