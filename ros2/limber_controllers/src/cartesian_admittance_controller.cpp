// Trajectories; the rest is the shell's.
#include "cartesian_admittance_controller.hpp"

#include <pluginlib/class_list_macros.hpp>

#include "trajectory_message.hpp"

namespace limber_controllers {

void CartesianAdmittanceController::configured() {
  topics_->subscribe<limber_msgs::msg::CompliantFrameTrajectory>(
      "~/compliant_frame_reference", [this](const auto& message) { take_trajectory(message); });
}

controller_interface::return_type CartesianAdmittanceController::update(const rclcpp::Time&,
                                                                        const rclcpp::Duration& period) {
  return cycle(period);
}

void CartesianAdmittanceController::take_trajectory(const limber_msgs::msg::CompliantFrameTrajectory& message) {
  if (!shell_.active()) throw limber::config::ConfigError("the controller is not active");
  core().set_trajectory(points_of(message, topics_->frame_in_base(message.header.frame_id)),
                        topics_->robot_time(message.header.stamp));
}

}  // namespace limber_controllers

PLUGINLIB_EXPORT_CLASS(limber_controllers::CartesianAdmittanceController, controller_interface::ControllerInterface)
