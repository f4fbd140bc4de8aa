// Controller B in ros2_control: compliance along timed trajectories.
#pragma once

#include <controller_interface/controller_interface.hpp>
#include <limber_msgs/msg/compliant_frame_trajectory.hpp>

#include "compliant_plugin.hpp"
#include "limber/cartesian_admittance_controller.hpp"

namespace limber_controllers {

class CartesianAdmittanceController
    : public CompliantPlugin<controller_interface::ControllerInterface, limber::CartesianAdmittanceController> {
 public:
  controller_interface::return_type update(const rclcpp::Time& time, const rclcpp::Duration& period) override;

 protected:
  void configured() override;

 private:
  void take_trajectory(const limber_msgs::msg::CompliantFrameTrajectory& message);
};

}  // namespace limber_controllers
