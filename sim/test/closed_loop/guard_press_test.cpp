// The contact guard under a press that lasts, on soft and stiff walls with and without friction: its damping stays as
// long as the contact does, so the force is quiet from a second after the touch on and rests at that of the press.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <random>
#include <vector>

#include "guard_case.hpp"
#include "high_pass.hpp"
#include "support/scale.hpp"

namespace limber::sim {
namespace {

struct LastingPress {
  const char* robot = "ur5e";
  double wall = 1e3;  // N/m
  double mass = 1.0, damping = 20.0;
  double friction = 0.0;
  bool lead = false, regulated = false;
  std::uint64_t seed = 1;
};

struct SeenPress {
  double quiet = 0.0;                                      // N rms above 3 Hz, in the worst second
  double least = std::numeric_limits<double>::infinity();  // N
  double rest = 0.0;                                       // N, mean of the last two seconds
  double guard_least = std::numeric_limits<double>::infinity(), guard_most = 0.0;  // N s/m, from a second on
  bool touched = false, faulted = false;
};

constexpr double kLasts = 21.0;  // s from the touch on
constexpr double kQuietFrom = 1.0, kRestsFor = 2.0;

SimulatedLoop loop_of(const Arm& arm, const LastingPress& c) {
  GuardCase g{.wall = c.wall, .approach = c.wall > 60e3 ? 0.04 : c.wall > 30e3 ? 0.05 : 0.1, .gap = 0.02};
  g.shape.mass = c.mass;
  g.shape.damping = c.damping;
  g.shape.lead = c.lead ? 1.0 : 0.0;
  SimulationParameters simulation = simulation_for(arm, g.shape);
  simulation.seed = c.seed;
  simulation.scene.plates = {wall_for(arm, simulation.tool, g)};
  simulation.scene.plates[0].friction = c.friction;
  AdmittanceParameters parameters = parameters_for(arm, g, true);
  if (c.regulated) parameters.press.regulation = PressRegulation::kNormal;
  return SimulatedLoop(arm, home(arm), parameters, simulation);
}

SeenPress press_for_long(const LastingPress& c) {
  const Arm arm = load_arm(c.robot);
  SimulatedLoop loop = loop_of(arm, c);
  const Vector3 normal_B = -arm.pose(home(arm), arm.tip()).R.col(2);
  HighPass above(3.0, loop.period());
  std::vector<double> squares;  // N²
  const auto second = static_cast<std::size_t>(std::lround(1.0 / loop.period()));
  SeenPress seen;
  double sum = 0.0, since = -1.0;
  long resting = 0;
  while (loop.robot.time() < 80.0 && since < kLasts && !seen.faulted) {
    loop.controller.set_control_wrench(kPress * Vector6::Unit(2));
    loop.cycle();
    const double force = loop.robot.contact_force().dot(normal_B);
    if (since < 0.0 && force <= 0.0) continue;
    seen.touched = true;
    since = std::max(0.0, since) + loop.period();
    const double swing = above.step(force);
    seen.faulted = loop.controller.state() == SupervisorState::kFaulted;
    if (since < kQuietFrom) continue;
    const double guard = loop.controller.telemetry().guard_damping.z();
    seen.guard_least = std::min(seen.guard_least, guard);
    seen.guard_most = std::max(seen.guard_most, guard);
    seen.least = std::min(seen.least, force);
    squares.push_back(swing * swing);
    if (since > kLasts - kRestsFor) sum += force, ++resting;
  }
  seen.rest = sum / static_cast<double>(std::max(1L, resting));
  double window = 0.0;
  for (std::size_t k = 0; k < squares.size(); ++k) {
    window += squares[k] - (k < second ? 0.0 : squares[k - second]);
    if (k + 1 >= second)
      seen.quiet = std::max(seen.quiet, std::sqrt(std::max(0.0, window) / static_cast<double>(second)));
  }
  return seen;
}

// A regulated press may take friction at rest for a tilt of the surface; without the guard, too.
bool keeps_force_at_rest(const LastingPress& c) { return !(c.regulated && c.friction > 0.0); }

int failing_of(const std::vector<LastingPress>& all) {
  int failing = 0;
  for (const LastingPress& c : all) {
    const SeenPress seen = press_for_long(c);
    EXPECT_TRUE(seen.touched);
    const bool rests = !keeps_force_at_rest(c) || std::abs(seen.rest - kPress) < 0.1;
    if (!seen.faulted && seen.quiet < 1.0 && seen.least > 0.0 && rests) continue;
    ++failing;
    std::printf(
        "  %-5s %6.2f kN/m M %5.2f D %7.1f friction %.2f%s%s: %6.2f N rms in the worst second, %5.2f N at least, %6.2f "
        "N "
        "at rest, guard %.0f to %.0f N s/m%s\n",
        c.robot, 1e-3 * c.wall, c.mass, c.damping, c.friction, c.lead ? ", lead" : "", c.regulated ? ", regulated" : "",
        seen.quiet, seen.least, seen.rest, seen.guard_least, seen.guard_most, seen.faulted ? ", fault" : "");
  }
  std::printf("%zu presses, %d fail\n", all.size(), failing);
  return failing;
}

TEST(LastingPress, OfALightBodyIsQuietOnAnyWall) {
  std::vector<LastingPress> all;
  for (const double wall : {1e3, 1.2e3, 1.5e3, 2e3, 5e3, 20e3, 50e3, 100e3}) {
    for (const double friction : {0.0, 0.2, 0.3}) {
      for (const bool lead : {false, true}) {
        for (const bool regulated : {false, true}) {
          all.push_back({.wall = wall, .friction = friction, .lead = lead, .regulated = regulated});
          all.push_back(all.back());
          all.back().mass = 0.3, all.back().damping = 5.0;
        }
      }
    }
  }
  EXPECT_EQ(failing_of(all), 0);
}

// From far too little damping to more than enough.
TEST(LastingPress, OfAnyBodyIsQuietOnAnyWall) {
  std::mt19937_64 random(17);
  const auto between = [&](double low, double high) {
    return std::exp(std::uniform_real_distribution<double>(std::log(low), std::log(high))(random));
  };
  std::vector<LastingPress> all(static_cast<std::size_t>(test::scaled(100)));
  for (LastingPress& c : all) {
    c.robot = random() % 2 == 0 ? "ur5e" : "ur10e";
    c.wall = between(1e3, 100e3);
    c.mass = between(0.3, 10.0);
    c.damping = std::max(5.0, between(0.03, 1.2) * (0.08 * c.wall + std::sqrt(2.0 * c.wall * c.mass)));
    c.friction = random() % 3 == 0 ? 0.0 : between(0.03, 0.3);
    c.lead = random() % 2 == 0;
    c.regulated = random() % 2 == 0;
    c.seed = random() % 1000;
  }
  EXPECT_EQ(failing_of(all), 0);
}

}  // namespace
}  // namespace limber::sim
