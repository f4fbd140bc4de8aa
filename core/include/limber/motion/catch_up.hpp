// How a frame follows a moving target within an acceleration, and catches up with it when it is behind.
#pragma once

#include "limber/motion_rates.hpp"
#include "limber/types.hpp"

namespace limber {

// The follower's twist over the next h seconds: `gap` is the way to where the target will be then (m, rad), `twist`
// what the follower did in the cycle before and `target_twist` what the target does in this one. Position and rotation
// apart:
//
//   gap / h                   exactly, if that changes the velocity by no more than acceleration * h
//   target_twist + closing    else, changed by that much
//
// It closes in straight, no faster than `closing` says, and so that it can still brake as that says. `closing` is less
// than the limits: the rest is for what the target does meanwhile. Together they never ask more than the speed.
Vector6 catch_up(const Vector6& gap, const Vector6& twist, const Vector6& target_twist, const MotionRates& limits,
                 const MotionRates& closing, double h) noexcept;

}  // namespace limber
