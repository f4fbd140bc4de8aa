// The reference of controller A: the pose at activation, a pose from another thread, or joint positions from an
// upstream controller.
#pragma once

#include <optional>

#include "controllers/compliant_cycle.hpp"

namespace limber {

class AdmittanceCycle : public CompliantCycle {
 public:
  AdmittanceCycle(const Arm& arm, const AdmittanceParameters& parameters) : CompliantCycle(arm, parameters) {}

  bool set_joint_reference(const JointVector& q) noexcept;  // the control thread
  Answer set_desired_pose(const ReferenceSample& target) noexcept;

 private:
  void take_reference() noexcept override;
  void step_lead() noexcept override;
  std::uint64_t references_given() const noexcept override { return target_in_.written(); }
  std::uint64_t references_taken() const noexcept override { return target_in_.read_number(); }
  void drop_reference() noexcept override;
  bool reference_live() const noexcept override;
  bool reference_is_joints() const noexcept override { return by_joints_; }
  void lead_posture(const JointVector& q) noexcept;
  void take_target(const ReferenceSample& target) noexcept;

  struct Target {
    ReferenceSample sample;
    std::uint32_t life = 0;
  };

  Exchange<Target> target_in_;
  bool has_lead_ = false;                       // something has led the reference since activation
  bool by_joints_ = false;                      // the lead gives joint positions
  std::optional<ReferenceSample> waiting_;      // target that waits until the law is followed
  double waited_ = 0.0;                         // s since the last target
  std::optional<JointVector> joint_reference_;  // for this cycle
};

}  // namespace limber
