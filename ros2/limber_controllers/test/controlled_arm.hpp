// A simulated arm in ros2_control, all of it in this process: a controller manager with limber_hardware/SimSystem, one
// active controller, and an executor that serves topics, timers and parameters beside it. The cycle is the caller's:
//
//   StartedRos ros;
//   ControlledArm arm(kUr, {"admittance_controller", "limber_controllers/AdmittanceController", {file}});
//   arm.read();    // the hardware
//   arm.update();  // the controller's own update(), and nothing else of ros2_control
//   arm.write();
#pragma once

#include <chrono>
#include <controller_interface/controller_interface_base.hpp>
#include <memory>
#include <rclcpp/rclcpp.hpp>
#include <string>
#include <thread>
#include <vector>

#include "limber/robot.hpp"

namespace limber_controllers::test {

inline constexpr std::chrono::milliseconds kPeriod{2};
inline constexpr double kPeriodSeconds = 0.002;

// ROS for the life of this, in a domain that nobody else is likely to be in.
class StartedRos {
 public:
  StartedRos();
  ~StartedRos();
};

struct ArmModel {
  const char* xacro;      // below limber_description/urdf, and its arguments
  const char* component;  // the name of its <ros2_control> tag, and of the node with its topics
  std::vector<std::string> joints;
  const char* sensor;  // empty: none
};
extern const ArmModel kUr, kOpenManipulator;

struct ControllerChoice {
  std::string name;
  std::string type;
  std::vector<std::string> parameter_files;
  std::string name_space{};           // of the controller and all about it, "/omx"; empty: the root
  bool chained = false;               // as if a controller upstream wrote its references
  std::chrono::microseconds busy{0};  // another thread holds the joints' positions so long when update() begins
  std::chrono::nanoseconds* longest_held = nullptr;  // how long it really did in a cycle of its activation
};

// The URDF with its <ros2_control> tag. Throws std::runtime_error where xacro fails.
std::string description_of(const ArmModel& model);
// Whether pluginlib can load it.
bool controller_installed(const std::string& type);

class ControlledArm {
 public:
  // Throws std::runtime_error, with a sentence; the log has the rest.
  ControlledArm(const ArmModel& model, const ControllerChoice& choice);
  ~ControlledArm();

  // Ends what runs beside the cycle, and the controller. Where there are several arms, all are stopped before the first
  // is destroyed: a controller manager takes the introspection of the whole process with it.
  void stop();

  // --- the control thread ---
  void read();
  void update();
  void write();
  // What the controller sees of the robot now, as core knows it; no last command.
  const limber::RobotState& state();
  // rad, for each joint, where the controller is chained.
  void set_references(const limber::JointVector& q);

  // --- everybody ---
  controller_interface::ControllerInterfaceBase& controller();
  // For topics and services; the executor serves it.
  const rclcpp::Node::SharedPtr& node() const { return node_; }
  std::string controller_topic(const std::string& name) const;
  std::string hardware_topic(const std::string& name) const;

 private:
  class Manager;

  void activate();
  bool switch_on();
  void cycle_of_manager();

  ArmModel model_;
  ControllerChoice choice_;
  std::shared_ptr<rclcpp::Executor> executor_;
  std::thread spinning_;
  std::shared_ptr<Manager> manager_;
  rclcpp::Node::SharedPtr node_;
  controller_interface::ControllerInterfaceBaseSharedPtr controller_;
  rclcpp::Time time_;
  limber::RobotState state_;
};

}  // namespace limber_controllers::test
