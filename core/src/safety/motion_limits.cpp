// Bounds from URDF and parameters, and the limits of the tool's twist.
#include "safety/motion_limits.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "math/braking.hpp"
#include "safety/shaping.hpp"

namespace limber {
namespace {

JointVector listed(const Arm& arm, const std::vector<double>& values, const char* key, double otherwise) {
  const int n = arm.joint_count();
  if (values.empty()) return JointVector::Constant(n, otherwise);
  if (values.size() == 1) return JointVector::Constant(n, values.front());
  if (values.size() != static_cast<std::size_t>(n)) {
    throw ArmError(std::string("limits.") + key + " has " + std::to_string(values.size()) + " numbers; " + arm.name() +
                   " needs 1 or " + std::to_string(n));
  }
  return Eigen::Map<const Eigen::VectorXd>(values.data(), n);
}

// Reduces the linear velocity towards each plane to what is allowed. Two passes, for planes that are not perpendicular.
void keep_behind_planes(Vector6& twist, const Vector3& p, const ToolBounds& bounds, double h,
                        LimitSet& reshaped) noexcept {
  for (int pass = 0; pass < 2; ++pass) {
    for (std::size_t i = 0; i < bounds.plane_count; ++i) {
      const Plane& plane = bounds.planes[i];
      const double excess = plane.normal.dot(twist.head<3>()) -
                            plane_speed(plane.offset - plane.normal.dot(p), bounds.linear_acceleration, h);
      if (excess <= 0.0) continue;
      twist.head<3>() -= excess * plane.normal;
      reshaped.add(Limit::kWorkspace);
    }
  }
}

void limit_speed(Vector6& twist, const ToolBounds& bounds, LimitSet& reshaped) noexcept {
  const double linear = twist.head<3>().norm();
  const double angular = twist.tail<3>().norm();
  double scale = 1.0;
  if (linear > bounds.linear_velocity * kSlack) {
    scale = bounds.linear_velocity / linear;
    reshaped.add(Limit::kLinearVelocity);
  }
  if (angular * scale > bounds.angular_velocity * kSlack) {
    scale = bounds.angular_velocity / angular;
    reshaped.add(Limit::kAngularVelocity);
  }
  twist *= scale;
}

}  // namespace

JointBounds joint_bounds(const Arm& arm, const LimitParameters& limits) {
  const int n = arm.joint_count();
  JointBounds bounds;
  bounds.lower = listed(arm, limits.joint_lower, "joint_lower", -kUnlimited);
  bounds.upper = listed(arm, limits.joint_upper, "joint_upper", kUnlimited);
  bounds.velocity = listed(arm, limits.joint_velocity, "joint_velocity", kUnlimited);
  bounds.acceleration = listed(arm, limits.joint_acceleration, "joint_acceleration", kDefaultJointAcceleration);
  bounds.deceleration = listed(arm, limits.joint_deceleration, "joint_deceleration", kUnlimited);
  for (int i = 0; i < n; ++i) {
    const Joint& joint = arm.joints()[static_cast<std::size_t>(i)];
    bounds.lower[i] = std::max(bounds.lower[i], joint.limits.lower);
    bounds.upper[i] = std::min(bounds.upper[i], joint.limits.upper);
    bounds.velocity[i] = std::min(bounds.velocity[i], joint.limits.velocity);
    bounds.deceleration[i] = std::min(bounds.deceleration[i], joint.limits.deceleration);
    bounds.acceleration[i] = std::min({bounds.acceleration[i], joint.limits.acceleration, bounds.deceleration[i]});
    if (std::isinf(bounds.deceleration[i])) bounds.deceleration[i] = bounds.acceleration[i];
    if (!std::isfinite(bounds.velocity[i])) {
      throw ArmError("limits.joint_velocity is not given, and the URDF of " + arm.name() +
                     " has no velocity for joint '" + joint.name + "'; give one of them (rad/s or m/s)");
    }
    if (!(bounds.lower[i] < bounds.upper[i])) {
      throw ArmError("joint '" + joint.name + "' of " + arm.name() + " has no range left: from " +
                     std::to_string(bounds.lower[i]) + " to " + std::to_string(bounds.upper[i]) +
                     "; limits.joint_lower must be below limits.joint_upper within the URDF's");
    }
  }
  return bounds;
}

ToolBounds tool_bounds(const LimitParameters& limits) noexcept {
  ToolBounds bounds;
  bounds.linear_velocity = limits.max_linear_velocity;
  bounds.angular_velocity = limits.max_angular_velocity;
  bounds.linear_acceleration = limits.max_linear_acceleration;
  bounds.angular_acceleration = limits.max_angular_acceleration;
  bounds.touch_deceleration = limits.max_touch_deceleration;
  bounds.plane_count = std::min(limits.planes.size(), kMaxPlanes);
  std::copy_n(limits.planes.begin(), bounds.plane_count, bounds.planes.begin());
  return bounds;
}

Vector6 shape_twist(const Vector6& wanted, const Vector6& previous, const Vector3& p_BC_B, const ToolBounds& bounds,
                    const std::optional<SpeedCap>& cap, double h, LimitSet& reshaped) noexcept {
  Vector6 twist = wanted;
  limit_speed(twist, bounds, reshaped);
  if (cap) {
    const double excess = cap->direction.dot(twist.head<3>()) - cap->speed;
    if (excess > 0.0) {
      twist.head<3>() -= excess * cap->direction;
      reshaped.add(Limit::kApproachSpeed);
    }
  }
  keep_behind_planes(twist, p_BC_B, bounds, h, reshaped);
  // The smallest change of the previous motion that the planes demand: braking for them has priority.
  Vector6 base = previous;
  LimitSet ignored;
  keep_behind_planes(base, p_BC_B, bounds, h, ignored);
  const Vector6 change = twist - base;
  const double linear = share_within<Vector3>(base.head<3>() - previous.head<3>(), change.head<3>(),
                                              bounds.linear_acceleration * h * kSlack);
  const double angular =
      share_within<Vector3>(Vector3::Zero(), change.tail<3>(), bounds.angular_acceleration * h * kSlack);
  if (linear < 1.0) reshaped.add(Limit::kLinearAcceleration);
  if (angular < 1.0) reshaped.add(Limit::kAngularAcceleration);
  return std::min(linear, angular) < 1.0 ? Vector6(base + std::min(linear, angular) * change) : twist;
}

VelocityBox position_box(const JointVector& q, const JointBounds& bounds, double h) noexcept {
  const Eigen::Index n = q.size();
  VelocityBox box{JointVector(n), JointVector(n)};
  for (Eigen::Index i = 0; i < n; ++i) {
    const double a = bounds.acceleration[i];
    const auto towards = [&](double distance) {
      return std::isinf(distance) ? kUnlimited : braking_speed(distance, a, h);
    };
    box.highest[i] = towards(bounds.upper[i] - q[i]);
    box.lowest[i] = -towards(q[i] - bounds.lower[i]);
  }
  return box;
}

}  // namespace limber
