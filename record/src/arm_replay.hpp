// One recorded arm, computed again.
#pragma once

#include <memory>

#include "limber/arm.hpp"
#include "limber/record/arm_description.hpp"
#include "limber/record/recorded_input.hpp"
#include "limber/record/replay.hpp"

namespace limber::record {

class ArmReplay {
 public:
  virtual ~ArmReplay() = default;

  // Throws RecordError, ArmError or ConfigError.
  static std::unique_ptr<ArmReplay> make(const ArmDescription& description, const ReplayChanges& changes);

  // In the order of the recording: each input stands before the cycle that took it.
  void give(const RecordedInput& input);
  void step(const TappedCycle& cycle);
  const ArmReplayReport& report() const { return report_; }

 protected:
  ArmReplay(const ArmDescription& description, const ReplayChanges& changes);

  const Arm& arm() const { return arm_; }
  // Parameters in `yaml`, as they are to be in this replay.
  template <class Parameters>
  Parameters parameters(const std::string& yaml) const;

 private:
  virtual void hand_in(const RecordedInput& input) = 0;
  virtual bool activate(const RobotState& state) = 0;
  virtual void set_joint_reference(const JointVector& q) = 0;
  virtual Command update(const RobotState& state, double period) = 0;
  virtual InputCounts given() const = 0;

  void require_next(const TappedCycle& cycle) const;
  void require_inputs(const TappedCycle& cycle) const;
  void compare(const TappedCycle& cycle, const Command& computed);
  bool compare(const TappedCycle& cycle, const char* what, const JointVector& recorded, const JointVector& computed);
  std::string place() const { return report_.name.empty() ? "" : report_.name + ": "; }

  Arm arm_;
  ReplayChanges changes_;
  bool counts_lateness_only_;
  ArmReplayReport report_;
  std::int64_t last_cycle_ = -1;
  bool active_ = false;
};

}  // namespace limber::record
