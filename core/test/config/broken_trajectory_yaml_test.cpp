// Broken trajectories in YAML: each is refused with a sentence that names file, line and what is wrong.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "broken_trajectory.hpp"

namespace limber::config {
namespace {

using test::BrokenTrajectory;

const std::string kTime = "time_from_start: 0";
const std::string kPosition = ", position: [0, 0, 0]";
const std::string kOrientation = ", orientation: [0, 0, 0, 1]";
const std::string kLast = "\n  - {time_from_start: 5, position: [0, 0, 0], orientation: [0, 0, 0, 1]}\n";

// A point on line 2 with `more` in its map, and a good one on line 3.
std::string with(const std::string& more) {
  return "points:\n  - {" + kTime + kPosition + kOrientation + ", " + more + "}" + kLast;
}
std::string point(const std::string& body) { return "points:\n  - {" + body + "}" + kLast; }
std::string with_second(const std::string& body) {
  return "points:\n  - {" + kTime + kPosition + kOrientation + "}\n  - {" + body + "}\n";
}
std::string full(const std::string& first_row) {
  return "[" + first_row +
         ", 0, 9, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 9]";
}

const std::vector<BrokenTrajectory> kBrokenYaml{
    {"Empty", "", 1, "the file is empty"},
    {"NotAMap", "- 1\n- 2\n", 1, "the top level is not a map"},
    {"NotYaml", "points: [\n", 1, "this is not YAML"},
    {"NoPoints", "start_stamp: 0\n", 1, "has no points"},
    {"PointsIsNull", "points:\n", 1, "points is empty; it must be a list"},
    {"PointsIsANumber", "points: 5\n", 1, "points is 5; it must be a list"},
    {"PointsIsAMap", "points: {a: 1}\n", 1, "points is a map; it must be a list"},
    {"PointsIsAnEmptyList", "points: []\n", 1, "a trajectory without points"},
    {"PointsTwice", "points: []\npoints: []\n", 2, "given twice"},
    {"UnknownKeyAtTheTop", "pionts: []\npoints: []\n", 1, "did you mean points?"},
    {"UnknownStamp", "stamp: 3\npoints: []\n", 1, "stamp is not a known key"},
    {"NegativeStamp", "start_stamp: -1\npoints: []\n", 1, "start_stamp is -1 s; it must be at least 0"},
    {"WordyStamp", "start_stamp: now\npoints: []\n", 1, "it must be a number"},
    {"InfiniteStamp", "start_stamp: .inf\npoints: []\n", 1, "start_stamp is .inf s"},
    {"NumberForAFrame", "frame: 5\npoints: []\n", 1, "frame is 5; it must be a text"},
    {"EmptyFrame", "frame: \"\"\npoints: []\n", 1, "it must be the arm's base, or left out"},
    {"ListForAFrame", "frame: [a]\npoints: []\n", 1, "it must be a text"},
    {"PointIsANumber", "points:\n  - 5\n", 2, "points[0] is 5; it must be a map"},
    {"PointIsNull", "points:\n  -\n", 2, "points[0] is empty; it must be a map"},
    {"PointIsAList", "points:\n  - [1, 2]\n", 2, "points[0] is [1, 2]; it must be a map"},
    {"UnknownKey", with("speed: [0, 0, 0, 0, 0, 0]"), 2, "points[0].speed is not a known key"},
    {"MistypedKey", with("stifness: [0, 0, 0, 0, 0, 0]"), 2, "did you mean stiffness?"},
    {"KeyTwice", with("wrench: [0, 0, 0, 0, 0, 0], wrench: [0, 0, 0, 0, 0, 0]"), 2, "wrench is given twice"},
    {"NoTime", point("position: [0, 0, 0]" + kOrientation), 2, "points[0] has no time_from_start"},
    {"NegativeTime", point("time_from_start: -1" + kPosition + kOrientation), 2,
     "time_from_start is -1 s; it must be from 0 to 86400"},
    {"LateTime", point("time_from_start: 1e6" + kPosition + kOrientation), 2, "time_from_start is 1e6 s"},
    {"NanTime", point("time_from_start: .nan" + kPosition + kOrientation), 2, "time_from_start is .nan s"},
    {"WordyTime", point("time_from_start: soon" + kPosition + kOrientation), 2, "is \"soon\"; it must be a number"},
    {"QuotedTime", point("time_from_start: \"1\"" + kPosition + kOrientation), 2, "is \"1\"; it must be a number"},
    {"ListOfTimes", point("time_from_start: [0]" + kPosition + kOrientation), 2, "it must be a number"},
    {"NoPosition", point(kTime + kOrientation), 2, "points[0] has no position"},
    {"TwoCoordinates", point(kTime + ", position: [0, 0]" + kOrientation), 2,
     "points[0].position is [0, 0]; it must be a list of 3 numbers"},
    {"FourCoordinates", point(kTime + ", position: [0, 0, 0, 0]" + kOrientation), 2, "it must be a list of 3 numbers"},
    {"Millimetres", point(kTime + ", position: [400, 0, 0]" + kOrientation), 2,
     "points[0].position[0] is 400 m; it must be from -100 to 100"},
    {"NanPosition", point(kTime + ", position: [0, .nan, 0]" + kOrientation), 2, "points[0].position[1] is .nan m"},
    {"InfinitePosition", point(kTime + ", position: [0, 0, -.inf]" + kOrientation), 2,
     "points[0].position[2] is -.inf m"},
    {"WordInPosition", point(kTime + ", position: [0, up, 0]" + kOrientation), 2,
     "points[0].position[1] is \"up\"; it must be a number"},
    {"PositionIsAMap", point(kTime + ", position: {x: 0}" + kOrientation), 2, "it must be a list of 3 numbers"},
    {"NoOrientation", point(kTime + kPosition), 2, "it needs an orientation ([x, y, z, w]) or rpy"},
    {"BothOrientations", with("rpy: [0, 0, 0]"), 2, "points[0].orientation is given too; give one"},
    {"ThreeOfAQuaternion", point(kTime + kPosition + ", orientation: [0, 0, 1]"), 2, "it must be a list of 4 numbers"},
    {"LongQuaternion", point(kTime + kPosition + ", orientation: [0, 0, 0, 1.1]"), 2,
     "must have the length 1, within 1e-06; this one has 1.1"},
    {"ShortQuaternion", point(kTime + kPosition + ", orientation: [0, 0, 0.707, 0.707]"), 2, "this one has 0.999849"},
    {"ZeroQuaternion", point(kTime + kPosition + ", orientation: [0, 0, 0, 0]"), 2, "this one has 0"},
    {"NanQuaternion", point(kTime + kPosition + ", orientation: [0, 0, 0, .nan]"), 2,
     "points[0].orientation[3] is .nan"},
    {"TwoAngles", point(kTime + kPosition + ", rpy: [0, 0]"), 2, "it must be a list of 3 numbers"},
    {"Degrees", point(kTime + kPosition + ", rpy: [180, 0, 0]"), 2,
     "points[0].rpy[0] is 180 rad; it must be from -10 to 10"},
    {"FiveOfATwist", with("twist: [0, 0, 0, 0, 0]"), 2,
     "points[0].twist is [0, 0, 0, 0, 0]; it must be a list of 6 numbers"},
    {"FastTwist", with("twist: [11, 0, 0, 0, 0, 0]"), 2, "points[0].twist[0] is 11 m/s; it must be from -10 to 10"},
    {"FastTurn", with("twist: [0, 0, 0, 0, 0, 30]"), 2, "points[0].twist[5] is 30 rad/s; it must be from -20 to 20"},
    {"TwistAndVelocity", with("twist: [0, 0, 0, 0, 0, 0], velocity: [0, 0, 0, 0, 0, 0]"), 2,
     "means the same as points[0].twist"},
    {"NanVelocity", with("velocity: [0, .nan, 0, 0, 0, 0]"), 2, "points[0].velocity[1] is .nan"},
    {"TwistIsANumber", with("twist: 3"), 2, "points[0].twist is 3; it must be a list of 6 numbers"},
    {"EmptyTwist", with("twist:"), 2, "points[0].twist is empty"},
    {"HugeAcceleration", with("acceleration: [0, 0, 1e4, 0, 0, 0]"), 2, "points[0].acceleration[2] is 1e4 m/s²"},
    {"SevenAccelerations", with("acceleration: [0, 0, 0, 0, 0, 0, 0]"), 2, "it must be a list of 6 numbers"},
    {"HugeForce", with("wrench: [0, 0, 5000, 0, 0, 0]"), 2,
     "points[0].wrench[2] is 5000 N; it must be from -1000 to 1000"},
    {"InfiniteTorque", with("wrench: [0, 0, 0, .inf, 0, 0]"), 2, "points[0].wrench[3] is .inf"},
    {"NegativeMass", with("mass: [3, 3, -0.8, 1, 1, 1]"), 2,
     "points[0].mass[2] is -0.8 kg; a mass must be above 0 and at most 10000"},
    {"ZeroInertia", with("inertia: [3, 3, 3, 1, 1, 0]"), 2, "points[0].inertia[5] is 0 kg m²; a mass must be above 0"},
    {"MassAndInertia", with("mass: [1, 1, 1, 1, 1, 1], inertia: [1, 1, 1, 1, 1, 1]"), 2,
     "means the same as points[0].mass"},
    {"OneMass", with("mass: 5"), 2, "points[0].mass is 5; it must be 6 numbers"},
    {"SevenMasses", with("mass: [1, 1, 1, 1, 1, 1, 1]"), 2, "7 elements; it must be 6 numbers (the diagonal) or 36"},
    {"NestedMass", with("mass: [[1, 0], [0, 1]]"), 2, "must be"},
    {"TinyMass", with("mass: [1e-9, 1, 1, 1, 1, 1]"), 2, "points[0].mass has the eigenvalue 1e-09"},
    {"IndefiniteMass", with("mass: " + full("9, 10, 0, 0, 0, 0, 10")), 2, "points[0].mass"},
    {"NegativeDamping", with("damping: [1, 1, 1, 1, -1, 1]"), 2,
     "points[0].damping[4] is -1 N m s/rad; a damping must be from 0"},
    {"NanDamping", with("damping: [1, .nan, 1, 1, 1, 1]"), 2, "points[0].damping[1] is .nan N s/m"},
    {"HugeStiffness", with("stiffness: [1e7, 1, 1, 1, 1, 1]"), 2, "points[0].stiffness[0] is 10000000 N/m"},
    {"WordyStiffness", with("stiffness: [stiff, 1, 1, 1, 1, 1]"), 2,
     "points[0].stiffness[0] is \"stiff\"; it must be a number"},
    {"AsymmetricStiffness", with("stiffness: " + full("9, 1, 0, 0, 0, 0")), 2,
     "points[0].stiffness(1,0) is 0 but (0,1) is 1"},
    {"ElementOnItsOwnLine", with("mass: [1, 1, 1,\n -1, 1, 1]"), 3, "points[0].mass[3] is -1 kg m²"},
    {"TheSameTime", with_second(kTime + kPosition + kOrientation), 3,
     "points[1].time_from_start is 0 s, the same as that of points[0]"},
    {"BackInTime",
     "points:\n  - {time_from_start: 5, position: [0, 0, 0], orientation: [0, 0, 0, 1]}\n  - {" + kTime + kPosition +
         kOrientation + "}\n",
     3, "points[1].time_from_start is 0 s, before points[0] at 5 s"},
    {"HalfATurn", with_second("time_from_start: 1, position: [0, 0, 0], orientation: [1, 0, 0, 0]"), 3,
     "points[1] is 1 s after points[0] and turned by 3.142 rad"},
    {"Teleport", with_second("time_from_start: 1, position: [20, 0, 0], orientation: [0, 0, 0, 1]"), 3,
     "20 m/s; a speed must be at most 10"},
    {"LastPointMoves",
     with_second("time_from_start: 1, position: [0, 0, 0], orientation: [0, 0, 0, 1], twist: [1, 0, 0, 0, 0, 0]"), 3,
     "must be at rest"},
    {"SecondDocument", "points: []\n---\npoints: []\n", 2, "second document"},
    {"Tag", "points: !!seq []\n", 1, "tag"},
    {"NotUtf8", "points: \xff\xfe\n", 1, "not UTF-8"},
    {"ControlCharacter", std::string("points:\n  - \x01\n"), 2, "control character"},
};

std::string yaml_refusal(const std::string& text) { return test::refusal(text, "t.yaml", parse_trajectory_yaml); }

class BrokenYaml : public testing::TestWithParam<BrokenTrajectory> {};

TEST_P(BrokenYaml, IsRefusedWithFileLineAndRule) {
  const std::string sentence = yaml_refusal(GetParam().text);
  EXPECT_TRUE(sentence.starts_with("t.yaml:" + std::to_string(GetParam().line) + ": ")) << sentence;
  EXPECT_NE(sentence.find(GetParam().fragment), std::string::npos) << sentence;
}

INSTANTIATE_TEST_SUITE_P(Each, BrokenYaml, testing::ValuesIn(kBrokenYaml),
                         [](const auto& variant) { return variant.param.name; });

TEST(BrokenTrajectoryYaml, IsReadWhereItIsNotBroken) { EXPECT_EQ(yaml_refusal(with("twist: [0, 0, 0, 0, 0, 0]")), ""); }

}  // namespace
}  // namespace limber::config
