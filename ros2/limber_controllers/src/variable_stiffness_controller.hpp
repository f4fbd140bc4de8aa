// Controller C in ros2_control: torques for an arm whose stiffness changes along its way.
//
// Threads: update() is the control thread's. Everything else runs wherever ROS runs it, one at a time by a mutex that
// update() never touches.
#pragma once

#include <controller_interface/controller_interface.hpp>
#include <diagnostic_msgs/msg/diagnostic_array.hpp>
#include <geometry_msgs/msg/pose_stamped.hpp>
#include <limber_msgs/msg/stiffness_profile.hpp>
#include <limber_msgs/msg/variable_stiffness_state.hpp>
#include <memory>
#include <mutex>
#include <optional>
#include <std_msgs/msg/float64_multi_array.hpp>
#include <std_srvs/srv/trigger.hpp>
#include <string>
#include <vector>

#include "gate.hpp"
#include "limber/variable_stiffness_controller.hpp"
#include "refusals.hpp"
#include "robot_ports.hpp"
#include "schema_parameters.hpp"

namespace limber_controllers {

class VariableStiffnessController : public controller_interface::ControllerInterface {
 public:
  using CallbackReturn = controller_interface::CallbackReturn;

  ~VariableStiffnessController() override { close_topics(); }

  controller_interface::InterfaceConfiguration command_interface_configuration() const override;
  controller_interface::InterfaceConfiguration state_interface_configuration() const override;
  CallbackReturn on_init() override;
  CallbackReturn on_configure(const rclcpp_lifecycle::State& previous) override;
  CallbackReturn on_activate(const rclcpp_lifecycle::State& previous) override;
  CallbackReturn on_deactivate(const rclcpp_lifecycle::State& previous) override;
  CallbackReturn on_cleanup(const rclcpp_lifecycle::State& previous) override;
  controller_interface::return_type update(const rclcpp::Time& time, const rclcpp::Duration& period) override;

 private:
  template <typename Message>
  using Out = std::shared_ptr<rclcpp_lifecycle::LifecyclePublisher<Message>>;

  void configure();
  void create_topics();
  void close_topics();
  void offer(const std::string& name, limber::Request request, const std::string& answer);
  void take_waypoint(const geometry_msgs::msg::PoseStamped& message);
  void take_profile(const limber_msgs::msg::StiffnessProfile& message);
  void publish();
  void publish_diagnostics();
  void send(limber_msgs::msg::VariableStiffnessState& state);

  std::mutex turn_;
  SchemaParameters<limber::VariableStiffnessParameters> parameters_{limber::config::variable_stiffness_schema()};
  std::optional<limber::Arm> arm_;
  std::unique_ptr<limber::VariableStiffnessController> controller_;
  PortNames names_;
  std::unique_ptr<RobotPorts> ports_;
  bool active_ = false;

  std::optional<Gate> gate_;  // while there are topics
  std::optional<Refusals> refusals_;
  limber::StiffnessTelemetry last_;
  std::string last_fault_;  // its sentence
  rclcpp::TimerBase::SharedPtr timer_, diagnostics_timer_;
  std::vector<rclcpp::SubscriptionBase::SharedPtr> subscriptions_;
  std::vector<rclcpp::ServiceBase::SharedPtr> services_;
  Out<limber_msgs::msg::VariableStiffnessState> state_out_;
  Out<diagnostic_msgs::msg::DiagnosticArray> diagnostics_out_;
  Out<geometry_msgs::msg::PoseStamped> pose_out_;
  Out<std_msgs::msg::Float64MultiArray> torque_out_, stiffness_out_, manipulability_out_;
};

}  // namespace limber_controllers
