#include "arm_replay.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "config/yaml_parameter.hpp"
#include "limber/admittance_controller.hpp"
#include "limber/cartesian_admittance_controller.hpp"
#include "limber/variable_stiffness_controller.hpp"

namespace limber::record {
namespace {

constexpr const char* kParametersSource = "the parameters in the recording";

void parse(const std::string& yaml, AdmittanceParameters& p) { p = config::parse_admittance(yaml, kParametersSource); }
void parse(const std::string& yaml, VariableStiffnessParameters& p) {
  p = config::parse_variable_stiffness(yaml, kParametersSource);
}

const config::Parameter<AdmittanceParameters>* find(const AdmittanceParameters&, const std::string& key) {
  return config::find_admittance_parameter(key);
}
const config::Parameter<VariableStiffnessParameters>* find(const VariableStiffnessParameters&, const std::string& key) {
  return config::find_variable_stiffness_parameter(key);
}

// As the schema has them. A key that it does not have is refused where the changes are made.
template <class Parameters>
config::ParameterChanges typed(const ReplayChanges& changes) {
  config::ParameterChanges typed;
  for (const auto& [key, yaml] : changes) {
    const auto document = config::YamlDocument::parse("value: " + yaml, "--set " + key);
    const auto* parameter = find(Parameters(), key);
    typed.emplace_back(key, parameter == nullptr ? config::ParameterValue()
                                                 : config::read_parameter_value(document.root().require("value"),
                                                                                parameter->descriptor));
  }
  return typed;
}

bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

[[noreturn]] void refuse(const RecordedInput& input, const std::string& why) {
  throw ReplayError(fmt::format("the controller refuses input {} of cycle {} now: {}", input.number, input.cycle, why));
}

}  // namespace

template <class Parameters>
Parameters ArmReplay::parameters(const std::string& yaml) const {
  Parameters p;
  parse(yaml, p);
  p.supervisor.count_lateness_only = counts_lateness_only_;
  if (!changes_.empty()) config::set(p, typed<Parameters>(changes_));
  return p;
}

namespace {

class MotionReplay : public ArmReplay {
 public:
  MotionReplay(const ArmDescription& d, const ReplayChanges& changes) : ArmReplay(d, changes) {
    const auto first = parameters<AdmittanceParameters>(d.parameters);
    if (d.controller == "admittance") {
      auto made = std::make_unique<AdmittanceController>(arm(), first);
      poses_ = made.get();
      controller_ = std::move(made);
    } else {
      auto made = std::make_unique<CartesianAdmittanceController>(arm(), first);
      trajectories_ = made.get();
      controller_ = std::move(made);
    }
  }

 private:
  void hand_in(const RecordedInput& input) override {
    Answer answer;
    if (input.kind == InputKind::kSettings) controller_->set_parameters(parameters<AdmittanceParameters>(input.yaml));
    if (input.kind == InputKind::kRequest) answer = controller_->request(input.request, input.ticket);
    if (input.kind == InputKind::kControlWrench) answer = controller_->set_control_wrench(input.F_C);
    if (input.kind == InputKind::kDesiredPose) answer = lead(input);
    if (input.kind == InputKind::kTrajectory) {
      if (trajectories_ == nullptr) refuse(input, "it takes no trajectories");
      trajectories_->set_trajectory(input.points, input.start_stamp);
    }
    if (input.kind == InputKind::kWaypoint) refuse(input, "it takes no waypoints");
    if (!answer) refuse(input, sentence(answer));
  }
  Answer lead(const RecordedInput& input) {
    if (poses_ == nullptr) refuse(input, "it takes no poses");
    const CompliantPoint& point = input.points.front();
    const Vector6 none = Vector6::Zero();
    return poses_->set_desired_pose(point.X_BR, point.twist.value_or(none), point.acceleration.value_or(none));
  }
  bool activate(const RobotState& state) override { return controller_->activate(state); }
  void set_joint_reference(const JointVector& q) override {
    if (poses_ != nullptr) static_cast<void>(poses_->set_joint_reference(q));
  }
  Command update(const RobotState& state, double period) override { return controller_->update(state, period); }
  InputCounts given() const override { return controller_->inputs_given(); }

  std::unique_ptr<CompliantController> controller_;
  AdmittanceController* poses_ = nullptr;
  CartesianAdmittanceController* trajectories_ = nullptr;
};

class TorqueReplay : public ArmReplay {
 public:
  TorqueReplay(const ArmDescription& d, const ReplayChanges& changes)
      : ArmReplay(d, changes), controller_(arm(), parameters<VariableStiffnessParameters>(d.parameters)) {
    if (d.prepared_at.size() > 0) controller_.prepare(d.prepared_at);
  }

