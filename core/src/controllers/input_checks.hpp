// What is checked of poses and wrenches where they are handed in.
#pragma once

#include "arm/reach.hpp"
#include "limber/event.hpp"
#include "limber/types.hpp"
#include "motion/reference.hpp"

namespace limber {

// Whether a desired pose of C, with its twist and acceleration, may be anybody's: finite, a rotation, within
// TrajectoryBounds.
Answer check_target(const ReferenceSample& target) noexcept;
// Whether its position is one that the arm may reach with C there: outside of the sphere by more than 1 mm it is
// refused.
Answer check_in_reach(const ReachSphere& reach, const Vector3& p_BR) noexcept;
// Whether a quaternion is finite and of unit length.
Answer check_quaternion(const Quaternion& q) noexcept;
// The same of F_control.
Answer check_control_wrench(const Vector6& F_C) noexcept;

}  // namespace limber
