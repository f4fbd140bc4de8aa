// Controller B in ros2_control: compliance along timed trajectories.
#pragma once

#include <controller_interface/controller_interface.hpp>
#include <limber_msgs/msg/compliant_frame_trajectory.hpp>
#include <memory>

#include "compliant_shell.hpp"
#include "compliant_topics.hpp"
#include "limber/controllers/cartesian_admittance_controller.hpp"

namespace limber_controllers {

class CartesianAdmittanceController : public controller_interface::ControllerInterface {
 public:
  using CallbackReturn = controller_interface::CallbackReturn;

  CartesianAdmittanceController();
  controller_interface::InterfaceConfiguration command_interface_configuration() const override;
  controller_interface::InterfaceConfiguration state_interface_configuration() const override;
  CallbackReturn on_init() override;
  CallbackReturn on_configure(const rclcpp_lifecycle::State& previous) override;
  CallbackReturn on_activate(const rclcpp_lifecycle::State& previous) override;
  CallbackReturn on_deactivate(const rclcpp_lifecycle::State& previous) override;
  CallbackReturn on_cleanup(const rclcpp_lifecycle::State& previous) override;
  controller_interface::return_type update(const rclcpp::Time& time, const rclcpp::Duration& period) override;

 private:
  void take_trajectory(const limber_msgs::msg::CompliantFrameTrajectory& message);

  CompliantShell shell_;
  std::unique_ptr<CompliantTopics> topics_;
};

}  // namespace limber_controllers
