// Broken trajectories in CSV: each is refused with a sentence that names file, line and what is wrong.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "broken_trajectory.hpp"

namespace limber::config {
namespace {

using test::BrokenTrajectory;

const std::string kHeader = "time_from_start,x,y,z,qx,qy,qz,qw";
const std::string kTwistNames = ",vx,vy,vz,wx,wy,wz";
const std::string kMassNames = ",mass.x,mass.y,mass.z,mass.rx,mass.ry,mass.rz";
const std::string kGood = "0,0,0,0,0,0,0,1";
const std::string kGoodLast = "5,0,0,0,0,0,0,1";

// Under the plain header, on line 2, before a good last line.
std::string row(const std::string& text) { return kHeader + "\n" + text + "\n" + kGoodLast + "\n"; }
std::string twist_row(const std::string& cells) {
  return kHeader + kTwistNames + "\n" + kGood + "," + cells + "\n" + kGoodLast + ",,,,,,\n";
}
std::string mass_row(const std::string& cells) {
  return kHeader + kMassNames + "\n" + kGood + "," + cells + "\n" + kGoodLast + ",,,,,,\n";
}
std::string full_header(const std::string& matrix) {
  std::string names;
  for (int i = 0; i < 36; ++i) names += "," + matrix + "." + std::to_string(i / 6) + std::to_string(i % 6);
  return names;
}

const std::vector<BrokenTrajectory> kBrokenCsv{
    {"Empty", "", 1, "the file is empty; it must begin with a header"},
    {"OnlyComments", "# a\n\n# b\n", 1, "the file is empty"},
    {"OnlyAHeader", kHeader + "\n", 1, "a trajectory without points"},
    {"HeaderAfterComments", "# a\n\nfoo\n", 3, "\"foo\" is not a known column"},
    {"NoHeader", kGood + "\n", 1, "\"0\" is not a known column"},
    {"UnknownColumn", kHeader + ",foo\n", 1, "\"foo\" is not a known column"},
    {"MistypedColumn", kHeader + ",stifness.x\n", 1, "did you mean stiffness.x?"},
    {"UpperCaseColumn", "Time_from_start,x,y,z,qx,qy,qz,qw\n", 1, "not a known column"},
    {"NamelessColumn", kHeader + ",\n", 1, "column 9 has no name"},
    {"ColumnTwice", kHeader + ",x\n", 1, "column 9 is x again, as column 2"},
    {"InertiaAndMass", kHeader + kMassNames + ",inertia.x\n", 1, "is mass.x again"},
    {"NoTimeColumn", "x,y,z,qx,qy,qz,qw\n", 1, "the header has no time_from_start"},
    {"NoPositionColumns", "time_from_start,qx,qy,qz,qw\n", 1, "the header has no x; it must name x, y, z"},
    {"PartOfAPosition", "time_from_start,x,y,qx,qy,qz,qw\n", 1, "has columns of the position but not z"},
    {"NoOrientationColumns", "time_from_start,x,y,z\n", 1, "the header has no orientation"},
    {"PartOfAQuaternion", "time_from_start,x,y,z,qx,qy,qz\n", 1, "has columns of the quaternion but not qw"},
    {"BothOrientations", kHeader + ",roll,pitch,yaw\n", 1, "the quaternion and roll, pitch, yaw; give one"},
    {"PartOfATwist", kHeader + ",vx,vy,vz\n", 1, "has columns of the twist but not wx"},
    {"PartOfAnAcceleration", kHeader + ",ax,ay,az,alphax,alphay\n", 1, "columns of the acceleration but not alphaz"},
    {"PartOfAMass", kHeader + ",mass.x\n", 1, "columns of the mass but not mass.y"},
    {"PartOfAFullMass", kHeader + ",mass.00,mass.11\n", 1, "columns of the full mass but not mass.01"},
    {"TwoMasses", kHeader + kMassNames + full_header("mass") + "\n", 1, "the mass and the full mass; give one"},
    {"OtherSeparator", "time_from_start;x;y;z;qx;qy;qz;qw\n", 1, "not a known column"},
    {"TooFewCells", row("0,0,0,0,0,0,0"), 2, "the line has 7 cells; it must have 8"},
    {"TooManyCells", row(kGood + ",0"), 2, "the line has 9 cells; it must have 8"},
    {"CommaAtTheEnd", row(kGood + ","), 2, "the line has 9 cells"},
    {"LineAfterAComment", kHeader + "\n# a\n\n0,0\n", 4, "the line has 2 cells"},
    {"EmptyTime", row(",0,0,0,0,0,0,1"), 2, "time_from_start is empty; it must be a number"},
    {"EmptyPosition", row("0,,,,0,0,0,1"), 2, "x is empty; it must be a number"},
    {"PartOfAPositionEmpty", row("0,0,,0,0,0,0,1"), 2, "y is empty but others of the position are not"},
    {"EmptyQuaternion", row("0,0,0,0,,,,"), 2, "qx is empty"},
    {"EmptyRpy", "time_from_start,x,y,z,roll,pitch,yaw\n0,0,0,0,,,\n", 2, "roll is empty"},
    {"WordForANumber", row("0,0,zero,0,0,0,0,1"), 2, "y is \"zero\"; it must be a finite number"},
    {"Nan", row("0,nan,0,0,0,0,0,1"), 2, "x is \"nan\""},
    {"YamlNan", row("0,.nan,0,0,0,0,0,1"), 2, "x is \".nan\""},
    {"Infinity", row("0,.inf,0,0,0,0,0,1"), 2, "x is \".inf\""},
    {"Hexadecimal", row("0,0x10,0,0,0,0,0,1"), 2, "x is \"0x10\""},
    {"TwoNumbersInACell", row("0,1 2,0,0,0,0,0,1"), 2, "x is \"1 2\""},
    {"QuotedNumber", row("0,\"1\",0,0,0,0,0,1"), 2, "it must be a finite number"},
    {"HugeExponent", row("0,1e999,0,0,0,0,0,1"), 2, "x is \"1e999\""},
    {"HalfANumber", row("0,1e,0,0,0,0,0,1"), 2, "x is \"1e\""},
    {"NegativeTime", row("-1,0,0,0,0,0,0,1"), 2, "points[0].time_from_start is -1 s; it must be from 0 to 86400"},
    {"LateTime", row("90000,0,0,0,0,0,0,1"), 2, "points[0].time_from_start is 90000 s"},
    {"TheSameTime", row("5,0,0,0,0,0,0,1"), 3, "points[1].time_from_start is 5 s, the same as that of points[0]"},
    {"BackInTime", row("6,0,0,0,0,0,0,1"), 3, "before points[0] at 6 s"},
    {"Millimetres", row("0,400,0,0,0,0,0,1"), 2, "points[0].position[0] is 400 m"},
    {"LongQuaternion", row("0,0,0,0,0,0,0,2"), 2, "a quaternion must have the length 1, within 1e-06; this one has 2"},
    {"HalfATurn", row("0,0,0,0,1,0,0,0"), 3, "turned by"},
    {"Teleport", row("0,90,0,0,0,0,0,1"), 3, "a speed must be at most 10"},
    {"FastTwist", twist_row("0,0,99,0,0,0"), 2, "points[0].twist[2] is 99 m/s"},
    {"PartOfATwistEmpty", twist_row("0,0,,0,0,0"), 2, "vz is empty but others of the twist are not"},
    {"LastPointMoves", kHeader + kTwistNames + "\n" + kGood + ",1,0,0,0,0,0\n", 2, "must be at rest"},
    {"NegativeMass", mass_row("1,1,-2,1,1,1"), 2, "points[0].mass[2] is -2 kg; a mass must be above 0"},
    {"ZeroMass", mass_row("0,1,1,1,1,1"), 2, "points[0].mass[0] is 0 kg"},
    {"TinyMass", mass_row("1e-8,1,1,1,1,1"), 2, "has the eigenvalue 1e-08"},
    {"NotUtf8", row("0,\xff,0,0,0,0,0,1"), 2, "not UTF-8"},
    {"ControlCharacter", row("0,\x02,0,0,0,0,0,1"), 2, "control character"},
    {"CarriageReturnsAlone", kHeader + "\r" + kGood + "\r", 1, "not a known column"},
};

std::string csv_refusal(const std::string& text) { return test::refusal(text, "t.csv", parse_trajectory_csv); }

class BrokenCsv : public testing::TestWithParam<BrokenTrajectory> {};

TEST_P(BrokenCsv, IsRefusedWithFileLineAndRule) {
  const std::string sentence = csv_refusal(GetParam().text);
  EXPECT_TRUE(sentence.starts_with("t.csv:" + std::to_string(GetParam().line) + ": ")) << sentence;
  EXPECT_NE(sentence.find(GetParam().fragment), std::string::npos) << sentence;
}

INSTANTIATE_TEST_SUITE_P(Each, BrokenCsv, testing::ValuesIn(kBrokenCsv),
                         [](const auto& variant) { return variant.param.name; });

TEST(BrokenTrajectoryCsv, IsReadWhereItIsNotBroken) {
  EXPECT_EQ(csv_refusal(row(kGood)), "");
  EXPECT_EQ(csv_refusal(twist_row("0,0,0,0,0,0")), "");
  EXPECT_EQ(csv_refusal(mass_row("1,1,1,1,1,1")), "");
}

TEST(BrokenTrajectoryCsv, SeveralErrorsAreToldAtOnce) {
  const std::string sentence = csv_refusal(kHeader + "\n1\n2\n3\n");
  EXPECT_NE(sentence.find("t.csv:2: "), std::string::npos) << sentence;
  EXPECT_NE(sentence.find("t.csv:4: "), std::string::npos) << sentence;
}

}  // namespace
}  // namespace limber::config
