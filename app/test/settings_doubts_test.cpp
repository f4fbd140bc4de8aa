// Settings that do nothing, or not what they seem to: `explain`, `validate` and `run` warn of them, with file and line.
#include "settings_doubts.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "motion_plan.hpp"
#include "places.hpp"
#include "program.hpp"
#include "touch_outlook.hpp"

namespace limber::app::test {
namespace {

// A UR5e without stiffness along z of the base. `lines` begin on line 5.
std::string soft_along_z(const std::string& lines, const std::string& name = "doubts.yaml") {
  return temporary_file(name, R"(c:
  ros__parameters:
    ft_frame: ft_frame
    admittance: {frame: {id: base_link}, stiffness: [300, 300, 0, 50, 50, 50], damping: [100, 100, 210, 12, 12, 12]}
)" + lines);
}

MotionPlan plan_of_file(const std::string& file) {
  PlanOptions options;
  options.configuration = file;
  return make_motion_plan(read_input(options));
}

bool warns(const MotionPlan& plan, const std::string& words) {
  return std::any_of(plan.warnings.begin(), plan.warnings.end(),
                     [&](const std::string& warning) { return warning.find(words) != std::string::npos; });
}

TEST(SettingsDoubts, AreToldByExplainValidateAndRun) {
  const std::string file = soft_along_z("    press.align: z\n    servo: {delay: 0.02}\n");
  for (const char* command : {"explain ", "validate ", "run --fast --duration 0.1 "}) {
    const Outcome outcome = run_program(command + file);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
    EXPECT_TRUE(outcome.says("Warning: " + file + ":5: press.align is \"z\"; it has no effect without " +
                             "press.regulation: normal.\n"))
        << outcome.output;
    EXPECT_TRUE(outcome.says("Warning: " + file + ":6: servo.delay is 0.02 s; it has no effect")) << outcome.output;
  }
}

TEST(SettingsDoubts, AreNoneAboutTheReadyMadeConfigurations) {
  for (const ConfigurationEntry& entry : list_configurations()) {
    PlanOptions options;
    options.configuration = entry.name;
    const RunInput input = read_input(options);
    if (input.drives_torques()) continue;
    EXPECT_EQ(make_motion_plan(input).warnings, std::vector<std::string>()) << entry.name;
  }
}

TEST(SettingsDoubts, AreAboutALeadThatIsAskedForWithoutALag) {
  const std::string words = ":5: servo.lead is true; it has no effect without servo.lag";
  EXPECT_TRUE(warns(plan_of_file(soft_along_z("    servo: {lead: true}\n")), words));
  EXPECT_TRUE(warns(plan_of_file(soft_along_z("    servo.lead: true\n")), words));
  EXPECT_EQ(plan_of_file(soft_along_z("")).warnings.size(), 0u) << "true is the default";
}

// What is switched off at the start may be meant for later.
TEST(SettingsDoubts, AreAboutTheEndOfAScript) {
  const std::string idle = "press.regulation is \"normal\"; it has no effect";
  const std::string lines = "    press.regulation: normal\nlimber:\n  duration: 5\n  script:\n";
  const std::string stiff = "    - {at: 1, set: {admittance.stiffness: [300, 300, 300, 50, 50, 50]}}\n";
  const std::string soft = "    - {at: 2, set: {admittance.stiffness: [300, 300, 0, 50, 50, 50]}}\n";
  const MotionPlan ends_stiff = plan_of_file(soft_along_z(lines + stiff));
  EXPECT_TRUE(warns(ends_stiff, ":9: " + idle)) << "at the action that brings it about";
  EXPECT_EQ(ends_stiff.warnings.size(), 1u);
  EXPECT_EQ(plan_of_file(soft_along_z(lines + stiff + soft)).warnings.size(), 0u);
}

TEST(SettingsDoubts, AreAboutAServoThatTheSimulatedRobotDoesNotHave) {
  EXPECT_TRUE(warns(plan_of_file(soft_along_z("    servo: {lag: 0.18}\n")),
                    ":5: servo.lag is 0.18 s; the simulated robot has 0.03 s (limber.servo.lag), so the command leads "
                    "it by too much"));
  EXPECT_EQ(plan_of_file(soft_along_z("    servo: {lag: 0.03}\n")).warnings.size(), 0u);
}

// The joints of a UR5e brake with 10 rad/s², at most 0.82 m from their axes.
TEST(SettingsDoubts, AreAboutADecelerationThatTheJointsCannotGive) {
  EXPECT_TRUE(warns(plan_of_file(soft_along_z("    limits.max_touch_deceleration: 100\n")),
                    ":5: limits.max_touch_deceleration is 100 m/s²; with max_linear_acceleration that is 102 m/s²"));
  EXPECT_EQ(plan_of_file(soft_along_z("    limits.max_touch_deceleration: 1\n")).warnings.size(), 0u);
}

TEST(SettingsDoubts, AreAboutFixturesOutOfReach) {
  EXPECT_TRUE(warns(plan_of_file(soft_along_z("    fixture_1: {kind: plane, point: [0, 0, 90]}\n")),
                    ":5: fixture_1.point is (0, 0, 90) m; the plane has no effect, because it is at least"));
  EXPECT_TRUE(warns(plan_of_file(soft_along_z("    fixture_2: {kind: sphere, point: [50, 0, 90]}\n")),
                    ":5: fixture_2.point is (50, 0, 90) m; the sphere has no effect"));
  EXPECT_EQ(plan_of_file(soft_along_z("    fixture_1: {kind: plane, point: [0, 0, 90], direction: [0, 0, -1]}\n"
                                      "    fixture_2: {kind: line, point: [0, 0, 90]}\n"
                                      "    fixture_3: {kind: sphere, point: [0.5, 0, 0.3]}\n"))
                .warnings.size(),
            0u);
}

}  // namespace
}  // namespace limber::app::test
