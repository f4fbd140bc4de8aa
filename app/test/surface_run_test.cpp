// Surfaces of a configuration: every shape is found, followed, judged and predicted like a plate.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "contact_loops.hpp"
#include "program.hpp"

namespace limber::app::test {
namespace {

// A press finds what is 3 cm below the tool, and follows it.
std::string following(const std::string& surface) {
  return temporary_file("surface.yaml", R"(c:
  ros__parameters:
    ft_frame: ft_frame
    admittance:
      frame: {id: base_link}
      mass: [5, 5, 5, 0.5, 0.5, 0.5]
      stiffness: [300, 300, 0, 50, 50, 50]
      damping: [100, 100, 210, 12, 12, 12]
      filter_cutoff: 32
limber:
  duration: 7
  scene: {surfaces: [{name: thing, from_tool: [0, 0.02, -0.03], stiffness: 5000, friction: 0.1, )" +
                                            surface + R"(}]}
  script:
    - {at: 1, press: [0, 0, -10, 0, 0, 0], for: 5}
    - {at: 4, move: [0, 0.04, 0], speed: 0.02}
  phases:
    - {name: approach, from: 0, until: 4, finds_contact: true}
    - {name: follow, from: 4, until: 6, holds: {force: 10, within: 5}}
)");
}

const std::vector<std::string> kEveryShape{
    "shape: plane, slope_deg: 10, uphill: [0, 1, 0]", "shape: cylinder, radius: 0.3, axis: [1, 0, 0]",
    "shape: sphere, radius: 0.4", "shape: sine, amplitude: 0.005, wavelength: 0.2, along: [0, 1, 0]"};

TEST(SurfaceRun, FindsAndFollowsEveryShape) {
  for (const std::string& shape : kEveryShape) {
    const Outcome run = run_program("run --fast " + following(shape));
    EXPECT_EQ(run.exit_code, 0) << shape << "\n" << run.output;
    EXPECT_TRUE(run.says("largest contact force")) << run.output;
    EXPECT_TRUE(run.says("on 5 kN/m: at most ")) << run.output;
  }
}

TEST(SurfaceRun, IsJudgedByExplainLikeAPlate) {
  for (const std::string& shape : kEveryShape) {
    const std::string file = following(shape);
    const Outcome explained = run_program("explain " + file);
    EXPECT_EQ(explained.exit_code, 0) << shape << "\n" << explained.output;
    EXPECT_TRUE(explained.says("thing (5 kN/m): stable")) << explained.output;
    EXPECT_TRUE(explained.says("and on thing (5 kN/m, friction 0.1, 0 kg) to")) << explained.output;
    EXPECT_TRUE(run_program("explain --json " + file).says("\"name\": \"thing\"")) << shape;
  }
}

TEST(SurfaceRun, WarnsOfASurfaceThatIsTooStiffForTheArm) {
  std::string file = following("shape: sphere, radius: 0.2, slope_deg: 0");
  const std::string text = read_file(file);
  file = temporary_file("stiff_surface.yaml", std::string(text).replace(text.find("5000"), 4, "50000"));
  const Outcome run = run_program("run --fast --duration 0.1 " + file);
  EXPECT_TRUE(run.says("thing has 50 kN/m, and this arm is stable up to")) << run.output;
}

TEST(SurfaceRun, OfALightTorqueArmRefusesASurfaceThatIsTooStiffForIt) {
  const std::string file = temporary_file("torque_surface.yaml", R"(vs: {}
limber:
  controller: variable_stiffness
  duration: 1
  scene: {surfaces: [{shape: sphere, radius: 0.1, name: bell, from_tool: [0, 0, -0.05], stiffness: 1.0e+6}]}
)");
  const Outcome run = run_program("run --fast " + file);
  EXPECT_NE(run.exit_code, 0) << run.output;
  EXPECT_TRUE(run.says("surface \"bell\" of 1e+06 N/m")) << run.output;
  EXPECT_TRUE(run.says("use a softer surface or a shorter substep")) << run.output;
}

}  // namespace
}  // namespace limber::app::test
