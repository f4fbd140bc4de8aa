// Broken configurations: each is refused with a sentence that names file, line and key, and says what is wrong.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "config/error_collector.hpp"
#include "limber/configuration.hpp"

namespace limber::config {
namespace {

struct Broken {
  std::string name;
  std::string body;  // what stands under `c:` and `ros__parameters:`, from line 3 on
  int line;
  std::string key;
  std::string fragment;
};

void PrintTo(const Broken& broken, std::ostream* out) { *out << broken.body; }

const std::string kIdentityButOne =
    "[1, 0, 0, 0, 0, 0,\n 0, 1, 0, 0, 0, 0,\n 0, 0, 1, 0, 0, 0,\n"
    " 0, 0, 0, 1, 0, 0,\n 0, 0, 0, 0, 1, 0,\n 0, 0, 0, 0, 0, ";

const std::vector<Broken> kBroken{
    // the virtual body
    {"NegativeMass", "admittance: {mass: [3, 3, -0.8, 1, 1, 1]}", 3, "admittance.mass[2]",
     "is -0.8 kg; a mass must be above 0"},
    {"ZeroInertia", "admittance: {mass: [3, 3, 1, 1, 1, 0]}", 3, "admittance.mass[5]",
     "is 0 kg m²; a mass must be above 0"},
    {"FiveMasses", "admittance:\n      mass: [1, 1, 1, 1, 1]", 4, "admittance.mass",
     "5 elements; it must be 6 numbers"},
    {"NoMasses", "admittance: {mass: []}", 3, "admittance.mass", "0 elements"},
    {"OneMass", "admittance: {mass: 5}", 3, "admittance.mass", "is 5; it must be 6 numbers"},
    {"MassWithoutValue", "admittance:\n      mass:", 4, "admittance.mass", "is empty; it must be 6 numbers"},
    {"MassAsMap", "admittance: {mass: {x: 1}}", 3, "admittance.mass", "is a map; it must be 6 numbers"},
    {"MassAsWord", "admittance: {mass: [1, heavy, 1, 1, 1, 1]}", 3, "admittance.mass[1]",
     "is \"heavy\"; it must be a number"},
    {"MassInQuotes", "admittance: {mass: [1, 1, 1, \"1\", 1, 1]}", 3, "admittance.mass[3]",
     "is \"1\"; it must be a number"},
    {"MassNotANumber", "admittance: {mass: [.nan, 1, 1, 1, 1, 1]}", 3, "admittance.mass[0]", "is .nan kg"},
    {"InfiniteMass", "admittance: {mass: [.inf, 1, 1, 1, 1, 1]}", 3, "admittance.mass[0]", "is .inf kg"},
    {"HugeMass", "admittance: {mass: [1e300, 1, 1, 1, 1, 1]}", 3, "admittance.mass[0]", "at most 10000"},
    {"OverflowingMass", "admittance: {mass: [1e999, 1, 1, 1, 1, 1]}", 3, "admittance.mass[0]", "it must be a number"},
    {"TinyMass", "admittance: {mass: [1e-9, 1, 1, 1, 1, 1]}", 3, "admittance.mass", "eigenvalue 1e-09"},
    {"ElementOnItsOwnLine",
     "admittance:\n      mass:\n        - 1\n        - 1\n        - -1\n        - 1\n        - 1\n        - 1", 7,
     "admittance.mass[2]", "is -1 kg"},
    {"NestedMass", "admittance: {mass: [[1, 1, 1], [1, 1, 1]]}", 3, "admittance.mass", "must be"},
    {"MassAndInertia", "admittance:\n      mass: [1, 1, 1, 1, 1, 1]\n      inertia: [1, 1, 1, 1, 1, 1]", 5,
     "admittance.inertia", "means the same as admittance.mass, given on line 4"},
    {"NegativeInertia", "admittance: {inertia: [-1, 1, 1, 1, 1, 1]}", 3, "admittance.inertia[0]",
     "a mass must be above 0"},
    {"AsymmetricStiffness",
     "admittance:\n      stiffness: [1, 0, 0, 0, 0, 0,\n 0.5, 1, 0, 0, 0, 0,\n 0, 0, 1, 0, 0, 0,\n 0, 0, 0, 1, 0, 0,\n "
     "0, 0, 0, 0, 1, 0,\n 0, 0, 0, 0, 0, 1]",
     5, "admittance.stiffness(1,0)", "is 0.5 but (0,1) is 0; a full matrix must be symmetric"},
    {"IndefiniteStiffness",
     "admittance:\n      stiffness: [1, 2, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, "
     "0, 1, 0, 0, 0, 0, 0, 0, 1]",
     4, "admittance.stiffness", "has the eigenvalue -1; it must be positive semi-definite"},
    {"SingularMass",
     "admittance:\n      mass: [1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, "
     "0, 0, 0, 0, 0, 0, 1]",
     4, "admittance.mass", "it must be positive definite"},
    {"NegativeOnFullDiagonal", "admittance:\n      damping: " + kIdentityButOne + "-3]", 9, "admittance.damping(5,5)",
     "is -3 N m s/rad; a damping must be from 0"},
    {"WordInFullMatrix", "admittance:\n      damping: " + kIdentityButOne + "x]", 9, "admittance.damping[35]",
     "it must be a number"},
    {"ThirtyFiveNumbers",
     "admittance: {damping: [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, "
     "1, 0, 0, 0, 0]}",
     3, "admittance.damping", "35 elements"},
    {"NegativeStiffness", "admittance: {stiffness: [0, 0, 0, -1, 0, 0]}", 3, "admittance.stiffness[3]",
     "is -1 N m/rad; a stiffness must be from 0"},
    {"NegativeArmDamping", "admittance: {arm_damping: [0, -1, 0, 1, 0, 0]}", 3, "admittance.arm_damping[1]",
     "a damping must be from 0"},
    {"NoDampingAtAll", "admittance: {damping: [0, 0, 0, 0, 0, 0]}", 3, "admittance.damping",
     "leaves x undamped (0, with no arm_damping)"},
    {"OneAxisUndamped", "admittance: {damping: [9, 9, 0, 1, 1, 1]}", 3, "admittance.damping", "leaves z undamped"},
    {"OnlyArmDampingAndZero", "admittance: {arm_damping: [1, 1, 1, 1, 1, 0]}", 3, "admittance.arm_damping",
     "leaves rotation about z undamped (0, with no damping)"},
    {"UndampedDirection",
     "admittance: {damping: [1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, "
     "0, 0, 0, 0, 0, 1]}",
     3, "admittance.damping", "has an eigenvalue of 0"},
    {"ZeroDampingRatio", "admittance: {damping_ratio: [1, 1, 1, 1, 1, 0]}", 3, "admittance.damping_ratio[5]",
     "must be above 0"},
    {"ZeroVirtualStiffness", "admittance: {virtual_stiffness: [0, 10]}", 3, "admittance.virtual_stiffness[0]",
     "is 0 N/m"},
    {"AngularVirtualStiffness", "admittance: {virtual_stiffness: [100, -10]}", 3, "admittance.virtual_stiffness[1]",
     "is -10 N m/rad"},
    {"ThreeVirtualStiffnesses", "admittance: {virtual_stiffness: [1, 2, 3]}", 3, "admittance.virtual_stiffness",
     "2 numbers (linear, angular) or 6"},
    {"RatioAboveOne", "admittance: {admittance_ratio: 1.5}", 3, "admittance.admittance_ratio",
     "is 1.5; a ratio must be from 0 to 1"},
    {"RatioAsText", "admittance: {admittance_ratio: half}", 3, "admittance.admittance_ratio",
     "is \"half\"; it must be a number"},
    {"AxesAsNumbers", "admittance: {enabled_axes: [1, 1, 1, 0, 0, 0]}", 3, "admittance.enabled_axes[0]",
     "is 1; it must be true or false"},
    {"AxesAsYes", "admittance: {enabled_axes: [yes, yes, yes, no, no, no]}", 3, "admittance.enabled_axes[0]",
     "is \"yes\"; it must be true or false"},
    {"ThreeAxes", "admittance: {enabled_axes: [true, true, true]}", 3, "admittance.enabled_axes",
     "3 elements; it must be 6 times true or false"},
    {"HalfATurn", "admittance: {orientation_error_limit: 3.2}", 3, "admittance.orientation_error_limit",
     "above 0 and below 3.14159"},
    {"IntegrateFromNowhere", "admittance: {integrate_from: sensor}", 3, "admittance.integrate_from",
     "is \"sensor\"; it must be one of command, measured"},
    {"NegativeDriftThreshold", "admittance: {drift_reset_threshold: -1}", 3, "admittance.drift_reset_threshold",
     "is -1 m/s"},
    {"FrameAsNumber", "admittance: {frame: {id: 5}}", 3, "admittance.frame.id", "is 5; it must be a text"},
    {"FrameAsText", "admittance: {frame: tool0}", 3, "admittance.frame",
     "is \"tool0\"; it must be a map of parameters"},
    {"AdmittanceAsNumber", "admittance: 5", 3, "admittance", "is 5; it must be a map of parameters"},
    {"AdmittanceEmpty", "admittance:", 3, "admittance", "is empty; it must be a map of parameters"},
    // the wrench
    {"FilterCoefficientZero", "admittance: {filter_coefficient: 0}", 3, "admittance.filter_coefficient",
     "above 0 and at most 1"},
    {"FilterCoefficientTwo", "admittance: {filter_coefficient: 2}", 3, "admittance.filter_coefficient",
     "above 0 and at most 1"},
    {"CutoffAtHalfTheRate", "update_rate: 200\n    admittance: {filter_cutoff: 100}", 4, "admittance.filter_cutoff",
     "is 100 Hz; it must be below half the update_rate (100 Hz)"},
    {"BothFilters", "admittance:\n      filter_coefficient: 0.1\n      filter_cutoff: 10", 5,
     "admittance.filter_cutoff", "admittance.filter_coefficient is given too, on line 4"},
    {"NegativeDeadband", "admittance: {min_motion_threshold: -2}", 3, "admittance.min_motion_threshold", "is -2 N;"},
    {"SignOfTwo", "wrench: {sign: 2}", 3, "wrench.sign", "is 2; a sign must be 1 or -1"},
    {"SignTwice", "wrench: {sign: 1}\n    wrench_sign: -1", 4, "wrench_sign", "means the same as wrench.sign"},
    {"NegativeTool", "wrench: {tool: {mass: -1}}", 3, "wrench.tool.mass", "is -1 kg"},
    {"CentreOfMassOfTwo", "wrench: {tool: {center_of_mass: [0, 1]}}", 3, "wrench.tool.center_of_mass",
     "2 elements; it must be 3 numbers"},
    {"EndlessBias", "wrench: {bias: [0, 0, 0, 0, 0, .inf]}", 3, "wrench.bias[5]", "is .inf N m"},
    {"NoTareWindow", "wrench: {tare_window: 0}", 3, "wrench.tare_window", "is 0 s"},
    // limits
    {"SpeedOfZero", "max_linear_velocity: 0", 3, "max_linear_velocity", "is 0 m/s; a speed limit must be above 0"},
    {"EndlessAcceleration", "max_angular_acceleration: .inf", 3, "max_angular_acceleration", "is .inf rad/s²"},
    {"BoxInsideOut", "workspace:\n      lower: [0, 0, 0]\n      upper: [1, 0, 1]", 5, "workspace.upper[1]",
     "is 0 m; it must be above workspace.lower[1] (0 m)"},
    {"LowerSideAtInfinity", "workspace: {lower: [.inf, 0, 0]}", 3, "workspace.lower[0]", "or -.inf"},
    {"PlaneOfFive", "workspace: {planes: [1, 0, 0, 1, 2]}", 3, "workspace.planes", "4 numbers per plane"},
    {"PlaneWithoutNormal", "workspace: {planes: [1, 0, 0, 1, 0, 0, 0, 1]}", 3, "workspace.planes[4]",
     "a normal must not be 0"},
    {"TooManyPlanes",
     "workspace: {lower: [0, 0, 0], planes: [1,0,0,1, 1,0,0,1, 1,0,0,1, 1,0,0,1, 1,0,0,1, 1,0,0,1, 1,0,0,1, 1,0,0,1, "
     "1,0,0,1, 1,0,0,1, 1,0,0,1, 1,0,0,1, 1,0,0,1, 1,0,0,1]}",
     3, "workspace.planes", "17 planes; at most 16 are allowed"},
    {"JointLimitsCrossed", "limits: {joint_lower: [0, 1], joint_upper: [1, 0.5]}", 3, "limits.joint_upper[1]",
     "it must be above joint_lower (1)"},
    {"JointCountsDiffer", "limits: {joint_lower: [0, 0, 0], joint_upper: [1, 1]}", 3, "limits.joint_upper",
     "joint_lower 3"},
    {"JointCountAgainstJoints", "joints: [a, b, c]\n    limits: {joint_velocity: [1, 1]}", 4, "limits.joint_velocity",
     "each of the 3 joints"},
    {"JointLimitAsText", "limits: {joint_velocity: fast}", 3, "limits.joint_velocity", "it must be a number"},
    {"NineJoints", "limits: {joint_acceleration: [1, 1, 1, 1, 1, 1, 1, 1, 1]}", 3, "limits.joint_acceleration",
     "9 elements"},
    {"JerkLimit", "limits: {joint_jerk: 50}", 3, "limits.joint_jerk", "is not a known key"},
    {"NoSingularityThreshold", "singularity: {threshold: 0}", 3, "singularity.threshold", "above 0"},
    // the arm and the supervisor
    {"SameJointTwice", "joints: [a, b, a]", 3, "joints[2]", "is \"a\"; each may be named only once"},
    {"JointAsNumber", "joints: [a, 7]", 3, "joints[1]", "is 7; it must be a text"},
    {"EmptyJoint", "joints: [a, \"\"]", 3, "joints[1]", "must not be empty"},
    {"JointsAsText", "joints: elbow", 3, "joints", "is \"elbow\"; it must be 1 to 8 names"},
    {"EffortCommand", "command_interfaces: [effort]", 3, "command_interfaces[0]", "one of position, velocity"},
    {"NoCommand", "command_interfaces: []", 3, "command_interfaces", "position, velocity or both"},
    {"NoVelocityState", "state_interfaces: [position]", 3, "state_interfaces", "both position and velocity"},
    {"RateOfOne", "update_rate: 1", 3, "update_rate", "is 1 Hz; a rate must be from 20 to 10000"},
    {"RateAsTime", "update_rate: 500 Hz", 3, "update_rate", "is \"500 Hz\"; it must be a number"},
    {"HalfAnOverrun", "max_overruns: 2.5", 3, "max_overruns", "is 2.5; it must be a whole number"},
    {"RealOverruns", "max_overruns: 3.0", 3, "max_overruns", "it must be a whole number"},
    {"HugeOverruns", "max_overruns: 99999999999999", 3, "max_overruns", "whole number"},
    {"NoOverruns", "max_overruns: 0", 3, "max_overruns", "from 1 to 1000"},
    {"NoiseAsNumber", "expect_noise: 1", 3, "expect_noise", "it must be true or false"},
    {"NoiseInCapitals", "expect_noise: True", 3, "expect_noise", "it must be true or false"},
    {"StaleBeforeTwoCycles", "stale_timeout: 0.001", 3, "stale_timeout",
     "at least two cycles (0.004 s at update_rate 500 Hz)"},
    {"NegativeOverforce", "overforce: {force: -.inf}", 3, "overforce.force", "is -.inf N"},
    {"OverforceInWords", "overforce: {force: inf}", 3, "overforce.force", "is \"inf\"; it must be a number"},
    {"EndlessPress", "press: {max_travel: .inf}", 3, "press.max_travel", "is .inf m"},
    {"HexadecimalSpeed", "press: {approach_speed: 0x1}", 3, "press.approach_speed", "it must be a number"},
    // keys
    {"MisspeltKey", "admittance: {stifness: [0, 0, 0, 0, 0, 0]}", 3, "admittance.stifness",
     "did you mean admittance.stiffness?"},
    {"MisspeltGroup", "admitance:\n      mass: [1, 1, 1, 1, 1, 1]", 4, "admitance.mass",
     "did you mean admittance.mass?"},
    {"KeyInTheWrongPlace", "mass: [1, 1, 1, 1, 1, 1]", 3, "mass", "did you mean admittance.mass?"},
    {"KeyFromAnotherWorld", "colour: blue", 3, "colour", "is not a known key"},
    {"KeyThatCodeSets", "supervisor: {count_lateness_only: true}", 3, "supervisor.count_lateness_only",
     "is not a known key"},
    {"MergeKey", "<<: {update_rate: 100}", 3, "<<", "is not a known key"},
    {"KeyTwice", "update_rate: 100\n    max_linear_velocity: 1\n    update_rate: 200", 5, "update_rate",
     "is given twice, first on line 3"},
    {"KeyTwiceInTwoMaps", "admittance: {admittance_ratio: 1}\n    admittance: {admittance_ratio: 0}", 4,
     "admittance.admittance_ratio", "is given twice, first on line 3"},
    {"KeyTwiceNestedAndDotted", "admittance: {admittance_ratio: 1}\n    admittance.admittance_ratio: 1", 4,
     "admittance.admittance_ratio", "is given twice, first on line 3"},
    {"GroupOnceMapOnceNumber", "admittance: {admittance_ratio: 1}\n    admittance: 3", 4, "admittance",
     "is given twice"},
};

class BrokenFiles : public ::testing::TestWithParam<Broken> {};

TEST_P(BrokenFiles, IsRefusedWithFileLineKeyAndWhatIsAllowed) {
  const Broken& broken = GetParam();
  try {
    parse_admittance("c:\n  ros__parameters:\n    " + broken.body + "\n", "config/ur5e.yaml");
    FAIL() << "it loaded";
  } catch (const ConfigError& error) {
    const std::string& sentence = error.sentences().front();
    const std::string start = "config/ur5e.yaml:" + std::to_string(broken.line) + ": " + broken.key;
    EXPECT_EQ(sentence.substr(0, start.size()), start) << sentence;
    EXPECT_NE(sentence.find(broken.fragment), std::string::npos) << sentence;
  }
}

INSTANTIATE_TEST_SUITE_P(Variant, BrokenFiles, ::testing::ValuesIn(kBroken),
                         [](const auto& variant) { return variant.param.name; });

TEST(BrokenFilesTogether, AllErrorsOfAFileAreReportedUpToTen) {
  try {
    parse_admittance("c:\n  admittance: {mass: 1, damping: 2}\n  colour: 3\n", "a.yaml");
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_EQ(error.sentences().size(), 3u) << error.what();
  }
  try {
    parse_admittance("c: {wrench: {bias: [x]}, joints: [1,2,3,4], " +
                         std::string("a: 1, b: 1, d: 1, e: 1, f: 1, g: 1, h: 1, i: 1, j: 1, k: 1, l: 1}"),
                     "a.yaml");
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_EQ(error.sentences().size(), ErrorCollector::kMaxSentences + 1) << error.what();
    EXPECT_EQ(error.sentences().back().substr(0, 5), "(and ");
  }
}

}  // namespace
}  // namespace limber::config
