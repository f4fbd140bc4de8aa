// Joint velocities for a twist, within the velocities that the joint limits allow: least squares by an active set. The
// joint that violates its bounds most is taken out and fixed at its bound, and the others make the rest of the twist. A
// fixed joint that would move back within its bounds is released, once.
#pragma once

#include "limber/types.hpp"
#include "safety/damped_inverse.hpp"
#include "safety/motion_limits.hpp"
#include "safety/shaping.hpp"

namespace limber {

// Starts from `qd`, the solution without bounds. `reshaped` gets kJointPosition if a joint was taken out.
JointVector solve_within_box(const DampedInverse& inverse, const Vector6& twist, JointVector qd, const VelocityBox& box,
                             LimitSet& reshaped) noexcept;

}  // namespace limber
