// Interfaces, topics, and the two halves of a cycle.
#include "sim_system.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <pluginlib/class_list_macros.hpp>
#include <rclcpp/rclcpp.hpp>

namespace limber_hardware {
namespace {

constexpr std::array kWrenchParts{"force.x", "force.y", "force.z", "torque.x", "torque.y", "torque.z"};
constexpr int kForGood = 1 << 30;      // readings
constexpr double kHandDamping = 0.5;   // N m s/rad, of whoever holds a torque arm
constexpr double kGravity = 9.81;      // m/s²
constexpr double kLongestStep = 0.05;  // s; when the machine stands still for longer, so does this world

limber::sim::Faults faults_named(const std::string& name) {
  limber::sim::Faults faults;
  if (name == "nan_joints") faults.nan_joints = kForGood;
  if (name == "nan_wrench") faults.nan_wrench = kForGood;
  if (name == "freeze_joints") faults.freeze_joints = true;
  if (name == "freeze_wrench") faults.freeze_wrench = true;
  if (name == "stall") faults.stall_servo = true;
  return faults;
}

}  // namespace

SimSystem::CallbackReturn SimSystem::on_init(const hardware_interface::HardwareComponentInterfaceParams& params) {
  if (SystemInterface::on_init(params) != CallbackReturn::SUCCESS) return CallbackReturn::ERROR;
  try {
    settings_.emplace(read_settings(params.hardware_info));
  } catch (const std::exception& error) {
    RCLCPP_ERROR(get_logger(), "%s", error.what());
    return CallbackReturn::ERROR;
  }
  return CallbackReturn::SUCCESS;
}

SimSystem::CallbackReturn SimSystem::on_configure(const rclcpp_lifecycle::State&) {
  try {
    arm_ = std::make_unique<limber::sim::SimulatedArm>(settings_->arm, settings_->start, settings_->simulation);
    find_interfaces();
    create_topics();
  } catch (const std::exception& error) {
    RCLCPP_ERROR(get_logger(), "%s", error.what());
    return CallbackReturn::ERROR;
  }
  return CallbackReturn::SUCCESS;
}

// Commands of an earlier activation are no commands.
SimSystem::CallbackReturn SimSystem::on_activate(const rclcpp_lifecycle::State&) {
  for (const Commands* all : {&position_in_, &velocity_in_, &effort_in_}) forget(*all);
  return CallbackReturn::SUCCESS;
}

void SimSystem::forget(const Commands& commands) {
  for (const auto& command : commands) {
    static_cast<void>(command->set_value(std::numeric_limits<double>::quiet_NaN(), true));
  }
}

SimSystem::return_type SimSystem::perform_command_mode_switch(const std::vector<std::string>& start,
                                                              const std::vector<std::string>& stop) {
  const auto has_effort = [](const std::vector<std::string>& interfaces) {
    return std::any_of(interfaces.begin(), interfaces.end(),
                       [](const auto& name) { return name.ends_with("/effort"); });
  };
  if (has_effort(stop)) efforts_claimed_ = false;
  if (!has_effort(start)) return return_type::OK;
  forget(effort_in_);  // of another controller, for where the arm was then
  efforts_claimed_ = true;
  return return_type::OK;
}

SimSystem::States SimSystem::states(const std::string& kind) const {
  States found;
  for (const std::string& joint : settings_->joints) {
    if (has_state(joint + "/" + kind)) found.push_back(get_state_interface_handle(joint + "/" + kind));
  }
  return found.size() == settings_->joints.size() ? found : States();
}

SimSystem::Commands SimSystem::commands(const std::string& kind) const {
  Commands found;
  for (const std::string& joint : settings_->joints) {
    if (has_command(joint + "/" + kind)) found.push_back(get_command_interface_handle(joint + "/" + kind));
  }
  return found.size() == settings_->joints.size() ? found : Commands();
}

void SimSystem::find_interfaces() {
  position_ = states("position");
  velocity_ = states("velocity");
  effort_ = states("effort");
  position_in_ = commands("position");
  velocity_in_ = commands("velocity");
  effort_in_ = commands("effort");
  wrench_.clear();
  if (!settings_->sensor.empty()) {
    for (const char* part : kWrenchParts) {
      wrench_.push_back(get_state_interface_handle(settings_->sensor + "/" + part));
    }
  }
  if (!settings_->speed_scaling.empty()) speed_scaling_ = get_state_interface_handle(settings_->speed_scaling);
  if (!settings_->program_running.empty()) program_running_ = get_state_interface_handle(settings_->program_running);
  command_.q = settings_->start;
  command_.qd = command_.effort = limber::JointVector::Zero(settings_->start.size());
}

void SimSystem::create_topics() {
  const auto node = get_node();
  if (!node) return;
  const auto hand_over = [this] { meddling_.write(wanted_); };
  subscriptions_.clear();
  subscriptions_.push_back(node->create_subscription<geometry_msgs::msg::WrenchStamped>(
      "~/push", rclcpp::SystemDefaultsQoS(), [this, hand_over](const geometry_msgs::msg::WrenchStamped& message) {
        const geometry_msgs::msg::Wrench& F = message.wrench;
        wanted_.push << F.force.x, F.force.y, F.force.z, F.torque.x, F.torque.y, F.torque.z;
        if (!wanted_.push.allFinite()) wanted_.push.setZero();
        hand_over();
      }));
  subscriptions_.push_back(node->create_subscription<std_msgs::msg::Float64>(
      "~/speed_scaling", rclcpp::SystemDefaultsQoS(), [this, hand_over](const std_msgs::msg::Float64& share) {
        wanted_.speed_scaling = std::isfinite(share.data) ? std::clamp(share.data, 0.0, 1.0) : 1.0;
        hand_over();
      }));
  subscriptions_.push_back(node->create_subscription<std_msgs::msg::String>(
      "~/inject", rclcpp::SystemDefaultsQoS(), [this, hand_over](const std_msgs::msg::String& name) {
        wanted_.faults = faults_named(name.data);
        ++wanted_.injected;
        hand_over();
      }));
}

void SimSystem::meddle() {
  const Meddling* news = meddling_.fresh();
  if (news == nullptr) return;
  arm_->set_push(news->push);
  arm_->set_speed_scaling(news->speed_scaling);
  if (news->injected == injected_) return;
  arm_->faults() = news->faults;
  injected_ = news->injected;
}

void SimSystem::show(const hardware_interface::StateInterface::SharedPtr& state, double value) {
  if (state) static_cast<void>(state->set_value(value, false));
}

void SimSystem::show(const States& states, const limber::JointVector& values) {
  if (static_cast<std::size_t>(values.size()) != states.size()) return;
  for (std::size_t i = 0; i < states.size(); ++i) show(states[i], values[static_cast<Eigen::Index>(i)]);
}

// False where nobody commands all of them.
bool SimSystem::take(const Commands& commands, limber::JointVector& values) {
  if (commands.empty()) return false;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    double value = 0.0;
    if (!commands[i]->get_value(value, false) || !std::isfinite(value)) return false;
    values[static_cast<Eigen::Index>(i)] = value;
  }
  return true;
}

