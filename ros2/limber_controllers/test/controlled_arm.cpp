// Starting everything in its order, and ending it in the other.
#include "controlled_arm.hpp"

#include <rcutils/logging.h>
#include <stdio.h>
#include <unistd.h>

#include <algorithm>
#include <ament_index_cpp/get_package_share_directory.hpp>
#include <array>
#include <controller_interface/chainable_controller_interface.hpp>
#include <controller_interface/controller_interface.hpp>
#include <controller_manager/controller_manager.hpp>
#include <cstdlib>
#include <future>
#include <limits>
#include <optional>
#include <pluginlib/class_loader.hpp>
#include <std_msgs/msg/string.hpp>
#include <stdexcept>

#include "busy_interfaces.hpp"

namespace limber_controllers::test {
namespace {

constexpr int kExecutorThreads = 2;
constexpr std::array kWrenchParts{"force.x", "force.y", "force.z", "torque.x", "torque.y", "torque.z"};

rclcpp::NodeOptions manager_options(const ControllerChoice& choice) {
  rclcpp::NodeOptions options = controller_manager::get_cm_node_options();
  options.parameter_overrides({{"update_rate", static_cast<int>(1.0 / kPeriodSeconds)},
                               {choice.name + ".type", choice.type},
                               {choice.name + ".params_file", choice.parameter_files}});
  return options;
}

template <typename Interface>
bool declared(const char* base, const std::string& type) {
  return pluginlib::ClassLoader<Interface>("controller_interface", base).isClassAvailable(type);
}

}  // namespace

const ArmModel kUr{
    "ur.urdf.xacro ur_type:=ur5e",
    "ur5e",
    {"shoulder_pan_joint", "shoulder_lift_joint", "elbow_joint", "wrist_1_joint", "wrist_2_joint", "wrist_3_joint"},
    "tcp_fts_sensor"};
const ArmModel kOpenManipulator{
    "open_manipulator_x.urdf.xacro", "open_manipulator_x", {"joint1", "joint2", "joint3", "joint4"}, ""};

StartedRos::StartedRos() {
  setenv("ROS_DOMAIN_ID", std::to_string(1 + getpid() % 100).c_str(), 1);
  setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST", 1);
  rclcpp::init(0, nullptr, rclcpp::InitOptions(), rclcpp::SignalHandlerOptions::None);
  static_cast<void>(rcutils_logging_set_default_logger_level(RCUTILS_LOG_SEVERITY_WARN));
}

StartedRos::~StartedRos() { rclcpp::shutdown(); }

std::string description_of(const ArmModel& model) {
  const std::string file = ament_index_cpp::get_package_share_directory("limber_description") + "/urdf/" + model.xacro;
  FILE* const pipe = popen(("xacro " + file).c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("xacro cannot be started");
  std::string urdf;
  std::array<char, 4096> piece{};
  for (std::size_t n = 0; (n = fread(piece.data(), 1, piece.size(), pipe)) > 0;) urdf.append(piece.data(), n);
  if (pclose(pipe) != 0 || urdf.empty()) throw std::runtime_error("xacro made nothing of " + file);
  return urdf;
}

bool controller_installed(const std::string& type) {
  return declared<controller_interface::ControllerInterface>("controller_interface::ControllerInterface", type) ||
         declared<controller_interface::ChainableControllerInterface>(
             "controller_interface::ChainableControllerInterface", type);
}

// The resource manager is what gives the arm's interfaces to others than controllers.
class ControlledArm::Manager : public controller_manager::ControllerManager {
 public:
  using ControllerManager::ControllerManager;

  void claim_states(const ArmModel& model) {
    for (const std::string& joint : model.joints) {
      q.emplace_back(resource_manager_->claim_state_interface(joint + "/position"));
      qd.push_back(resource_manager_->claim_state_interface(joint + "/velocity"));
    }
    if (model.sensor[0] == '\0') return;
    for (const char* part : kWrenchParts) {
      wrench.push_back(resource_manager_->claim_state_interface(std::string(model.sensor) + "/" + part));
    }
  }

  void claim_references(const ArmModel& model, const std::string& controller) {
    resource_manager_->make_controller_reference_interfaces_available(controller);
    for (const std::string& joint : model.joints) {
      references.push_back(resource_manager_->claim_command_interface(controller + "/" + joint + "/position"));
    }
  }

  std::vector<HeldState> q;
  std::vector<hardware_interface::LoanedStateInterface> qd, wrench;
  std::vector<hardware_interface::LoanedCommandInterface> references;
};

ControlledArm::ControlledArm(const ArmModel& model, const ControllerChoice& choice)
    : model_(model),
      choice_(choice),
      executor_(
          std::make_shared<rclcpp::executors::MultiThreadedExecutor>(rclcpp::ExecutorOptions(), kExecutorThreads)),
      manager_(std::make_shared<Manager>(executor_, "controller_manager", choice.name_space, manager_options(choice))),
      node_(std::make_shared<rclcpp::Node>("beside", choice.name_space)),
      time_(manager_->get_trigger_clock()->now()) {
  // As it comes on the topic: what is introspected is set up by then.
  std_msgs::msg::String description;
  description.data = description_of(model);
  manager_->robot_description_callback(description);
  executor_->add_node(manager_);
  executor_->add_node(node_);
  spinning_ = std::thread([this] { executor_->spin(); });
  const auto count = static_cast<Eigen::Index>(model.joints.size());
  state_.q_interface = limber::JointVector::Constant(count, std::numeric_limits<double>::quiet_NaN());
  state_.q = state_.qd = limber::JointVector::Zero(count);
  try {
    manager_->claim_states(model_);
    activate();
  } catch (...) {
    stop();
    throw;
  }
}

ControlledArm::~ControlledArm() { stop(); }

void ControlledArm::stop() {
  if (!spinning_.joinable()) return;
  executor_->cancel();
  spinning_.join();
  controller_.reset();
  manager_->shutdown_controllers();
}

void ControlledArm::activate() {
  const std::string& name = choice_.name;
  controller_ = manager_->load_controller(name);
  if (!controller_) throw std::runtime_error(choice_.type + " cannot be loaded");
  if (manager_->configure_controller(name) != controller_interface::return_type::OK) {
    throw std::runtime_error(choice_.type + " cannot be configured");
  }
  if (choice_.chained) {
    controller_->set_chained_mode(true);
    manager_->claim_references(model_, name);
  }
  if (!switch_on()) throw std::runtime_error(choice_.type + " cannot be activated");
}

bool ControlledArm::switch_on() {
  using Switch = controller_manager_msgs::srv::SwitchController::Request;
  constexpr bool kInTheCycle = true;  // as spawners ask for it; otherwise beside it, whenever that is
  auto switching = std::async(std::launch::async, [&] {
    return manager_->switch_controller({choice_.name}, {}, Switch::STRICT, kInTheCycle,
                                       rclcpp::Duration(std::chrono::seconds(30)));
  });
  while (switching.wait_for(std::chrono::milliseconds(1)) != std::future_status::ready) cycle_of_manager();
  return switching.get() == controller_interface::return_type::OK;
}

void ControlledArm::cycle_of_manager() {
  read();
  std::optional<BusyInterfaces> busy;
  if (choice_.busy.count() > 0) busy.emplace(manager_->q, choice_.busy);
  manager_->update(time_, kPeriod);
  if (busy && choice_.longest_held) *choice_.longest_held = std::max(*choice_.longest_held, busy->end());
  busy.reset();
  write();
}

void ControlledArm::read() {
  time_ += rclcpp::Duration(kPeriod);
  manager_->read(time_, kPeriod);
}

void ControlledArm::update() { controller_->update(time_, kPeriod); }

void ControlledArm::write() { manager_->write(time_, kPeriod); }

const limber::RobotState& ControlledArm::state() {
  state_.time += kPeriodSeconds;
  state_.joint_stamp = state_.wrench_stamp = state_.time;
  for (std::size_t i = 0; i < manager_->q.size(); ++i) {
    const auto joint = static_cast<Eigen::Index>(i);
    state_.q[joint] = manager_->q[i].get_optional().value_or(state_.q[joint]);
    state_.qd[joint] = manager_->qd[i].get_optional().value_or(state_.qd[joint]);
  }
  for (std::size_t i = 0; i < manager_->wrench.size(); ++i) {
    const auto part = static_cast<Eigen::Index>(i);
    state_.F_S_S[part] = manager_->wrench[i].get_optional().value_or(state_.F_S_S[part]);
  }
  return state_;
}

void ControlledArm::set_references(const limber::JointVector& q) {
  for (std::size_t i = 0; i < manager_->references.size(); ++i) {
    static_cast<void>(manager_->references[i].set_value(q[static_cast<Eigen::Index>(i)]));
  }
}

controller_interface::ControllerInterfaceBase& ControlledArm::controller() { return *controller_; }

std::string ControlledArm::controller_topic(const std::string& name) const {
  return choice_.name_space + "/" + choice_.name + "/" + name;
}

std::string ControlledArm::hardware_topic(const std::string& name) const {
  return choice_.name_space + "/" + model_.component + "/" + name;
}

}  // namespace limber_controllers::test
