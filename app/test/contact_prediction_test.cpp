// The largest contact force of a run beside what is predicted for it.
#include "contact_prediction.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "program.hpp"

namespace limber::app::test {
namespace {

// The tool point at height z, with the force of a table.
CycleRecord above_table(double t, double z, double force) {
  CycleRecord record;
  record.telemetry.time = t;
  record.truth.p_tool = {0.0, 0.0, z};
  record.truth.contact_force = {0.0, 0.0, force};
  return record;
}

TEST(TouchWatch, KeepsTheFastestTouchUntilTheLargestForce) {
  const sim::Scene scene{.plates = {{.name = "wall", .normal_B = Vector3::UnitX()},
                                    {.name = "table", .normal_B = 2.0 * Vector3::UnitZ()}}};
  TouchWatch watch(scene);
  EXPECT_FALSE(watch.before_largest_force());
  double t = 0.0;
  const auto approach = [&](double speed, double force) {
    for (int i = 4; i > 0; --i) watch.add(above_table(t += 0.01, 0.01 * speed * i, 0.0));
    watch.add(above_table(t += 0.01, 0.0, force));
  };
  approach(0.1, 20.0);
  ASSERT_TRUE(watch.before_largest_force());
  EXPECT_NEAR(watch.before_largest_force()->speed(), 0.1, 1e-9);
  EXPECT_EQ(watch.before_largest_force()->plate.name, "table");
  approach(0.05, 30.0);
  EXPECT_NEAR(watch.before_largest_force()->speed(), 0.1, 1e-9) << "a bounce is slower than what made it";
  approach(0.3, 25.0);
  EXPECT_NEAR(watch.before_largest_force()->speed(), 0.1, 1e-9) << "what comes after the peak did not make it";
}

// Led down at 0.05 m/s into a plate of 100 kN/m, whatever it feels, until 50 N stop it.
TEST(ContactPrediction, StandsBesideTheLargestForceOfTheRunAndIsThatOfExplain) {
  const std::string file = temporary_file("led.yaml", R"(c:
  ros__parameters:
    ft_frame: ft_frame
    stiffness_ramp_time: 0.1
    admittance: {frame: {id: base_link}, stiffness: [2000, 2000, 20000, 200, 200, 200]}
    overforce: {force: 50}
limber:
  duration: 4
  scene: {plates: [{name: plate, from_tool: [0, 0, -0.05], normal: [0, 0, 1], stiffness: 100000}]}
  script: [{at: 0.5, move: [0, 0, -0.1], speed: 0.05}]
)");
  const Outcome run = run_program("run --fast " + file);
  EXPECT_TRUE(run.says("N (predicted for 0.05 m/s on 100 kN/m: at most ")) << run.output;
  EXPECT_FALSE(run_program("run demo --scene free --fast --duration 1").says("predicted")) << "nothing was touched";
  const auto number_after = [](const std::string& text, const std::string& words) {
    const std::size_t at = text.find(words);
    return at == std::string::npos ? -1.0 : std::stod(text.substr(at + words.size()));
  };
  const double measured = number_after(run.output, "largest contact force  ");
  const double predicted = number_after(run.output, "kN/m: at most ");
  EXPECT_GT(measured, 50.0) << run.output;
  EXPECT_LT(measured, predicted) << run.output;
  // The row of z in the table of explain.
  const std::string explained = run_program("explain " + file + " --wall 100000 --speed 0.05").output;
  const std::string rows = explained.substr(explained.find("the force rises to at most"));
  EXPECT_NEAR(number_after(rows, "\n  z "), predicted, 0.05 * predicted) << explained << run.output;
}

struct MetPlate {
  std::string robot;
  double speed;       // m/s
  std::string plate;  // its keys
  bool slides;        // meets it at 45 degrees
  std::string kind = "plates";
};

// The largest force of a run that leads the tool down into the plate, and what is predicted.
std::pair<double, double> measured_and_predicted(const MetPlate& met) {
  const std::string file =
      temporary_file("met.yaml", fmt::format(R"(c:
  ros__parameters:
    ft_frame: ft_frame
    stiffness_ramp_time: 0.2
    max_linear_velocity: 0.5
    admittance: {{frame: {{id: base_link}}, mass: [5, 5, 5, 0.3, 0.3, 0.3], stiffness: [1000, 1000, 1000, 50, 50, 50],
                 damping: [1000, 1000, 1000, 20, 20, 20], enabled_axes: [true, true, false, true, true, true]}}
    overforce: {{force: 100, torque: 500}}
limber:
  robot: {}
  duration: 3
  scene: {{{}: [{{from_tool: [0, 0, -0.05], {}}}]}}
  script: [{{at: 1, move: [0, {}, -0.12], speed: {}}}]
)",
                                             met.robot, met.kind, met.plate, met.slides ? 0.12 : 0.0, met.speed));
  const std::string json = run_program_split("run --fast --json " + file).output;
  const auto member = [&](const std::string& name) {
    const std::size_t at = json.find("\"" + name + "\": ");
    return at == std::string::npos ? -1.0 : std::stod(json.substr(at + name.size() + 4));
  };
  return {member("largest_contact_force_N"), member("at_most_N")};
}

TEST(ContactPrediction, IsABoundWithFrictionMassAndDampingAndSharpWithout) {
  for (const std::string robot : {"ur3e", "ur5e", "ur10e"}) {
    for (const std::string stiffness : {"20000", "100000"}) {
      const std::string plain = "stiffness: " + stiffness;
      for (const MetPlate& met : {MetPlate{robot, 0.2, plain, false}, MetPlate{robot, 0.2, plain, true},
                                  MetPlate{robot, 0.2, plain + ", friction: 0.8", true},
                                  MetPlate{robot, 0.1, plain + ", mass: 1, friction: 0.5", true},
                                  MetPlate{robot, 0.2, plain + ", mass: 2", false},
                                  MetPlate{robot, 0.2, plain + ", mass: 5, damping: 1000", false}}) {
        const auto [measured, predicted] = measured_and_predicted(met);
        EXPECT_GT(measured, 100.0) << robot << " " << met.plate;
        EXPECT_LT(measured, predicted) << robot << " " << met.plate << " at " << met.speed;
        if (met.plate == plain) {
          EXPECT_GT(measured, 0.65 * predicted) << robot << " " << met.plate << " at " << met.speed;
        }
      }
    }
  }
}

// Off the top of what is round, too: what counts is the tangent plate where it is met.
TEST(ContactPrediction, IsABoundOnSurfacesToo) {
  for (const std::string shape :
       {"shape: plane", "shape: cylinder, radius: 0.3, axis: [1, 0, 0]", "shape: sphere, radius: 0.3",
        "shape: sine, amplitude: 0.01, wavelength: 0.2, along: [0, 1, 0]"}) {
    for (const std::string stiffness : {"20000", "100000"}) {
      const std::string plain = shape + ", stiffness: " + stiffness;
      for (const MetPlate& met :
           {MetPlate{"ur5e", 0.2, plain, false, "surfaces"}, MetPlate{"ur5e", 0.2, plain, true, "surfaces"},
            MetPlate{"ur5e", 0.2, plain + ", friction: 0.8", true, "surfaces"},
            MetPlate{"ur5e", 0.2, plain + ", damping: 500", false, "surfaces"}}) {
        const auto [measured, predicted] = measured_and_predicted(met);
        std::printf("%-70s %3.0f N, predicted at most %3.0f N\n", met.plate.c_str(), measured, predicted);
        EXPECT_GT(measured, 100.0) << met.plate;
        EXPECT_LT(measured, predicted) << met.plate;
        EXPECT_TRUE(met.plate != plain || measured > 0.65 * predicted) << met.plate;
      }
    }
  }
}

}  // namespace
}  // namespace limber::app::test
