// Motion in the null space of the task, on an arm of seven joints.
#include "safety/posture.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "support/ideal_robot.hpp"
#include "support/random_motion.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

constexpr double kPosturePeriod = 0.002;  // s

const Arm& fr3() {
  static const Arm arm = test::load_arm(test::kFr3);
  return arm;
}

struct RedundantArm {
  const Arm& arm = fr3();
  JointBounds bounds = joint_bounds(arm, LimitParameters());
  JointVector q = test::ready_posture(arm), qd = JointVector::Zero(7);
  DampedInverse inverse;
  Jacobian J;

  bool update(double threshold = 0.01) {
    Pose X;
    arm.kinematics(q, arm.tip(), X, J);
    return inverse.compute(J, arm.conditioning().row_scale, threshold, threshold);
  }
  JointVector posture(const PostureGoal& goal, const JointVector& task = JointVector::Zero(7)) const {
    return posture_velocity(goal, {q, qd}, task, inverse, bounds, position_box(q, bounds, kPosturePeriod),
                            kPosturePeriod);
  }
};

PostureGoal some_goal(const RedundantArm& arm, std::mt19937& random) {
  PostureGoal goal;
  goal.q = arm.q + JointVector::NullaryExpr(7, [&] { return test::random_between(random, -0.5, 0.5); });
  goal.rate = 1.0;
  goal.max_velocity = 0.5;
  return goal;
}

TEST(PostureVelocity, MovesTheJointsAndNotTheTool) {
  std::mt19937 random(1);
  for (int n = 0; n < test::scaled(300); ++n) {
    RedundantArm arm;
    for (double& value : arm.q) value += test::random_between(random, -0.2, 0.2);
    ASSERT_TRUE(arm.update());
    const JointVector z = arm.posture(some_goal(arm, random));
    EXPECT_LT((arm.J * z).norm(), 1e-9);
    EXPECT_GT(z.norm(), 1e-6);
  }
}

// Until nothing is left of the way that the tool leaves free; then it stands.
TEST(PostureVelocity, BringsTheArmToThePostureAsFarAsTheToolLeavesItFree) {
  std::mt19937 random(2);
  for (int run = 0; run < test::scaled(10); ++run) {
    RedundantArm arm;
    ASSERT_TRUE(arm.update());
    const PostureGoal goal = some_goal(arm, random);
    const double first = arm.inverse.in_null_space(goal.q - arm.q).norm();
    for (int k = 0; k < 10000; ++k) {
      ASSERT_TRUE(arm.update());
      arm.qd = arm.posture(goal);
      ASSERT_LE(arm.qd.cwiseAbs().maxCoeff(), goal.max_velocity * (1.0 + 1e-9));
      arm.q += kPosturePeriod * arm.qd;
    }
    EXPECT_LT(arm.inverse.in_null_space(goal.q - arm.q).norm(), 1e-4 + 1e-3 * first);
  }
}

TEST(PostureVelocity, LeavesTheJointsTheirSpeedsAndAccelerationsBesideTheTask) {
  std::mt19937 random(3);
  for (int run = 0; run < test::scaled(200); ++run) {
    RedundantArm arm;
    ASSERT_TRUE(arm.update());
    for (double& value : arm.bounds.acceleration) value = test::random_between(random, 1.0, 5.0);
    for (double& value : arm.bounds.velocity) value = test::random_between(random, 0.2, 0.6);
    const JointVector most = kPosturePeriod * arm.bounds.acceleration;
    PostureGoal goal = some_goal(arm, random);
    goal.rate = 20.0;
    const Vector6 swing = 0.02 * test::random_vector6(random, 1.0).normalized();  // m/s, rad/s: far from every bound
    for (int k = 0; k < 300; ++k) {
      ASSERT_TRUE(arm.update());
      const JointVector task = arm.inverse.solve(std::sin(3.0 * k * kPosturePeriod) * swing);
      const JointVector z = arm.posture(goal, task);
      const JointVector qd = task + z;
      for (int i = 0; i < 7; ++i) {
        ASSERT_LE(std::abs(qd[i]), arm.bounds.velocity[i] * (1.0 + 1e-9));
        ASSERT_LE(std::abs(qd[i] - arm.qd[i]), most[i] * (1.0 + 1e-9) + 2e-6) << k;
      }
      arm.qd = qd;
      arm.q += kPosturePeriod * qd;
    }
  }
}

// A joint at its limit stands; the others go on, and the tool still does not move.
TEST(PostureVelocity, StopsAtAPositionLimitAndNeverPushesBeyondIt) {
  std::mt19937 random(4);
  for (int run = 0; run < test::scaled(50); ++run) {
    RedundantArm arm;
    ASSERT_TRUE(arm.update());
    const PostureGoal goal = some_goal(arm, random);
    arm.bounds.lower = arm.q.array() - 0.02;
    arm.bounds.upper = arm.q.array() + 0.02;
    for (int k = 0; k < 1500; ++k) {
      ASSERT_TRUE(arm.update());
      arm.qd = arm.posture(goal);
      ASSERT_LT((arm.J * arm.qd).norm(), 1e-9);
      arm.q += kPosturePeriod * arm.qd;
      ASSERT_TRUE((arm.q.array() <= arm.bounds.upper.array() + 1e-9).all());
      ASSERT_TRUE((arm.q.array() >= arm.bounds.lower.array() - 1e-9).all());
    }
  }
}

TEST(PostureVelocity, ComesToRestWithoutAGoalWithinHalfOfTheAccelerations) {
  RedundantArm arm;
  ASSERT_TRUE(arm.update());
  const JointVector null = arm.inverse.in_null_space(JointVector::Unit(7, 2)).normalized();
  arm.qd = 0.3 * null;
  const double time = arm.qd.cwiseAbs().cwiseQuotient(0.5 * arm.bounds.acceleration).maxCoeff();
  int cycles = 0;
  for (; !arm.qd.isZero(0.0) && cycles < 10000; ++cycles) {
    ASSERT_TRUE(arm.update());
    arm.qd = arm.posture(PostureGoal());
    arm.q += kPosturePeriod * arm.qd;
  }
  EXPECT_NEAR(cycles * kPosturePeriod, time, 0.1 * time);
}

TEST(PostureVelocity, IsNoneNearASingularityAndForSixJoints) {
  std::mt19937 random(5);
  RedundantArm arm;
  ASSERT_TRUE(arm.update(10.0));  // every posture counts as singular
  EXPECT_TRUE(arm.posture(some_goal(arm, random)).isZero(0.0));
  const Arm six = test::load_arm(test::kUr5e);
  const JointVector q = test::ready_posture(six), still = JointVector::Zero(6);
  const JointBounds bounds = joint_bounds(six, LimitParameters());
  DampedInverse inverse;
  Pose X;
  Jacobian J;
  six.kinematics(q, six.tip(), X, J);
  ASSERT_TRUE(inverse.compute(J, six.conditioning().row_scale, 0.01, 0.01));
  const PostureGoal goal{still, 1.0, 1.0, {}};
  EXPECT_TRUE(
      posture_velocity(goal, {q, still}, still, inverse, bounds, position_box(q, bounds, 0.002), 0.002).isZero(0.0));
}

}  // namespace
}  // namespace limber
