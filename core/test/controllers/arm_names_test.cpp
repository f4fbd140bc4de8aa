// Names in parameters against the names of an arm.
#include "controllers/arm_names.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/ideal_robot.hpp"

namespace limber {
namespace {

template <typename Check>
std::string refusal_of(Check&& check) {
  try {
    check();
  } catch (const ArmError& error) {
    return error.what();
  }
  return "";
}

TEST(ArmNames, FindAFrameThatMovesWithTheToolAndNoOther) {
  const Arm arm = test::load_arm(test::kUr5e);
  const JointVector q = test::ready_posture(arm);
  EXPECT_EQ(arm.pose(q, frame_on_tool(arm, "", "frame_id")).p, arm.pose(q, arm.tip()).p);
  EXPECT_EQ(arm.pose(q, frame_on_tool(arm, "tool0", "frame_id")).p, arm.pose(q, arm.tip()).p);
  const std::string unknown = refusal_of([&] { frame_on_tool(arm, "tool7", "ft_frame"); });
  EXPECT_EQ(unknown.find("ft_frame is 'tool7'"), 0U) << unknown;
  EXPECT_NE(unknown.find("tool0"), std::string::npos) << "it lists those there are";
  const std::string fixed = refusal_of([&] { frame_on_tool(arm, "base_link", "frame_id"); });
  EXPECT_NE(fixed.find("does not move with the tool"), std::string::npos) << fixed;
  EXPECT_NE(refusal_of([&] { frame_on_tool(arm, "forearm_link", "frame_id"); }), "");
}

TEST(ArmNames, KnowTheBaseTheArmStandsOn) {
  const Arm arm = test::load_arm(test::kUr5e);
  EXPECT_NO_THROW(check_base_name(arm, "", "base_link"));
  EXPECT_NO_THROW(check_base_name(arm, "base_link", "base_link"));
  const std::string other = refusal_of([&] { check_base_name(arm, "world", "base_link"); });
  EXPECT_NE(other.find("'world'"), std::string::npos) << other;
  EXPECT_NE(other.find("'base_link'"), std::string::npos) << other;
}

TEST(ArmNames, TellTheFirstJointThatIsNotTheArms) {
  const Arm arm = test::load_arm(test::kUr5e);
  std::vector<std::string> names;
  for (const Joint& joint : arm.joints()) names.push_back(joint.name);
  EXPECT_NO_THROW(check_joint_names(arm, names));
  EXPECT_NO_THROW(check_joint_names(arm, {}));
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::vector<std::string> wrong = names;
    wrong[i] = "elbow";
    const std::string sentence = refusal_of([&] { check_joint_names(arm, wrong); });
    EXPECT_EQ(sentence.find("joints[" + std::to_string(i) + "] is 'elbow'"), 0U) << sentence;
    EXPECT_NE(sentence.find(names[i]), std::string::npos) << sentence;
  }
  std::vector<std::string> fewer(names.begin(), names.end() - 1), more = names;
  more.push_back("gripper");
  EXPECT_EQ(refusal_of([&] { check_joint_names(arm, fewer); }).find("joints[5] is 'nothing'"), 0U);
  EXPECT_EQ(refusal_of([&] { check_joint_names(arm, more); }).find("joints[6] is 'gripper'"), 0U);
  std::swap(names[1], names[2]);
  EXPECT_NE(refusal_of([&] { check_joint_names(arm, names); }), "") << "in order";
}

}  // namespace
}  // namespace limber
