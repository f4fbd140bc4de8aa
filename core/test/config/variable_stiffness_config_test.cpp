// The OpenManipulator-X tables of the documents load unchanged, with their names and defaults; errors are named.
#include <gtest/gtest.h>

#include "controllers/variable_stiffness_settings.hpp"
#include "fixture_text.hpp"
#include "limber/configuration.hpp"

namespace limber::config {
namespace {

const std::string kUrdf = LIMBER_SOURCE_DIR "/robots/open_manipulator_x.urdf";

std::string refusal(const std::string& line) {
  try {
    parse_variable_stiffness("c:\n  ros__parameters:\n    " + line + "\n", "omx.yaml");
  } catch (const ConfigError& error) {
    return error.sentences().front();
  }
  return "accepted";
}

TEST(VariableStiffnessConfig, HasTheDefaultsOfTheDocument) {
  const VariableStiffnessParameters p = parse_variable_stiffness("c: {}\n", "omx.yaml");
  EXPECT_EQ(p.cycle.homing_duration, 5.0);
  EXPECT_EQ(p.cycle.move_duration, 10.0);
  EXPECT_EQ(p.cycle.wait_duration, 2.0);
  EXPECT_EQ(p.stiffness.stiffness_homing, Vector3::Constant(30.0));
  EXPECT_EQ(p.stiffness.stiffness_rot, Vector3::Constant(15.0));
  EXPECT_EQ(p.stiffness.damping_rot, Vector3::Constant(0.8));
  EXPECT_EQ(p.stiffness.damping_default, Vector3::Constant(2.0));
  EXPECT_EQ(p.stiffness.max_rise_rate, 50.0);
  EXPECT_FALSE(p.path.use_joint_space_trajectory);
  EXPECT_EQ(p.path.num_trajectory_samples, 50);
  EXPECT_EQ(p.path.min_manipulability_threshold, 0.02);
  EXPECT_EQ(p.path.dls_damping_factor, 0.1);
  EXPECT_EQ(p.torque.scale, 200.0);
  EXPECT_EQ(p.root_link, "world");
  EXPECT_EQ(p.robot_description_node, "/omx/robot_state_publisher");
  EXPECT_EQ(p.waypoints.blend_duration, 2.0);
  EXPECT_TRUE(check(p).empty());
}

TEST(VariableStiffnessConfig, TheSingleRobotBlockLoadsUnchanged) {
  const VariableStiffnessParameters p = load_variable_stiffness(fixture_path("seed_004_single.yaml"));
  EXPECT_EQ(p.name, "variable_stiffness_controller");
  EXPECT_EQ(p.joints, (std::vector<std::string>{"joint1", "joint2", "joint3", "joint4"}));
  EXPECT_EQ(p.tip_link, "link5");
  EXPECT_EQ(name_prefix(p), "");
  const Arm arm = load_arm(kUrdf, p);
  EXPECT_TRUE(limber::bind(arm, p).report);
}

TEST(VariableStiffnessConfig, TheDualRobotBlockLoadsUnchangedAndFitsTheOneUrdf) {
  for (const std::string robot : {"robot1", "robot2"}) {
    const VariableStiffnessParameters p =
        load_variable_stiffness(fixture_path("seed_004_dual.yaml"), "/" + robot + "/variable_stiffness_controller");
    EXPECT_EQ(p.root_link, robot + "_world");
    EXPECT_EQ(p.robot_description_node, "/" + robot + "/robot_state_publisher");
    EXPECT_EQ(name_prefix(p), robot + "_");
    const Arm arm = load_arm(kUrdf, p);
    EXPECT_EQ(arm.joints()[0].name, robot + "_joint1");
    EXPECT_TRUE(limber::bind(arm, p).report);
  }
}

TEST(VariableStiffnessConfig, TheProfilesLoadUnchanged) {
  const VariableStiffnessParameters p = load_variable_stiffness(fixture_path("seed_004_profiles.yaml"));
  EXPECT_EQ(p.stiffness.stiffness_x, (std::vector<double>{20, 25, 30, 25, 20}));
  EXPECT_EQ(p.stiffness.damping_z, (std::vector<double>{1.5, 2, 2.5, 2, 1.5}));
}

TEST(VariableStiffnessConfig, SaysWhatIsWrong) {
  EXPECT_EQ(refusal("stiffness_homing: [30, 30]"),
            "omx.yaml:3: stiffness_homing is [30, 30], with 2 elements; it must be 3 numbers");
  EXPECT_EQ(refusal("max_rise_rate: 0"),
            "omx.yaml:3: max_rise_rate is 0 N/m/s; a rate must be above 0 and at most 100000");
  EXPECT_EQ(refusal("stifness_rot: [1, 1, 1]"),
            "omx.yaml:3: stifness_rot is not a known key; did you mean stiffness_rot?");
  EXPECT_EQ(refusal("waypoint_policy: newest"),
            "omx.yaml:3: waypoint_policy is \"newest\"; it must be one of fifo, latest");
  EXPECT_EQ(refusal("num_trajectory_samples: 0"),
            "omx.yaml:3: num_trajectory_samples is 0; a number of samples must be from 1 to 10000");
  EXPECT_EQ(refusal("orientation: [0, 0, 0, 2]"),
            "omx.yaml:3: orientation is a quaternion of length 2; its length must be 1");
  EXPECT_NE(refusal("stiffness_profile_x: [20, -1]").find("stiffness_profile_x[1] is -1 N/m"), std::string::npos);
}

TEST(VariableStiffnessConfig, AProfileHasTwoSamplesOrMoreOrNone) {
  for (const char* key : {"stiffness_profile_x", "stiffness_profile_y", "stiffness_profile_z", "damping_profile_x",
                          "damping_profile_y", "damping_profile_z"}) {
    const std::string name = key;
    EXPECT_EQ(refusal(name + ": [3]"), "omx.yaml:3: " + name + " has one sample; a profile has two or more, or none");
    EXPECT_EQ(refusal(name + ": [3, 3]"), "accepted");
    EXPECT_EQ(refusal(name + ": []"), "accepted");
    VariableStiffnessParameters p;
    EXPECT_THROW(set(p, {{name, std::vector<double>{3}}}, Change::kLive), ConfigError);
  }
}

TEST(VariableStiffnessConfig, ChangesByKeyAreAllOrNoneAndThePathNeedsAStop) {
  VariableStiffnessParameters p;
  set(p, {{"stiffness_profile_y", std::vector<double>{1, 2, 3}}, {"move_duration", 4.0}}, Change::kLive);
  EXPECT_EQ(p.stiffness.stiffness_y.size(), 3U);
  EXPECT_EQ(p.cycle.move_duration, 4.0);
  EXPECT_THROW(set(p, {{"move_duration", 6.0}, {"end_position", std::vector<double>{0.2, 0, 0.2}}}, Change::kLive),
               ConfigError);
  EXPECT_EQ(p.cycle.move_duration, 4.0);
}

TEST(VariableStiffnessConfig, DescribesEveryParameterAndWritesWhatItReads) {
  for (const auto& parameter : variable_stiffness_schema()) {
    const ParameterDescriptor& d = parameter.descriptor;
    EXPECT_FALSE(d.description.empty()) << d.key;
    VariableStiffnessParameters p;
    const std::optional<ParameterValue> value = parameter.read(p);
    ASSERT_TRUE(value) << d.key;
    parameter.write(p, *value);
    EXPECT_TRUE(check(p).empty()) << d.key;
  }
}

}  // namespace
}  // namespace limber::config
