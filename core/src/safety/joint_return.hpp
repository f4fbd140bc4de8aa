// The way back of the joints to given positions: straight in joint space, so that all arrive together, and at a speed
// from which joints and tool can brake.
//
//   q̇ = s n,   n = gap / max|gap_i|,   s the speed on the braking curve with half of the smallest of a_i / |n_i| and
//                                      a_tool / |J n|
//
// If each joint braked for itself, they could ask more of the tool than its acceleration limit. It then delays all of
// them, and the arm swings about its goal for seconds.
#pragma once

#include "limber/types.hpp"
#include "safety/motion_limits.hpp"

namespace limber {

// rad/s, m/s: the joint velocities for the next h seconds; `gap` in rad, m is the way to go. J: of the tool, here.
JointVector return_velocity(const JointVector& gap, const Jacobian& J, const JointBounds& joints,
                            const ToolBounds& tool, double h) noexcept;

}  // namespace limber
