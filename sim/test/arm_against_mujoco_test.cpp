// Core's arm against MuJoCo's kinematics and dynamics, at random poses of every robot.
#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include "arms.hpp"
#include "mjcf.hpp"
#include "physics.hpp"

namespace limber::sim {
namespace {

constexpr double kTolerance = 1e-9;
constexpr int kPoses = 1000;
const Vector3 kSlantedGravity(1.0, -2.0, -9.0);  // none of its components may be lost

using RowMajor3 = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;

class EveryRobot : public testing::TestWithParam<std::string> {
 protected:
  EveryRobot()
      : arm(load_arm(GetParam())),
        physics(mjcf(arm, sensor_frame(arm), Tool{}, Scene{}, ModelParameters{0.001, kSlantedGravity, 0.1}),
                arm.joint_count(), {}) {}

  Arm arm;
  Physics physics;
  std::mt19937_64 random{7};
};

TEST_P(EveryRobot, HasTheForwardKinematicsOfMuJoCo) {
  const mjModel* m = physics.model();
  const int site = mj_name2id(m, mjOBJ_SITE, "sensor");
  for (int n = 0; n < kPoses; ++n) {
    const JointVector q = random_pose(arm, random);
    physics.place(q);
    const Pose X_BT = arm.pose(q, arm.tip());
    EXPECT_LT((X_BT.p - physics.tool_pose().p).norm(), kTolerance);
    EXPECT_LT((X_BT.R - physics.tool_pose().R).norm(), kTolerance);
    const Pose X_BS = arm.pose(q, sensor_frame(arm));
    EXPECT_LT((X_BS.p - Eigen::Map<const Vector3>(physics.data()->site_xpos + 3 * site)).norm(), kTolerance);
    EXPECT_LT((X_BS.R - Matrix3(Eigen::Map<const RowMajor3>(physics.data()->site_xmat + 9 * site))).norm(), kTolerance);
  }
}

TEST_P(EveryRobot, HasTheJacobianOfMuJoCo) {
  const int n = arm.joint_count();
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Rows linear(3, n), angular(3, n);
  for (int pose = 0; pose < kPoses; ++pose) {
    const JointVector q = random_pose(arm, random);
    physics.place(q);
    mj_jacSite(physics.model(), physics.data(), linear.data(), angular.data(),
               mj_name2id(physics.model(), mjOBJ_SITE, "tool_point"));
    Pose X_BT;
    Jacobian J_BT_B(6, n);
    arm.kinematics(q, arm.tip(), X_BT, J_BT_B);
    EXPECT_LT((J_BT_B.topRows<3>() - linear).norm(), kTolerance);
    EXPECT_LT((J_BT_B.bottomRows<3>() - angular).norm(), kTolerance);
  }
}

TEST_P(EveryRobot, HasTheGravityTorqueOfMuJoCo) {
  for (int pose = 0; pose < kPoses; ++pose) {
    const JointVector q = random_pose(arm, random);
    physics.place(q);
    const Eigen::Map<const Eigen::VectorXd> bias(physics.data()->qfrc_bias, arm.joint_count());
    EXPECT_LT((arm.gravity_torque(q, kSlantedGravity) - bias).norm(), kTolerance);
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryRobot, testing::ValuesIn(kRobots), [](const auto& robot) { return robot.param; });

}  // namespace
}  // namespace limber::sim
