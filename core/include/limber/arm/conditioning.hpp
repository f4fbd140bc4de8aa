// How well an arm can move its tool: the smallest singular value σ of its Jacobian, scaled so that one number fits a
// small arm and a large one.
//
//   J' = diag(1/L, 1/L, 1/L, r, r, r) J
//
// L is the arm's own length. r is 1 with six or more joints; fewer joints cannot have both, and position counts more.
#pragma once

#include "limber/types.hpp"

namespace limber {

class Arm;

struct Conditioning {
  Vector6 row_scale = Vector6::Ones();  // the diagonal above: 1/m, then 1
  double best = 1.0;                    // largest σ of J' over postures within the joints' limits; at least 0.03
};

// Tries some hundred postures, the same ones every time. Allocates; not for the control thread.
Conditioning conditioning_of(const Arm& arm);

}  // namespace limber
