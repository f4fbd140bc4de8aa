// The reference: its twist is the derivative of its pose, its velocity never jumps, and it arrives.
#include "motion/reference.hpp"

#include <gtest/gtest.h>

#include <random>

#include "math/so3.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

constexpr double kPatience = 1e9;  // s

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

ReferenceSample standing(const Pose& X) { return {X, Vector6::Zero(), Vector6::Zero()}; }

Pose moved(const Pose& X, const Vector3& by, const Vector3& turn) {
  return {exp_so3(turn).toRotationMatrix() * X.R, X.p + by};
}

// Sees the reference once a cycle; its velocity by finite differences.
struct Eye {
  double h;
  Pose X;
  Vector6 twist = Vector6::Zero();
  double fastest = 0.0, fastest_turn = 0.0, hardest = 0.0, hardest_turn = 0.0;

  void see(const Reference& reference) {
    const Vector6 now = difference(X, reference.now().X_BR) / h;
    ASSERT_LT((now - reference.moved().twist).norm(), 1e-9) << "moved() is not what it did";
    hardest = std::max(hardest, (now - twist).head<3>().norm() / h);
    hardest_turn = std::max(hardest_turn, (now - twist).tail<3>().norm() / h);
    fastest = std::max(fastest, now.head<3>().norm());
    fastest_turn = std::max(fastest_turn, now.tail<3>().norm());
    twist = now;
    X = reference.now().X_BR;
  }
};

