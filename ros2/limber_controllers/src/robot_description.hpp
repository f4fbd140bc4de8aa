// From the robot description that ros2_control hands over to core's arm.
#pragma once

#include <string>
#include <vector>

#include "limber/arm/arm.hpp"

namespace limber_controllers {

// Base and tip where they are not given: base_link and tool0, as a UR has them. Grippers and other branches are frozen.
// Throws ArmError.
limber::Arm arm_from_description(const std::string& urdf, const std::string& base, const std::string& tip);

std::vector<std::string> joint_names(const limber::Arm& arm);

}  // namespace limber_controllers
