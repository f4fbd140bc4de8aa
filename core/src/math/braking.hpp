// The braking curve: the largest speed towards a boundary that still allows a stop before it.
#pragma once

#include <cmath>

namespace limber {

// The largest speed v that may be held for one period h: v h + v²/(2a) <= distance. Braking with a after that period
// stops before the boundary, for any length of the following periods. 0 at or beyond the boundary.
inline double braking_speed(double distance, double acceleration, double h) noexcept {
  if (distance <= 0.0) return 0.0;
  const double step = acceleration * h;
  // √(step² + 2ad) - step, rearranged to avoid cancellation near the boundary
  return 2.0 * acceleration * distance / (std::sqrt(step * step + 2.0 * acceleration * distance) + step);
}

}  // namespace limber
