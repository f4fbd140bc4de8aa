#include "safety/torque_limits.hpp"

#include <gtest/gtest.h>

#include <random>

#include "limber/telemetry.hpp"
#include "safety/motion_limits.hpp"

namespace limber {
namespace {

struct DrawnTorques {
  std::mt19937 random{7};
  JointVector q, qd, effort, law;
  JointBounds joints;

  double draw(double most) { return std::uniform_real_distribution<double>(-most, most)(random); }
  JointVector vector(double most) {
    JointVector v(4);
    for (double& x : v) x = draw(most);
    return v;
  }
  TorqueBounds next() {
    effort = JointVector::Constant(4, 4.0);
    joints.lower = JointVector::Constant(4, -2.0);
    joints.upper = JointVector::Constant(4, 2.0);
    joints.velocity = JointVector::Constant(4, 5.0);
    q = vector(2.2);
    qd = vector(6.0);
    law = vector(8.0);
    return {q, qd, joints, effort, 0.1};
  }
};

TEST(ShareWithinEffort, LetsTheLawFillTheEffortAndNoMore) {
  DrawnTorques drawn;
  for (int k = 0; k < 10000; ++k) {
    drawn.next();
    const JointVector held = drawn.vector(4.0);
    const double share = share_within_effort(drawn.law, held, drawn.effort);
    const JointVector sum = held + share * drawn.law;
    ASSERT_LE((sum.cwiseAbs() - drawn.effort).maxCoeff(), 1e-12);
    if (share < 1.0) {
      ASSERT_NEAR((sum.cwiseAbs() - drawn.effort).maxCoeff(), 0.0, 1e-12) << "less than it could";
    }
  }
}

TEST(WallTorque, PushesInwardsNearALimitAndNowhereElse) {
  DrawnTorques drawn;
  for (int k = 0; k < 10000; ++k) {
    const TorqueBounds bounds = drawn.next();
    const JointVector asked = drawn.law;
    LimitSet limited;
    const JointVector wall = wall_torque(bounds, drawn.law, limited);
    bool near = false;
    for (int i = 0; i < 4; ++i) {
      const double inside = std::abs(drawn.q[i]) - 1.9;
      near = near || inside > 0.0;
      if (inside <= 0.0) {
        ASSERT_EQ(wall[i], 0.0);
        ASSERT_EQ(drawn.law[i], asked[i]);
        continue;
      }
      ASSERT_LT(wall[i] * drawn.q[i], 0.0);
      ASSERT_GE(std::abs(wall[i]), 40.0 * inside - 1e-12) << "the whole effort at the limit";
      if (inside >= 0.1 && asked[i] * drawn.q[i] > 0.0) {
        ASSERT_EQ(drawn.law[i], 0.0) << "pressed beyond the limit";
      }
    }
    ASSERT_EQ(limited.has(Limit::kJointPosition), near);
  }
}

TEST(SpeedBrakeTorque, BrakesAJointThatIsTooFastWithItsWholeEffort) {
  DrawnTorques drawn;
  for (int k = 0; k < 10000; ++k) {
    const TorqueBounds bounds = drawn.next();
    LimitSet limited;
    const JointVector brake = speed_brake_torque(bounds, drawn.law, limited);
    for (int i = 0; i < 4; ++i) {
      const double share = std::abs(drawn.qd[i]) / 5.0;
      if (share <= 0.6) {
        ASSERT_EQ(brake[i], 0.0);
      }
      if (share < 1.0) continue;
      ASSERT_LE(brake[i] * (drawn.qd[i] > 0.0 ? 1.0 : -1.0), -4.0);
      ASSERT_LE(drawn.law[i] * drawn.qd[i], 0.0) << "the law drives it on";
    }
  }
}

TEST(RateLimitedTorque, ChangesNoJointFasterThanItMay) {
  DrawnTorques drawn;
  JointVector torque = JointVector::Zero(4);
  for (int k = 0; k < 1000; ++k) {
    drawn.next();
    LimitSet limited;
    const JointVector next = rate_limited_torque(torque, drawn.law, 0.4, limited);
    ASSERT_LE((next - torque).cwiseAbs().maxCoeff(), 0.4 + 1e-12);
    ASSERT_EQ(limited.has(Limit::kEffortRate), next != drawn.law);
    torque = next;
  }
}

}  // namespace
}  // namespace limber
