// Stiffness along the path, and how fast it may change.
#include "motion/stiffness_profile.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "support/random_motion.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

TEST(Profile, IsLinearBetweenItsPoints) {
  const std::vector<double> five{20, 25, 30, 25, 20};
  EXPECT_DOUBLE_EQ(profile_at(five, 0.0, 1.0), 20.0);
  EXPECT_DOUBLE_EQ(profile_at(five, 0.125, 1.0), 22.5);
  EXPECT_DOUBLE_EQ(profile_at(five, 0.5, 1.0), 30.0);
  EXPECT_DOUBLE_EQ(profile_at(five, 1.0, 1.0), 20.0);
  EXPECT_DOUBLE_EQ(profile_at({7.0}, 0.3, 1.0), 7.0);
  EXPECT_DOUBLE_EQ(profile_at({}, 0.3, 1.0), 1.0);
  EXPECT_DOUBLE_EQ(profile_at({1.0, 2.0}, 1.5, 0.0), 2.0);
}

// The sum of hats, each 1 at its own sample and 0 at all others.
TEST(Profile, IsTheSumOfItsSamplesHats) {
  std::mt19937 random(1);
  for (int n = 0; n < test::scaled(500); ++n) {
    std::vector<double> profile(2 + random() % 10);
    for (double& value : profile) value = test::random_between(random, 0.0, 100.0);
    const double s = test::random_between(random, 0.0, 1.0), gaps = static_cast<double>(profile.size() - 1);
    double sum = 0.0;
    for (std::size_t i = 0; i < profile.size(); ++i) {
      sum += profile[i] * std::max(0.0, 1.0 - std::abs(s * gaps - static_cast<double>(i)));
    }
    EXPECT_NEAR(profile_at(profile, s, -1.0), sum, 1e-10);
    EXPECT_EQ(profile_at(profile, -0.3, -1.0), profile.front());
    EXPECT_EQ(profile_at(profile, 1.3, -1.0), profile.back());
  }
}

TEST(GainsAlong, AreThoseOfHomingOnEveryAxisWithoutAProfile) {
  StiffnessParameters p;
  p.stiffness_homing = {1, 2, 3};
  p.stiffness_rot = {4, 5, 6};
  p.damping_default = {7, 8, 9};
  p.damping_rot = {10, 11, 12};
  const Vector6 K = (Vector6() << 1, 2, 3, 4, 5, 6).finished(), D = (Vector6() << 7, 8, 9, 10, 11, 12).finished();
  EXPECT_EQ(gains_at_rest(p).K, K);
  EXPECT_EQ(gains_at_rest(p).D, D);
  EXPECT_EQ(gains_along(p, 0.5).K, K);
  EXPECT_EQ(gains_along(p, 0.5).D, D);
  std::vector<double>* const profiles[] = {&p.stiffness_x, &p.stiffness_y, &p.stiffness_z,
                                           &p.damping_x,   &p.damping_y,   &p.damping_z};
  for (int i = 0; i < 6; ++i) {
    *profiles[i] = {0.0, 100.0};
    const ImpedanceGains gains = gains_along(p, 0.25);
    Vector6 expected_K = K, expected_D = D;
    (i < 3 ? expected_K : expected_D)[i % 3] = 25.0;
    EXPECT_EQ(gains.K, expected_K);
    EXPECT_EQ(gains.D, expected_D);
    EXPECT_EQ(gains_at_rest(p).K, K);
    profiles[i]->clear();
  }
}

TEST(RateLimited, ArrivesExactlyAndNoFasterThanItMay) {
  std::mt19937 random(2);
  for (int n = 0; n < test::scaled(500); ++n) {
    Vector6 gains = test::random_vector6(random, 50.0);
    const Vector6 wanted = test::random_vector6(random, 50.0);
    const double rate = test::random_between(random, 10.0, 100.0), h = 0.002;
    const Vector6 times = (wanted - gains).cwiseAbs() / rate;  // s
    for (int k = 1; gains != wanted; ++k) {
      const Vector6 before = gains;
      gains = rate_limited(before, wanted, rate, h);
      for (int i = 0; i < 6; ++i) {
        ASSERT_LE(std::abs(gains[i] - before[i]), rate * h * (1.0 + 1e-9));
        ASSERT_EQ(std::abs(gains[i] - wanted[i]) < 1e-9, times[i] <= k * h + 1e-9) << "each axis takes its own time";
      }
      ASSERT_LT(k, 100000);
    }
  }
}

}  // namespace
}  // namespace limber
