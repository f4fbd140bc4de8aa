// How hard a press touches at first, as the arm of a plan makes it: with the servo of the simulation, at the speed that
// the controller allows.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "compliance/first_touch.hpp"
#include "motion_plan.hpp"

namespace limber::app {

// Of 0, 1 and 2: the enabled axes of C without stiffness. A press approaches along them.
std::vector<std::size_t> free_axes(const MotionPlan& plan);

// A press that just drives the tool at this speed (m/s), on a wall (N/m) across an axis.
FirstTouch touch_along(const MotionPlan& plan, std::size_t axis, double speed, double wall);

// What becomes of press.max_touch_force along an axis, on press.stiffest_wall.
struct TouchOutlook {
  double press = 0.0;  // N: the press that just drives the tool at the approach speed, or less if that is too much
  double speed = 0.0;  // m/s: at which it approaches
  double peak = 0.0;   // N
  double slowest_peak = 0.0;  // N: of a press that just drives the tool at TouchSpeeds::kSlowest

  bool out_of_reach(double force) const { return slowest_peak > force; }
  // The force is exceeded by more than the error of the prediction.
  bool exceeds(double force) const { return peak > 1.15 * force; }
};
TouchOutlook touch_outlook(const MotionPlan& plan, std::size_t axis);

// Why press.max_touch_force is not kept, a sentence for each axis, and what would help.
std::vector<std::string> touch_doubts(const MotionPlan& plan);

}  // namespace limber::app
