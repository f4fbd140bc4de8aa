// What a URDF may lack or have slightly wrong: inertias of links that stand still, rounding, velocities, efforts; and
// what it is asked about.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "robots.hpp"
#include "safety/motion_limits.hpp"

namespace limber::test {
namespace {

const std::string kSmallInertia = "ixx='0.1' iyy='0.1' izz='0.1' ixy='0' ixz='0' iyz='0'";
const std::string kGoodLimit = "lower='-1' upper='1' velocity='2' effort='3'";

std::string inertial_of(const std::string& inertia) {
  return "<inertial><mass value='1'/><inertia " + inertia + "/></inertial>";
}

// base -shoulder-> upper -elbow-> fore -weld-> tip; a finger beside the chain.
struct Parts {
  std::string base, upper = inertial_of(kSmallInertia), limit = kGoodLimit, origin = "0 0 0.3", type = "revolute";
};

std::string urdf_with(const Parts& parts) {
  return fmt::format(
      "<robot name='parts'><link name='base'>{}</link><link name='upper'>{}</link><link name='fore'/><link name='tip'/>"
      "<link name='finger'/>"
      "<joint name='shoulder' type='revolute'><parent link='base'/><child link='upper'/><axis xyz='0 0 1'/>"
      "<limit {}/></joint>"
      "<joint name='elbow' type='{}'><parent link='upper'/><child link='fore'/><origin xyz='{}'/><axis xyz='0 1 0'/>"
      "<limit {}/></joint>"
      "<joint name='weld' type='fixed'><parent link='fore'/><child link='tip'/><origin xyz='0 0 0.2'/></joint>"
      "<joint name='grip' type='prismatic'><parent link='fore'/><child link='finger'/><axis xyz='0 1 0'/>"
      "<limit lower='0' upper='0.02' velocity='1' effort='1'/></joint></robot>",
      parts.base, parts.upper, kGoodLimit, parts.type, parts.origin, parts.limit);
}

Arm arm_with(const Parts& parts) {
  return Arm::from_urdf(urdf_with(parts), "base", "tip", "parts.urdf", Branches::kFreezeAtZero);
}

std::string refusal_of(const Parts& parts) {
  try {
    arm_with(parts);
  } catch (const ArmError& error) {
    return error.what();
  }
  return "";
}

TEST(Inertia, ThatIsNegativeByRoundingIsTakenWithoutItsNegativePart) {
  for (const double off : {-1e-35, -1e-14, -5e-8}) {
    const Arm arm =
        arm_with({.upper = inertial_of(fmt::format("ixx='{}' iyy='0.1' izz='0.1' ixy='0' ixz='0' iyz='0'", off))});
    EXPECT_NEAR(arm.bodies().front().inertia(0, 0), 0.0, 1e-17) << off;
    EXPECT_DOUBLE_EQ(arm.bodies().front().inertia(1, 1), 0.1);
  }
  const Arm nothing = arm_with({.upper = inertial_of("ixx='-1e-35' iyy='0' izz='0' ixy='1e-35' ixz='0' iyz='0'")});
  EXPECT_LT(nothing.bodies().front().inertia.norm(), 1e-34);
}

TEST(Inertia, ThatIsNegativeByMoreIsRefusedWithItsLink) {
  for (const char* ixx : {"-1e-5", "-0.1"}) {
    const std::string inertia = fmt::format("ixx='{}' iyy='0.1' izz='0.1' ixy='0' ixz='0' iyz='0'", ixx);
    EXPECT_NE(refusal_of({.upper = inertial_of(inertia)}).find("link 'upper' has an inertia"), std::string::npos);
  }
}

TEST(Inertia, OfALinkThatStandsStillIsNotAskedFor) {
  for (const std::string& inside : {inertial_of("ixx='-1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'"),
                                    std::string("<inertial><mass value='1'/></inertial>"),
                                    std::string("<inertial><mass value='-3'/></inertial>")}) {
    EXPECT_EQ(refusal_of({.base = inside}), "") << inside;
    EXPECT_NE(refusal_of({.upper = inside}).find("'upper'"), std::string::npos) << inside;
  }
}

TEST(Velocity, ThatTheUrdfLacksComesFromTheConfigurationOrIsAskedFor) {
  for (const std::string limit : {"lower='-1' upper='1' effort='3'", "lower='-1' upper='1' effort='3' velocity='0'",
                                  "effort='3'\n lower='-1'\tupper='1'"}) {
    const Arm arm = arm_with({.limit = limit});
    LimitParameters limits;
    try {
      joint_bounds(arm, limits);
      FAIL() << "accepted without any velocity: " << limit;
    } catch (const ArmError& error) {
      const std::string sentence = error.what();
      EXPECT_NE(sentence.find("limits.joint_velocity"), std::string::npos) << sentence;
      EXPECT_NE(sentence.find("'elbow'"), std::string::npos) << sentence;
    }
    limits.joint_velocity = {0.7};
    EXPECT_EQ(joint_bounds(arm, limits).velocity[1], 0.7);
    EXPECT_EQ(joint_bounds(arm, limits).velocity[0], 0.7) << "the tighter one wins";
    limits.joint_velocity = {5.0};
    EXPECT_EQ(joint_bounds(arm, limits).velocity[0], 2.0) << "the URDF's";
  }
}

TEST(Effort, ThatTheUrdfLacksIsNone) {
  for (const std::string limit : {"lower='-1' upper='1' velocity='3'", "velocity='3'\n lower='-1'\tupper='1'"}) {
    const Arm arm = arm_with({.limit = limit});
    EXPECT_EQ(arm.joints()[1].limits.effort, 0.0) << limit;
    EXPECT_EQ(arm.joints()[1].limits.velocity, 3.0) << limit;
    EXPECT_EQ(arm.joints()[0].limits.effort, 3.0) << limit;
  }
}

TEST(Velocity, OfAContinuousJointWithoutLimitMayComeFromTheConfiguration) {
  std::string xml = urdf_with({.type = "continuous"});
  const std::string limit = "<limit " + kGoodLimit + "/>";
  xml.erase(xml.rfind(limit), limit.size());
  const Arm arm = Arm::from_urdf(xml, "base", "tip", "parts.urdf", Branches::kFreezeAtZero);
  EXPECT_TRUE(std::isinf(arm.joints()[1].limits.velocity));
}

TEST(Doubts, AreNoneAboutOurRobotsAndAboutPlainArms) {
  for (const RobotFile& robot : kRobots) EXPECT_TRUE(arm_of(robot).doubts().empty()) << robot.name;
  EXPECT_TRUE(arm_with({}).doubts().empty());
  EXPECT_TRUE(arm_with({.limit = "lower='-6.3' upper='6.3' velocity='3.14' effort='3'"}).doubts().empty());
}

TEST(Doubts, NameTheJointAndTheValueThatLookLikeMillimetresOrDegrees) {
  const struct {
    Parts parts;
    const char* value;
    const char* meant;
  } cases[] = {{{.origin = "0 0 300"}, "300 m", "0.3 m"},
               {{.limit = "lower='-180' upper='180' velocity='2' effort='3'"}, "180 rad", "3.142 rad"},
               {{.limit = "lower='-90' upper='0' velocity='2' effort='3'"}, "-90 rad", "-1.571 rad"},
               {{.limit = "lower='-1' upper='1' velocity='180' effort='3'"}, "180 rad/s", "3.142 rad/s"},
               {{.limit = "lower='0' upper='500' velocity='1' effort='3'", .type = "prismatic"}, "500 m", "0.5 m"}};
  for (const auto& c : cases) {
    const Arm arm = arm_with(c.parts);
    ASSERT_EQ(arm.doubts().size(), 1U) << c.value;
    const std::string& sentence = arm.doubts().front();
    EXPECT_TRUE(sentence.starts_with("parts.urdf: joint 'elbow'")) << sentence;
    EXPECT_NE(sentence.find(c.value), std::string::npos) << sentence;
    EXPECT_NE(sentence.find(c.meant), std::string::npos) << sentence;
  }
}

TEST(FrozenJoints, AreNamed) {
  EXPECT_EQ(arm_with({}).frozen_joints(), std::vector<std::string>{"grip"});
  EXPECT_EQ(arm_with({}).with_prefix("left_").frozen_joints(), std::vector<std::string>{"left_grip"});
  EXPECT_TRUE(ur5e().frozen_joints().empty());
}

TEST(Joints, KnowTheLinkTheyMove) {
  EXPECT_EQ(arm_with({}).joints()[1].link, "fore");
  EXPECT_EQ(ur5e().with_prefix("a_").joints()[2].link, "a_forearm_link");
}

}  // namespace
}  // namespace limber::test
