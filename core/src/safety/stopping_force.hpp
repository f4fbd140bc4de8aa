// A stop at a wall: how hard the arm can brake, and the contact force that builds up meanwhile.
#pragma once

#include "limber/arm.hpp"
#include "limber/types.hpp"
#include "safety/motion_limits.hpp"

namespace limber {

// m/s²: deceleration of C along `direction_B` (unit, in the base) at q in a stop for a fault: all joints brake in
// proportion, each within its deceleration. 0 in a singularity in which C cannot move that way.
double fault_deceleration(const Arm& arm, const JointVector& q, const Frame& frame, const Vector3& direction_B,
                          const JointBounds& joints);

// A tool that moves into a wall at constant speed until the force limit stops it.
struct Impact {
  double speed = 0.0;         // m/s
  double wall = 0.0;          // N/m
  double lag = 0.0;           // s: of the servo, including its delay
  double period = 0.0;        // s
  double deceleration = 0.0;  // m/s²
};

// N above the force limit: at most K_e (v (T + h) + v²/2a). The force is seen one cycle later; the arm lags behind the
// command by T; and the command needs its braking distance.
double stopping_force(const Impact& impact);

}  // namespace limber
