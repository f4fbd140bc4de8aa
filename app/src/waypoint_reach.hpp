// Whether the tool of a torque arm can be at a waypoint: said before it goes there.
#pragma once

#include <string>

#include "controllers/variable_stiffness_settings.hpp"
#include "limber/arm.hpp"
#include "motion/waypoint_blend.hpp"

namespace limber::app {

// Empty where it can, else why not, with how far. A relative waypoint is counted from where the target is when its turn
// comes: refused is what cannot be reached from anywhere on the path. A search of milliseconds: not for the control
// thread.
std::string waypoint_refusal(const Waypoint& waypoint, const Arm& arm, const VariableStiffnessSettings& settings);

}  // namespace limber::app
