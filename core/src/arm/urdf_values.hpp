// One link or joint of urdfdom's model as our own values, each number checked.
#pragma once

#include <urdf_model/joint.h>
#include <urdf_model/link.h>

#include <string>

#include "limber/arm.hpp"

namespace limber {

// The pose of a joint in its parent link. Throws ArmError where it is not finite or absurdly large.
Pose origin_of(const urdf::Joint& joint, const std::string& source);

// The mass of a link in the link's frame; nothing where it has no <inertial>. Throws ArmError where that is not
// physical.
Body body_of(const urdf::Link& link, const std::string& source);

// Name, type, axis, limits and damping of a joint that an arm moves; X_PJ is left to the caller. Throws ArmError
// where an arm cannot move such a joint.
Joint moving_joint(const urdf::Joint& joint, const std::string& source);

}  // namespace limber
