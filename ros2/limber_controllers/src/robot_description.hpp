// From the robot description that ros2_control hands over to core's arm.
#pragma once

#include <string>
#include <vector>

#include "limber/arm.hpp"

namespace limber_controllers {

// Links, by name; empty where not given.
struct Ends {
  std::string base, tip;
};

// Grippers and other branches are frozen. Throws ArmError.
limber::Arm arm_from_description(const std::string& urdf, const Ends& given, const Ends& otherwise);

std::vector<std::string> joint_names(const limber::Arm& arm);

}  // namespace limber_controllers
