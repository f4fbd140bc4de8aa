// Parameters as ROS has them, and as core's schema has them: the schema says what there is, ROS stores and transports
// it.
#pragma once

#include <optional>
#include <rclcpp/parameter_value.hpp>

#include "limber/configuration.hpp"

namespace limber_controllers {

rclcpp::ParameterValue to_ros(const limber::config::ParameterValue& value);

// Nothing where the parameter is not set, or of a type that no parameter of ours has (bytes).
std::optional<limber::config::ParameterValue> from_ros(const rclcpp::ParameterValue& value);

// A file says "null" of a parameter that is not set, and ROS reads it as that text.
bool is_null(const rclcpp::ParameterValue& value);

}  // namespace limber_controllers
