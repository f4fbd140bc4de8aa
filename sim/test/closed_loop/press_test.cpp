// A press of 10 N on walls and tables of known stiffness, with the damping of damping_for_wall(): it approaches slowly,
// settles at 10 N and stays.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <limits>

#include "simulated_loop.hpp"

namespace limber::sim {
namespace {

struct Facing {
  const char* name;
  double tool_pitch;  // rad
};
constexpr Facing kTable{"table", 0.0};
constexpr Facing kWall{"wall", std::numbers::pi / 2};

struct PressCase {
  const char* robot;
  Facing surface;
  double stiffness;  // N/m
  double mass;       // kg
  double tool_mass;  // kg
};

// What an onlooker with a true force gauge sees of a press.
struct Observed {
  double touched_at = -1.0;                                      // s
  double approach_speed = 0.0;                                   // m/s, at the touch
  double peak = 0.0;                                             // N
  double least_later = std::numeric_limits<double>::infinity();  // N, from a second after the touch on
  double settled_at = 0.0;             // s after the touch: the last time the force was off by more than 1 N
  double mean = 0.0, deviation = 0.0;  // N, over the last two seconds

  double sum_ = 0.0, squares_ = 0.0, count_ = 0.0;

  void see(double time, double force, double speed) {
    if (touched_at < 0.0 && force > 0.0) touched_at = time;
    if (touched_at < 0.0) {
      approach_speed = speed;
      return;
    }
    const double since = time - touched_at;
    peak = std::max(peak, force);
    if (std::abs(force - kPress) > 1.0) settled_at = since;
    if (since > 1.0) least_later = std::min(least_later, force);
    if (since > 4.0) {
      ++count_;
      sum_ += force;
      squares_ += force * force;
      mean = sum_ / count_;
      deviation = std::sqrt(std::max(0.0, squares_ / count_ - mean * mean));
    }
  }
};

Observed press(const PressCase& c, LoopShape shape) {
  const Arm arm = load_arm(c.robot);
  const JointVector q0 = tool_pitched_up(arm, c.surface.tool_pitch);
  SimulationParameters simulation = simulation_for(arm, shape);
  simulation.scene.plates = {surface_ahead(arm, simulation.tool, q0, c.stiffness, 0.02)};
  const Vector3 normal_B = simulation.scene.plates[0].normal_B;
  SimulatedLoop loop(arm, q0, parameters_for(arm, shape), simulation);
  Observed observed;
  const auto see = [&] {
    observed.see(loop.robot.time(), loop.robot.contact_force().dot(normal_B),
                 -loop.robot.tool_velocity().head<3>().dot(normal_B));
  };
  // F_control as a program would send it: fifty times a second.
  while (loop.robot.time() < 10.0 && (observed.touched_at < 0.0 || loop.robot.time() < observed.touched_at + 6.0)) {
    loop.controller.set_control_wrench(kPress * Vector6::Unit(2));
    loop.run(0.02, see);
  }
  EXPECT_EQ(name(loop.controller.telemetry().fault), "none");
  return observed;
}

class Press : public testing::TestWithParam<PressCase> {};

TEST_P(Press, SettlesAtItsForceAndDoesNotLeaveTheWall) {
  const PressCase c = GetParam();
  LoopShape shape;
  shape.mass = c.mass;
  shape.tool_mass = c.tool_mass;
  shape.damping = damping_for_wall(contact_loop(shape), c.stiffness);
  const Observed seen = press(c, shape);
  std::printf(
      "%-6s %-5s %4.0f kN/m M %4.1f kg tool %.1f kg: D %6.1f N s/m; touch at %4.2f s with %5.1f mm/s, peak %5.1f N, "
      "within 1 N after %4.2f s, mean %6.3f N, deviation %5.3f N, least later %5.2f N\n",
      c.robot, c.surface.name, 1e-3 * c.stiffness, c.mass, c.tool_mass, shape.damping, seen.touched_at,
      1e3 * seen.approach_speed, seen.peak, seen.settled_at, seen.mean, seen.deviation, seen.least_later);
  ASSERT_GT(seen.touched_at, 0.0);
  // In free space the press, less the deadband of 1 N, drives the tool at F/D; the approach is limited to 0.05 m/s.
  const double approach = std::min((kPress - 1.0) / shape.damping, 0.05);
  EXPECT_LE(seen.approach_speed, 1.001 * approach);
  EXPECT_GT(seen.approach_speed, 0.95 * approach);
  EXPECT_LT(seen.settled_at, 1.0);
  EXPECT_NEAR(seen.mean, kPress, 0.05);
  EXPECT_LT(seen.deviation, 0.1);  // the sensor's noise alone makes 0.02
  EXPECT_GT(seen.least_later, 0.0);
}

INSTANTIATE_TEST_SUITE_P(
    WallsAndTables, Press,
    testing::Values(PressCase{"ur5e", kTable, 2e3, 5.0, 0.7}, PressCase{"ur5e", kTable, 5e3, 5.0, 0.7},
                    PressCase{"ur5e", kTable, 20e3, 5.0, 0.7}, PressCase{"ur5e", kWall, 2e3, 5.0, 0.7},
                    PressCase{"ur5e", kWall, 5e3, 5.0, 0.7}, PressCase{"ur5e", kWall, 20e3, 5.0, 0.7},
                    PressCase{"ur5e", kTable, 2e3, 2.0, 0.5}, PressCase{"ur5e", kTable, 5e3, 2.0, 0.5},
                    PressCase{"ur5e", kTable, 20e3, 2.0, 0.5}, PressCase{"ur5e", kTable, 5e3, 15.0, 1.0},
                    PressCase{"ur5e", kTable, 20e3, 15.0, 1.0}, PressCase{"ur3e", kTable, 20e3, 5.0, 0.7},
                    PressCase{"ur10e", kTable, 20e3, 5.0, 0.7}));

TEST(TaredPress, KeepsItsForceWithJitteredPeriodsAndAWordEveryFourTenthsOfASecond) {
  const Arm arm = load_arm("ur5e");
  LoopShape shape;
  shape.damping = damping_for_wall(contact_loop(shape), 5e3);
  SimulationParameters simulation = simulation_for(arm, shape);
  simulation.scene.plates = {surface_ahead(arm, simulation.tool, home(arm), 5e3, 0.005)};
  simulation.sensor.bias << 4.0, -3.0, 6.0, 0.2, -0.1, 0.1;
  SimulatedLoop loop(arm, home(arm), parameters_for(arm, shape), simulation);
  // Held while it tares, or the bias would move the arm.
  loop.controller.request(Request::kHold);
  loop.run(0.1);
  loop.controller.request(Request::kTareAnyway);  // 7.8 N: more than a tare takes without a word
  loop.run(1.2);
  loop.controller.request(Request::kRun);
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> jitter(0.0005, 0.0035);
  double next_word = 0.0, sum = 0.0, least = 1e9;
  int samples = 0;
  const double start = loop.robot.time();
  for (double t = 0.0; t < 8.0; t = loop.robot.time() - start) {
    if (t >= next_word) {
      loop.controller.set_control_wrench(kPress * Vector6::Unit(2));
      next_word += 0.4;
    }
    loop.cycle(jitter(random));
    if (t < 4.0) continue;
    sum += loop.robot.contact_force().z();
    least = std::min(least, loop.robot.contact_force().z());
    ++samples;
  }
  EXPECT_NEAR(sum / samples, kPress, 0.1);
  EXPECT_GT(least, kPress - 1.0);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
}

}  // namespace
}  // namespace limber::sim
