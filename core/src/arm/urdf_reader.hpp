// From URDF text to urdfdom's model, or to a sentence that says why not.
#pragma once

#include <urdf_model/model.h>
#include <urdf_world/types.h>

#include <string>

namespace limber {

// A robot of links and joints in which every link has one parent and hangs below the one root. Each link's
// parent_joint and child_joints are set. Throws ArmError.
urdf::ModelInterfaceSharedPtr read_urdf(const std::string& xml, const std::string& source);

}  // namespace limber
