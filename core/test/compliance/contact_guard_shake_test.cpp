// A hand that shakes the tool is not a wall: the guard removes damping raised against a hand, but not on walls.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <random>
#include <vector>

#include "guarded_axis.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

constexpr double kPeriod = 0.002;  // s

// The guard in the loop with the arm whose damping it raises. `world` is the force at time t and place x (N).
struct Loop {
  GuardedAxis axis;
  LaggingArm arm;
  double drive = 0.0;  // N: a control wrench
  std::mt19937_64 random{1};
  std::normal_distribution<double> noise{0.0, 0.1};
  std::vector<double> force, added;  // N, N s/m: cycle by cycle

  Loop(double mass, double damping, double stiffness, double press)
      : axis(mass, damping), arm{.mass = mass, .damping = damping, .stiffness = stiffness}, drive(press) {
    axis.loop.press[2] = press;
    axis.loop.led = false;
  }
  void run(double seconds, const std::function<double(double, double)>& world) {
    for (double t = 0.0, before = world(0.0, arm.x); t < seconds; t += kPeriod) {
      const double F = world(t, arm.x);
      const double felt = 0.5 * (F + before) + noise(random);  // the sensor's mean over a cycle
      before = F;
      added.push_back(axis.step(felt, arm.x, kPeriod));
      force.push_back(F);
      arm.step(felt + drive, kPeriod, added.back());
    }
  }
  // s: the longest time without a break in which something was added, and all of it.
  double longest_spell() const {
    double longest = 0.0, now = 0.0;
    for (const double d : added) longest = std::max(longest, now = d > 0.0 ? now + kPeriod : 0.0);
    return longest;
  }
  double all_spells() const {
    return kPeriod * static_cast<double>(std::count_if(added.begin(), added.end(), [](double d) { return d > 0.0; }));
  }
  // N rms in the last `seconds`, about its mean.
  double chatter(double seconds) const {
    const auto first = force.end() - std::lround(seconds / kPeriod);
    double mean = 0.0, squares = 0.0;
    for (auto f = first; f != force.end(); ++f) mean += *f;
    mean /= static_cast<double>(force.end() - first);
    for (auto f = first; f != force.end(); ++f) squares += (*f - mean) * (*f - mean);
    return std::sqrt(squares / static_cast<double>(force.end() - first));
  }
};

// A sine; a sine about a push; blows; a second sine on top; a frequency that wanders.
constexpr int kShakes = 5, kBlows = 2;
double shake(int kind, double phase) {
  switch (kind) {
    case 0:
      return std::sin(phase);
    case 1:
      return 1.0 + std::sin(phase);
    case 2:
      return std::max(0.0, std::sin(phase));
    case 3:
      return std::sin(phase) + 0.6 * std::sin(1.37 * phase + 1.0);
    default:
      return std::sin(phase + 1.5 * std::sin(0.06 * phase));
  }
}

TEST(ShakenTool, IsNotDampedHoweverItIsShaken) {
  std::mt19937_64 random(21);
  const auto between = [&](double low, double high) {
    return std::exp(std::uniform_real_distribution<double>(std::log(low), std::log(high))(random));
  };
  int damped = 0;
  for (int n = 0; n < test::scaled(600); ++n) {
    const double stiffness = random() % 2 == 0 ? 0.0 : between(50.0, 1000.0);
    const double mass = between(1.0, 10.0), damping = between(20.0, 200.0);
    const double frequency = between(0.4, 20.0), amplitude = between(3.0, 40.0);
    const int kind = static_cast<int>(random() % kShakes);
    Loop loop(mass, damping, stiffness, 0.0);
    loop.run(8.0, [&](double t, double) { return amplitude * shake(kind, 2.0 * std::numbers::pi * frequency * t); });
    // Blows that a spring brings the tool back to, again and again, are a wall to the guard, for moments.
    const bool knocked = kind == kBlows && stiffness > 0.0;
    damped += knocked && loop.all_spells() > 0.0;
    EXPECT_LT(loop.longest_spell(), knocked ? 1.0 : 1e-9)
        << "draw " << n << ", shake " << kind << ", " << frequency << " Hz, " << amplitude << " N, " << mass << " kg, "
        << damping << " N s/m, " << stiffness << " N/m";
  }
  EXPECT_LE(damped, test::scaled(600) / 100);
}

