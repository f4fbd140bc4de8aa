// Records one arm: its cycles, its inputs with the number of the cycle that took them, its telemetry, and, 25 times a
// second, the standard messages that other programs draw.
#pragma once

#include <deque>
#include <optional>
#include <string>

#include "limber/arm.hpp"
#include "limber/record/arm_description.hpp"
#include "limber/record/recorded_input.hpp"
#include "limber/record/recorder.hpp"
#include "limber/telemetry.hpp"

namespace limber::record {

class ArmRecorder {
 public:
  // Both outlive this. Writes what a replay needs of the arm; before the first message of any arm.
  ArmRecorder(Recorder& recorder, const Arm& arm, const ArmDescription& description);

  // An input that the controller did not refuse. `given`: the controller's inputs_given() after it was handed in.
  // Before the next fetch().
  void hand_in(RecordedInput input, const InputCounts& given);
  // All cycles that wait in the tap; each behind the inputs that it took.
  void fetch(CycleTap& tap);

  void add(const Telemetry& telemetry, long lost_records);
  void add(const StiffnessTelemetry& telemetry, long lost_records);
  // What only a simulation knows: the force on the tool, the hand's wrench and the tool point, in the base.
  void add_truth(std::int64_t cycle, double time, const Vector3& contact_force, const Vector6& hand_wrench,
                 const Vector3& p_tool);
  void log(double time, LogLevel level, const std::string& sentence);
  // Inputs that no cycle has taken.
  void finish();

 private:
  struct Channels {
    std::uint16_t input, state, joints, joint_command, wrench, pose, reference, twist, transforms;
    std::uint16_t cycle = 0;  // of every cycle, or not at all
    std::uint16_t truth = 0;  // of a simulation: if there is one
  };
  struct NamedTransform {
    std::string_view child;
    Vector3 p;
    Quaternion q;
  };

  bool is_due(std::int64_t cycle);
  bool is_to_be_drawn(double time);
  void add_inputs_taken(const TappedCycle& cycle);
  void add_input(const RecordedInput& input, double time);
  void begin(double time, std::string_view frame);
  // All signals of a cycle; false if it is left out.
  template <typename AnyTelemetry>
  bool add_state(const AnyTelemetry& t, long lost_records);
  void add_joints(const CycleTelemetry& t, const JointVector& effort, const JointVector& effort_command);
  void add_joint_state(std::uint16_t channel, double time, const JointVector& q, const JointVector& qd,
                       const JointVector& effort);
  void add_pose(std::uint16_t channel, double time, const Vector3& p, const Quaternion& q);
  void add_six(std::uint16_t channel, double time, std::string_view frame, const Vector6& v);
  void add_transforms(double time, std::initializer_list<NamedTransform> transforms);

  Recorder* recorder_;
  ArmDescription description_;  // without its texts
  std::string base_;
  std::vector<std::string> joint_names_;
  std::string sensor_frame_, tool_frame_, reference_frame_;
  Channels channels_;
  CdrWriter message_;
  std::deque<RecordedInput> pending_;  // in the order in which they were handed in
  std::int64_t first_cycle_ = -1;
  double last_time_ = 0.0;
  double drawn_at_ = -1e9;  // s
};

}  // namespace limber::record
