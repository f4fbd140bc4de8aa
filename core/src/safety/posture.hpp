// Where the joints go when there are more of them than the tool needs: to a posture, as far as that does not move the
// tool.
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
  double max_velocity = 0.0;  // rad/s, m/s: of the joint that has farthest to go
  JointVector qd = {};        // rad/s, m/s: of a posture that moves; empty: it stands
};

// Where the joints are and how they move now.
struct JointMotion {
  const JointVector& q;
  const JointVector& qd;
};

// z for the next h seconds, beside the joint velocities `task` that lead the tool: within the position box, and with
// `task` within the joints' speeds and accelerations; where `task` alone leaves no room, z is what does least harm.
// Fades out as the arm comes near a singularity. `inverse` is computed at q, for six or more joints.
JointVector posture_velocity(const PostureGoal& goal, const JointMotion& now, const JointVector& task,
                             const DampedInverse& inverse, const JointBounds& bounds, const VelocityBox& box,
                             double h) noexcept;

}  // namespace limber
