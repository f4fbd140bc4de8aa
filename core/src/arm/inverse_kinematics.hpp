// Inverse kinematics by a search with KDL's Levenberg-Marquardt solver. It allocates and its time is not bounded: never
// in the control thread.
#pragma once

#include <optional>

#include "limber/arm.hpp"

namespace limber {

// Joints near `start` that put `frame` (fixed to the last body of the arm) at X_BF, within the joint limits; nothing if
// the search fails. With fewer than six joints, only the position must match; the orientation has a small weight.
std::optional<JointVector> inverse_kinematics(const Arm& arm, const Frame& frame, const Pose& X_BF,
                                              const JointVector& start);

}  // namespace limber
