// Values of a URDF that look like another unit.
#include "arm/doubts.hpp"

#include <gtest/gtest.h>

#include "parts_urdf.hpp"
#include "robots.hpp"

namespace limber::test {
namespace {

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

}  // namespace
}  // namespace limber::test
