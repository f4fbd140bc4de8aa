#include "limber/record/arm_recorder.hpp"

#include <utility>

#include "signal_message.hpp"

namespace limber::record {

ArmRecorder::ArmRecorder(Recorder& recorder, const Arm& arm, const ArmDescription& description)
    : recorder_(&recorder), description_(description), base_(arm.base_name()) {
  for (const Joint& joint : arm.joints()) joint_names_.push_back(joint.name);
  const std::string topic = description.topic(), before = description.name.empty() ? "" : description.name + "/";
  sensor_frame_ = before + "sensor";
  tool_frame_ = before + "tool";
  reference_frame_ = before + "reference";
  description_.urdf.clear();
  description_.parameters.clear();
  const bool torques = description.drives_torques();
  recorder.attach(before + "robot.urdf", "application/xml", description.urdf);
  recorder.attach(before + "parameters.yaml", "application/yaml", description.parameters);
  recorder.add_metadata("limber_arm", metadata_of(description));
  const auto add = [&](const char* what, const std::string& type) { return recorder.add_topic(topic + what, type); };
  if (recorder.every() == 1) channels_.cycle = add("/cycle", "limber_msgs/msg/RecordedCycle");
  channels_.input = add("/input", "limber_msgs/msg/RecordedInput");
  channels_.state =
      add("/state", torques ? "limber_msgs/msg/VariableStiffnessState" : "limber_msgs/msg/AdmittanceState");
  channels_.joints = add("/joint_states", "sensor_msgs/msg/JointState");
  channels_.joint_command = add("/joint_command", "sensor_msgs/msg/JointState");
  channels_.wrench = add("/wrench", "geometry_msgs/msg/WrenchStamped");
  channels_.pose = add("/pose", "geometry_msgs/msg/PoseStamped");
  channels_.reference = add("/reference", "geometry_msgs/msg/PoseStamped");
  channels_.twist = add("/twist", "geometry_msgs/msg/TwistStamped");
  channels_.transforms = recorder.add_topic("/tf", "tf2_msgs/msg/TFMessage");
  if (!torques) channels_.truth = add("/simulation", "limber_msgs/msg/SimulatedTruth");
}

void ArmRecorder::hand_in(RecordedInput input, const InputCounts& given) {
  const bool streams = input.kind == InputKind::kDesiredPose || input.kind == InputKind::kControlWrench;
  if (streams && recorder_->every() > 1) return;  // for a replay only; the state shows them
  input.number = input.taken(given);
  pending_.push_back(std::move(input));
}

void ArmRecorder::fetch(CycleTap& tap) {
  TappedCycle cycle;
  while (tap.take(cycle)) {
    add_inputs_taken(cycle);
    last_time_ = cycle.state.time;
    if (channels_.cycle == 0) continue;
    begin(cycle.state.time, base_);
    put_cycle(message_, cycle);
    recorder_->add(channels_.cycle, cycle.state.time, message_.bytes());
  }
}

// In the order in which they were handed in, as the controller numbers them.
void ArmRecorder::add_inputs_taken(const TappedCycle& cycle) {
  for (auto input = pending_.begin(); input != pending_.end();) {
    if (input->number > input->taken(cycle.taken)) {
      ++input;
      continue;
    }
    input->cycle = cycle.cycle;
    add_input(*input, cycle.state.time);
    input = pending_.erase(input);
  }
}

void ArmRecorder::add_input(const RecordedInput& input, double time) {
  begin(time, base_);
  put_input(message_, input);
  recorder_->add(channels_.input, time, message_.bytes());
}

void ArmRecorder::finish() {
  for (const RecordedInput& input : pending_) add_input(input, last_time_);
  pending_.clear();
}

bool ArmRecorder::is_due(std::int64_t cycle) {
  if (first_cycle_ < 0) first_cycle_ = cycle;
  return (cycle - first_cycle_) % recorder_->every() == 0;
}

// Clocks may jump back.
bool ArmRecorder::is_to_be_drawn(double time) {
  constexpr double kEvery = 0.04;  // s
  if (time >= drawn_at_ && time < drawn_at_ + kEvery - 1e-6) return false;
  drawn_at_ = time;
  return true;
}

void ArmRecorder::begin(double time, std::string_view frame) {
  message_.begin();
  recorder_->put_header(message_, time, frame);
}

template <typename AnyTelemetry>
bool ArmRecorder::add_state(const AnyTelemetry& t, long lost_records) {
  if (!is_due(t.cycle)) return false;
  begin(t.time, base_);
  put_signals(message_, t);
  message_.put(std::int64_t{lost_records});
  recorder_->add(channels_.state, t.time, message_.bytes());
  return true;
}

void ArmRecorder::add(const Telemetry& t, long lost_records) {
  if (!add_state(t, lost_records) || !is_to_be_drawn(t.time)) return;
  add_joints(t, {}, {});
  add_six(channels_.wrench, t.time, sensor_frame_, t.wrench_external);
  add_six(channels_.twist, t.time, base_, t.twist_command);
  add_pose(channels_.pose, t.time, t.p_command, t.orientation_command);
  add_pose(channels_.reference, t.time, t.p_reference, t.orientation_reference);
  add_transforms(t.time, {{tool_frame_, t.p_command, t.orientation_command},
                          {reference_frame_, t.p_reference, t.orientation_reference}});
}

void ArmRecorder::add(const StiffnessTelemetry& t, long lost_records) {
  if (!add_state(t, lost_records) || !is_to_be_drawn(t.time)) return;
  add_joints(t, t.torque_measured, t.torque);
  add_six(channels_.wrench, t.time, base_, t.contact);
  add_six(channels_.twist, t.time, base_, t.twist_reference);
  add_pose(channels_.pose, t.time, t.p_measured, t.orientation_measured);
  // The orientation of the reference is that of the path: only its position is a signal.
  add_pose(channels_.reference, t.time, t.p_reference, t.orientation_measured);
  add_transforms(t.time, {{tool_frame_, t.p_measured, t.orientation_measured}});
}

void ArmRecorder::add_truth(std::int64_t cycle, double time, const Vector3& contact_force, const Vector6& hand_wrench,
                            const Vector3& p_tool) {
  if (!is_due(cycle)) return;
  begin(time, base_);
  message_.put(cycle);
  message_.put_array(contact_force.data(), 3);
  message_.put_array(hand_wrench.data(), 6);
  message_.put_array(p_tool.data(), 3);
  recorder_->add(channels_.truth, time, message_.bytes());
}

void ArmRecorder::log(double time, LogLevel level, const std::string& sentence) {
  recorder_->log(time, level, description_.name.empty() ? "limber" : "limber." + description_.name, sentence);
}

void ArmRecorder::add_joints(const CycleTelemetry& t, const JointVector& effort, const JointVector& effort_command) {
  add_joint_state(channels_.joints, t.time, t.q, t.qd, effort);
  add_joint_state(channels_.joint_command, t.time, t.q_command, t.qd_command, effort_command);
}

void ArmRecorder::add_joint_state(std::uint16_t channel, double time, const JointVector& q, const JointVector& qd,
                                  const JointVector& effort) {
  begin(time, base_);
  message_.begin_sequence(joint_names_.size());
  for (const std::string& name : joint_names_) message_.put(name);
  message_.put_sequence(q);
  message_.put_sequence(qd);
  message_.put_sequence(effort);
  recorder_->add(channel, time, message_.bytes());
}

void ArmRecorder::add_pose(std::uint16_t channel, double time, const Vector3& p, const Quaternion& q) {
  begin(time, base_);
  message_.put_array(p.data(), 3);
  message_.put_array(q.coeffs().data(), 4);
  recorder_->add(channel, time, message_.bytes());
}

void ArmRecorder::add_six(std::uint16_t channel, double time, std::string_view frame, const Vector6& v) {
  begin(time, frame);
  message_.put_array(v.data(), 6);
  recorder_->add(channel, time, message_.bytes());
}

void ArmRecorder::add_transforms(double time, std::initializer_list<NamedTransform> transforms) {
  message_.begin();
  message_.begin_sequence(transforms.size());
  for (const NamedTransform& transform : transforms) {
    recorder_->put_header(message_, time, base_);
    message_.put(transform.child);
    message_.put_array(transform.p.data(), 3);
    message_.put_array(transform.q.coeffs().data(), 4);
  }
  recorder_->add(channels_.transforms, time, message_.bytes());
}

}  // namespace limber::record
