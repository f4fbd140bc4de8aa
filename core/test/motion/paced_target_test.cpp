// A target with any wanted motion: no faster than its joints, no step, and equal to the wanted motion if possible.
#include "motion/paced_target.hpp"

#include <gtest/gtest.h>

#include <random>

#include "math/so3.hpp"
#include "motion/pose_blend.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

constexpr double kPacedStep = 0.002;  // s

PaceMatrix random_joints(std::mt19937& random) {
  std::normal_distribution<double> normal;
  PaceMatrix A(6, 6);
  for (int i = 0; i < 36; ++i) A(i / 6, i % 6) = 2.0 * normal(random);
  return A;
}

Vector6 random_six(std::mt19937& random, double size) {
  std::normal_distribution<double> normal;
  Vector6 v;
  for (double& x : v) x = size * normal(random);
  return v;
}

// Destinations that jump, every few cycles or seconds.
TEST(PacedTarget, IsNeverFasterThanItsJointsAndNeverSteps) {
  std::mt19937 random(3);
  for (int run = 0; run < test::scaled(200); ++run) {
    const PaceMatrix A = random_joints(random);
    PacedTarget paced;
    paced.start({});
    MovingPose wanted;
    const int every = 1 + run * 5;
    for (int k = 0; k < 2000; ++k) {
      if (k % every == 0) {
        const Vector6 to = random_six(random, 0.5);
        wanted.X_BR = {exp_so3(Vector3(to.tail<3>())).toRotationMatrix(), to.head<3>()};
        wanted.twist = random_six(random, 0.05);
      }
      const MovingPose before = paced.target();
      paced.step(wanted, A, kPacedStep);
      const MovingPose& now = paced.target();
      ASSERT_LE(pace(A, now.twist), 1.0 + 1e-6);
      ASSERT_LE(pace(A, now.twist - before.twist), kPacedStep / kPacingTime * (1.0 + 1e-9));
      const Vector3 missed = now.X_BR.p - before.X_BR.p - 0.5 * kPacedStep * (now.twist + before.twist).head<3>();
      ASSERT_LT(missed.norm(), 1e-4);
    }
  }
}

TEST(PacedTarget, MeetsAStandingDestinationAndStaysThere) {
  std::mt19937 random(4);
  for (int run = 0; run < test::scaled(200); ++run) {
    const PaceMatrix A = random_joints(random);
    PacedTarget paced;
    paced.start({{}, random_six(random, 0.02)});
    MovingPose wanted;
    const Vector6 to = random_six(random, 0.2);
    wanted.X_BR = {exp_so3(Vector3(to.tail<3>())).toRotationMatrix(), to.head<3>()};
    // At the largest pace all the way, and the time to gather and lose speed, twice over.
    const double longest = 2.0 * (pace(A, to) + 10.0 * kPacingTime);
    for (double t = 0.0; t < longest; t += kPacedStep) paced.step(wanted, A, kPacedStep);
    EXPECT_TRUE(paced.arrived()) << run;
    EXPECT_EQ(paced.target().X_BR.p, wanted.X_BR.p);
    EXPECT_EQ(paced.target().twist, Vector6::Zero());
  }
}

// An arm that was switched on while it was thrown: its target is not carried off.
TEST(PacedTarget, BrakesFromAnySpeedWithinAFewPacingTimes) {
  std::mt19937 random(6);
  for (int run = 0; run < test::scaled(100); ++run) {
    const PaceMatrix A = random_joints(random);
    const double too_fast = run + 1.0;
    Vector6 V = random_six(random, 1.0);
    V *= too_fast / pace(A, V);
    PacedTarget paced;
    paced.start({{}, V});
    for (double t = 0.0; t < 10.0 * kPacingTime; t += kPacedStep) paced.step({}, A, kPacedStep);
    EXPECT_LE(pace(A, paced.target().twist), 1.0 + 1e-6);
    EXPECT_LT(paced.target().X_BR.p.norm(), 2.0 * kPacingTime * V.norm()) << too_fast;
  }
}

TEST(PacedTarget, IsTheWantedOneWhereThatIsSlowEnough) {
  std::mt19937 random(5);
  const PaceMatrix A = random_joints(random);
  PoseBlend blend;
  blend.start({}, 2.0);
  MovingPose there;
  there.X_BR.p = Vector3(0.1, -0.05, 0.08);
  ASSERT_LT(pace(A, (Vector6() << there.X_BR.p, 0, 0, 0).finished()) * 3.14159 / 4.0, 1.0);
  PacedTarget paced;
  paced.start({});
  for (int k = 0; k < 1200; ++k) {
    blend.step(kPacedStep);
    const MovingPose wanted = blend.towards(there);
    paced.step(wanted, A, kPacedStep);
    ASSERT_TRUE(paced.arrived()) << k;
    ASSERT_EQ(paced.target().X_BR.p, wanted.X_BR.p);
  }
}

}  // namespace
}  // namespace limber
