// Chooses a start posture for an unknown arm: bent, within its limits, with a free tool. A search of about ten
// milliseconds with a repeatable result: never in the control thread.
#pragma once

#include "limber/arm.hpp"

namespace limber {

// Conditioning: how well an arm can move its tool in each direction that it has. It is the smallest singular value of
// the Jacobian with lengths in units of the reach, or that of the position Jacobian, whichever is smaller. An arm with
// five joints has at most five directions, a planar one with six joints has three.
struct StartPosture {
  JointVector q;
  double conditioning = 0.0;
  double best_conditioning = 0.0;  // among the postures tried
  int directions = 0;
};

// Among the postures with at least 0.7 of the best conditioning: joints far from their limits and near the middle, the
// tool away from the z axis of the base and from the arm, and nothing below the base.
StartPosture choose_start(const Arm& arm, const Frame& frame);

}  // namespace limber
