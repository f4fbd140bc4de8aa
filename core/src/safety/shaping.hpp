// Shared by the limits of twists and of joint velocities.
#pragma once

#include <algorithm>
#include <cmath>

#include "limber/types.hpp"
#include "math/braking.hpp"

namespace limber {

// Share of the tool's acceleration for braking at one plane: three perpendicular planes together stay within it.
inline constexpr double kPlaneShare = 0.57;
// m: a tool outside a plane by less than this got there by rounding and is led back. One farther outside started there
// and is left alone until it moves in by itself.
inline constexpr double kPlaneTolerance = 1e-4;
// m: margin at a plane, because the path curves within a cycle.
inline constexpr double kPlaneSkin = 2e-5;
// An excess below this factor is rounding, not a violation.
inline constexpr double kSlack = 1.0 + 1e-9;

// m/s: the speed allowed towards a plane `gap` m away.
inline double plane_speed(double gap, double acceleration, double h) noexcept {
  const double distance = gap - kPlaneSkin;
  if (distance >= 0.0) return braking_speed(distance, kPlaneShare * acceleration, h);
  return distance > -kPlaneTolerance ? distance / h : 0.0;
}

// J q̇, column by column: the compiler knows the size of a column, but not their number.
inline Vector6 tool_twist(const Jacobian& J, const JointVector& qd) noexcept {
  Vector6 twist = Vector6::Zero();
  for (Eigen::Index i = 0; i < qd.size(); ++i) twist += qd[i] * J.col(i);
  return twist;
}

// The largest s in 0..1 with |start + s change| <= radius; 0 if both start and end are outside.
template <typename Vector>
double share_within(const Vector& start, const Vector& change, double radius) noexcept {
  const double a = change.squaredNorm();
  const double b = start.dot(change);
  const double c = start.squaredNorm() - radius * radius;
  if (a + 2.0 * b + c <= 0.0 || a == 0.0) return 1.0;
  if (c >= 0.0) return 0.0;
  return (-b + std::sqrt(std::max(0.0, b * b - a * c))) / a;
}

}  // namespace limber
