// The limits that acted in a cycle, and those that were violated.
#pragma once

#include "limber/telemetry.hpp"

namespace limber {

struct LimitReport {
  LimitSet reshaped;           // limits that changed the motion in this cycle
  LimitSet conflicts;          // limits violated in this cycle, because of a limit of higher priority or of the start
  double touch_braking = 0.0;  // m/s²: by how much a contact stops the tool harder than its acceleration limit
  bool not_finite = false;     // the wanted motion was not finite; the arm braked instead
  double smallest_singular_value = 0.0;  // of the scaled Jacobian (damped_inverse.hpp)
};

}  // namespace limber
