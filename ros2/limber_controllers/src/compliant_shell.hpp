// What both compliant controllers are in ROS: parameters and interfaces around one of core's. The plugin classes hand
// their cycle and their transitions to it; it holds no control mathematics. Topics and services are CompliantTopics'.
//
// Threads: update() is the control thread's. Everything else runs wherever ROS runs it, one at a time by a mutex that
// update() never touches.
#pragma once

#include <atomic>
#include <chrono>
#include <controller_interface/controller_interface_base.hpp>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <rclcpp_lifecycle/lifecycle_node.hpp>
#include <string>
#include <vector>

#include "limber/compliant_controller.hpp"
#include "limber/lock_free.hpp"
#include "limber_controllers/compliant_shell_parameters.hpp"
#include "robot_ports.hpp"
#include "schema_parameters.hpp"

namespace limber_controllers {

class CompliantShell {
 public:
  using Node = rclcpp_lifecycle::LifecycleNode;
  using Make = std::function<std::unique_ptr<limber::CompliantController>(const limber::Arm&,
                                                                          const limber::AdmittanceParameters&)>;

  explicit CompliantShell(Make make) : make_(std::move(make)) {}

  // Each throws std::exception, with a sentence.
  void declare(const Node::SharedPtr& node);
  void configure(const std::string& urdf, double update_rate);

  controller_interface::InterfaceConfiguration commands() const;
  controller_interface::InterfaceConfiguration states() const;

  // False where the robot's state cannot be used; an event says why.
  bool activate(const RobotPorts::Commands& commands, const RobotPorts::States& states);
  void deactivate(RobotPorts::Commands& commands);

  // --- the control thread ---
  void update(RobotPorts::Commands& commands, const RobotPorts::States& states, double period);

  // --- everybody else, holding turn() ---
  std::mutex& turn() { return turn_; }
  limber::CompliantController& controller() { return *controller_; }
  const limber::Arm& arm() const { return *arm_; }
  const limber::AdmittanceParameters& parameters() const { return in_force_; }
  // What they come to on this arm.
  const limber::FittedCompliance& fitted() const { return fitted_; }
  const compliant_shell::Params& own() const { return own_; }
  const Node::SharedPtr& node() const { return node_; }
  bool active() const { return active_; }
  // The parameter start_joints, empty if it is not set. Throws ConfigError.
  std::vector<double> start_pose() const;
  // The joints that it was activated with.
  const limber::JointVector& start_joints() const { return start_joints_; }
  // s, by the robot's clock, of the last cycle.
  double robot_time() const { return robot_time_.load(std::memory_order_relaxed); }
  // A wrench from elsewhere than an interface.
  void set_wrench(const limber::Vector6& F_S_S) {
    wrench_in_.write({F_S_S, robot_time(), std::chrono::steady_clock::now()});
  }

 private:
  struct Wrench {
    limber::Vector6 F_S_S = limber::Vector6::Zero();
    double stamp = 0.0;  // s of the robot's clock
    std::chrono::steady_clock::time_point received{};
  };

  void declare_start_pose();
  const limber::RobotState& read(const RobotPorts::States& states, double period);

  Make make_;
  Node::SharedPtr node_;
  std::mutex turn_;
  std::shared_ptr<compliant_shell::ParamListener> listener_;
  compliant_shell::Params own_;
  SchemaParameters<limber::AdmittanceParameters> parameters_{limber::config::admittance_schema()};
  std::optional<limber::Arm> arm_;
  std::unique_ptr<limber::CompliantController> controller_;
  limber::AdmittanceParameters in_force_;
  limber::FittedCompliance fitted_;
  PortNames names_;
  std::unique_ptr<RobotPorts> ports_;
  limber::JointVector start_joints_;
  bool active_ = false;
  limber::Exchange<Wrench> wrench_in_;
  std::chrono::steady_clock::time_point wrench_at_start_{};  // when the wrench came that activation found
  double waited_ = 0.0;                                      // s that it had waited then
  bool stale_at_start_ = false;                              // which was too long
  std::atomic<double> robot_time_{0.0};
};

}  // namespace limber_controllers
