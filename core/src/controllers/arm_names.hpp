// Names in parameters against the names of an arm.
#pragma once

#include <string>
#include <vector>

#include "limber/arm.hpp"

namespace limber {

// The frame of that name, which must move with the tool; the tip where the name is empty. Throws ArmError, naming
// `key`.
Frame frame_on_tool(const Arm& arm, const std::string& name, const char* key);

// Throws ArmError where the arm does not stand on `name`; empty: whatever it stands on.
void check_base_name(const Arm& arm, const std::string& name, const char* key);

// Throws ArmError where these are not the joints of the arm, in order; empty: all of them.
void check_joint_names(const Arm& arm, const std::vector<std::string>& joints);

}  // namespace limber
