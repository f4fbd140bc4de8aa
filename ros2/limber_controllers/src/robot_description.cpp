// Names of a UR, and of joints.
#include "robot_description.hpp"

namespace limber_controllers {

limber::Arm arm_from_description(const std::string& urdf, const std::string& base, const std::string& tip) {
  if (urdf.empty()) {
    throw limber::ArmError(
        "there is no robot description: is robot_state_publisher running, and does the controller "
        "manager listen to its robot_description topic?");
  }
  return limber::Arm::from_urdf(urdf, base.empty() ? "base_link" : base, tip.empty() ? "tool0" : tip,
                                "robot_description", limber::Branches::kFreezeAtZero);
}

std::vector<std::string> joint_names(const limber::Arm& arm) {
  std::vector<std::string> names;
  for (const limber::Joint& joint : arm.joints()) names.push_back(joint.name);
  return names;
}

}  // namespace limber_controllers
