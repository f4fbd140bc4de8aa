// What from_urdf refuses; its sentence names the source and the wrong element.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ostream>
#include <string>
#include <vector>

#include "robots.hpp"

namespace limber::test {
namespace {

const std::string kLimit = R"(<limit lower="-1" upper="1" velocity="2" effort="3"/>)";

std::string joint(const std::string& name, const std::string& parent, const std::string& child,
                  const std::string& type = "revolute", const std::string& inside = kLimit) {
  return "<joint name='" + name + "' type='" + type + "'><parent link='" + parent + "'/><child link='" + child +
         "'/><axis xyz='0 0 1'/>" + inside + "</joint>";
}

std::string link(const std::string& name, const std::string& inside = "") {
  return "<link name='" + name + "'>" + inside + "</link>";
}

std::string robot(const std::string& inside) { return "<robot name='r'>" + inside + "</robot>"; }

// base -shoulder-> arm -elbow-> tip, the elbow as given.
std::string elbow(const std::string& type, const std::string& inside) {
  return robot(link("base") + link("arm") + link("tip") + joint("shoulder", "base", "arm") +
               joint("elbow", "arm", "tip", type, inside));
}

std::string with_axis(const std::string& xyz) {
  return robot(link("base") + link("tip") + "<joint name='elbow' type='revolute'><parent link='base'/>" +
               "<child link='tip'/><axis xyz='" + xyz + "'/>" + kLimit + "</joint>");
}

std::string limit(const std::string& lower, const std::string& upper, const std::string& velocity,
                  const std::string& effort = "1") {
  return "<limit lower='" + lower + "' upper='" + upper + "' velocity='" + velocity + "' effort='" + effort + "'/>";
}

std::string origin(const std::string& xyz, const std::string& rpy) {
  return "<origin xyz='" + xyz + "' rpy='" + rpy + "'/>";
}

std::string heavy(const std::string& mass, const std::string& ixx, const std::string& ixy = "0",
                  const std::string& xyz = "0 0 0") {
  return robot(link("base") +
               link("tip", "<inertial>" + origin(xyz, "0 0 0") + "<mass value='" + mass + "'/><inertia ixx='" + ixx +
                               "' ixy='" + ixy + "' ixz='0' iyy='1' iyz='0' izz='1'/></inertial>") +
               joint("elbow", "base", "tip"));
}

std::string chain(int joints) {
  std::string inside = link("base");
  for (int i = 0; i < joints; ++i) {
    const std::string parent = i == 0 ? "base" : "l" + std::to_string(i);
    const std::string child = i + 1 == joints ? "tip" : "l" + std::to_string(i + 1);
    inside += link(child) + joint("j" + std::to_string(i), parent, child);
  }
  return robot(inside);
}

std::string nested(std::size_t depth) {
  std::string xml;
  for (std::size_t i = 0; i < depth; ++i) xml += "<a>";
  for (std::size_t i = 0; i < depth; ++i) xml += "</a>";
  return xml;
}

struct Refusal {
  const char* what;
  std::string xml;
  std::vector<std::string> named;  // each is in the sentence
  std::string base = "base";
  std::string tip = "tip";
};

const std::string kGood = elbow("revolute", kLimit);

std::vector<Refusal> bad_texts() {
  return {
      {"Nothing", "", {"empty", "<robot>"}},
      {"Blanks", " \n ", {"no element"}},
      {"NoXml", "hello", {"arm.urdf:1", "text outside"}},
      {"AnotherRoot", "<html/>", {"robot"}},
      {"NoRobotName", "<robot/>", {"name"}},
      {"Unclosed", "<robot name='r'>\n<link name='base'>", {"arm.urdf:2", "<link>"}},
      {"WronglyClosed", "<robot name='r'>\n\n<link name='b'></joint></robot>", {"arm.urdf:3", "<link>", "</joint>"}},
      {"EndsInATag", kGood.substr(0, kGood.size() - 1), {"lacks a '>'"}},
      {"EndsInAValue", "<robot name='r", {"lacks a '''"}},
      {"UnquotedValue", "<robot name=r/>", {"lacks a '\"'"}},
      {"UnendedComment", "<robot name='r'><!-- </robot>", {"comment", "-->"}},
      {"TwoRoots", kGood + kGood, {"<robot>", "after"}},
      {"Doctype", "<!DOCTYPE r [<!ENTITY a 'b'>]>" + kGood, {"DOCTYPE"}},
      {"Xacro", robot("<xacro:macro name='m'/>"), {"xacro"}},
      {"CharacterReference", robot("<link name='&#37;n'/>"), {"&#"}},
      {"NulByte", kGood + std::string(1, '\0') + "x", {"0x00"}},
      {"ControlCharacter", robot("<link name='\x7f'/>"), {"0x7f"}},
      {"BrokenUtf8", robot("<link name='\xef\xbb'/>"), {"0xef", "UTF-8"}},
      {"DeepNesting", nested(100000), {"deeper", "64"}},
      {"TooManyElements",
       robot([] {
         std::string many;
         for (int i = 0; i < 20000; ++i) many += "<link name='l" + std::to_string(i) + "'/>";
         return many;
       }()),
       {"10000 elements"}},
      {"TooManyBytes", robot(std::string(9U << 20U, ' ')), {"bytes"}},
  };
}

std::vector<Refusal> bad_trees() {
  const std::string three = link("base") + link("a") + link("tip");
  return {
      {"NoBase", kGood, {"'pedestal'", "base", "arm, base, tip"}, "pedestal"},
      {"NoTip", kGood, {"'gripper'", "tip"}, "base", "gripper"},
      {"TipAboveBase", kGood, {"'base'", "'tip'", "not below"}, "tip", "base"},
      {"BaseIsTip", kGood, {"0 moving joints"}, "base", "base"},
      {"NoMovingJoint", robot(link("base") + link("tip") + joint("weld", "base", "tip", "fixed")), {"0 moving joints"}},
      {"NineMovingJoints", chain(9), {"9 moving joints", "1 to 8"}},
      {"DuplicateLink", robot(three + link("a")), {"'a'", "not unique"}},
      {"DuplicateJoint", robot(three + joint("j", "base", "a") + joint("j", "a", "tip")), {"'j'", "not unique"}},
      {"TwoParents",
       robot(three + joint("j1", "base", "a") + joint("j2", "base", "tip") + joint("j3", "a", "tip")),
       {"'tip'", "'j2'", "'j3'", "one parent"}},
      {"LoopApart",
       robot(three + link("b") + joint("j1", "base", "tip") + joint("j2", "a", "b") + joint("j3", "b", "a")),
       {"'j2'", "loop"}},
      {"LoopAboveItsBranches",
       robot(three + link("b") + joint("j1", "base", "tip") + joint("j2", "a", "tip") + joint("j9", "a", "b") +
             joint("j3", "b", "a")),
       {"'j3'", "loop"}},
      {"BranchOfALoop",
       robot(three + link("b") + link("c") + joint("j1", "base", "tip") + joint("a_branch", "b", "c") +
             joint("j8", "a", "b") + joint("j9", "b", "a")),
       {"'j8'", "loop"}},
      {"LoopOfAll",
       robot(link("base") + link("tip") + joint("j1", "base", "tip") + joint("j2", "tip", "base")),
       {"'j1'", "loop"}},
      {"OwnChild", robot(link("base") + link("tip") + joint("j1", "base", "base")), {"'j1'", "loop"}},
      {"TwoRootLinks", robot(three + joint("j1", "base", "tip")), {"root", "[a]", "[base]"}},
      {"UnknownParent", robot(link("base") + link("tip") + joint("j1", "nobody", "tip")), {"nobody", "j1"}},
      {"NoChild", robot(link("base") + "<joint name='j1' type='fixed'><parent link='base'/></joint>"), {"j1"}},
      {"Branch",
       robot(three + joint("j1", "base", "tip") + joint("finger", "tip", "a", "prismatic")),
       {"'finger'", "not between base", "kFreezeAtZero"}},
  };
}

std::vector<Refusal> bad_joints() {
  return {
      {"NoType", elbow("", kLimit), {"elbow", "type"}},
      {"Planar", elbow("planar", kLimit), {"'elbow'", "planar", "revolute"}},
      {"Floating", elbow("floating", ""), {"'elbow'", "floating", "revolute"}},
      {"Mimic", elbow("revolute", kLimit + "<mimic joint='shoulder'/>"), {"'elbow'", "'shoulder'", "mimics"}},
      {"RevoluteWithoutLimit", elbow("revolute", ""), {"'elbow' has no <limit>; a revolute joint needs lower"}},
      {"PrismaticWithoutLimit", elbow("prismatic", ""), {"'elbow' has no <limit>; a prismatic joint needs lower"}},
      {"NoLowerNorUpper", elbow("revolute", "<limit velocity='1' effort='1'/>"), {"'elbow'", "both must be given"}},
      {"LowerAboveUpper", elbow("revolute", limit("1", "-1", "1")), {"'elbow'", "lower 1", "upper -1"}},
      {"NegativeVelocity", elbow("revolute", limit("-1", "1", "-2")), {"'elbow'", "velocity limit -2"}},
      {"NegativeEffort", elbow("revolute", limit("-1", "1", "1", "-4")), {"'elbow'", "effort limit -4"}},
      {"NanVelocity", elbow("revolute", limit("-1", "1", "nan")), {"'elbow'", "velocity", "nan"}},
      {"InfiniteVelocity", elbow("revolute", limit("-1", "1", "inf")), {"'elbow'", "velocity", "inf"}},
      {"LimitNoArmReaches", elbow("prismatic", limit("0", "1.7e308", "1")), {"'elbow'", "upper 1.7e+308", "beyond"}},
      {"OverflowingLimit", elbow("revolute", limit("-1", "1e999", "1")), {"'elbow'", "upper", "1e999"}},
      {"WordAsDeceleration",
       elbow("revolute", "<limit lower='-1' upper='1' velocity='1' effort='1' deceleration = 'hard'/>"),
       {"'elbow'", "deceleration 'hard'", "above 0"}},
      {"NoAcceleration",
       elbow("revolute", "<limit acceleration='0' lower='-1' upper='1' velocity='1' effort='1'/>"),
       {"'elbow'", "acceleration '0'", "above 0"}},
      {"NegativeDamping", elbow("revolute", kLimit + "<dynamics damping='-1'/>"), {"'elbow'", "damping -1"}},
      {"ZeroAxis", with_axis("0 0 0"), {"'elbow'", "axis (0, 0, 0)", "direction"}},
      {"TinyAxis", with_axis("0 1e-30 0"), {"'elbow'", "axis"}},
      {"AxisOfTwo", with_axis("0 1"), {"'elbow'", "axis"}},
      {"NanAxis", with_axis("nan 0 1"), {"'elbow'", "axis"}},
      {"NanOrigin", elbow("revolute", origin("nan 0 0", "0 0 0") + kLimit), {"'elbow'", "nan"}},
      {"InfiniteTurn", elbow("revolute", origin("0 0 0", "inf 0 0") + kLimit), {"'elbow'", "inf"}},
      {"FarOrigin", elbow("revolute", origin("1e300 0 0", "0 0 0") + kLimit), {"'elbow'", "origin"}},
      {"PrintfOrigin", elbow("revolute", origin("%s%s%n 0 0", "0 0 0") + kLimit), {"'elbow'"}},
  };
}

std::vector<Refusal> bad_masses() {
  return {
      {"NegativeMass", heavy("-0.8", "1"), {"'tip'", "mass -0.8 kg", "0 or above"}},
      {"NanMass", heavy("nan", "1"), {"'tip'", "nan"}},
      {"PrintfMass", heavy("%n%s%s%s%s", "1"), {"'tip'", "mass"}},
      {"AbsurdMass", heavy("1e300", "1"), {"'tip'", "mass"}},
      {"NegativeInertia", heavy("1", "-2"), {"'tip'", "eigenvalue -2", "below 0"}},
      {"IndefiniteInertia", heavy("1", "1", "3"), {"'tip'", "eigenvalue -2"}},
      {"InfiniteInertia", heavy("1", "inf"), {"'tip'", "ixx"}},
      {"AbsurdInertia", heavy("1", "1e200"), {"'tip'", "inertia"}},
      {"FarCentreOfMass", heavy("1", "1", "0", "0 -1e200 0"), {"'tip'", "centre of mass"}},
      {"NoInertia",
       robot(link("base") + link("tip", "<inertial><mass value='1'/></inertial>") + joint("elbow", "base", "tip")),
       {"'tip'", "inertia"}},
  };
}

void PrintTo(const Refusal& refusal, std::ostream* out) { *out << refusal.what; }

class Refuses : public testing::TestWithParam<Refusal> {};

std::string name_of(const testing::TestParamInfo<Refusal>& refusal) { return refusal.param.what; }
INSTANTIATE_TEST_SUITE_P(Text, Refuses, testing::ValuesIn(bad_texts()), name_of);
INSTANTIATE_TEST_SUITE_P(Tree, Refuses, testing::ValuesIn(bad_trees()), name_of);
INSTANTIATE_TEST_SUITE_P(Joint, Refuses, testing::ValuesIn(bad_joints()), name_of);
INSTANTIATE_TEST_SUITE_P(Mass, Refuses, testing::ValuesIn(bad_masses()), name_of);

TEST_P(Refuses, WithOneSentenceThatNamesIt) {
  try {
    Arm::from_urdf(GetParam().xml, GetParam().base, GetParam().tip, "arm.urdf");
    FAIL() << "accepted";
  } catch (const ArmError& error) {
    const std::string sentence = error.what();
    EXPECT_TRUE(sentence.starts_with("arm.urdf:")) << sentence;
    EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
    for (const std::string& name : GetParam().named) EXPECT_NE(sentence.find(name), std::string::npos) << sentence;
  }
}

TEST(RefusesAFile, ThatIsMissingOrADirectoryWithASentenceThatNamesIt) {
  for (const std::string path : {LIMBER_SOURCE_DIR "/robots/ur6e.urdf", LIMBER_SOURCE_DIR "/robots"}) {
    try {
      Arm::from_urdf_file(path, "base_link", "tool0");
      FAIL() << "accepted " << path;
    } catch (const ArmError& error) {
      EXPECT_TRUE(std::string(error.what()).starts_with(path + ": ")) << error.what();
    }
  }
}

TEST(RefusesAFile, ThatIsADeviceOrAPipeBeforeItIsOpened) {
  const std::string pipe = testing::TempDir() + "limber_pipe_" + std::to_string(getpid()) + ".urdf";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const auto refusal_of = [](const std::string& path) -> std::string {
    try {
      Arm::from_urdf_file(path, "base_link", "tool0");
    } catch (const ArmError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal_of("/dev/null"), "/dev/null: it is a device, not a file");
  // A pipe would be waited for, for ever.
  if (!HasFailure()) {
    EXPECT_EQ(refusal_of(pipe), pipe + ": it is a pipe, not a file");
  }
  unlink(pipe.c_str());
}

TEST(Accepts, AFileAsItsText) {
  const Arm arm = Arm::from_urdf_file(LIMBER_SOURCE_DIR "/robots/ur5e.urdf", "base_link", "tool0");
  const JointVector q = JointVector::LinSpaced(6, -1.0, 1.0);
  EXPECT_EQ(arm.pose(q, arm.tip()).p, ur5e().pose(q, ur5e().tip()).p);
}

TEST(Accepts, TheArmTheRefusalsStartFrom) {
  EXPECT_EQ(Arm::from_urdf(kGood, "base", "tip").joint_count(), 2);
  EXPECT_EQ(Arm::from_urdf(chain(kMaxJoints), "base", "tip").joint_count(), kMaxJoints);
}

TEST(Accepts, CommentsDeclarationsPercentSignsAndForeignElements) {
  const std::string xml = "\xef\xbb\xbf<?xml version='1.0'?><!-- 50 % < done --><robot name='r'>" + link("base") +
                          link("tip", "<visual><geometry><mesh filename='a%20b.stl'/></geometry></visual>") +
                          joint("j", "base", "tip") + "<transmission name='t'><type>x > y</type></transmission>" +
                          "<gazebo><![CDATA[ <a> ]]></gazebo></robot>";
  EXPECT_EQ(Arm::from_urdf(xml, "base", "tip").joint_count(), 1);
}

}  // namespace
}  // namespace limber::test
