// Reads URDF text into urdfdom's model, or throws a sentence that says why not.
#pragma once

#include <urdf_model/model.h>
#include <urdf_world/types.h>

#include <map>
#include <string>

namespace limber {

// rad/s² or m/s² from the <limit> of a joint; infinity if not given.
struct JointRates {
  double acceleration, deceleration;
};

struct UrdfTree {
  urdf::ModelInterfaceSharedPtr model;
  // By link: the error of an <inertial> that could not be read. It matters only if the link moves.
  std::map<std::string, std::string> bad_inertials;
  std::map<std::string, JointRates> rates;  // by joint, if it has a <limit>
};

// Links and joints in which every link has one parent and there is one root. The parent_joint and child_joints of each
// link are set. A <limit> without a velocity gets velocity 0. Throws ArmError.
UrdfTree read_urdf(const std::string& xml, const std::string& source);

}  // namespace limber
