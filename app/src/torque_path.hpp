// A path for a torque arm whose configuration gives none: straight, short, around where the arm starts.
#pragma once

#include <optional>
#include <string>

#include "limber/arm.hpp"
#include "limber/variable_stiffness_parameters.hpp"

namespace limber::app {

// The longest of some that the arm can follow from joints near `start`, at the orientation it has there; nothing if it
// can follow none. Times are those of `parameters`.
std::optional<CycleParameters> choose_cycle_path(const Arm& arm, const VariableStiffnessParameters& parameters,
                                                 const JointVector& start);

// "start_position: [...], end_position: [...], orientation: [...]".
std::string path_words(const CycleParameters& path);

}  // namespace limber::app