 private:
  void hand_in(const RecordedInput& input) override {
    Answer answer;
    if (input.kind == InputKind::kSettings) {
      controller_.set_parameters(parameters<VariableStiffnessParameters>(input.yaml));
    } else if (input.kind == InputKind::kRequest) {
      answer = controller_.request(input.request, input.ticket);
    } else if (input.kind == InputKind::kWaypoint) {
      const WaypointAnswer taken = controller_.add_waypoint({input.points.front().X_BR.p, input.relative});
      if (taken != WaypointAnswer::kTaken) refuse(input, sentence(taken));
    } else {
      refuse(input, "it is not for this controller");
    }
    if (!answer) refuse(input, sentence(answer));
  }
  bool activate(const RobotState& state) override { return controller_.activate(state); }
  void set_joint_reference(const JointVector&) override {}
  Command update(const RobotState& state, double period) override { return controller_.update(state, period); }
  InputCounts given() const override { return controller_.inputs_given(); }

  VariableStiffnessController controller_;
};

}  // namespace

std::unique_ptr<ArmReplay> ArmReplay::make(const ArmDescription& d, const ReplayChanges& changes) {
  if (d.drives_torques()) return std::make_unique<TorqueReplay>(d, changes);
  return std::make_unique<MotionReplay>(d, changes);
}

ArmReplay::ArmReplay(const ArmDescription& d, const ReplayChanges& changes)
    : arm_(make_arm(d)), changes_(changes), counts_lateness_only_(d.counts_lateness_only) {
  report_.name = d.name;
  report_.controller = d.controller;
}

void ArmReplay::give(const RecordedInput& input) {
  if (input.cycle < 0) return;  // nobody took it
  hand_in(input);
  ++report_.inputs;
}

void ArmReplay::require_next(const TappedCycle& cycle) const {
  if (!active_ && !cycle.activation) {
    throw ReplayError(fmt::format("{}the recording begins with cycle {}; a replay needs the activation before it",
                                  place(), cycle.cycle));
  }
  const std::int64_t expected = cycle.activation ? last_cycle_ : last_cycle_ + 1;
  if (last_cycle_ < 0 || cycle.cycle == expected) return;
  throw ReplayError(
      fmt::format("{}after cycle {} comes cycle {}; a replay needs all of them", place(), last_cycle_, cycle.cycle));
}

void ArmReplay::require_inputs(const TappedCycle& cycle) const {
  const InputCounts now = given(), then = cycle.taken;
  if (now.settings >= then.settings && now.requests >= then.requests && now.references >= then.references &&
      now.control_wrenches >= then.control_wrenches) {
    return;
  }
  throw ReplayError(fmt::format("{}cycle {} took an input that is not in the recording", place(), cycle.cycle));
}

void ArmReplay::step(const TappedCycle& cycle) {
  require_next(cycle);
  require_inputs(cycle);
  last_cycle_ = cycle.cycle;
  if (cycle.activation) {
    active_ = activate(cycle.state);
    if (!active_) throw ReplayError(place() + "the controller refuses to start from the recorded state");
    return;
  }
  if (cycle.joint_reference.size() > 0) set_joint_reference(cycle.joint_reference);
  ++report_.cycles;
  compare(cycle, update(cycle.state, cycle.period));
}

void ArmReplay::compare(const TappedCycle& cycle, const Command& computed) {
  const Command& recorded = cycle.command;
  const bool q = compare(cycle, "position", recorded.q, computed.q);
  const bool qd = compare(cycle, "velocity", recorded.qd, computed.qd);
  const bool effort = compare(cycle, "effort", recorded.effort, computed.effort);
  if (!(q && qd && effort)) ++report_.cycles_that_differ;
}

// True if they are the same.
bool ArmReplay::compare(const TappedCycle& cycle, const char* what, const JointVector& recorded,
                        const JointVector& computed) {
  constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
  bool same = true;
  for (Eigen::Index i = 0; i < std::max(recorded.size(), computed.size()); ++i) {
    const bool both = i < recorded.size() && i < computed.size();
    if (both && same_bits(recorded[i], computed[i])) continue;
    same = false;
    const auto joint = static_cast<std::size_t>(i);
    const CommandDifference difference{cycle.cycle,
                                       cycle.state.time,
                                       joint < arm_.joints().size() ? arm_.joints()[joint].name : "none",
                                       what,
                                       i < recorded.size() ? recorded[i] : kNothing,
                                       i < computed.size() ? computed[i] : kNothing};
    if (!report_.first) report_.first = difference;
    if (!report_.largest || difference.size() > report_.largest->size()) report_.largest = difference;
  }
  return same;
}

}  // namespace limber::record
