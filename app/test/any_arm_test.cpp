// Arms known only by their URDF, from outside: what is said of them before they run, and what is refused.
#include <gtest/gtest.h>

#include "program.hpp"

namespace limber::app::test {
namespace {

const std::string kBareFile = "c: {ros__parameters: {}}\n";
const std::string kTorqueFile =
    "vs: {ros__parameters: {move_duration: 2.0, homing_duration: 1.0}}\nlimber: {controller: variable_stiffness}\n";

struct Column {
  std::string length = "0.3", limit = "lower='-2.5' upper='2.5' velocity='2' effort='60'", wrist_limit = limit;
};

// Turn, bend, bend, bend; a finger beside the tool.
std::string column_urdf(const std::string& name, const Column& column) {
  const auto joint = [&](const std::string& which, const std::string& parent, const std::string& child,
                         const std::string& axis, const std::string& limit) {
    return "<link name='" + child +
           "'><inertial><origin xyz='0 0 0.1'/><mass value='1'/><inertia ixx='0.01' iyy='0.01' " +
           "izz='0.01' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='" + which +
           "' type='revolute'><parent link='" + parent + "'/><child link='" + child + "'/><origin xyz='0 0 " +
           column.length + "'/><axis xyz='" + axis + "'/><limit " + limit + "/><dynamics damping='0.2'/></joint>";
  };
  return temporary_file(
      name,
      "<robot name='column'><link name='floor'/>" + joint("turn", "floor", "a", "0 0 1", column.limit) +
          joint("bend", "a", "b", "0 1 0", column.limit) + joint("elbow", "b", "c", "0 1 0", column.limit) +
          joint("wrist", "c", "d", "0 1 0", column.wrist_limit) +
          "<link name='tcp'/><joint name='weld' type='fixed'><parent link='d'/><child link='tcp'/><origin xyz='0 0 " +
          column.length + "'/></joint><link name='finger'/><joint name='grip' type='prismatic'><parent link='d'/>" +
          "<child link='finger'/><axis xyz='0 1 0'/><limit lower='0' upper='0.02' velocity='1' effort='1'/></joint>" +
          "</robot>");
}

std::string with_arm(const std::string& urdf) { return " --robot " + urdf + " --base floor --tip tcp "; }

TEST(AnyArm, StartsBentAndSaysSo) {
  const std::string bare = temporary_file("bare_arm.yaml", kBareFile);
  const std::string arm = with_arm(column_urdf("column.urdf", {}));
  for (const std::string command : {"run --fast --duration 0.5 ", "explain "}) {
    const Outcome outcome = run_program(command + bare + arm);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
    EXPECT_TRUE(outcome.says("The arm starts at turn ")) << outcome.output;
    EXPECT_TRUE(outcome.says("bent, σ 0.")) << outcome.output;
    EXPECT_FALSE(outcome.says("bend 0.00 rad, elbow 0.00 rad")) << outcome.output;
    EXPECT_TRUE(outcome.says("Joints beside the chain stay at 0: grip.")) << outcome.output;
    EXPECT_FALSE(outcome.says("Warning")) << outcome.output;
  }
  const Outcome given =
      run_program("explain " + temporary_file("started.yaml", kBareFile + "limber: {start: [0, 0.5, 1, 0.5]}\n") + arm);
  EXPECT_FALSE(given.says("The arm starts at")) << given.output;
}

TEST(AnyArm, WithoutAVelocityIsRefusedWithTheKeyThatGivesOne) {
  const std::string arm = with_arm(column_urdf("slow.urdf", {.wrist_limit = "lower='-1' upper='1' effort='9'"}));
  const Outcome refused = run_program("explain " + temporary_file("no_speed.yaml", kBareFile) + arm);
  EXPECT_EQ(refused.exit_code, 2) << refused.output;
  EXPECT_TRUE(refused.says("limits.joint_velocity is not given")) << refused.output;
  EXPECT_TRUE(refused.says("'wrist'")) << refused.output;
  const std::string speed = temporary_file("speed.yaml", "c: {ros__parameters: {limits: {joint_velocity: [1.0]}}}\n");
  EXPECT_EQ(run_program("explain " + speed + arm).exit_code, 0);
}

TEST(AnyArm, InMillimetresAndDegreesIsWarnedOf) {
  const Column millimetres{.length = "300", .limit = "lower='-170' upper='170' velocity='2' effort='60'"};
  const Outcome outcome = run_program("run --fast --duration 0.1 " + temporary_file("units.yaml", kBareFile) +
                                      with_arm(column_urdf("millimetres.urdf", millimetres)));
  EXPECT_TRUE(outcome.says("joint 'turn' has the limit 170 rad")) << outcome.output;
  EXPECT_TRUE(outcome.says("a distance of 300 m")) << outcome.output;
  EXPECT_TRUE(outcome.says("The same for bend, elbow, wrist.")) << outcome.output;
}

TEST(AnyArm, DrivenByTorquesInMillimetresIsRefusedWithTheDoubtFirst) {
  const std::string arm = with_arm(column_urdf("torque_millimetres.urdf", {.length = "300"}));
  for (const std::string command : {"run --fast ", "validate ", "explain "}) {
    const Outcome refused = run_program(command + temporary_file("torque_units.yaml", kTorqueFile) + arm);
    EXPECT_EQ(refused.exit_code, 2) << refused.output;
    const std::size_t doubt = refused.output.find("If it was meant in millimetres, write 0.3 m");
    const std::size_t path = refused.output.find("the one that was derived from the arm is refused: start_position[");
    EXPECT_NE(path, std::string::npos) << refused.output;
    EXPECT_LT(doubt, path) << refused.output;
  }
}

// Tools that export URDFs write an effort of 0, or none; the simulated motors then have what the controller may ask.
TEST(AnyArm, OfTorquesWhoseUrdfHasNoEffortIsHeldByTheConfigurationsLimit) {
  std::string file = kTorqueFile;
  file.insert(file.find("move_duration"), "effort_limit: 60, ");
  for (const std::string effort : {" effort='0'", ""}) {
    const std::string limit = "lower='-2.5' upper='2.5' velocity='2'" + effort;
    const std::string arm = with_arm(column_urdf("no_effort.urdf", {.limit = limit, .wrist_limit = limit}));
    const Outcome run = run_program("run --fast --duration 8 " + temporary_file("no_effort.yaml", file) + arm);
    EXPECT_EQ(run.exit_code, 0) << run.output;
    EXPECT_TRUE(run.says("faults                 none")) << run.output;
  }
}

TEST(AnyArm, DrivenByTorquesRunsOnAPathOfItsOwn) {
  const std::string arm = with_arm(column_urdf("torque_column.urdf", {}));
  const Outcome run = run_program("run --fast --duration 8 " + temporary_file("torque_bare.yaml", kTorqueFile) + arm);
  EXPECT_EQ(run.exit_code, 0) << run.output;
  EXPECT_TRUE(run.says("chosen is start_position: [")) << run.output;
  EXPECT_TRUE(run.says("move_return")) << run.output;
  EXPECT_TRUE(run.says("faults                 none")) << run.output;
}

TEST(AnyArm, DrivenByTorquesWithAPathThatItCannotFollowIsToldOneThatItCan) {
  const std::string arm = with_arm(column_urdf("told_column.urdf", {}));
  const std::string far =
      temporary_file("torque_far.yaml",
                     "vs: {ros__parameters: {end_position: [5, 0, 0]}}\nlimber: {controller: variable_stiffness}\n");
  for (const std::string command : {"run --fast ", "validate "}) {
    const Outcome refused = run_program(command + far + arm);
    EXPECT_EQ(refused.exit_code, 1) << refused.output;
    EXPECT_TRUE(refused.says("On this arm start_position: [")) << refused.output;
  }
}

// Its own base and tip, and a path where the default one is another arm's.
TEST(KnownArm, DrivenByTorquesNeedsNothingButItsName) {
  const std::string file = temporary_file("torque_known.yaml", kTorqueFile);
  for (const std::string robot : {"open_manipulator_x", "ur3e", "ur5e", "ur10e", "fr3"}) {
    for (const std::string command : {"validate ", "explain ", "run --fast --duration 4 "}) {
      const Outcome outcome = run_program(command + file + " --robot " + robot);
      EXPECT_EQ(outcome.exit_code, 0) << command << robot << "\n" << outcome.output;
      EXPECT_EQ(outcome.says("The configuration gives no path; chosen is"), robot != "open_manipulator_x")
          << command << robot << "\n"
          << outcome.output;
    }
  }
  const Outcome flange = run_program("validate " + file + " --robot ur5e --tip flange");
  EXPECT_EQ(flange.exit_code, 0) << flange.output;
  const std::string empty = temporary_file(
      "torque_empty.yaml",
      "vs: {ros__parameters: {root_link: '', tip_link: ''}}\nlimber: {controller: variable_stiffness}\n");
  EXPECT_EQ(run_program("validate " + empty + " --robot ur5e").exit_code, 0) << "empty: the arm's own";
  const std::string wrong = temporary_file(
      "torque_wrong.yaml", "vs: {ros__parameters: {root_link: world}}\nlimber: {controller: variable_stiffness}\n");
  EXPECT_TRUE(run_program("validate " + wrong + " --robot ur5e").says("there is no link 'world' for the base"))
      << "what a configuration gives counts";
}

TEST(AnyArm, DrivenByTorquesTouchesTheSceneItIsIn) {
  const std::string arm = with_arm(column_urdf("touching_column.urdf", {}));
  const std::string file =
      temporary_file("torque_touching.yaml", kTorqueFile.substr(0, kTorqueFile.find('\n') + 1) + R"(
limber:
  controller: variable_stiffness
  scene: {plates: [{name: post, from_tool: [0, 0.02, 0], normal: [0, -1, 0], stiffness: 5000}]}
)");
  const Outcome run = run_program("run --fast --duration 6 " + file + arm);
  EXPECT_EQ(run.exit_code, 0) << run.output;
  EXPECT_TRUE(run.says("scene custom")) << run.output;
  EXPECT_TRUE(run.says("largest contact force")) << run.output;
  EXPECT_FALSE(run.says("largest contact force  0.00 N")) << run.output;
  const Outcome wall = run_program("run --fast --duration 1 omx_variable_stiffness --scene wall");
  EXPECT_TRUE(wall.says("scene wall")) << wall.output;
}

TEST(OutOfReachTargets, OfAScriptAreRefusedBeforeItRunsWithHowFar) {
  const std::string file = temporary_file("far_move.yaml", kBareFile + R"(limber:
  script:
    - {at: 1, move: [0.1, 0, 0], speed: 0.1}
    - {at: 3, move: [2, 0, 0], speed: 0.1}
)");
  const Outcome refused = run_program("run --fast " + file);
  EXPECT_EQ(refused.exit_code, 2) << refused.output;
  EXPECT_TRUE(refused.says("far_move.yaml:5: the end of the move at (2.592, 0.133, 0.488) m is out of reach"))
      << refused.output;
  // From the joint of the elbow, a UR5e reaches 0.94 m and less beside its axis.
  EXPECT_TRUE(refused.says("the arm stops 1.6")) << refused.output;
}

TEST(OutOfReachTargets, AnOrientationThatCannotBeHeldThereIsOnlySaid) {
  const std::string file = temporary_file(
      "turned_move.yaml", kBareFile + "limber: {duration: 0.1, script: [{at: 1, move: [0.35, 0, 0.1], speed: 0.5}]}\n");
  const Outcome said = run_program("run --fast " + file);
  EXPECT_EQ(said.exit_code, 0) << said.output;
  EXPECT_TRUE(said.says("is in reach, but not with this orientation")) << said.output;
}

TEST(OutOfReachTargets, OfATrajectoryAreRefusedBeforeItRunsWithThePoint) {
  temporary_file("far_points.yaml",
                 "points:\n  - {time_from_start: 1, position: [0.4, 0.1, 0.4], rpy: [3.14159265, 0, 0]}\n"
                 "  - {time_from_start: 4, position: [1.05, 0.1, 0.4], rpy: [3.14159265, 0, 0]}\n");
  const std::string file = temporary_file("far_trajectory.yaml", kBareFile + R"(limber:
  controller: cartesian_admittance
  script: [{at: 1, trajectory: far_points.yaml}]
)");
  const Outcome refused = run_program("validate " + file);
  EXPECT_EQ(refused.exit_code, 2) << refused.output;
  EXPECT_TRUE(refused.says("points[1] of the trajectory at (1.050, 0.100, 0.400) m is out of reach")) << refused.output;
}

TEST(OutOfReachTargets, OfATorqueArmAreRefusedBeforeItRunsWithHowFar) {
  const std::string begin = "omx:\n  ros__parameters: {tip_link: end_effector_link}\nlimber:\n";
  temporary_file("far_list.yaml", "waypoints: [{at: 0.1, waypoint: [5, 0, 0]}]\n");
  for (const std::string& rest : {std::string("script: [{at: 0.1, waypoint: [5, 0, 0]}]"),
                                  std::string("script: [{at: 0.1, waypoint: [5, 0, 0], relative: true}]"),
                                  std::string("waypoints: far_list.yaml")}) {
    const std::string file = temporary_file(
        "far_waypoint.yaml", begin + "  controller: variable_stiffness\n  duration: 1\n  " + rest + "\n");
    for (const std::string command : {"validate ", "explain ", "run --fast "}) {
      const Outcome refused = run_program(command + file);
      EXPECT_EQ(refused.exit_code, 2) << refused.output;
      // An OpenManipulator-X reaches some 0.4 m.
      EXPECT_TRUE(refused.says("is out of reach: the arm stops 4.")) << refused.output;
      EXPECT_TRUE(refused.says(".yaml:")) << refused.output;
    }
  }
}

TEST(OutOfReachTargets, ValidateExplainAndRunWarnOfTheSameOrientation) {
  temporary_file("turned_points.yaml",
                 "points: [{time_from_start: 2, position: [0.35, 0, 0.1], rpy: [0, 0, 0]}]\nframe: world\n");
  const std::string file = temporary_file("turned_trajectory.yaml", kBareFile + R"(limber:
  controller: cartesian_admittance
  duration: 0.1
  script: [{at: 0.05, trajectory: turned_points.yaml, from: start}]
)");
  for (const std::string command : {"validate ", "explain ", "run --fast "}) {
    const Outcome said = run_program(command + file);
    EXPECT_EQ(said.exit_code, 0) << said.output;
    EXPECT_TRUE(said.says("Warning: ") && said.says("is in reach, but not with this orientation")) << said.output;
    EXPECT_FALSE(said.says("and so may the action")) << said.output;
  }
}

TEST(OutOfReachTargets, OfConfiguredJointLimitsAreRefusedWithTheirKeys) {
  const std::string file = temporary_file("narrow_move.yaml", R"(c:
  ros__parameters: {limits: {joint_lower: [-6, -6, 1.2, -6, -6, -6]}}
limber:
  duration: 0.1
  script: [{at: 1, move: [0.3, 0, 0], speed: 0.1}]
)");
  for (const std::string command : {"validate ", "explain ", "run --fast "}) {
    const Outcome refused = run_program(command + file);
    EXPECT_EQ(refused.exit_code, 2) << refused.output;
    EXPECT_TRUE(refused.says("narrow_move.yaml:5: the end of the move at (0.792, 0.133, 0.488) m is out of reach"))
        << refused.output;
    EXPECT_TRUE(refused.says(" short of it within limits.joint_lower and limits.joint_upper")) << refused.output;
  }
}

TEST(OutOfReachTargets, BeyondTheWorkspaceOrAPlaneAreSaidWithHowFar) {
  for (const std::string workspace : {"upper: [.inf, .inf, 0.5]", "planes: [0, 0, 2, 0.5]"}) {
    const std::string file = temporary_file("high_move.yaml", "c: {ros__parameters: {workspace: {" + workspace + R"(}}}
limber:
  duration: 1.05
  script: [{at: 1, move: [0, 0, 0.12], speed: 0.1}]
)");
    for (const std::string command : {"validate ", "explain ", "run --fast "}) {
      const Outcome said = run_program(command + file);
      EXPECT_EQ(said.exit_code, 0) << said.output;
      EXPECT_TRUE(said.says("Warning: ") && said.says("m is outside of the workspace: the tool stops 0.1"))
          << said.output;
    }
  }
}

TEST(OutOfRangeJoints, OfAPostureOrAStartAreRefusedWithTheJointAndItsRange) {
  const std::string posture = temporary_file(
      "posture.yaml",
      "c:\n  ros__parameters:\n    posture: {joints: [0, 0, 0, -1.5, 0, 1.5, 9]}\nlimber: {robot: fr3}\n");
  const std::string start = temporary_file(
      "torque_start.yaml",
      "vs: {ros__parameters: {tip_link: link5}}\nlimber:\n  controller: variable_stiffness\n  start: [0, 0, 0, 9]\n");
  for (const std::string command : {"validate ", "explain ", "run --fast "}) {
    const Outcome refused = run_program(command + posture);
    EXPECT_EQ(refused.exit_code, 2) << refused.output;
    EXPECT_TRUE(refused.says(":3: posture.joints[6] is 9; joint 'fr3_joint7' of fr3 goes from -")) << refused.output;
    const Outcome torque = run_program(command + start);
    EXPECT_EQ(torque.exit_code, 2) << torque.output;
    EXPECT_TRUE(torque.says(":4: limber.start[3] is 9; joint 'joint4' of ")) << torque.output;
  }
}

TEST(OutOfRangeJoints, APostureForAnArmOfSixJointsIsRefusedBecauseItHasNoJointToSpare) {
  for (const std::string numbers : {"0, 0, 0, 0, 0, 0", "0, 0, 0, 0, 0, 0, 0"}) {
    const Outcome refused =
        run_program("validate " + temporary_file("six_posture.yaml",
                                                 "c: {ros__parameters: {posture: {joints: [" + numbers + "]}}}\n"));
    EXPECT_EQ(refused.exit_code, 2) << refused.output;
    EXPECT_TRUE(refused.says("posture.joints") && refused.says("seven")) << refused.output;
  }
}

}  // namespace
}  // namespace limber::app::test
