// What of an arm looks like another unit than the URDF's metres and radians.
#pragma once

#include <string>
#include <vector>

#include "limber/arm.hpp"

namespace limber {

// One sentence each; none where all looks well.
std::vector<std::string> doubts_about(const Arm& arm, const std::string& source);

}  // namespace limber
