// Where the joints must be for the tip to be somewhere: a search, with KDL's Levenberg-Marquardt solver. It
// allocates and takes as long as it takes: never in the control thread.
#pragma once

#include <optional>

#include "limber/arm.hpp"

namespace limber {

// Joints near `start` that put `frame` (fixed to the arm's last body) at X_BF, within the joint limits; nothing where
// the search fails. Arms with fewer than six joints match the position and, as far as they can, the orientation.
std::optional<JointVector> inverse_kinematics(const Arm& arm, const Frame& frame, const Pose& X_BF,
                                              const JointVector& start);

}  // namespace limber
