// Limits of the joint torques: gravity first, then the share of the law that fits without changing its direction, soft
// walls before joint limits, a brake before speed limits, then the torque rate. Pure functions; N m or N for each
// joint.
#pragma once

#include "limber/telemetry.hpp"
#include "limber/types.hpp"
#include "safety/motion_limits.hpp"

namespace limber {

// State and limits of the joints.
struct TorqueBounds {
  const JointVector& q;       // rad, m
  const JointVector& qd;      // rad/s, m/s
  const JointBounds& joints;  // positions and velocities
  const JointVector& effort;  // largest torques
  double wall_margin = 0.0;   // rad, m: distance from a position limit at which its wall begins; 0: no walls
};

// 0..1: the largest share of `asked` that fits in addition to `held`.
double share_within_effort(const JointVector& asked, const JointVector& held, const JointVector& effort) noexcept;

// Springs that begin `wall_margin` before a joint limit and push with the full effort at the limit. An outward torque
// of `law` is reduced in the same measure, to 0 at the limit.
JointVector wall_torque(const TorqueBounds& bounds, JointVector& law, LimitSet& limited) noexcept;

// Brakes a joint near its speed limit, with the full effort at the limit. A torque of `law` that drives the joint is
// reduced in the same measure, to 0 at the limit.
JointVector speed_brake_torque(const TorqueBounds& bounds, JointVector& law, LimitSet& limited) noexcept;

// `previous`, changed towards `wanted` by at most `largest_step` in each joint.
JointVector rate_limited_torque(const JointVector& previous, const JointVector& wanted, double largest_step,
                                LimitSet& limited) noexcept;

}  // namespace limber
