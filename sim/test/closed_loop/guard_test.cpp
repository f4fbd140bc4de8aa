// The contact guard on stiff walls: a light virtual mass that chatters without it comes to rest with it, within half a
// second of the first touch; if nothing chatters, it does nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "guard_case.hpp"
#include "high_pass.hpp"
#include "support/scale.hpp"

namespace limber::sim {
namespace {

constexpr double kSettling = 0.5;   // s, from the first touch
constexpr double kFrequency = 3.0;  // Hz

double rms(const std::vector<double>& values, std::size_t first, std::size_t last) {
  double squares = 0.0;
  for (std::size_t k = first; k < last; ++k) squares += values[k] * values[k];
  return last > first ? std::sqrt(squares / static_cast<double>(last - first)) : 0.0;
}

// A press as an onlooker with a true force gauge sees it, from the first touch on.
struct Seen {
  double period = 0.0;
  std::vector<double> force, above;  // N, every cycle; all of it, and what is above 3 Hz
  double guard = 0.0;                // N s/m, the most along the press
  double guard_at_end = 0.0;         // N s/m
  double guarded_after = -1.0;       // s after the touch
  bool faulted = false;

  std::size_t at(double seconds) const {
    return std::min(force.size(), static_cast<std::size_t>(std::lround(seconds / period)));
  }
  double peak() const { return *std::max_element(force.begin(), force.end()); }
  double chatter(double from, double to) const { return rms(above, at(from), at(to)); }
  // The worst half second from `from` on.
  double worst_chatter(double from) const {
    double worst = 0.0;
    for (std::size_t k = at(from); k + at(0.5) <= above.size(); ++k)
      worst = std::max(worst, rms(above, k, k + at(0.5)));
    return worst;
  }
  double least(double from) const {
    const std::size_t first = at(from);
    return first < force.size() ? *std::min_element(force.begin() + static_cast<std::ptrdiff_t>(first), force.end())
                                : -1.0;
  }
};

Seen press(const GuardCase& c, bool guarded) {
  const Arm arm = load_arm(c.robot);
  SimulationParameters simulation = simulation_for(arm, c.shape);
  simulation.scene.plates = {wall_for(arm, simulation.tool, c)};
  const Vector3 normal_B = simulation.scene.plates[0].normal_B;
  SimulatedLoop loop(arm, home(arm), parameters_for(arm, c, guarded), simulation);
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> jitter(1.0 - c.jitter, 1.0 + c.jitter);
  Seen seen;
  seen.period = c.shape.period();
  HighPass above(kFrequency, seen.period);
  while (loop.robot.time() < 10.0 && static_cast<double>(seen.force.size()) * seen.period < 6.0 && !seen.faulted) {
    if (c.drive == PressedBy::kHand) {
      loop.robot.set_push((Vector6() << -kPress * normal_B, Vector3::Zero()).finished());
    } else {
      loop.controller.set_control_wrench(kPress * Vector6::Unit(2));
    }
    loop.cycle(seen.period * jitter(random));
    const double force = loop.robot.contact_force().dot(normal_B);
    if (seen.force.empty() && force <= 0.0) continue;
    const double guard = loop.controller.telemetry().guard_damping.z();
    if (guard > 0.0 && seen.guarded_after < 0.0)
      seen.guarded_after = seen.period * static_cast<double>(seen.force.size());
    seen.force.push_back(force);
    seen.above.push_back(above.step(force));
    seen.guard = std::max(seen.guard, guard);
    seen.guard_at_end = guard;
    seen.faulted = loop.controller.state() == SupervisorState::kFaulted;
  }
  return seen;
}

void print(const GuardCase& c, const Seen& off, const Seen& on) {
  std::printf(
      "%-5s %5.1f kN/m %3.0f mm/s M %3.1f D %3.0f %4.0f Hz | off: %5.1f N rms, peak %5.1f N%s | on: +%5.0f N s/m after "
      "%5.1f ms, peak %5.1f N, %5.3f N rms (worst half second %5.3f), %5.2f N at least%s | %s\n",
      c.robot, 1e-3 * c.wall, 1e3 * c.approach, c.shape.mass, c.shape.damping, c.shape.rate,
      off.chatter(kSettling, 6.0), off.peak(), off.faulted ? ", overforce" : "", on.guard, 1e3 * on.guarded_after,
      on.peak(), on.chatter(kSettling, 6.0), on.worst_chatter(kSettling), on.least(kSettling),
      on.faulted ? ", fault" : "", c.what);
}

class StiffWall : public testing::TestWithParam<GuardCase> {};

TEST_P(StiffWall, ChattersWithoutTheGuardAndRestsWithItHalfASecondAfterTheFirstTouch) {
  const GuardCase c = GetParam();
  const Seen off = press(c, false), on = press(c, true);
  ASSERT_FALSE(off.force.empty());
  ASSERT_FALSE(on.force.empty());
  print(c, off, on);
  EXPECT_GT(off.chatter(kSettling, 6.0), 2.0);
  EXPECT_FALSE(on.faulted);
  EXPECT_LT(on.peak(), kOverforce);
  EXPECT_LT(on.chatter(kSettling, 6.0), 1.0);
  EXPECT_LT(on.worst_chatter(kSettling), 1.0);
  EXPECT_GT(on.least(kSettling), 0.0);
  EXPECT_GT(on.guard_at_end, 0.65 * on.guard) << "the contact lasts, and so must the damping that it needs";
}

constexpr LoopShape kLight{.mass = 1.0, .damping = 30.0, .tool_mass = 0.3};
constexpr LoopShape light_at(double rate) {
  LoopShape shape = kLight;
  shape.rate = rate;
  return shape;
}

// The lag alone carries the tool 3.2 mm into the wall at 0.1 m/s, and braking 2.5 mm more: 570 N on 100 kN/m. So the
// stiffer walls are approached more slowly.
std::vector<GuardCase> walls() {
  std::vector<GuardCase> all;
  for (const double wall : {5e3, 20e3, 50e3, 100e3}) {
    const double fast = wall > 30e3 ? 0.05 : 0.1;
    for (const double approach : {fast, 0.02}) all.push_back({.wall = wall, .approach = approach});
    all.push_back({.what = "jittered", .wall = wall, .approach = fast, .jitter = 0.6});
    all.push_back({.what = "wall tilted by 30 degrees", .wall = wall, .approach = fast, .tilt = 0.52});
    all.push_back({.what = "touches already", .wall = wall, .approach = fast, .gap = 0.0});
    all.push_back(
        {.what = "lag as by default", .wall = wall, .approach = fast, .told_lag = ContactGuardParameters().lag});
    all.push_back({.robot = "ur3e", .wall = wall, .approach = fast});
    all.push_back({.robot = "ur10e", .wall = wall, .approach = fast});
    all.push_back({.wall = wall, .approach = 0.8 * fast, .shape = light_at(100.0)});
    all.push_back({.wall = wall, .approach = fast, .shape = light_at(1000.0)});
    all.push_back({.wall = wall, .approach = fast, .shape = {.mass = 5.0, .damping = 45.0, .tool_mass = 0.3}});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Walls, StiffWall, testing::ValuesIn(walls()));

TEST(AnyStiffWall, IsRestedOnHalfASecondAfterTheFirstTouch) {
  std::mt19937_64 random(11);
  const auto among = [&](std::initializer_list<double> values) { return values.begin()[random() % values.size()]; };
  const auto between = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  const char* robots[]{"ur3e", "ur5e", "ur10e"};
  double worst = 0.0, least = 1e9;
  const int draws = test::scaled(100);
  for (int n = 0; n < draws; ++n) {
    GuardCase c{.robot = robots[random() % 3], .wall = 1e3 * std::exp(between(std::log(5.0), std::log(100.0)))};
    c.shape = {.mass = between(0.7, 3.0),
               .damping = between(15.0, 60.0),
               .filter = among({0.0, 0.004, 0.005, 0.010}),
               .rate = among({100.0, 250.0, 500.0, 1000.0}),
               .lag = among({0.020, 0.030, 0.033}),
               .tool_mass = 0.3};
    // As fast as lag and braking leave the first hit below 200 N.
    const double late = c.shape.lag + c.shape.delay + c.shape.period();
    c.approach = between(0.01, 0.1);
    while (c.wall * c.approach * (late + c.approach / 4.0) > 200.0) c.approach *= 0.9;
    const Seen on = press(c, true);
    worst = std::max(worst, on.worst_chatter(kSettling));
    least = std::min(least, on.least(kSettling));
    EXPECT_LT(on.worst_chatter(kSettling), 1.0) << c.robot << ", " << c.wall << " N/m, draw " << n;
    EXPECT_GT(on.least(kSettling), 0.0) << c.robot << ", " << c.wall << " N/m, draw " << n;
    EXPECT_FALSE(on.faulted);
  }
  std::printf("%d loops: at most %.3f N rms in any half second, at least %.2f N of contact\n", draws, worst, least);
}

// Here something has to swing before anything is known, and the first bounce has already happened.
class AlreadySwinging : public testing::TestWithParam<GuardCase> {};

TEST_P(AlreadySwinging, ComesToRestToo) {
  const GuardCase c = GetParam();
  const Seen off = press(c, false), on = press(c, true);
  print(c, off, on);
  EXPECT_GT(off.chatter(2.0, 6.0), 2.0);
  EXPECT_LT(on.chatter(2.0, 6.0), 0.1);
  EXPECT_GT(on.least(2.0), 0.0);
}

INSTANTIATE_TEST_SUITE_P(
    Contacts, AlreadySwinging,
    testing::Values(GuardCase{.what = "pressed in from the start", .wall = 5e3, .gap = -2e-3},
                    GuardCase{.what = "pressed in from the start", .wall = 20e3, .gap = -5e-4},
                    GuardCase{.what = "pressed in from the start", .wall = 100e3, .approach = 0.05, .gap = -1e-4},
                    GuardCase{.what = "pushed by a hand", .wall = 5e3, .drive = PressedBy::kHand}));

// Everything a hand, a press and a wall do within a few seconds; the commands, one by one.
std::vector<JointVector> commands(bool guarded, const LoopShape& shape, double wall) {
  const Arm arm = load_arm("ur5e");
  const GuardCase c{.wall = wall, .approach = 0.05, .shape = shape};
  SimulationParameters simulation = simulation_for(arm, shape);
  if (wall > 0.0) simulation.scene.plates = {wall_for(arm, simulation.tool, c)};
  Push push{.start = 0.3, .duration = 0.8};
  push.F_B << 12.0, -8.0, 5.0, 0.3, 0.2, -0.2;
  simulation.scene.pushes = {push};
  push.start = 2.5;
  push.F_B *= -1.0;
  simulation.scene.pushes.push_back(push);
  SimulatedLoop loop(arm, home(arm), parameters_for(arm, c, guarded), simulation);
  std::vector<JointVector> all;
  loop.run(6.0, [&] {
    if (wall > 0.0 && loop.robot.time() > 1.5) loop.controller.set_control_wrench(kPress * Vector6::Unit(2));
    all.push_back(loop.controller.telemetry().q_command);
    EXPECT_TRUE(loop.controller.telemetry().guard_damping.isZero(0.0));
  });
  return all;
}

TEST(Guard, ChangesNotABitInFreeSpace) { EXPECT_EQ(commands(true, kLight, 0.0), commands(false, kLight, 0.0)); }

TEST(Guard, ChangesNotABitOnAWallTheLoopWasLaidOutFor) {
  for (const double wall : {2e3, 5e3, 20e3, 50e3, 100e3}) {
    LoopShape shape;
    shape.damping = damping_for_wall(contact_loop(shape), wall);
    EXPECT_EQ(commands(true, shape, wall), commands(false, shape, wall)) << wall;
  }
}

}  // namespace
}  // namespace limber::sim
