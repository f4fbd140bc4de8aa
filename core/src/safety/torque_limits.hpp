// What the torques of an arm may be: gravity first, of the law as much as fits in its direction, soft walls before
// joint limits, a brake before joint speeds, then the torque rate. Pure functions; N m or N of each joint.
#pragma once

#include "limber/telemetry.hpp"
#include "limber/types.hpp"
#include "safety/motion_limits.hpp"

namespace limber {

// Where the joints are and what limits them.
struct TorqueBounds {
  const JointVector& q;       // rad, m
  const JointVector& qd;      // rad/s, m/s
  const JointBounds& joints;  // positions and velocities
  const JointVector& effort;  // largest torques
  double wall_margin = 0.0;   // rad, m before a position limit where its wall begins; 0: no walls
};

// 0..1: the share of `asked` that fits beside `held`.
double share_within_effort(const JointVector& asked, const JointVector& held, const JointVector& effort) noexcept;

// Springs that begin `wall_margin` before a joint limit and push with the whole effort at it. There `law`, which may
// have as much effort, presses no further.
JointVector wall_torque(const TorqueBounds& bounds, JointVector& law, LimitSet& limited) noexcept;

// Brakes a joint that is nearly as fast as it may be, with the whole effort at its limit. There `law` drives it no
// further.
JointVector speed_brake_torque(const TorqueBounds& bounds, JointVector& law, LimitSet& limited) noexcept;

// `previous`, changed towards `wanted` by at most `largest_step` in each joint.
JointVector rate_limited_torque(const JointVector& previous, const JointVector& wanted, double largest_step,
                                LimitSet& limited) noexcept;

}  // namespace limber
