// What a stop at a wall costs: how hard the arm can brake, and the force it runs into meanwhile.
#pragma once

#include "limber/arm.hpp"
#include "limber/types.hpp"
#include "safety/motion_limits.hpp"

namespace limber {

// m/s²: how hard C, moving along `direction_B` (unit, in the base) at q, is stopped by a fault: the joints brake all
// alike, each within its deceleration. 0 in a singularity, where nothing moves that way.
double fault_deceleration(const Arm& arm, const JointVector& q, const Frame& frame, const Vector3& direction_B,
                          const JointBounds& joints);

// A tool that is led into a wall, whatever it feels, until the force stops it.
struct Impact {
  double speed = 0.0;         // m/s
  double wall = 0.0;          // N/m
  double lag = 0.0;           // s: of the servo, its delay included
  double period = 0.0;        // s
  double deceleration = 0.0;  // m/s²
};

// N: beyond the force that stops it, at most K_e (v (T + h) + v²/2a). The arm still has to come to where the command is
// when a cycle later the force is seen, and the command to brake.
double stopping_force(const Impact& impact);

}  // namespace limber
