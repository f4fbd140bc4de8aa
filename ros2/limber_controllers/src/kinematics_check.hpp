// A second opinion on the arm: any kinematics_interface plugin, compared with core's kinematics before anything moves.
// The control thread keeps to core's own, which look up no names and allocate nothing.
#pragma once

#include <rclcpp_lifecycle/lifecycle_node.hpp>
#include <string>

#include "limber/arm.hpp"

namespace limber_controllers {

// Throws std::exception where the plugin cannot be loaded, or where poses or Jacobians of the tip differ.
void check_kinematics(const limber::Arm& arm, const std::string& package, const std::string& plugin,
                      const std::string& urdf, rclcpp_lifecycle::LifecycleNode& node);

}  // namespace limber_controllers
