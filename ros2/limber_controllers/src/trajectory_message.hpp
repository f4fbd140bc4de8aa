// A trajectory message as core's points.
#pragma once

#include <limber_msgs/msg/compliant_frame_trajectory.hpp>
#include <rclcpp/duration.hpp>
#include <vector>

#include "limber/compliant_point.hpp"

namespace limber_controllers {

// X_BF: the frame that the message's poses are given in. Throws ConfigError; what core checks itself is left to core.
std::vector<limber::CompliantPoint> points_of(const limber_msgs::msg::CompliantFrameTrajectory& message,
                                              const limber::Pose& X_BF);

}  // namespace limber_controllers
