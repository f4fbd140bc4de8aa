// Where an arm that nobody knows is best started: bent, within its limits, with its tool free. A search of some ten
// milliseconds, and always with the same result: never in the control thread.
#pragma once

#include "limber/arm.hpp"

namespace limber {

// How well an arm can move its tool in every direction that it has: the smallest singular value of its Jacobian, with
// lengths in units of its reach, or that of the Jacobian of its position alone, whichever is less. An arm of five
// joints has five directions at most, one of six in a plane has three; and of few directions those of the position
// count first.
struct StartPosture {
  JointVector q;
  double conditioning = 0.0;
  double best_conditioning = 0.0;  // of the postures tried
  int directions = 0;
};

// Of the postures tried that have at least 0.7 of the best conditioning, the one with its joints far from their limits
// and near the middle, its tool away from the base's z axis and the arm itself, and nothing below the base.
StartPosture choose_start(const Arm& arm, const Frame& frame);

}  // namespace limber
