// How long the contact guard holds its damping: as long as the contact lasts, and no longer.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "guarded_axis.hpp"

namespace limber {
namespace {

TEST(ContactGuard, HoldsInTheContactAndGoesSlowlyToExactlyZeroAfterIt) {
  GuardedAxis axis;
  const double v = 0.02, stiffness = 50e3;
  const double most = added_by_a_hit(axis, stiffness, v);
  ASSERT_GT(most, 1000.0);
  const double x = 0.03 * v;
  for (double t = 0.0; t < 60.0; t += 0.002) ASSERT_EQ(axis.step(-stiffness * x, x, 0.002), most);
  double before = most, t = 0.0;
  while (axis.added() > 0.0 && t < 60.0) {
    t += 0.002;
    const double now = axis.step(0.0, x, 0.002);
    ASSERT_LE(now, before);
    const double falling = most * std::exp(-t / axis.parameters.release_time);
    if (now > 0.0) {
      ASSERT_NEAR(now, falling, 0.022 * before);
    }
    before = now;
  }
  EXPECT_EQ(axis.added(), 0.0);
  EXPECT_GT(t, 5.0 * axis.parameters.release_time);
}

TEST(ContactGuard, LetsGoOfAToolThatIsLedAway) {
  GuardedAxis axis;
  ASSERT_GT(added_by_a_hit(axis, 50e3, 0.02), 1000.0);
  double x = 0.03 * 0.02;
  for (double t = 0.0; t < 20.0; t += 0.002) axis.step(-15.0, x -= 0.002 * 0.005, 0.002);
  EXPECT_EQ(axis.added(), 0.0);
}

// What remains when the wall is gone: the tool stands, drifts with the force as fast as all the damping lets it, or
// goes on against it.
TEST(ContactGuard, FadesAfterTheContactWhateverForceRemains) {
  for (const double stiffness : {5e3, 20e3, 100e3}) {
    for (const double residual : {-2.0, 2.0, -5.0}) {
      for (const int motion : {0, 1, -1}) {
        GuardedAxis axis;
        const double v = 30.0 / (stiffness * 0.03), h = 0.002;
        const double most = added_by_a_hit(axis, stiffness, v);
        ASSERT_GT(most, 100.0);
        double x = 0.03 * v, t = 0.0;
        while (axis.added() > 0.0 && t < 60.0) {
          x += h * motion * residual / (30.0 + axis.added());
          t += h;
          axis.step(residual, x, h);
        }
        // From `most` down to 1 % of the 30 N s/m there are; and the time to see that it is no wall any more. Slowest
        // is the tool that goes back with 2 N against 7 kN s/m: from 28 N below the spring of 100 kN/m to 25 N above
        // it.
        const double fading = axis.parameters.release_time * std::log(most / 0.3);
        EXPECT_LT(t, fading + 2.0) << stiffness << " N/m, then " << residual << " N, motion " << motion;
        EXPECT_GT(t, 0.7 * fading);
      }
    }
  }
}

TEST(ContactGuard, HoldsWhileThePressIsChangedAndTheToolSlides) {
  std::mt19937_64 random(10);
  std::normal_distribution<double> noise(0.0, 0.1);
  for (const double stiffness : {5e3, 20e3, 100e3}) {
    GuardedAxis axis;
    const double most = added_by_a_hit(axis, stiffness, 30.0 / (stiffness * 0.03));
    ASSERT_GT(most, 100.0);
    for (double t = 0.0; t < 40.0; t += 0.002) {
      const double force = 16.0 + 14.0 * std::cos(0.2 * t);
      ASSERT_GE(axis.step(-force + noise(random), force / stiffness, 0.002), most) << t;
    }
    // Along a surface that bends by 10 mm to either side.
    double height = 0.0;
    for (double t = 0.0; t < 130.0; t += 0.002) {
      const double before = height;
      height = 0.01 * std::sin(0.05 * t);
      Vector6 moved = Vector6::Zero();
      moved.x() = 0.002 * 0.03;
      moved.z() = height - before;
      axis.guard.step((-30.0 + noise(random)) * Vector6::Unit(2), moved, axis.loop, axis.parameters, 0.002);
      ASSERT_GE(axis.added(), most) << t;
    }
  }
}

}  // namespace
}  // namespace limber
