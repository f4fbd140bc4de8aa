// From URDF text to urdfdom's model, or to a sentence that says why not.
#pragma once

#include <urdf_model/model.h>
#include <urdf_world/types.h>

#include <map>
#include <string>

namespace limber {

// rad/s² or m/s² that a joint's <limit> gives; infinity where it gives none.
struct JointRates {
  double acceleration, deceleration;
};

struct UrdfTree {
  urdf::ModelInterfaceSharedPtr model;
  // By link: what is wrong with an <inertial> that could not be read. It matters only if the link moves.
  std::map<std::string, std::string> bad_inertials;
  std::map<std::string, JointRates> rates;  // by joint, where it has a <limit>
};

// A robot of links and joints in which every link has one parent and hangs below the one root. Each link's
// parent_joint and child_joints are set. A <limit> without a velocity has the velocity 0. Throws ArmError.
UrdfTree read_urdf(const std::string& xml, const std::string& source);

}  // namespace limber
