// What was limited in a cycle and why.
#pragma once

#include "limber/telemetry.hpp"

namespace limber {

struct LimitReport {
  LimitSet reshaped;   // what changed the motion in this cycle
  LimitSet conflicts;  // what is broken in this cycle because something of higher priority, or the start, demanded it
  bool not_finite = false;               // the motion asked for was no number; the arm braked instead
  double smallest_singular_value = 0.0;  // of the Jacobian, m and rad mixed
};

}  // namespace limber
