// Trajectories, and the hand-over of everything else to the shell.
#include "cartesian_admittance_controller.hpp"

#include <pluginlib/class_list_macros.hpp>

#include "lifecycle.hpp"
#include "trajectory_message.hpp"

namespace limber_controllers {

CartesianAdmittanceController::CartesianAdmittanceController()
    : shell_([](const limber::Arm& arm, const limber::AdmittanceParameters& parameters) {
        return std::make_unique<limber::CartesianAdmittanceController>(arm, parameters);
      }) {}

controller_interface::InterfaceConfiguration CartesianAdmittanceController::command_interface_configuration() const {
  return shell_.commands();
}

controller_interface::InterfaceConfiguration CartesianAdmittanceController::state_interface_configuration() const {
  return shell_.states();
}

CartesianAdmittanceController::CallbackReturn CartesianAdmittanceController::on_init() {
  return attempt(get_node()->get_logger(), "parameters", [&] { shell_.declare(get_node()); });
}

CartesianAdmittanceController::CallbackReturn CartesianAdmittanceController::on_configure(
    const rclcpp_lifecycle::State&) {
  return attempt(get_node()->get_logger(), "configuration", [&] {
    topics_.reset();
    shell_.configure(get_robot_description(), get_update_rate());
    topics_ = std::make_unique<CompliantTopics>(shell_);
    topics_->subscribe<limber_msgs::msg::CompliantFrameTrajectory>(
        "~/compliant_frame_reference", [this](const auto& message) { take_trajectory(message); });
  });
}

CartesianAdmittanceController::CallbackReturn CartesianAdmittanceController::on_activate(
    const rclcpp_lifecycle::State&) {
  const bool active = shell_.activate(command_interfaces_, state_interfaces_);
  topics_->activate();
  return active ? CallbackReturn::SUCCESS : CallbackReturn::FAILURE;
}

CartesianAdmittanceController::CallbackReturn CartesianAdmittanceController::on_deactivate(
    const rclcpp_lifecycle::State&) {
  shell_.deactivate(command_interfaces_);
  return CallbackReturn::SUCCESS;
}

CartesianAdmittanceController::CallbackReturn CartesianAdmittanceController::on_cleanup(
    const rclcpp_lifecycle::State&) {
  topics_.reset();
  return CallbackReturn::SUCCESS;
}

controller_interface::return_type CartesianAdmittanceController::update(const rclcpp::Time&,
                                                                        const rclcpp::Duration& period) {
  shell_.update(command_interfaces_, state_interfaces_, period.seconds());
  return controller_interface::return_type::OK;
}

void CartesianAdmittanceController::take_trajectory(const limber_msgs::msg::CompliantFrameTrajectory& message) {
  if (!shell_.active()) throw limber::config::ConfigError("the controller is not active");
  auto& core = static_cast<limber::CartesianAdmittanceController&>(shell_.controller());
  core.set_trajectory(points_of(message, topics_->frame_in_base(message.header.frame_id)),
                      topics_->robot_time(message.header.stamp));
}

}  // namespace limber_controllers

PLUGINLIB_EXPORT_CLASS(limber_controllers::CartesianAdmittanceController, controller_interface::ControllerInterface)
