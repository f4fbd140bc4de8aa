// The reference: its twist is the derivative of its pose, and nothing about it jumps but what is near.
#include "limber/motion/reference.hpp"

#include <gtest/gtest.h>

#include <random>

#include "limber/so3.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

Pose random_pose(std::mt19937& random, double spread) {
  std::normal_distribution<double> normal(0.0, spread);
  const auto vector = [&] { return Vector3(normal(random), normal(random), normal(random)); };
  return {exp_so3(vector()).toRotationMatrix(), vector()};
}

Vector6 difference(const Pose& a, const Pose& b) {
  Vector6 d;
  d << b.p - a.p, log_so3(Matrix3(b.R * a.R.transpose()));
  return d;
}

TEST(Reference, TwistIsTheDerivativeOfItsPoseAndNeverJumps) {
  std::mt19937 random(4);
  const double h = 1e-4;
  for (int run = 0; run < test::scaled(30); ++run) {
    Reference reference;
    reference.stand(random_pose(random, 0.3));
    ApproachRule rule;
    rule.shortest_duration = 0.5;
    rule.near_position = rule.near_orientation = 0.0;
    Vector6 twist = Vector6::Zero();
    Pose pose = reference.now().X_BR;
    for (int k = 0; k < 20000; ++k) {
      // A new target, sometimes moving, in the middle of the approach to the last one.
      if (k % 4000 == 0)
        reference.set_target({random_pose(random, 0.4), run % 2 ? 0.1 * Vector6::Ones() : Vector6::Zero().eval()},
                             rule);
      reference.step(h, 1e9);
      const Vector6 finite = difference(pose, reference.now().X_BR) / h;
      ASSERT_LT((finite - 0.5 * (twist + reference.now().twist)).norm(), 2e-3);
      ASSERT_LT((reference.now().twist - twist).norm(), 0.02) << "a step of velocity";
      twist = reference.now().twist;
      pose = reference.now().X_BR;
    }
  }
}

TEST(Reference, ArrivesAtAFarTargetWithinTheSpeedLimits) {
  Reference reference;
  reference.stand(Pose());
  ApproachRule rule;
  rule.linear_velocity = 0.1;
  Pose target;
  target.p.x() = 1.0;
  EXPECT_FALSE(reference.set_target({target, Vector6::Zero(), Vector6::Zero()}, rule));
  double fastest = 0.0;
  while (reference.approaching()) {
    reference.step(0.002, 1.0);
    fastest = std::max(fastest, reference.now().twist.norm());
  }
  EXPECT_LE(fastest, 0.1);
  EXPECT_LT(difference(reference.now().X_BR, target).norm(), 1e-12);
}

TEST(Reference, ApproachesAStreamOfFarTargetsInTheTimeOfOne) {
  Reference reference;
  reference.stand(Pose());
  const ApproachRule rule;
  Pose target;
  target.p.x() = 0.4;
  const Vector6 twist = 0.02 * Vector6::Unit(1);
  Vector6 before = Vector6::Zero();
  for (int k = 0; k < 2505; ++k) {  // 5 s and a little, a word each cycle
    reference.set_target({target, twist, Vector6::Zero()}, rule);
    reference.step(0.002, 1.0);
    target.p += 0.002 * twist.head<3>();
    ASSERT_LT((reference.now().twist - before).norm(), k == 0 ? 0.021 : 0.001) << "a step of velocity";
    before = reference.now().twist;
  }
  EXPECT_FALSE(reference.approaching());
  EXPECT_LT(difference(reference.now().X_BR, target).norm(), 1e-9);
}

TEST(Reference, TakesANearTargetAtOnce) {
  Reference reference;
  reference.stand(Pose());
  Pose target;
  target.p.x() = 0.1;
  EXPECT_TRUE(reference.set_target({target, Vector6::Zero(), Vector6::Zero()}, ApproachRule()));
  EXPECT_EQ(reference.now().X_BR.p, target.p);
}

TEST(Reference, StandsWhenAMovingTargetFallsSilent) {
  Reference reference;
  reference.stand(Pose());
  reference.set_target({Pose(), 0.1 * Vector6::Unit(0), Vector6::Zero()}, ApproachRule());
  bool stopped = false;
  for (int k = 0; k < 1000 && !stopped; ++k) stopped = reference.step(0.002, 0.5);
  EXPECT_TRUE(stopped);
  EXPECT_NEAR(reference.now().X_BR.p.x(), 0.05, 1e-3);
  EXPECT_EQ(reference.now().twist, Vector6::Zero().eval());
}

TEST(Reference, KeepsItsPlaceOnTheToolWhenTheFrameChanges) {
  std::mt19937 random(5);
  Reference reference;
  reference.stand(random_pose(random, 0.3));
  ApproachRule rule;
  reference.set_target({random_pose(random, 1.0), Vector6::Zero(), Vector6::Zero()}, rule);
  for (int k = 0; k < 500; ++k) reference.step(0.002, 1.0);
  const Pose before = reference.now().X_BR;
  const Pose X_CD = random_pose(random, 0.2);
  reference.change_frame(X_CD);
  EXPECT_LT(difference(reference.now().X_BR, before * X_CD).norm(), 1e-9);
  while (reference.approaching()) reference.step(0.002, 1.0);
}

}  // namespace
}  // namespace limber
