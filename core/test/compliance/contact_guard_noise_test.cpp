// Sensor noise is not taken for a wall, and does not hide one.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <random>

#include "guarded_axis.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

// A tool that is free to move along three axes, behind a sensor with noise on all six.
struct NoisyTool {
  ContactGuard guard;
  GuardedLoop loop;
  std::array<LaggingArm, 3> axes;
  double h, noise;  // s; N rms, and a twentieth of it in N m
  std::mt19937_64 random;
  Vector3 last_force = Vector3::Zero(), last_place = Vector3::Zero();
  double pull = 0.0;        // N along x, of its spring to a reference that is elsewhere
  double most_added = 0.0;  // N s/m

  NoisyTool(double mass, double damping, double stiffness, double period, double rms, std::uint64_t seed)
      : h(period), noise(rms), random(seed) {
    axes.fill({.mass = mass, .damping = damping, .lag = 0.02, .stiffness = stiffness});
    loop.mass << Vector3::Constant(mass), Vector3::Constant(0.3);
    loop.damping << Vector3::Constant(damping), Vector3::Constant(5.0);
  }
  Vector3 place() const { return {axes[0].x, axes[1].x, axes[2].x}; }
  void run(double seconds, const std::function<Vector3(double, const Vector3&)>& world) {
    std::normal_distribution<double> normal;
    for (double t = 0.0; t < seconds; t += h) {
      // What the sensor and the encoders say of the last cycle: mean force, and way.
      const Vector3 now = place(), force = world(t, now);
      Vector6 felt, displacement;
      felt << 0.5 * (force + last_force), Vector3::Zero();
      for (int i = 0; i < 6; ++i) felt[i] += (i < 3 ? noise : 0.05 * noise) * normal(random);
      displacement << now - last_place, Vector3::Zero();
      last_force = force;
      last_place = now;
      guard.step(felt, displacement, loop, ContactGuardParameters(), h);
      for (int i = 0; i < 3; ++i) {
        axes[static_cast<std::size_t>(i)].step(felt[i] + (i == 0 ? pull : 0.0), h, guard.damping()[i]);
      }
      most_added = std::max(most_added, guard.damping().maxCoeff());
    }
  }
};

TEST(NoisySensor, GivesAToolThatIsPushedAndLetGoNoDamping) {
  std::mt19937_64 random(5);
  const auto between = [&](double low, double high) {
    return std::exp(std::uniform_real_distribution<double>(std::log(low), std::log(high))(random));
  };
  for (int n = 0; n < test::scaled(200); ++n) {
    const double rms = between(0.1, 2.0), mass = between(2.0, 10.0), stiffness = between(50.0, 1000.0);
    const double h = random() % 2 == 0 ? 0.002 : 0.008, push = between(5.0, 50.0);
    NoisyTool tool(mass, 2.0 * std::sqrt(mass * stiffness), stiffness, h, rms, random());
    tool.run(6.0, [&](double t, const Vector3&) -> Vector3 {
      const double share = std::clamp(std::min((t - 1.0) / 0.1, (3.0 - t) / 0.1), 0.0, 1.0);
      return share * push * Vector3(0.6, 0.0, 0.8);
    });
    EXPECT_EQ(tool.most_added, 0.0) << "draw " << n << ": " << rms << " N rms, " << mass << " kg, " << stiffness
                                    << " N/m, " << push << " N, " << h << " s";
  }
}

TEST(NoisySensor, HidesNoWallThatTheToolWouldChatterOn) {
  for (const double rms : {0.1, 0.3, 0.5, 1.0}) {
    for (const double stiffness : {10e3, 50e3, 100e3}) {
      for (const double h : {0.002, 0.008}) {
        NoisyTool tool(5.0, 77.0, 300.0, h, rms, 3);
        const auto world = [&](double, const Vector3& x) -> Vector3 {
          return {-stiffness * std::max(0.0, x.x() - 0.01), 0.0, 0.0};
        };
        tool.run(1.0, world);
        tool.pull = 20.0;
        tool.run(5.0, world);
        EXPECT_GT(tool.guard.damping()[0], 100.0) << rms << " N rms, " << stiffness << " N/m, " << h << " s";
      }
    }
  }
}

TEST(NoisySensor, BehindALowPassThatLetsNothingThroughLeavesTheGuardAlive) {
  for (const double time_constant : {1e3, 1e15, 1e300}) {
    GuardedAxis axis;
    axis.loop.filter_time_constant = time_constant;
    for (int k = 0; k < 100; ++k) axis.step(1e-6 * (k % 3), 0.0, 0.002);
    axis.loop.filter_time_constant = 0.0;
    EXPECT_GT(added_by_a_hit(axis, 50e3, 0.05), 1000.0) << time_constant << " s";
  }
}

}  // namespace
}  // namespace limber
