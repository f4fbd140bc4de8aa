// Null-space motion of an arm with more than six joints: towards a posture, without moving the tool.
//
//   q̇ = J⁺ V + z,   z = N (q̇_posture + rate (q_posture - q)),   N = I - J⁺ J
#pragma once

#include "limber/types.hpp"
#include "safety/damped_inverse.hpp"
#include "safety/motion_limits.hpp"

namespace limber {

struct PostureGoal {
  JointVector q;              // rad, m
  double rate = 0.0;          // 1/s; 0: no posture
  double max_velocity = 0.0;  // rad/s, m/s: largest joint velocity of rate (q_posture - q)
  JointVector qd = {};        // rad/s, m/s: velocity of a moving posture; empty: it stands
};

// Present joint positions and velocities.
struct JointMotion {
  const JointVector& q;
  const JointVector& qd;
};

// z for the next h seconds, in addition to the joint velocities `task` that lead the tool: within the position box and,
// together with `task`, within the speeds and accelerations of the joints. If `task` alone exceeds these, z counteracts
// the excess or is 0. Fades out near a singularity. `inverse` is computed at q. Zero for six joints or fewer.
JointVector posture_velocity(const PostureGoal& goal, const JointMotion& now, const JointVector& task,
                             const DampedInverse& inverse, const JointBounds& bounds, const VelocityBox& box,
                             double h) noexcept;

}  // namespace limber
