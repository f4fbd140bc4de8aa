#include "controllers/arm_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace limber {

Frame frame_on_tool(const Arm& arm, const std::string& name, const char* key) {
  if (name.empty()) return arm.tip();
  const std::optional<Frame> frame = arm.find_frame(name);
  if (!frame) {
    throw ArmError(
        fmt::format("{} is '{}'; {} has the frames {}", key, name, arm.name(), fmt::join(arm.frame_names(), ", ")));
  }
  if (frame->body != arm.joint_count() - 1) {
    throw ArmError(fmt::format("{} is '{}', which does not move with the tool of {}", key, name, arm.name()));
  }
  return *frame;
}

void check_base_name(const Arm& arm, const std::string& name, const char* key) {
  if (name.empty() || name == arm.base_name()) return;
  throw ArmError(fmt::format("{} is '{}'; the base of the arm is '{}'", key, name, arm.base_name()));
}

void check_joint_names(const Arm& arm, const std::vector<std::string>& joints) {
  if (joints.empty()) return;
  for (std::size_t i = 0; i < std::max(joints.size(), arm.joints().size()); ++i) {
    const std::string asked = i < joints.size() ? joints[i] : "nothing";
    const std::string has = i < arm.joints().size() ? arm.joints()[i].name : "nothing";
    if (asked != has) throw ArmError(fmt::format("joints[{}] is '{}'; {} has '{}' there", i, asked, arm.name(), has));
  }
}

}  // namespace limber
