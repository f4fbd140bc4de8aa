// `limber list` and `limber explain`, from outside and against numbers known otherwise.
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "contact_loops.hpp"
#include "motion_plan.hpp"
#include "places.hpp"
#include "program.hpp"

namespace limber::app::test {
namespace {

TEST(List, ShowsRobotsScenesAndEveryConfiguration) {
  const Outcome list = run_program("list");
  EXPECT_EQ(list.exit_code, 0);
  for (const char* name : {"ur3e", "ur5e", "ur10e", "open_manipulator_x", "free", "table", "sloped_table", "wall"}) {
    EXPECT_TRUE(list.says(name)) << name;
  }
  for (const auto& file : std::filesystem::directory_iterator(std::string(LIMBER_SOURCE_DIR) + "/config")) {
    // Trajectories and waypoints have folders of their own.
    EXPECT_TRUE(file.is_directory() || list.says(file.path().stem().string())) << file.path();
  }
}

TEST(List, EveryConfigurationSaysWhatItIsFor) {
  for (const ConfigurationEntry& entry : list_configurations()) EXPECT_GT(entry.purpose.size(), 20u) << entry.name;
}

void expect_margins(const std::string& name, const ContactLoop& loop, double stiffness) {
  const Margins on_wall = margins(loop, stiffness);
  EXPECT_TRUE(on_wall.stable) << name;
  EXPECT_GE(on_wall.gain_margin, 2.0) << name;
  EXPECT_GE(on_wall.phase_margin_rad * 180.0 / 3.14159265358979, 30.0) << name;
}

TEST(Explain, EveryReadyMadeConfigurationHasTheMarginsForItsContact) {
  for (const ConfigurationEntry& entry : list_configurations()) {
    PlanOptions options;
    options.configuration = entry.name;
    const RunInput input = read_input(options);
    if (input.drives_torques()) continue;
    const MotionPlan plan = make_motion_plan(input);
    EXPECT_TRUE(plan.stiffest_contact || !touchable(plan).empty()) << entry.name << " touches nothing";
    for (const sim::Plate& plate : touchable(plan)) {
      expect_margins(entry.name, loop_along(plan, plate.normal_B), plate.stiffness);
    }
    for (std::size_t axis = 0; axis < 3 && plan.stiffest_contact; ++axis) {
      expect_margins(entry.name, axis_loop(plan, axis), *plan.stiffest_contact);
    }
  }
}

TEST(Explain, ApprovesTheDemo) {
  const Outcome explained = run_program("explain demo");
  EXPECT_EQ(explained.exit_code, 0) << explained.output;
  EXPECT_TRUE(explained.says("table (5 kN/m): stable")) << explained.output;
  EXPECT_TRUE(explained.says("approved")) << explained.output;
}

// ζ = 0.5, M = 2 kg, K = 50 N/m: D = 2 ζ √(MK) = 10 N s/m, f = √25 / 2π = 0.796 Hz.
TEST(Explain, DerivedDampingAndFrequencyAreThoseOfTheTextbook) {
  const std::string file = temporary_file("derived.yaml", R"(c:
  ros__parameters:
    admittance:
      mass: [2, 2, 2, 0.1, 0.1, 0.1]
      stiffness: [50, 50, 50, 10, 10, 10]
      damping_ratio: [0.5, 0.5, 0.5, 1, 1, 1]
)");
  const Outcome explained = run_program("explain " + file);
  EXPECT_EQ(explained.exit_code, 0) << explained.output;
  EXPECT_TRUE(explained.says("10  derived")) << explained.output;
  EXPECT_TRUE(explained.says("0.80 Hz")) << explained.output;
}

TEST(Explain, JudgesTheWallAskedFor) {
  const Outcome soft = run_program("explain surface_following --wall 2000");
  EXPECT_TRUE(soft.says("a wall across z (2 kN/m): stable")) << soft.output;
  const Outcome hard = run_program("explain surface_following --wall 200000");
  EXPECT_TRUE(hard.says("a wall across z (200 kN/m): UNSTABLE")) << hard.output;
}

// Beyond the limit, K_e v T by the servo's lag of 32 ms, and what a cycle and braking at 1 to 10 m/s² add.
TEST(Explain, PredictsThePeakForceOfAStopAtAWall) {
  const Outcome explained = run_program("explain surface_following --wall 50000 --speed 0.1");
  EXPECT_EQ(explained.exit_code, 0) << explained.output;
  EXPECT_TRUE(explained.says("at 0.1 m/s whatever it feels, it is stopped by 100 N")) << explained.output;
  const std::size_t table = explained.output.find("the force rises to at most");
  ASSERT_NE(table, std::string::npos) << explained.output;
  std::istringstream lines(explained.output.substr(table));
  std::string line;
  std::getline(lines, line), std::getline(lines, line);
  for (const std::string axis : {"x", "y", "z"}) {
    std::string name, unit;
    double peak = 0.0;
    lines >> name >> peak >> unit;
    EXPECT_EQ(name + unit, axis + "N");
    EXPECT_GT(peak, 100.0 + 50e3 * 0.1 * 0.032 + 50e3 * 0.1 * 0.1 / 20.0);
    EXPECT_LT(peak, 100.0 + 50e3 * 0.1 * 0.036 + 50e3 * 0.1 * 0.1 / 2.0);
  }
}

TEST(Explain, TheDocumentsSurfaceFollowingIsStableOnlyOnSoftWalls) {
  const Outcome explained = run_program("explain " + std::string(LIMBER_SOURCE_DIR) +
                                        "/core/test/config/fixtures/seed_000_surface_following.yaml"
                                        " --wall 2000");
  EXPECT_EQ(explained.exit_code, 0) << explained.output;
  EXPECT_TRUE(explained.says("a wall across z (2 kN/m): UNSTABLE")) << explained.output;
}

// A slope of ten degrees is still mostly across z.
TEST(ContactLoops, TheAxisAcrossAPlateDecides) {
  PlanOptions options;
  options.configuration = "surface_following";
  const MotionPlan plan = make_motion_plan(read_input(options));
  const ContactLoop loop = loop_along(plan, Vector3(-0.17, 0.0, 0.98));
  EXPECT_EQ(loop.damping, plan.settings.dynamics.D(2, 2));
  EXPECT_EQ(loop.stiffness, 0.0);
  EXPECT_DOUBLE_EQ(loop.tool_mass, 0.8);
  EXPECT_NEAR(loop.filter_time_constant, 1.0 / (2.0 * 3.14159265358979 * 32.0), 1e-9);
}

TEST(Explain, HasALineForEachVirtualFixture) {
  const std::string file = temporary_file("fixtures.yaml", R"(c:
  ros__parameters:
    fixture_1: {kind: plane, point: [0, 0, 0.2], direction: [0, 0, -1], stiffness: 8000, damping: 400}
    fixture_3: {kind: sphere, point: [0.5, 0.1, 0.3], radius: 0.15, max_force: 60}
)");
  const Outcome explained = run_program("explain " + file);
  EXPECT_EQ(explained.exit_code, 0) << explained.output;
  EXPECT_TRUE(
      explained.says("fixture_1 keeps C behind the plane through (0, 0, 0.2) m with the normal (0, 0, -1): "
                     "8000 N/m, 400 N s/m\n"))
      << explained.output;
  EXPECT_TRUE(
      explained.says("fixture_3 keeps C out of the sphere of 0.15 m about (0.5, 0.1, 0.3) m: 5000 N/m, "
                     "300 N s/m, at most 60 N\n"))
      << explained.output;
  EXPECT_FALSE(explained.says("fixture_2")) << explained.output;
  EXPECT_FALSE(run_program("explain demo").says("Virtual fixtures"));
}

TEST(Explain, SaysWhichSpringsOfATorqueArmAreOff) {
  const Outcome explained = run_program("explain omx_variable_stiffness");
  EXPECT_EQ(explained.exit_code, 0) << explained.output;
  EXPECT_TRUE(explained.says("the springs about roll and yaw are off")) << explained.output;
  EXPECT_TRUE(explained.says("20 25 30 25 20")) << explained.output;
}

TEST(Validate, ShowsTheTableAndNamesTheFirstBadPoint) {
  const Outcome good = run_program("validate dual_omx");
  EXPECT_EQ(good.exit_code, 0) << good.output;
  EXPECT_TRUE(good.says("robot2: 51 points, all good")) << good.output;
  const std::string out_of_reach = temporary_file("far.yaml", R"(vs:
  ros__parameters: {joints: [joint1, joint2, joint3, joint4], tip_link: link5, end_position: [0.5, 0.0, 0.15]}
limber: {controller: variable_stiffness, robot: open_manipulator_x}
)");
  for (const std::string command : {"validate ", "run --fast "}) {
    const Outcome bad = run_program(command + out_of_reach);
    EXPECT_EQ(bad.exit_code, 1) << bad.output;
    EXPECT_TRUE(bad.says("s = ")) << bad.output;
  }
}

}  // namespace
}  // namespace limber::app::test
