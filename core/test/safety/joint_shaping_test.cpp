// The shaping of joint velocities on arms of any Jacobian: whatever is asked, the joints keep their bounds.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "safety/motion_limits.hpp"
#include "support/random_motion.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

constexpr double kAny = 1e6;  // as good as no bound

JointVector random_joints(std::mt19937& random, int n, double low, double high) {
  return JointVector::NullaryExpr(n, [&] { return test::random_between(random, low, high); });
}

JointBounds wide_bounds(int n) {
  JointBounds bounds;
  bounds.lower = JointVector::Constant(n, -kUnlimited);
  bounds.upper = bounds.velocity = JointVector::Constant(n, kUnlimited);
  bounds.acceleration = bounds.deceleration = JointVector::Constant(n, kAny);
  return bounds;
}

// Three slides along x, y, z and a wrist: the tool goes as the slides do.
Jacobian gantry() { return Jacobian::Identity(6, 6); }

struct Shaped {
  JointVector qd;
  LimitSet reshaped;
};

Shaped shaped(const JointVector& wanted, const JointVector& previous, const Vector3& p, const Jacobian& J,
              const JointBounds& joints, const ToolBounds& tool, double h, Braking braking = Braking::kComfortable) {
  Shaped result;
  const VelocityBox box = position_box(JointVector::Zero(wanted.size()), joints, h);
  result.qd = shape_joint_velocity(wanted, previous, {p, J}, joints, tool, box, h, result.reshaped, braking);
  return result;
}

TEST(ShapeJointVelocity, KeepsTheBoundsOfJointsAndToolWhateverIsAsked) {
  std::mt19937 random(1);
  for (int run = 0; run < test::scaled(300); ++run) {
    const int n = 4 + run % 5;
    const Jacobian J = Jacobian::NullaryExpr(6, n, [&] { return test::random_between(random, -1.0, 1.0); });
    JointBounds joints;
    joints.lower = random_joints(random, n, -1.0, -0.1);
    joints.upper = random_joints(random, n, 0.1, 1.0);
    joints.velocity = random_joints(random, n, 0.2, 3.0);
    joints.acceleration = random_joints(random, n, 1.0, 20.0);
    joints.deceleration = 2.0 * joints.acceleration;
    ToolBounds tool;
    tool.linear_velocity = test::random_between(random, 0.1, 2.0);
    tool.angular_velocity = test::random_between(random, 0.1, 4.0);
    const Braking braking = run % 3 == 0 ? Braking::kHard : Braking::kComfortable;
    JointVector q = JointVector::Zero(n), qd = JointVector::Zero(n), wanted = qd;
    for (int k = 0; k < 300; ++k) {
      const double h = test::random_between(random, 0.001, 0.008);
      if (k % 40 == 0) wanted = random_joints(random, n, -4.0, 4.0);
      const JointVector before = qd;
      const VelocityBox box = position_box(q, joints, h);
      LimitSet reshaped;
      qd = shape_joint_velocity(wanted, before, {Vector3::Zero(), J}, joints, tool, box, h, reshaped, braking);
      q += h * qd;
      for (int i = 0; i < n; ++i) {
        ASSERT_LE(q[i], joints.upper[i] + 1e-12);
        ASSERT_GE(q[i], joints.lower[i] - 1e-12);
        ASSERT_LE(std::abs(qd[i]), joints.velocity[i] * (1.0 + 1e-6));
        ASSERT_LE(std::abs(qd[i] - before[i]), joints.rates(braking)[i] * h * (1.0 + 1e-6));
      }
      ASSERT_LE((J * qd).head<3>().norm(), 1.006 * tool.linear_velocity);
      ASSERT_LE((J * qd).tail<3>().norm(), 1.006 * tool.angular_velocity);
    }
  }
}

TEST(ShapeJointVelocity, LeavesAloneWhatIsWithinEveryBound) {
  std::mt19937 random(2);
  for (int n = 0; n < test::scaled(500); ++n) {
    const JointVector wanted = random_joints(random, 6, -1.0, 1.0), before = random_joints(random, 6, -1.0, 1.0);
    const Shaped result = shaped(wanted, before, Vector3::Zero(), gantry(), wide_bounds(6), ToolBounds(), 0.002);
    EXPECT_EQ(result.qd, wanted);
    EXPECT_FALSE(result.reshaped.any());
  }
}

// On a straight line from the motion as it was to the wanted one, as far as the joint that has least allows.
TEST(ShapeJointVelocity, GoesTowardsTheWantedMotionAllJointsAlike) {
  std::mt19937 random(3);
  for (int n = 0; n < test::scaled(500); ++n) {
    JointBounds joints = wide_bounds(6);
    joints.acceleration = random_joints(random, 6, 1.0, 10.0);
    joints.deceleration = random_joints(random, 6, 10.0, 40.0);
    const JointVector wanted = random_joints(random, 6, -1.0, 1.0), before = random_joints(random, 6, -1.0, 1.0);
    const double h = 0.002;
    for (const Braking braking : {Braking::kComfortable, Braking::kHard}) {
      const Shaped result = shaped(wanted, before, Vector3::Zero(), gantry(), joints, ToolBounds(), h, braking);
      const JointVector change = result.qd - before;
      const double share = change.norm() / (wanted - before).norm();
      EXPECT_LT((change - share * (wanted - before)).norm(), 1e-12);
      EXPECT_NEAR(change.cwiseAbs().cwiseQuotient(joints.rates(braking)).maxCoeff(), h, 1e-9 * h + 1e-12);
      EXPECT_TRUE(result.reshaped.has(Limit::kJointAcceleration));
    }
  }
}

