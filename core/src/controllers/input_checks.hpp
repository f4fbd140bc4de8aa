// Checks of poses and wrenches that are handed in.
#pragma once

#include "arm/reach.hpp"
#include "limber/event.hpp"
#include "limber/types.hpp"
#include "motion/reference.hpp"

namespace limber {

// Whether a desired pose of C, its twist and its acceleration are finite and within TrajectoryBounds, and its
// orientation is a rotation; for any arm.
Answer check_target(const ReferenceSample& target) noexcept;
// Whether the arm may reach the position with C: more than 1 mm outside of the sphere is refused.
Answer check_in_reach(const ReachSphere& reach, const Vector3& p_BR) noexcept;
// Whether a quaternion is finite and of unit length.
Answer check_quaternion(const Quaternion& q) noexcept;
// Whether F_control is finite and within TrajectoryBounds.
Answer check_control_wrench(const Vector6& F_C) noexcept;

}  // namespace limber