double wall(double stiffness, double x) { return -stiffness * std::max(0.0, x); }

TEST(ShakenTool, ThatItsSpringThenPullsOntoAWallRestsOnIt) {
  constexpr double kSpring = 300.0, kPull = 15.0;  // N/m, N
  for (const double stiffness : {5e3, 20e3, 100e3}) {
    for (const double mass : {1.0, 5.0}) {
      Loop loop(mass, 45.0, kSpring, 0.0);
      loop.run(3.0, [](double t, double) { return 20.0 * std::sin(2.0 * std::numbers::pi * 8.0 * t); });
      ASSERT_EQ(loop.axis.added(), 0.0);
      const double x_wall = loop.arm.x + 0.005;
      loop.drive = kPull;  // its reference is 50 mm ahead
      loop.run(8.0, [&](double, double x) { return wall(stiffness, x - x_wall); });
      EXPECT_GT(loop.axis.added(), 0.0);
      EXPECT_LT(loop.chatter(1.0), 0.5) << stiffness << " N/m, " << mass << " kg";
    }
  }
}

// A machine's table, or a second robot's: some of the force is nobody's spring, but without damping it is worse.
TEST(VibratingWall, IsStillGuardedAgainst) {
  for (const double stiffness : {10e3, 20e3, 50e3, 100e3}) {
    for (const double frequency : {8.0, 15.0}) {
      const auto world = [&](double t, double x) {
        return wall(stiffness, x - 3e-5 * std::sin(2.0 * std::numbers::pi * frequency * t));
      };
      Loop guarded(1.0, 30.0, 0.0, 15.0), bare(1.0, 30.0, 0.0, 15.0);
      bare.axis.parameters.enabled = false;
      for (Loop* loop : {&guarded, &bare}) {
        loop->arm.x = loop->arm.x_V = -0.005;
        loop->axis.start_at(-0.005);
        loop->run(8.0, world);
      }
      EXPECT_GT(bare.chatter(3.0), 5.0);
      EXPECT_LT(guarded.chatter(3.0), 0.5 * bare.chatter(3.0)) << stiffness << " N/m, " << frequency << " Hz";
    }
  }
}

// The damping that a vibration has called for is gone two seconds after it, and what the wall itself needs stays.
TEST(VibratingWall, ThatStopsLeavesNoMoreDampingThanItNeeds) {
  for (const double stiffness : {10e3, 20e3, 50e3}) {
    for (const double frequency : {5.0, 8.0, 15.0}) {
      for (const double vibration : {1e-4, 5e-4}) {
        Loop quiet(1.0, 30.0, 0.0, 15.0), loop(1.0, 30.0, 0.0, 15.0);
        for (Loop* each : {&quiet, &loop}) {
          each->arm.x = each->arm.x_V = -0.005;
          each->axis.start_at(-0.005);
        }
        quiet.run(3.0, [&](double, double x) { return wall(stiffness, x); });
        loop.run(3.0, [&](double, double x) { return wall(stiffness, x); });
        loop.run(5.0, [&](double t, double x) {
          return wall(stiffness, x - vibration * std::sin(2.0 * std::numbers::pi * frequency * t));
        });
        loop.run(2.5, [&](double, double x) { return wall(stiffness, x); });
        EXPECT_LT(loop.axis.added(), 1.5 * quiet.axis.added())
            << stiffness << " N/m, " << frequency << " Hz, " << vibration << " m";
        EXPECT_LT(loop.chatter(0.5), 0.3);
      }
    }
  }
}

}  // namespace
}  // namespace limber
