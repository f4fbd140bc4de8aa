// Converts one link or joint of urdfdom's model to our own values, and checks each number.
#pragma once

#include <urdf_model/joint.h>
#include <urdf_model/link.h>

#include <string>

#include "limber/arm.hpp"

namespace limber {

// The pose of a joint in its parent link. Throws ArmError if it is not finite or too large.
Pose origin_of(const urdf::Joint& joint, const std::string& source);

// The mass properties of a link in the frame of the link; zero if it has no <inertial>. Throws ArmError if they are not
// physical.
Body body_of(const urdf::Link& link, const std::string& source);

// Name, type, axis, limits and damping of a moving joint; the caller sets X_PJ. Throws ArmError if the joint is of a
// type that an arm cannot move.
Joint moving_joint(const urdf::Joint& joint, const std::string& source);

}  // namespace limber
