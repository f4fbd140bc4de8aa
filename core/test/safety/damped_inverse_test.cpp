// The damped inverse against Eigen's SVD, which the control thread must not use.
#include "safety/damped_inverse.hpp"

#include <gtest/gtest.h>

#include <random>

#include "support/decompositions.hpp"
#include "support/ideal_robot.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

class EveryArm : public testing::TestWithParam<test::NamedArm> {};

// The arm wanders; the smallest singular value is followed from cycle to cycle.
TEST_P(EveryArm, SmallestSingularValueIsFollowedWithoutAnEigenSolver) {
  const Arm arm = test::load_arm(GetParam());
  std::mt19937 random(2);
  std::normal_distribution<double> normal;
  JointVector q = test::ready_posture(arm);
  JointVector velocity = JointVector::Zero(q.size());
  DampedInverse inverse;
  double worst = 0.0;
  for (int k = 0; k < test::scaled(50000); ++k) {
    for (Eigen::Index i = 0; i < q.size(); ++i)
      velocity[i] += 0.05 * normal(random) - 0.002 * velocity[i] - 0.01 * (q[i] > 0 ? 1 : -1);
    q += 0.002 * velocity;
    Pose X;
    Jacobian J;
    arm.kinematics(q, arm.tip(), X, J);
    const Vector6& scale = arm.conditioning().row_scale;
    ASSERT_TRUE(inverse.compute(J, scale, 0.0, 0.04));
    const double exact = test::smallest_singular_value(scale.asDiagonal() * J);
    if (k > 100) worst = std::max(worst, std::abs(inverse.smallest_singular_value() - exact));
  }
  EXPECT_LT(worst, 2e-3);
}

TEST_P(EveryArm, IsThePseudoInverseAwayFromSingularities) {
  const Arm arm = test::load_arm(GetParam());
  if (arm.joint_count() < 6) GTEST_SKIP() << "fewer joints have no exact inverse";
  std::mt19937 random(3);
  std::uniform_real_distribution<double> angle(-1.0, 1.0);
  for (int k = 0; k < test::scaled(2000); ++k) {
    JointVector q = test::ready_posture(arm);
    for (double& value : q) value += 0.4 * angle(random);
    Pose X;
    Jacobian J;
    arm.kinematics(q, arm.tip(), X, J);
    DampedInverse inverse;
    ASSERT_TRUE(inverse.compute(J, arm.conditioning().row_scale, 0.01, 0.04));
    if (inverse.damped()) continue;
    const Vector6 twist = Vector6::NullaryExpr([&] { return angle(random); });
    EXPECT_LT((J * inverse.solve(twist) - twist).norm(), 1e-8);
  }
}

TEST_P(EveryArm, StaysBoundedThroughASingularity) {
  const Arm arm = test::load_arm(GetParam());
  DampedInverse inverse;
  double largest = 0.0;
  for (double straight = -0.3; straight <= 0.3; straight += 0.001) {
    JointVector q = test::ready_posture(arm);
    if (arm.joint_count() == 6) q[4] = straight;  // wrist 2 at 0 lines up two axes
    Pose X;
    Jacobian J;
    arm.kinematics(q, arm.tip(), X, J);
    ASSERT_TRUE(inverse.compute(J, arm.conditioning().row_scale, 0.04, 0.04));
    for (int axis = 0; axis < 6; ++axis) largest = std::max(largest, inverse.solve(0.1 * Vector6::Unit(axis)).norm());
  }
  EXPECT_LT(largest, 0.1 / 0.04 * 2.5);  // a damped inverse never exceeds 1/(2 λ) beyond its damped zone
}

TEST(DampedInverse, RefusesAJacobianThatIsNoNumber) {
  Jacobian J = Jacobian::Constant(6, 6, std::numeric_limits<double>::quiet_NaN());
  DampedInverse inverse;
  EXPECT_FALSE(inverse.compute(J, Vector6::Ones(), 0.04, 0.04));
  J.setZero();
  EXPECT_FALSE(inverse.compute(J, Vector6::Ones(), 0.04, 0.04));
}

INSTANTIATE_TEST_SUITE_P(Arms, EveryArm,
                         testing::Values(test::kUr3e, test::kUr5e, test::kUr10e, test::kOpenManipulatorX),
                         [](const auto& arm) { return std::string(arm.param.file); });

}  // namespace
}  // namespace limber
