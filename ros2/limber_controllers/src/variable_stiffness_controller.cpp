// Transitions, the cycle, and what goes in and out beside it.
#include "variable_stiffness_controller.hpp"

#include <pluginlib/class_list_macros.hpp>

#include "diagnostics.hpp"
#include "events.hpp"
#include "lifecycle.hpp"
#include "robot_description.hpp"
#include "state_messages.hpp"

namespace limber_controllers {
namespace {

constexpr double kPublishRate = 100.0;  // Hz
// What only ROS needs to know, as the compliant controllers have it (shell_parameters.yaml).
constexpr const char* kSpeedScaling = "speed_scaling_interface";
constexpr const char* kProgramRunning = "program_running_interface";

void declare_interface(rclcpp_lifecycle::LifecycleNode& node, const char* name, const char* description) {
  if (node.has_parameter(name)) return;
  rcl_interfaces::msg::ParameterDescriptor about;
  about.description = description;
  about.read_only = true;
  node.declare_parameter(name, std::string(), about);
}

}  // namespace

controller_interface::InterfaceConfiguration VariableStiffnessController::command_interface_configuration() const {
  return {controller_interface::interface_configuration_type::INDIVIDUAL, names_.commands()};
}

controller_interface::InterfaceConfiguration VariableStiffnessController::state_interface_configuration() const {
  return {controller_interface::interface_configuration_type::INDIVIDUAL, names_.states()};
}

VariableStiffnessController::CallbackReturn VariableStiffnessController::on_init() {
  return attempt(get_node()->get_logger(), "parameters", [&] {
    declare_interface(*get_node(), kSpeedScaling,
                      "A state interface with the robot's own speed scaling, 0 to 1. Empty: always 1.");
    declare_interface(*get_node(), kProgramRunning,
                      "A state interface that is 0 while the robot's program does not run. Empty: always running.");
    parameters_.declare(*get_node());
  });
}

VariableStiffnessController::CallbackReturn VariableStiffnessController::on_configure(const rclcpp_lifecycle::State&) {
  return attempt(get_node()->get_logger(), "configuration", [&] {
    close_topics();
    configure();
    create_topics();
  });
}

void VariableStiffnessController::configure() {
  const auto pause = parameters_.pause(*get_node());
  const std::scoped_lock lock(turn_);
  limber::VariableStiffnessParameters parameters = parameters_.read(*get_node());
  parameters.name = get_node()->get_name();
  parameters.update_rate = get_update_rate();
  arm_.emplace(
      arm_from_description(get_robot_description(), {parameters.root_link, parameters.tip_link}, {"world", "link5"}));
  controller_ = std::make_unique<limber::VariableStiffnessController>(*arm_, parameters);
  if (!controller_->path()) {
    RCLCPP_WARN(get_node()->get_logger(), "the path cannot be followed, and activation will be refused: %s",
                controller_->path().sentence.c_str());
  }
  names_ = PortNames();
  names_.joints = parameters.joints.empty() ? joint_names(*arm_) : parameters.joints;
  names_.state_kinds = {"position", "velocity", "effort"};
  names_.command_kinds = {"effort"};
  names_.speed_scaling = get_node()->get_parameter(kSpeedScaling).as_string();
  names_.program_running = get_node()->get_parameter(kProgramRunning).as_string();
  ports_ = std::make_unique<RobotPorts>(names_);
  parameters_.follow(parameters, limber::config::Change::kBeforeStart,
                     [this](const limber::VariableStiffnessParameters& changed) {
                       const std::scoped_lock changing(turn_);
                       controller_->set_parameters(changed);
                     });
}

VariableStiffnessController::CallbackReturn VariableStiffnessController::on_activate(const rclcpp_lifecycle::State&) {
  const std::scoped_lock lock(turn_);
  if (!all_read(ports_->start(command_interfaces_, state_interfaces_), get_node()->get_logger())) {
    return CallbackReturn::FAILURE;
  }
  const limber::RobotState& state = ports_->read(state_interfaces_, 0.0);
  if (state.q.allFinite()) controller_->prepare(state.q);
  if (!controller_->path()) {
    RCLCPP_ERROR(get_node()->get_logger(), "activation refused: %s", controller_->path().sentence.c_str());
  }
  active_ = controller_->activate(state);
  parameters_.set_change(active_ ? limber::config::Change::kLive : limber::config::Change::kBeforeStart);
  state_out_->on_activate();
  pose_out_->on_activate();
  torque_out_->on_activate();
  stiffness_out_->on_activate();
  manipulability_out_->on_activate();
  diagnostics_out_->on_activate();
  return active_ ? CallbackReturn::SUCCESS : CallbackReturn::FAILURE;
}

VariableStiffnessController::CallbackReturn VariableStiffnessController::on_deactivate(const rclcpp_lifecycle::State&) {
  const std::scoped_lock lock(turn_);
  controller_->deactivate();
  ports_->stop(command_interfaces_);
  active_ = false;
  parameters_.set_change(limber::config::Change::kBeforeStart);
  return CallbackReturn::SUCCESS;
}

VariableStiffnessController::CallbackReturn VariableStiffnessController::on_cleanup(const rclcpp_lifecycle::State&) {
  close_topics();
  return CallbackReturn::SUCCESS;
}

controller_interface::return_type VariableStiffnessController::update(const rclcpp::Time&,
                                                                      const rclcpp::Duration& period) {
  const limber::RobotState& state = ports_->read(state_interfaces_, period.seconds());
  ports_->write(controller_->update(state, period.seconds()), command_interfaces_);
  return controller_interface::return_type::OK;
}

void VariableStiffnessController::create_topics() {
  const auto node = get_node();
  refusals_.emplace(node->get_logger());
  gate_.emplace();
  const rclcpp::QoS qos = rclcpp::SystemDefaultsQoS();
  state_out_ = node->create_publisher<limber_msgs::msg::VariableStiffnessState>("~/state", qos);
  pose_out_ = node->create_publisher<geometry_msgs::msg::PoseStamped>("~/cartesian_pose_actual", qos);
  torque_out_ = node->create_publisher<std_msgs::msg::Float64MultiArray>("~/torque_values", qos);
  stiffness_out_ = node->create_publisher<std_msgs::msg::Float64MultiArray>("~/stiffness_state", qos);
  manipulability_out_ = node->create_publisher<std_msgs::msg::Float64MultiArray>("~/manipulability_metrics", qos);
  diagnostics_out_ = node->create_publisher<diagnostic_msgs::msg::DiagnosticArray>("/diagnostics", qos);
  subscriptions_.push_back(node->create_subscription<geometry_msgs::msg::PoseStamped>(
      "~/waypoint_command", rclcpp::QoS(100),
      [this, pass = gate_->pass()](const geometry_msgs::msg::PoseStamped& message) {
        if (const Gate::Inside inside = pass.enter()) take_waypoint(message);
      }));
  subscriptions_.push_back(node->create_subscription<limber_msgs::msg::StiffnessProfile>(
      "~/stiffness_profile", qos, [this, pass = gate_->pass()](const limber_msgs::msg::StiffnessProfile& message) {
        if (const Gate::Inside inside = pass.enter()) take_profile(message);
      }));
  offer("~/reset_fault", limber::Request::kResetFault, "asked to start again");
  offer("~/hold", limber::Request::kHold, "asked to hold");
  offer("~/run", limber::Request::kRun, "asked to go on");
  const std::chrono::duration<double> period(1.0 / kPublishRate);
  timer_ = node->create_wall_timer(period, [this, pass = gate_->pass()] {
    if (const Gate::Inside inside = pass.enter()) publish();
  });
  diagnostics_timer_ = node->create_wall_timer(std::chrono::seconds(1), [this, pass = gate_->pass()] {
    if (const Gate::Inside inside = pass.enter()) publish_diagnostics();
  });
}

void VariableStiffnessController::close_topics() {
  if (gate_) gate_->close();
  timer_.reset();
  diagnostics_timer_.reset();
  subscriptions_.clear();
  services_.clear();
  state_out_.reset();
  pose_out_.reset();
  torque_out_.reset();
  stiffness_out_.reset();
  manipulability_out_.reset();
  diagnostics_out_.reset();
}

void VariableStiffnessController::offer(const std::string& name, limber::Request request, const std::string& answer) {
  using Trigger = std_srvs::srv::Trigger;
  services_.push_back(get_node()->create_service<Trigger>(
      name, [this, pass = gate_->pass(), request, answer](const std::shared_ptr<Trigger::Request>,
                                                          std::shared_ptr<Trigger::Response> reply) {
        const Gate::Inside inside = pass.enter();
        if (!inside) {
          reply->message = kClosed;
          return;
        }
        const std::scoped_lock lock(turn_);
        reply->success = active_ && controller_->request(request);
        reply->message = reply->success ? answer
                         : active_      ? "too many requests are waiting"
                                        : "the controller is not active";
      }));
}

void VariableStiffnessController::take_waypoint(const geometry_msgs::msg::PoseStamped& message) {
  const std::scoped_lock lock(turn_);
  if (!active_) return refusals_->tell("waypoint", "the controller is not active");
  const std::string& frame = message.header.frame_id;
  const bool relative = frame == "offset" || frame == "relative";
  const bool absolute = frame.empty() || frame == "absolute" || frame == arm_->base_name();
  if (!relative && !absolute) {
    return refusals_->tell(
        "waypoint", "its frame is " + frame + "; it must be absolute, " + arm_->base_name() + ", offset or relative");
  }
  const limber::WaypointAnswer answer = controller_->add_waypoint({from_point(message.pose.position), relative});
  if (answer != limber::WaypointAnswer::kTaken) refusals_->tell_sentence("waypoint", limber::sentence(answer));
}

// Through the parameters, so that whoever looks at those sees what is in force.
void VariableStiffnessController::take_profile(const limber_msgs::msg::StiffnessProfile& message) {
  std::vector<rclcpp::Parameter> given;
  std::string too_short;
  const auto add = [&](const char* name, const std::vector<double>& samples) {
    if (samples.size() == 1) too_short += (too_short.empty() ? "" : ", ") + std::string(name);
    if (!samples.empty()) given.emplace_back(name, samples);
  };
  add("stiffness_profile_x", message.stiffness_x);
  add("stiffness_profile_y", message.stiffness_y);
  add("stiffness_profile_z", message.stiffness_z);
  add("damping_profile_x", message.damping_x);
  add("damping_profile_y", message.damping_y);
  add("damping_profile_z", message.damping_z);
  if (given.empty()) return refusals_->tell("stiffness profile", "it is empty");
  if (!too_short.empty()) {
    return refusals_->tell("stiffness profile", too_short + " has one sample; a profile has two or more");
  }
  const auto result = get_node()->set_parameters_atomically(given);
  if (!result.successful) refusals_->tell("stiffness profile", result.reason);
}

// Made in turn and sent out of it: see CompliantTopics::publish().
void VariableStiffnessController::publish() {
  limber_msgs::msg::VariableStiffnessState state;
  std::vector<Said> said;
  bool any = false;
  {
    const std::scoped_lock lock(turn_);
    limber::StiffnessTelemetry record;
    while (controller_->take_telemetry(record)) any = true;
    said = take_events(*controller_, last_fault_);
    if (any) last_ = record;
    any = any && active_;
    state.header.frame_id = arm_->base_name();
    fill(state, record);
    state.lost_records = controller_->lost_records();
  }
  tell(get_node()->get_logger(), *refusals_, said);
  if (any) send(state);
}

void VariableStiffnessController::publish_diagnostics() {
  diagnostic_msgs::msg::DiagnosticArray array;
  {
    const std::scoped_lock lock(turn_);
    if (!active_) return;
    array.status.push_back(status_of(get_node()->get_fully_qualified_name(), arm_->name(), last_, last_fault_,
                                     controller_->lost_records(), controller_->lost_events(),
                                     last_.torque_share < 1.0));
    add(array.status.back(), "tank (J)", last_.tank_level);
    add(array.status.back(), "smallest singular value", last_.smallest_singular_value);
    add(array.status.back(), "speed scaling", last_.speed_scaling);
  }
  array.header.stamp = get_node()->now();
  diagnostics_out_->publish(array);
}

void VariableStiffnessController::send(limber_msgs::msg::VariableStiffnessState& state) {
  state.header.stamp = get_node()->now();
  state_out_->publish(state);
  geometry_msgs::msg::PoseStamped pose;
  pose.header = state.header;
  pose.pose.position = state.p_measured;
  pose.pose.orientation = state.orientation_measured;
  pose_out_->publish(pose);
  std_msgs::msg::Float64MultiArray numbers;
  numbers.data = state.torque;
  torque_out_->publish(numbers);
  numbers.data.assign(state.stiffness.begin(), state.stiffness.end());
  numbers.data.insert(numbers.data.end(), state.damping.begin(), state.damping.end());
  stiffness_out_->publish(numbers);
  numbers.data = {state.smallest_singular_value, state.dls_damping};
  manipulability_out_->publish(numbers);
}

}  // namespace limber_controllers

PLUGINLIB_EXPORT_CLASS(limber_controllers::VariableStiffnessController, controller_interface::ControllerInterface)
