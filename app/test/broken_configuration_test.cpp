// Configurations that cannot run are refused with file, line and key, before anything moves.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "program.hpp"

namespace limber::app::test {
namespace {

struct Broken {
  std::string section;   // below `limber:`
  std::string expected;  // after the file's name
};

const std::string kController = "c:\n  ros__parameters: {ft_frame: ft_frame}\nlimber:\n";  // three lines

TEST(BrokenConfiguration, IsRefusedWithFileLineAndKey) {
  const std::vector<Broken> cases{
      {"  robbot: ur5e\n", ":4: limber.robbot"},
      {"  duration: -1\n", ":4: limber.duration is -1 s"},
      {"  duration: long\n", ":4: limber.duration"},
      {"  scene: moon\n", ":4: limber.scene"},
      {"  scene:\n    plates:\n      - {stiffness: 5000}\n", ":6: limber.scene.plates[0]"},
      {"  scene:\n    plates:\n      - {position: [0, 0, 0], stiffness: -5}\n", ":6: limber.scene.plates[0].stiffness"},
      {"  scene:\n    plates:\n      - {position: [0, 0, 0], normal: [0, 0, 0], stiffness: 5000}\n",
       ":6: limber.scene.plates[0].normal"},
      {"  scene: {}\n", ":4: limber.scene is a map; it needs plates, surfaces, or both"},
      {"  tool: {tip: [0, 0]}\n", ":4: limber.tool.tip"},
      {"  tool: {weight: 1}\n", ":4: limber.tool.weight"},
      {"  servo: {lag: -0.1}\n", ":4: limber.servo.lag"},
      {"  sensor: {bias: [1, 2, 3]}\n", ":4: limber.sensor.bias"},
      {"  hand:\n    - {at: 1, for: 1}\n", ":5: limber.hand[0]"},
      {"  hand:\n    - {at: 1, for: 0, force: [1, 0, 0]}\n", ":5: limber.hand[0].for"},
      {"  script:\n    - {press: [0, 0, 1, 0, 0, 0], for: 1}\n", ":5: limber.script[0]"},
      {"  script:\n    - {at: 1}\n", ":5: limber.script[0]"},
      {"  script:\n    - {at: 1, jump: 3}\n", ":5: limber.script[0].jump"},
      {"  script:\n    - {at: 1, press: [0, 0, 1], for: 1}\n", ":5: limber.script[0].press"},
      {"  script:\n    - {at: 1, move: [0, 0, 1], speed: 0}\n", ":5: limber.script[0].speed"},
      {"  script:\n    - {at: 1, request: dance}\n", ":5: limber.script[0].request"},
      {"  script:\n    - {at: 1, set: {admittance.stifness: [1, 1, 1, 1, 1, 1]}}\n",
       "did you mean admittance.stiffness?"},
      {"  script:\n    - {at: 1, set: {admittance.stiffness: [-1, 1, 1, 1, 1, 1]}}\n",
       ":5: admittance.stiffness[0] is -1"},
      {"  script:\n    - {at: 1, set: {update_rate: 100}}\n", ":5: update_rate cannot change"},
      {"  phases:\n    - {name: a, from: 3, until: 2}\n", ":5: limber.phases[0].until"},
      {"  phases:\n    - {name: a, from: 0, until: 2, holds: {force: 10}}\n", ":5: limber.phases[0].holds"},
  };
  for (const Broken& broken : cases) {
    const std::string file = temporary_file("broken.yaml", kController + broken.section);
    for (const char* command : {"run --fast ", "explain "}) {
      const Outcome outcome = run_program(command + file);
      EXPECT_EQ(outcome.exit_code, 2) << broken.section << outcome.output;
      EXPECT_TRUE(outcome.says(file)) << broken.section << outcome.output;
      EXPECT_TRUE(outcome.says(broken.expected)) << broken.section << outcome.output;
    }
  }
}

TEST(BrokenConfiguration, OfASurfaceIsRefusedWithASentence) {
  const std::string ball = "shape: sphere, radius: 0.1, from_tool: [0, 0, -0.05], stiffness: 5000";
  const std::vector<Broken> cases{
      {"from_tool: [0, 0, -0.05], stiffness: 5000", " has no shape; it needs one"},
      {"shape: cube, from_tool: [0, 0, -0.05], stiffness: 5000",
       ".shape is \"cube\"; it must be one of plane, cylinder, sphere, sine"},
      {"shape: plane, stiffness: 5000", "it needs a position, or from_tool"},
      {"shape: plane, from_tool: [0, 0, -0.05]", " has no stiffness; it needs one"},
      {"shape: plane, from_tool: [0, 0, -0.05], position: [0, 0, 0], stiffness: 5000",
       "position is given too; give one"},
      {"shape: plane, from_tool: [0, 0, -0.05], normal: [0, 0, 0], stiffness: 5000", "a normal must not be 0"},
      {"shape: plane, from_tool: [0, 0, -0.05], stiffness: 5000, radius: 0.1",
       ".radius is 0.1; a plane has none; it is for a cylinder or a sphere"},
      {"shape: sphere, from_tool: [0, 0, -0.05], stiffness: 5000", " has no radius; it needs one"},
      {"shape: cylinder, radius: 0, from_tool: [0, 0, -0.05], stiffness: 5000", "radius is 0 m"},
      {"shape: cylinder, radius: 0.1, axis: [0, 0, 2], from_tool: [0, 0, -0.05], stiffness: 5000",
       "axis must not be 0, or along the normal"},
      {"shape: cylinder, radius: 0.1, normal: [0, 1, 0], from_tool: [0, 0, -0.05], stiffness: 5000",
       "axis must not be 0, or along the normal"},
      {"shape: sine, wavelength: 0.2, from_tool: [0, 0, -0.05], stiffness: 5000", " has no amplitude; it needs one"},
      {"shape: sine, amplitude: 0.01, wavelength: 0, from_tool: [0, 0, -0.05], stiffness: 5000", "wavelength is 0 m"},
      {ball + ", along: [1, 0, 0]", ".along is [1, 0, 0]; a sphere has none; it is for a sine"},
      {ball + ", friction: -1", "friction is -1"},
      {ball + ", damping: -1", "damping is -1 N s/m"},
      {ball + ", half_size: 1", "limber.scene.surfaces[0].half_size"},
  };
  for (const Broken& broken : cases) {
    const std::string file = temporary_file(
        "broken_surface.yaml", kController + "  scene:\n    surfaces:\n      - {" + broken.section + "}\n");
    const Outcome outcome = run_program("validate " + file);
    EXPECT_EQ(outcome.exit_code, 2) << broken.section << outcome.output;
    EXPECT_TRUE(outcome.says(file + ":6: limber.scene.surfaces[0]")) << broken.section << outcome.output;
    EXPECT_TRUE(outcome.says(broken.expected)) << broken.section << outcome.output;
  }
}

TEST(BrokenConfiguration, SeveralMistakesAreAllReported) {
  const std::string file =
      temporary_file("several.yaml", kController + "  duration: -1\n  servo: {lag: -1}\n  script:\n    - {at: 1}\n");
  const Outcome outcome = run_program("run " + file);
  EXPECT_TRUE(outcome.says(":4: ")) << outcome.output;
  EXPECT_TRUE(outcome.says(":5: ")) << outcome.output;
  EXPECT_TRUE(outcome.says(":7: ")) << outcome.output;
}

TEST(BrokenConfiguration, SeveralMistakesOfTorqueArmsAreAllReported) {
  const std::string file = temporary_file("several_torques.yaml", R"(vs:
  max_rise_rate: -1
limber:
  controller: variable_stiffness
  duration: -1
  scene: moon
  drive: {delay: -1}
  script:
    - {at: 1, set: {max_rise_rat: 3}}
)");
  const Outcome outcome = run_program("run " + file);
  for (const char* line : {":2: ", ":5: ", ":6: ", ":7: "}) EXPECT_TRUE(outcome.says(line)) << line << outcome.output;
  EXPECT_TRUE(outcome.says(":9: limber.script[0].set.max_rise_rat is 3; did you mean max_rise_rate?"));
}

TEST(BrokenConfiguration, UnknownNamesSayWhatThereIs) {
  const Outcome configuration = run_program("run nonsense");
  EXPECT_EQ(configuration.exit_code, 2);
  EXPECT_TRUE(configuration.says("surface_following_ur5e")) << configuration.output;
  const Outcome robot = run_program("run demo --robot r2d2");
  EXPECT_EQ(robot.exit_code, 2);
  EXPECT_TRUE(robot.says("ur10e")) << robot.output;
  const Outcome scene = run_program("run demo --scene moon");
  EXPECT_EQ(scene.exit_code, 2);
  EXPECT_TRUE(scene.says("sloped_table")) << scene.output;
}

TEST(BrokenConfiguration, WhatDoesNotFitTheArmIsRefused) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"c:\n  ros__parameters:\n    ft_frame: nose\n", ":3: ft_frame is 'nose'"},
      {"c:\n  admittance:\n    frame:\n      id: nose\n", ":4: admittance.frame.id is 'nose'"},
      {"c: {}\nlimber:\n  start: [0, 0, 99, 0, 0, 0]\n", ":3: limber.start[2] is 99"},
      {"c: {}\nlimber:\n  start: [0, 0, 0]\n", ":3: limber.start"},
      {"c: {}\nlimber:\n  robot: r2d2\n", ":3: limber.robot is 'r2d2'"},
      {"vs:\n  tip_link: link5\n  effort_limit: [1, 1, 1]\nlimber: {controller: variable_stiffness}\n",
       ":3: effort_limit has 3 numbers"},
      // Longer than a file's name can be.
      {"c: {}\nlimber:\n  robot: " + std::string(300, 'r') + "\n", ":3: limber.robot is 'rrr"},
  };
  for (const auto& [text, expected] : cases) {
    const std::string file = temporary_file("unfit.yaml", text);
    const Outcome outcome = run_program("run " + file);
    EXPECT_EQ(outcome.exit_code, 2) << text;
    EXPECT_TRUE(outcome.says(file + expected)) << text << outcome.output;
  }
}

}  // namespace
}  // namespace limber::app::test
