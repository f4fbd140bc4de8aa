// The braking curve: how fast something may go towards a boundary and still stop before it.
#pragma once

#include <cmath>

namespace limber {

// The largest speed v to be held over one period h with v h + v²/(2a) <= distance: after it, braking at a stops in
// time, however long the following periods are. 0 at or beyond the boundary.
inline double braking_speed(double distance, double acceleration, double h) noexcept {
  if (distance <= 0.0) return 0.0;
  const double step = acceleration * h;
  // √(step² + 2ad) - step, written without the cancellation of a near boundary
  return 2.0 * acceleration * distance / (std::sqrt(step * step + 2.0 * acceleration * distance) + step);
}

}  // namespace limber
