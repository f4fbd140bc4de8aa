// The eight types both sides know.
#include "ros_values.hpp"

namespace limber_controllers {

using limber::config::ParameterValue;

namespace {

template <typename Element>
bool is_empty_list(const std::vector<Element>& list) {
  return list.empty();
}
template <typename Other>
bool is_empty_list(const Other&) {
  return false;
}

}  // namespace

rclcpp::ParameterValue to_ros(const ParameterValue& value) {
  return std::visit(
      [](const auto& held) { return is_empty_list(held) ? rclcpp::ParameterValue() : rclcpp::ParameterValue(held); },
      value);
}

bool is_null(const rclcpp::ParameterValue& value) {
  return value.get_type() == rclcpp::PARAMETER_STRING && value.get<std::string>() == "null";
}

std::optional<ParameterValue> from_ros(const rclcpp::ParameterValue& value) {
  switch (value.get_type()) {
    case rclcpp::PARAMETER_BOOL:
      return value.get<bool>();
    case rclcpp::PARAMETER_INTEGER:
      return value.get<std::int64_t>();
    case rclcpp::PARAMETER_DOUBLE:
      return value.get<double>();
    case rclcpp::PARAMETER_STRING:
      return value.get<std::string>();
    case rclcpp::PARAMETER_BOOL_ARRAY:
      return value.get<std::vector<bool>>();
    case rclcpp::PARAMETER_INTEGER_ARRAY:
      return value.get<std::vector<std::int64_t>>();
    case rclcpp::PARAMETER_DOUBLE_ARRAY:
      return value.get<std::vector<double>>();
    case rclcpp::PARAMETER_STRING_ARRAY:
      return value.get<std::vector<std::string>>();
    case rclcpp::PARAMETER_BYTE_ARRAY:  // what ROS takes an empty list for
      if (value.get<std::vector<std::uint8_t>>().empty()) return std::vector<double>();
      break;
    case rclcpp::PARAMETER_NOT_SET:
      break;
  }
  return std::nullopt;
}

}  // namespace limber_controllers
