// Checks names in parameters against the names of an arm.
#pragma once

#include <string>
#include <vector>

#include "limber/arm.hpp"

namespace limber {

// The frame of this name, which must move with the tool; the tip if the name is empty. The sentence of an ArmError
// begins with `key`.
Frame frame_on_tool(const Arm& arm, const std::string& name, const char* key);

// Throws ArmError if `name` is not the base of the arm. An empty name is any base.
void check_base_name(const Arm& arm, const std::string& name, const char* key);

// Throws ArmError if these are not the joints of the arm, in order. An empty list is all joints.
void check_joint_names(const Arm& arm, const std::vector<std::string>& joints);

}  // namespace limber
