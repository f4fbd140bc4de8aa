// Transitions and the cycle.
#include "compliant_shell.hpp"

#include <algorithm>
#include <rclcpp/logging.hpp>
#include <string>
#include <vector>

#include "kinematics_check.hpp"
#include "lifecycle.hpp"
#include "limber/compliant_controller.hpp"
#include "limber/configuration.hpp"
#include "robot_description.hpp"

namespace limber_controllers {
namespace {

constexpr const char* kStartPose = "start_joints";

// Settings that have no effect, except those told `before`.
void warn_of_doubts(const limber::AdmittanceParameters& parameters, const std::vector<std::string>& before,
                    const rclcpp::Logger& logger) {
  for (const std::string& doubt : limber::config::doubts(parameters)) {
    if (std::find(before.begin(), before.end(), doubt) == before.end()) RCLCPP_WARN(logger, "%s", doubt.c_str());
  }
}

}  // namespace

void CompliantShell::declare(const Node::SharedPtr& node) {
  node_ = node;
  listener_ = std::make_shared<compliant_shell::ParamListener>(node);
  declare_start_pose();
  parameters_.declare(*node);
}

// By hand, because it has no value by default: see SchemaParameters on lists with nothing in them.
void CompliantShell::declare_start_pose() {
  rcl_interfaces::msg::ParameterDescriptor about;
  about.description =
      "rad or m: where ~/move_to_start_pose leads the arm. Not set: to where it was activated. Allowed: a number a "
      "joint.";
  about.dynamic_typing = about.read_only = true;
  const auto& overrides = node_->get_node_parameters_interface()->get_parameter_overrides();
  const auto given = overrides.find(kStartPose);
  const bool any = given != overrides.end() && !is_null(given->second);
  node_->declare_parameter(kStartPose, any ? given->second : rclcpp::ParameterValue(), about, true);
}

std::vector<double> CompliantShell::start_pose() const {
  const std::optional<limber::config::ParameterValue> given =
      from_ros(node_->get_parameter(kStartPose).get_parameter_value());
  if (!given) return {};
  limber::config::ParameterDescriptor numbers;
  numbers.key = kStartPose;
  numbers.type = limber::config::ParameterType::kNumbers;
  const auto value = limber::config::convert(numbers, *given);
  if (const auto* problem = std::get_if<limber::config::ParameterProblem>(&value)) {
    throw limber::config::ConfigError(problem->sentence);
  }
  return std::get<std::vector<double>>(std::get<limber::config::ParameterValue>(value));
}

void CompliantShell::configure(const std::string& urdf, double update_rate) {
  const auto pause = parameters_.pause(*node_);
  const std::scoped_lock lock(turn_);
  own_ = listener_->get_params();
  limber::AdmittanceParameters parameters = parameters_.read(*node_);
  parameters.name = node_->get_name();
  parameters.update_rate = update_rate;
  arm_.emplace(arm_from_description(urdf, {parameters.base_link, parameters.tip_link}, {"base_link", "tool0"}));
  if (!own_.kinematics.plugin_name.empty()) {
    check_kinematics(*arm_, own_.kinematics.plugin_package, own_.kinematics.plugin_name, urdf, *node_);
  }
  controller_ = make_(*arm_, parameters);
  warn_of_doubts(parameters, {}, node_->get_logger());
  in_force_ = parameters;
  fitted_ = limber::fit(*arm_, parameters);
  names_ = PortNames();
  names_.joints = parameters.joints.empty() ? joint_names(*arm_) : parameters.joints;
  names_.state_kinds = parameters.state_interfaces;
  names_.command_kinds = parameters.command_interfaces;
  names_.command_owner = parameters.downstream_controller_name;
  names_.ft_sensor = own_.ft_sensor.name;
  names_.speed_scaling = own_.speed_scaling_interface;
  names_.program_running = own_.program_running_interface;
  ports_ = std::make_unique<RobotPorts>(names_);
  parameters_.follow(parameters, limber::config::Change::kBeforeStart,
                     [this](const limber::AdmittanceParameters& changed) {
                       const std::scoped_lock changing(turn_);
                       const limber::FittedCompliance fitted = limber::fit(*arm_, changed);
                       controller_->set_parameters(changed);
                       warn_of_doubts(changed, limber::config::doubts(in_force_), node_->get_logger());
                       in_force_ = changed;
                       fitted_ = fitted;
                     });
}

controller_interface::InterfaceConfiguration CompliantShell::commands() const {
  return {controller_interface::interface_configuration_type::INDIVIDUAL, names_.commands()};
}

controller_interface::InterfaceConfiguration CompliantShell::states() const {
  return {controller_interface::interface_configuration_type::INDIVIDUAL, names_.states()};
}

bool CompliantShell::activate(const RobotPorts::Commands& commands, const RobotPorts::States& states) {
  const std::scoped_lock lock(turn_);
  if (!all_read(ports_->start(commands, states), node_->get_logger())) return false;
  // While nobody reads, the robot's clock stands: a wrench from a topic is as old as it is by everybody else's.
  wrench_at_start_ = wrench_in_.latest().received;
  waited_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - wrench_at_start_).count();
  stale_at_start_ = waited_ > in_force_.supervisor.stale_timeout;
  active_ = controller_->activate(read(states, 0.0));
  start_joints_ = ports_->state().q;
  parameters_.set_change(active_ ? limber::config::Change::kLive : limber::config::Change::kBeforeStart);
  return active_;
}

void CompliantShell::deactivate(RobotPorts::Commands& commands) {
  const std::scoped_lock lock(turn_);
  controller_->deactivate();
  ports_->stop(commands);
  active_ = false;
  parameters_.set_change(limber::config::Change::kBeforeStart);
}

const limber::RobotState& CompliantShell::read(const RobotPorts::States& states, double period) {
  if (!ports_->has_sensor()) {
    const Wrench& wrench = wrench_in_.latest();
    const bool from_before = wrench.received == wrench_at_start_;
    // Core does without a reading for some cycles before it says so, and goes on with the last: that must not be a push
    // that has long ended.
    const bool has_ended = from_before && stale_at_start_;
    ports_->set_wrench(has_ended ? limber::Vector6(limber::Vector6::Zero()) : wrench.F_S_S,
                       from_before ? wrench.stamp - waited_ : wrench.stamp);
  }
  return ports_->read(states, period);
}

void CompliantShell::update(RobotPorts::Commands& commands, const RobotPorts::States& states, double period) {
  const limber::RobotState& state = read(states, period);
  robot_time_.store(state.time, std::memory_order_relaxed);
  const limber::Command command = controller_->update(state, period);
  if (controller_->state() != limber::SupervisorState::kInactive) ports_->write(command, commands);
}

}  // namespace limber_controllers
