// What a message leaves open: velocities and accelerations that are all 0, and compliance that is empty.
#include "trajectory_message.hpp"

#include <algorithm>
#include <cmath>

#include "limber/configuration.hpp"
#include "state_messages.hpp"

namespace limber_controllers {
namespace {

using limber::Matrix3;
using limber::Matrix6;
using limber::Vector6;
using limber::config::ConfigError;
using limber_msgs::msg::CartesianTrajectoryPoint;

std::string name_of(std::size_t point, const char* field) {
  return "cartesian_trajectory_points[" + std::to_string(point) + "]." + field;
}

Vector6 accel_of(const CartesianTrajectoryPoint& point) {
  geometry_msgs::msg::Twist rate;
  rate.linear = point.acceleration.linear;
  rate.angular = point.acceleration.angular;
  return from_twist(rate);
}

Vector6 turned(const Matrix3& R, const Vector6& v) {
  Vector6 result;
  result << R * v.head<3>(), R * v.tail<3>();
  return result;
}

std::optional<Matrix6> matrix_of(const std_msgs::msg::Float64MultiArray& array, std::size_t point, const char* field) {
  if (array.data.empty()) return std::nullopt;
  if (array.data.size() == 6) return Matrix6(Eigen::Map<const Vector6>(array.data.data()).asDiagonal());
  if (array.data.size() == 36) {
    return Matrix6(Eigen::Map<const Eigen::Matrix<double, 6, 6, Eigen::RowMajor>>(array.data.data()));
  }
  throw ConfigError("compliance_at_points[" + std::to_string(point) + "]." + field + " has " +
                    std::to_string(array.data.size()) + " numbers; it must have 0, 6 (diagonal) or 36 (row-major)");
}

limber::Pose pose_of(const geometry_msgs::msg::Pose& pose, std::size_t point) {
  const limber::Quaternion q = from_quaternion(pose.orientation);
  const double off = std::abs(q.norm() - 1.0);
  if (!(off <= limber::TrajectoryBounds::kRotationTolerance)) {
    throw ConfigError(name_of(point, "pose.orientation") + " is a quaternion of length " + std::to_string(q.norm()) +
                      "; its length must be 1");
  }
  return {q.normalized().toRotationMatrix(), from_point(pose.position)};
}

}  // namespace

std::vector<limber::CompliantPoint> points_of(const limber_msgs::msg::CompliantFrameTrajectory& message,
                                              const limber::Pose& X_BF) {
  const auto& points = message.cartesian_trajectory_points;
  const auto& compliance = message.compliance_at_points;
  if (!compliance.empty() && compliance.size() != points.size()) {
    throw ConfigError("compliance_at_points has " + std::to_string(compliance.size()) + " entries for " +
                      std::to_string(points.size()) + " points; it must have none or one for each");
  }
  const bool has_twists = std::any_of(points.begin(), points.end(),
                                      [](const auto& point) { return !from_twist(point.velocity).isZero(0.0); });
  const bool has_rates =
      std::any_of(points.begin(), points.end(), [](const auto& point) { return !accel_of(point).isZero(0.0); });
  std::vector<limber::CompliantPoint> result(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    limber::CompliantPoint& to = result[i];
    to.time_from_start = rclcpp::Duration(points[i].time_from_start).seconds();
    to.X_BR = X_BF * pose_of(points[i].pose, i);
    if (has_twists) to.twist = turned(X_BF.R, from_twist(points[i].velocity));
    if (has_rates) to.acceleration = turned(X_BF.R, accel_of(points[i]));
    const Vector6 wrench = from_wrench(points[i].wrench);
    if (!wrench.isZero(0.0)) to.wrench = wrench;
    if (compliance.empty()) continue;
    to.compliance.mass = matrix_of(compliance[i].inertia, i, "inertia");
    to.compliance.damping = matrix_of(compliance[i].damping, i, "damping");
    to.compliance.stiffness = matrix_of(compliance[i].stiffness, i, "stiffness");
  }
  return result;
}

}  // namespace limber_controllers