SimSystem::return_type SimSystem::read(const rclcpp::Time&, const rclcpp::Duration& period) {
  meddle();
  arm_->step(std::clamp(period.seconds(), 0.0, kLongestStep));
  const limber::RobotState& state = arm_->read();
  show(position_, state.q);
  show(velocity_, state.qd);
  show(effort_, state.effort);
  for (std::size_t i = 0; i < wrench_.size(); ++i) show(wrench_[i], state.F_S_S[static_cast<Eigen::Index>(i)]);
  show(speed_scaling_, state.speed_scaling);
  show(program_running_, state.speed_scaling > 0.0 ? 1.0 : 0.0);
  return return_type::OK;
}

SimSystem::return_type SimSystem::write(const rclcpp::Time&, const rclcpp::Duration&) {
  const bool positions = take(position_in_, command_.q);
  const bool velocities = take(velocity_in_, command_.qd);
  const bool efforts = take(effort_in_, command_.effort);
  const limber::sim::SimulationParameters& simulation = settings_->simulation;
  const bool torque = simulation.drive == limber::sim::Drive::kTorque;
  const bool velocity = simulation.servo.mode == limber::sim::CommandMode::kVelocity;
  const bool commanded = torque ? efforts && efforts_claimed_ : velocity ? velocities : positions;
  if (torque && !commanded) hold();
  if (torque || commanded) arm_->write(command_);
  return return_type::OK;
}

void SimSystem::hold() {
  const limber::RobotState& state = arm_->read();
  if (!state.q.allFinite()) return;
  const limber::JointVector gravity = settings_->arm.gravity_torque(state.q, {0.0, 0.0, -kGravity});
  command_.effort = gravity - kHandDamping * state.qd;
}

}  // namespace limber_hardware

PLUGINLIB_EXPORT_CLASS(limber_hardware::SimSystem, hardware_interface::SystemInterface)
