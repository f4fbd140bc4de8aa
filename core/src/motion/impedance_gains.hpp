// Stiffness and damping between a tool and its reference, axis by axis.
#pragma once

#include "limber/types.hpp"

namespace limber {

// The diagonals of K and D: along x, y, z of the base, then about x, y, z of the tool; N/m, N m/rad and N s/m, N m
// s/rad.
struct ImpedanceGains {
  Vector6 K = Vector6::Zero();
  Vector6 D = Vector6::Zero();
};

}  // namespace limber