TEST(Reference, TwistIsTheDerivativeOfItsPoseAndNeverJumps) {
  std::mt19937 random(4);
  const double h = 1e-4;
  for (int run = 0; run < test::scaled(30); ++run) {
    Reference reference;
    reference.stand(random_pose(random, 0.3));
    ApproachRule rule;
    rule.shortest_duration = 0.5;
    Vector6 twist = Vector6::Zero();
    Pose pose = reference.now().X_BR;
    for (int k = 0; k < 20000; ++k) {
      // A new target, sometimes moving, in the middle of the approach to the last one.
      if (k % 4000 == 0) {
        reference.approach({random_pose(random, 0.4), run % 2 ? 0.1 * Vector6::Ones() : Vector6::Zero().eval()}, rule);
      }
      reference.step(h, h, kPatience, rule);
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
  reference.approach(standing(target), rule);
  double fastest = 0.0, time = 0.0;
  while (reference.approaching()) {
    reference.step(0.002, 0.002, 1.0, rule);
    fastest = std::max(fastest, reference.now().twist.norm());
    time += 0.002;
  }
  EXPECT_LE(fastest, 0.1);
  EXPECT_GE(time, rule.shortest_duration);
  EXPECT_LT(difference(reference.now().X_BR, target).norm(), 1e-12);
}

TEST(Reference, IsAtANearTargetAtOnceAndItsVelocityGoesOn) {
  Reference reference;
  reference.stand(Pose());
  Pose target;
  target.p.x() = 0.1;
  reference.jump({target, 0.05 * Vector6::Unit(1)}, false);
  EXPECT_EQ(reference.now().X_BR.p, target.p);
  EXPECT_TRUE(reference.now().twist.isZero(0.0));
  Eye eye{0.002, reference.now().X_BR};
  for (int k = 0; k < 1000; ++k) {
    reference.step(eye.h, eye.h, kPatience, ApproachRule());
    eye.see(reference);
  }
  EXPECT_LE(eye.hardest, ApproachRule().linear_acceleration * 1.001);
  EXPECT_FALSE(reference.catching_up());
  EXPECT_NEAR(reference.now().X_BR.p.y(), 2.0 * 0.05, 1e-9) << "what its velocity lost at first it makes up for";
}

TEST(Reference, StandsWhenAMovingTargetFallsSilent) {
  Reference reference;
  reference.place({Pose(), 0.1 * Vector6::Unit(0), Vector6::Zero()});
  Eye eye{0.002, Pose(), 0.1 * Vector6::Unit(0)};
  for (int k = 0; k < 1000; ++k) {
    reference.step(eye.h, eye.h, 0.5, ApproachRule());
    eye.see(reference);
  }
  EXPECT_NEAR(reference.now().X_BR.p.x(), 0.05, 1e-3);
  EXPECT_TRUE(reference.now().twist.isZero(0.0));
  EXPECT_LE(eye.hardest, ApproachRule().linear_acceleration * 1.001) << "it stops within its acceleration";
}

// Positions alone, sampled at the cycle's rate: while they are smooth the reference is exactly there.
TEST(LedByPoses, IsExactlyThereWhileTheyAreSmooth) {
  std::mt19937 random(7);
  const ApproachRule rule;
  for (int run = 0; run < test::scaled(50); ++run) {
    const Pose X = random_pose(random, 0.4);
    const Vector3 way = 0.05 * random_pose(random, 1.0).p, axis = 0.2 * random_pose(random, 1.0).p;
    Reference reference;
    reference.stand(X);
    const double h = 0.002;
    for (int k = 1; k < 1000; ++k) {
      const double s = 1.0 - std::cos(1.5 * k * h);
      const Pose at = moved(X, s * way, s * axis);
      reference.lead(at, rule);
      reference.step(h, h, 0.5, rule);
      ASSERT_LT(difference(reference.now().X_BR, at).norm(), 1e-14);
      ASSERT_FALSE(reference.catching_up());
    }
  }
}

// Jumps near and far, velocities that jump, late cycles, gaps: within the accelerations, and in the end it is there.
TEST(LedByPoses, CatchesUpWithWhateverJumps) {
  std::mt19937 random(8);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  ApproachRule rule;
  rule.shortest_duration = 1.0;
  for (int run = 0; run < test::scaled(300); ++run) {
    Pose at = random_pose(random, 0.4);
    Reference reference;
    reference.stand(at);
    const double h = run % 3 == 0 ? 0.01 : 0.002;
    Eye eye{h, at};
    Vector3 velocity = Vector3::Zero(), turning = Vector3::Zero();
    double t = 0.0;
    for (; t < 4.0; t += h) {
      if (uniform(random) > 0.99) velocity = 0.1 * Vector3(uniform(random), uniform(random), uniform(random));
      if (uniform(random) > 0.99) turning = 0.2 * Vector3(uniform(random), uniform(random), uniform(random));
      const double late = uniform(random) > 0.99 ? 20.0 * h : h;
      at = moved(at, late * velocity, late * turning);
      if (uniform(random) > 0.995) at = moved(at, 0.08 * Vector3(uniform(random), 1, 1), 0.2 * Vector3::UnitX());
      if (uniform(random) > 0.998) at = moved(at, 0.3 * Vector3::UnitY(), Vector3::Zero());
      if (uniform(random) > -0.9) reference.lead(at, rule);
      reference.step(h, late, 0.5, rule);
      eye.see(reference);
    }
    EXPECT_LE(eye.hardest, 1.001 * rule.linear_acceleration);
    EXPECT_LE(eye.hardest_turn, 1.001 * rule.angular_acceleration);
    EXPECT_LE(eye.fastest, 2.0 * rule.linear_velocity);
    for (double end = t + 20.0; t < end; t += h) {
      reference.lead(at, rule);
      reference.step(h, h, 0.5, rule);
    }
    EXPECT_LT(difference(reference.now().X_BR, at).norm(), 1e-9);
    EXPECT_TRUE(reference.moved().twist.isZero(1e-9));
  }
}

TEST(HeldBack, CatchesUpOnceItMayMove) {
  const ApproachRule rule;
  const double h = 0.002;
  Reference reference;
  reference.stand(Pose());
  Pose at;
  for (int k = 0; k < 1000; ++k) {
    at.p.x() += h * 0.1 * std::min(1.0, k * h);
    reference.lead(at, rule);
    reference.step(h, h, 0.5, rule);
    if (k > 300 && k < 400) reference.hold_back(Pose(), h);
  }
  EXPECT_LT(difference(reference.now().X_BR, at).norm(), 1e-9);
}

// A far target, in motion or not, replaced or not, is approached from where R is: it lies between them all the time.
TEST(Reference, IsBetweenWhereItWasAndAFarTargetThatMoves) {
  std::mt19937 random(21);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  const ApproachRule rule;
  for (int run = 0; run < test::scaled(200); ++run) {
    Reference reference;
    reference.stand(Pose());
    ReferenceSample target = standing(Pose());
    target.X_BR.p.x() = 1.0 + uniform(random);
    target.twist[0] = 0.3 * uniform(random);
    reference.approach(target, rule);
    double lowest = std::min(0.0, target.X_BR.p.x()), highest = std::max(0.0, target.X_BR.p.x());
    for (int k = 0; k < 2000; ++k) {
      reference.step(0.002, 0.002, kPatience, rule);
      lowest = std::min(lowest, reference.target().p.x());
      highest = std::max(highest, reference.target().p.x());
      EXPECT_GE(reference.now().X_BR.p.x(), lowest - 0.01) << run;
      EXPECT_LE(reference.now().X_BR.p.x(), highest + 0.01) << run;
    }
  }
}

TEST(Reference, KeepsItsPlaceOnTheToolWhenTheFrameChanges) {
  std::mt19937 random(5);
  Reference reference;
  reference.stand(random_pose(random, 0.3));
  ApproachRule rule;
  reference.approach(standing(random_pose(random, 1.0)), rule);
  for (int k = 0; k < 500; ++k) reference.step(0.002, 0.002, 1.0, rule);
  const Pose before = reference.now().X_BR;
  const Pose X_CD = random_pose(random, 0.2);
  reference.change_frame(X_CD);
  EXPECT_LT(difference(reference.now().X_BR, before * X_CD).norm(), 1e-9);
  while (reference.approaching()) reference.step(0.002, 0.002, 1.0, rule);
}

// A target that turns and accelerates, seen at another point of the tool: what its extrapolation says there is what the
// first point's says, moved there.
TEST(Reference, MovesAsARigidBodyWhicheverPointOfItIsNamed) {
  std::mt19937 random(6);
  for (int run = 0; run < 20; ++run) {
    const ReferenceSample sample{random_pose(random, 0.3), 0.1 * Vector6::Random(), 0.3 * Vector6::Random()};
    const Pose X_CD = random_pose(random, 0.2);
    Reference here, there;
    here.place(sample);
    there.place(sample);
    there.change_frame(X_CD);
    // Both extrapolate to second order in the time since: the third order is what they may differ by.
    for (int k = 0; k < 10; ++k) {
      here.step(1e-3, 1e-3, kPatience, ApproachRule());
      there.step(1e-3, 1e-3, kPatience, ApproachRule());
    }
    EXPECT_LT(difference(there.now().X_BR, here.now().X_BR * X_CD).norm(), 2e-7);
  }
}

}  // namespace
}  // namespace limber
