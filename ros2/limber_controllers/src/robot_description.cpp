// Ends of the arm, and names of its joints.
#include "robot_description.hpp"

namespace limber_controllers {

limber::Arm arm_from_description(const std::string& urdf, const Ends& given, const Ends& otherwise) {
  if (urdf.empty()) {
    throw limber::ArmError(
        "there is no robot description: is robot_state_publisher running, and does the controller "
        "manager listen to its robot_description topic?");
  }
  return limber::Arm::from_urdf(urdf, given.base.empty() ? otherwise.base : given.base,
                                given.tip.empty() ? otherwise.tip : given.tip, "robot_description",
                                limber::Branches::kFreezeAtZero);
}

std::vector<std::string> joint_names(const limber::Arm& arm) {
  std::vector<std::string> names;
  for (const limber::Joint& joint : arm.joints()) names.push_back(joint.name);
  return names;
}

}  // namespace limber_controllers
