// Transitions of a controller that fail: the sentence goes to the log, the failure to ROS.
#pragma once

#include <controller_interface/controller_interface_base.hpp>
#include <rclcpp_lifecycle/lifecycle_node.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "robot_ports.hpp"

namespace limber_controllers {

template <typename Work>
controller_interface::CallbackReturn attempt(const rclcpp::Logger& logger, const char* what, Work&& work) {
  try {
    work();
    return controller_interface::CallbackReturn::SUCCESS;
  } catch (const std::exception& error) {
    std::istringstream sentences(error.what());
    for (std::string sentence; std::getline(sentences, sentence);) {
      RCLCPP_ERROR(logger, "%s refused: %s", what, sentence.c_str());
    }
    return controller_interface::CallbackReturn::ERROR;
  }
}

// Whether activation may go on: nothing is `busy`. Otherwise the log says what is.
inline bool all_read(const std::vector<std::string>& busy, const rclcpp::Logger& logger) {
  if (busy.empty()) return true;
  std::string names;
  for (const std::string& name : busy) names += (names.empty() ? "" : ", ") + name;
  RCLCPP_ERROR(logger,
               "activation refused: %s could not be read for %ld ms: another thread, of the hardware or of another "
               "controller, holds what is read; activate again",
               names.c_str(), static_cast<long>(RobotPorts::kPatience.count()));
  return false;
}

}  // namespace limber_controllers
