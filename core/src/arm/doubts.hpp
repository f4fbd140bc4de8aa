// Warnings about values of an arm that do not look like the metres and radians of a URDF.
#pragma once

#include <string>
#include <vector>

#include "limber/arm.hpp"

namespace limber {

// One sentence each; empty if there is no doubt.
std::vector<std::string> doubts_about(const Arm& arm, const std::string& source);

}  // namespace limber