TEST(ShapeJointVelocity, KeepsTheToolsAccelerationExceptInAStopForAFault) {
  ToolBounds tool;
  tool.linear_acceleration = 2.0;
  const JointVector wanted = 0.5 * JointVector::Unit(6, 1), still = JointVector::Zero(6);
  const double h = 0.002;
  const Shaped comfortable = shaped(wanted, still, Vector3::Zero(), gantry(), wide_bounds(6), tool, h);
  EXPECT_NEAR(comfortable.qd[1], 2.0 * h, 0.006 * 2.0 * h);
  EXPECT_TRUE(comfortable.reshaped.has(Limit::kLinearAcceleration));
  const Shaped hard = shaped(wanted, still, Vector3::Zero(), gantry(), wide_bounds(6), tool, h, Braking::kHard);
  EXPECT_EQ(hard.qd, wanted);
}

TEST(ShapeJointVelocity, NamesTheAccelerationOfTheToolThatLimits) {
  std::mt19937 random(5);
  const double h = 0.002;
  for (int n = 0; n < test::scaled(500); ++n) {
    ToolBounds tool;
    tool.linear_acceleration = test::random_between(random, 1.0, 10.0);
    tool.angular_acceleration = test::random_between(random, 1.0, 10.0);
    const double shift = test::random_between(random, 0.0, 20.0), turn = test::random_between(random, 0.0, 20.0);
    JointVector wanted = JointVector::Zero(6);
    wanted[1] = shift * h;
    wanted[4] = turn * h;
    const Shaped result = shaped(wanted, JointVector::Zero(6), Vector3::Zero(), gantry(), wide_bounds(6), tool, h);
    const double too_fast = shift / tool.linear_acceleration, too_much_turn = turn / tool.angular_acceleration;
    if (std::abs(too_fast - 1.0) < 0.01 || std::abs(too_much_turn - 1.0) < 0.01) continue;  // within its tolerance
    EXPECT_EQ(result.reshaped.has(Limit::kLinearAcceleration), too_fast > 1.0) << too_fast << ' ' << too_much_turn;
    EXPECT_EQ(result.reshaped.has(Limit::kAngularAcceleration), too_much_turn > 1.0)
        << too_fast << ' ' << too_much_turn;
  }
}

TEST(ShapeJointVelocity, StopsTheToolBeforeAPlaneAndSlidesOnAlongIt) {
  std::mt19937 random(4);
  for (int run = 0; run < test::scaled(200); ++run) {
    ToolBounds tool;
    tool.linear_acceleration = test::random_between(random, 1.0, 10.0);
    const Vector3 normal = test::random_vector3(random, 1.0).normalized();
    tool.planes[tool.plane_count++] = {normal, test::random_between(random, 0.01, 0.1)};
    JointVector q = JointVector::Zero(6), qd = JointVector::Zero(6), wanted = JointVector::Zero(6);
    const Vector3 aside = normal.unitOrthogonal();
    wanted.head<3>() = 0.3 * normal + 0.1 * aside;
    for (int k = 0; k < 2000; ++k) {
      const double h = test::random_between(random, 0.001, 0.008);
      const Vector3 p = q.head<3>();
      qd = shaped(wanted, qd, p, gantry(), wide_bounds(6), tool, h).qd;
      q += h * qd;
      ASSERT_LT(normal.dot(q.head<3>()), tool.planes[0].offset);
    }
    EXPECT_NEAR(normal.dot(q.head<3>()), tool.planes[0].offset, 1e-3);
    EXPECT_NEAR(aside.dot(qd.head<3>()), 0.1, 1e-3) << "it slides on";
  }
}

TEST(ShapeJointVelocity, NamesTheLimitThatReshapedIt) {
  const auto bit = [](Limit limit) { return static_cast<std::uint32_t>(limit); };
  const JointVector wanted = JointVector::Constant(6, 0.5);
  JointBounds joints = wide_bounds(6);
  joints.velocity[2] = 0.1;
  const auto named = [&](const JointBounds& bounds, const ToolBounds& tool) {
    return shaped(wanted, wanted, Vector3::Zero(), gantry(), bounds, tool, 0.002).reshaped.bits;
  };
  EXPECT_EQ(named(joints, ToolBounds()), bit(Limit::kJointVelocity));
  joints = wide_bounds(6);
  joints.upper[4] = 0.0;
  EXPECT_EQ(named(joints, ToolBounds()), bit(Limit::kJointPosition));
  ToolBounds tool;
  tool.linear_velocity = 0.5;
  EXPECT_EQ(named(wide_bounds(6), tool), bit(Limit::kLinearVelocity));
  tool = ToolBounds();
  tool.angular_velocity = 0.5;
  EXPECT_EQ(named(wide_bounds(6), tool), bit(Limit::kAngularVelocity));
}

}  // namespace
}  // namespace limber
