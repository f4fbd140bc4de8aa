// Transitions of a controller that throw: the sentence goes to the log, the failure to ROS.
#pragma once

#include <controller_interface/controller_interface_base.hpp>
#include <rclcpp_lifecycle/lifecycle_node.hpp>
#include <sstream>
#include <string>

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

}  // namespace limber_controllers
