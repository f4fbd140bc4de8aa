// Ramps and blends of poses: their rates are derivatives, and both ends are met.
#include "motion/pose_blend.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "math/so3.hpp"
#include "support/random_motion.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

// A destination that moves evenly.
MovingPose moved_on(const MovingPose& from, double t) {
  return {{exp_so3(t * from.twist.tail<3>()).toRotationMatrix() * from.X_BR.R, from.X_BR.p + t * from.twist.head<3>()},
          from.twist};
}

MovingPose random_moving(std::mt19937& random, const Pose& near, double turn) {
  return {test::random_pose_near(random, near, turn), test::random_vector6(random, 0.2)};
}

TEST(Ramps, HaveTheirDerivativesForRates) {
  std::mt19937 random(1);
  const double h = 1e-5;
  for (int n = 0; n < test::scaled(2000); ++n) {
    const double duration = test::random_between(random, 0.1, 5.0);
    const double t = test::random_between(random, 2.0 * h, 1.5 * duration);
    const auto rate = [&](auto ramp) {
      return (ramp(t + h, duration).value - ramp(t - h, duration).value) / (2.0 * h);
    };
    EXPECT_NEAR(cosine_ramp(t, duration).rate, rate(cosine_ramp), 2e-3);
    EXPECT_NEAR(braking_time(t, duration).rate, rate(braking_time), 2e-3);
  }
}

TEST(CosineRamp, GoesFromZeroToOneAndIsHalfwayHalfway) {
  EXPECT_EQ(cosine_ramp(-1.0, 2.0).value, 0.0);
  EXPECT_EQ(cosine_ramp(0.0, 2.0).value, 0.0);
  EXPECT_NEAR(cosine_ramp(1.0, 2.0).value, 0.5, 1e-15);
  EXPECT_EQ(cosine_ramp(2.0, 2.0).value, 1.0);
  EXPECT_EQ(cosine_ramp(9.0, 2.0).value, 1.0);
  EXPECT_EQ(cosine_ramp(0.0, 0.0).value, 1.0) << "a ramp of no time is over";
  for (double t = 0.0; t < 1.0; t += 0.1) {
    EXPECT_NEAR(cosine_ramp(1.0 - t, 2.0).value + cosine_ramp(1.0 + t, 2.0).value, 1.0, 1e-15);
  }
}

TEST(BrakingTime, BeginsAtFullRateAndStandsAfterHalfOfItsDuration) {
  EXPECT_EQ(braking_time(0.0, 0.3).rate, 1.0);
  EXPECT_NEAR(braking_time(0.3, 0.3).value, 0.15, 1e-15);
  EXPECT_EQ(braking_time(5.0, 0.3).value, 0.15);
  EXPECT_EQ(braking_time(5.0, 0.3).rate, 0.0);
  EXPECT_EQ(braking_time(1.0, 0.0).value, 0.0) << "braked at once, it goes nowhere";
}

TEST(Braked, GoesOnAlongItsTwistAndItsTwistIsThatOfItsPose) {
  std::mt19937 random(2);
  for (int n = 0; n < test::scaled(200); ++n) {
    const MovingPose from = random_moving(random, Pose(), 3.0);
    const auto pose = [&](double t) { return braked(from, t, kBrakingTime).X_BR; };
    const double t = test::random_between(random, 0.01, kBrakingTime - 0.01);
    EXPECT_LT((test::differentiate(pose, t, 1e-3).twist - braked(from, t, kBrakingTime).twist).norm(), 1e-6);
    EXPECT_LT((braked(from, 0.0, kBrakingTime).twist - from.twist).norm(), 1e-12);
    const MovingPose stood = braked(from, 1.0, kBrakingTime);
    EXPECT_TRUE(stood.twist.isZero(0.0));
    EXPECT_LT((stood.X_BR.p - from.X_BR.p - 0.5 * kBrakingTime * from.twist.head<3>()).norm(), 1e-12);
  }
}

TEST(PoseBlend, HasTheTwistOfItsPoseOnItsWayToAMovingDestination) {
  std::mt19937 random(3);
  for (int n = 0; n < test::scaled(500); ++n) {
    const MovingPose from = random_moving(random, Pose(), 3.0), to = random_moving(random, from.X_BR, 2.0);
    const double duration = test::random_between(random, 0.5, 3.0);
    const auto blend_at = [&](double t) {
      PoseBlend blend;
      blend.start(from, duration);
      blend.step(t);
      return blend.towards(moved_on(to, t));
    };
    double t = test::random_between(random, 0.01, duration - 0.01);
    if (std::abs(t - kBrakingTime) < 0.01) t += 0.02;  // there its acceleration steps
    const auto pose = [&](double at) { return blend_at(at).X_BR; };
    EXPECT_LT((test::differentiate(pose, t, 1e-3).twist - blend_at(t).twist).norm(), 1e-5) << t << " of " << duration;
  }
}

TEST(PoseBlend, CarriesTheVelocityOfItsStartAndIsTheDestinationAtItsEnd) {
  std::mt19937 random(4);
  for (int n = 0; n < test::scaled(500); ++n) {
    const MovingPose from = random_moving(random, Pose(), 3.0), to = random_moving(random, from.X_BR, 2.0);
    PoseBlend blend;
    blend.start(from, 1.5);
    EXPECT_FALSE(blend.done());
    EXPECT_EQ(blend.left(), 1.5);
    MovingPose now = blend.towards(to);
    EXPECT_LT((now.X_BR.p - from.X_BR.p).norm(), 1e-12);
    EXPECT_LT((now.X_BR.R - from.X_BR.R).norm(), 1e-12);
    EXPECT_LT((now.twist - from.twist).norm(), 1e-12);
    blend.step(1.5 - 1e-6);
    now = blend.towards(to);
    EXPECT_LT((now.X_BR.p - to.X_BR.p).norm(), 1e-5);
    EXPECT_LT((now.twist - to.twist).norm(), 1e-4);
    blend.step(1e-5);
    EXPECT_TRUE(blend.done());
    EXPECT_EQ(blend.towards(to).X_BR.p, to.X_BR.p);
    blend.start(from, 1.5);
    blend.stop();
    EXPECT_TRUE(blend.done());
  }
}

}  // namespace
}  // namespace limber
