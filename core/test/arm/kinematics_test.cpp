// Pose, Jacobian and gravity of the four robots against KDL, and against finite differences.
#include <gtest/gtest.h>

#include <cmath>

#include "kdl_model.hpp"
#include "math/so3.hpp"
#include "robots.hpp"

namespace limber::test {
namespace {

constexpr int kPoses = cases(5000);

class EachRobot : public testing::TestWithParam<RobotFile> {
 protected:
  const Arm arm = arm_of(GetParam());
  std::mt19937 random{7};
};

INSTANTIATE_TEST_SUITE_P(Kinematics, EachRobot, testing::ValuesIn(kRobots),
                         [](const auto& robot) { return std::string(robot.param.name); });

Vector3 random_gravity(std::mt19937& random) {
  std::normal_distribution<double> normal(0.0, 6.0);
  return {normal(random), normal(random), normal(random)};
}

// U(q) = -Σ m g · c, each centre of mass placed by pose().
double potential_energy(const Arm& arm, const JointVector& q, const Vector3& gravity_B) {
  double energy = 0.0;
  for (int i = 0; i < arm.joint_count(); ++i) {
    const Body& body = arm.bodies()[static_cast<std::size_t>(i)];
    energy -= body.mass * gravity_B.dot(arm.pose(q, {i, Pose{}}) * body.com);
  }
  return energy;
}

TEST_P(EachRobot, ForwardKinematicsAgreesWithKdl) {
  const KdlModel kdl(urdf_of(GetParam()), GetParam().base, GetParam().tip);
  for (int n = 0; n < kPoses; ++n) {
    const JointVector q = random_joints(arm, random);
    const Pose ours = arm.pose(q, arm.tip());
    const Pose theirs = kdl.pose(q);
    ASSERT_LT((ours.p - theirs.p).norm(), 1e-9) << q.transpose();
    ASSERT_LT((ours.R - theirs.R).norm(), 1e-9) << q.transpose();
  }
}

TEST_P(EachRobot, JacobianAgreesWithKdl) {
  const KdlModel kdl(urdf_of(GetParam()), GetParam().base, GetParam().tip);
  for (int n = 0; n < kPoses; ++n) {
    const JointVector q = random_joints(arm, random);
    Pose X;
    Jacobian J;
    arm.kinematics(q, arm.tip(), X, J);
    ASSERT_LT((J - kdl.jacobian(q)).norm(), 1e-9) << q.transpose();
    ASSERT_LT((X.p - kdl.pose(q).p).norm(), 1e-9) << q.transpose();
  }
}

TEST_P(EachRobot, GravityTorqueAgreesWithKdl) {
  const KdlModel kdl(urdf_of(GetParam()), GetParam().base, GetParam().tip);
  for (int n = 0; n < kPoses; ++n) {
    const JointVector q = random_joints(arm, random);
    const Vector3 g = random_gravity(random);
    ASSERT_LT((arm.gravity_torque(q, g) - kdl.gravity(q, g)).norm(), 1e-9) << q.transpose();
  }
}

TEST_P(EachRobot, JacobianIsTheSlopeOfThePose) {
  const double h = 1e-6;
  for (int n = 0; n < cases(500); ++n) {
    const JointVector q = random_joints(arm, random);
    Pose X;
    Jacobian J;
    arm.kinematics(q, arm.tip(), X, J);
    for (int i = 0; i < arm.joint_count(); ++i) {
      JointVector ahead = q, behind = q;
      ahead[i] += h;
      behind[i] -= h;
      const Pose X_ahead = arm.pose(ahead, arm.tip()), X_behind = arm.pose(behind, arm.tip());
      Vector6 slope;
      slope << (X_ahead.p - X_behind.p) / (2 * h), log_so3(Matrix3(X_ahead.R * X_behind.R.transpose())) / (2 * h);
      ASSERT_LT((J.col(i) - slope).norm(), 1e-8) << "joint " << i << " at " << q.transpose();
    }
  }
}

TEST_P(EachRobot, GravityTorqueIsTheSlopeOfThePotentialEnergy) {
  const double h = 1e-5;
  for (int n = 0; n < cases(500); ++n) {
    const JointVector q = random_joints(arm, random);
    const Vector3 g = random_gravity(random);
    const JointVector torque = arm.gravity_torque(q, g);
    for (int i = 0; i < arm.joint_count(); ++i) {
      JointVector ahead = q, behind = q;
      ahead[i] += h;
      behind[i] -= h;
      const double slope = (potential_energy(arm, ahead, g) - potential_energy(arm, behind, g)) / (2 * h);
      ASSERT_NEAR(torque[i], slope, 1e-6) << "joint " << i << " at " << q.transpose();
    }
  }
}

TEST_P(EachRobot, RotationsStayOrthonormal) {
  for (int n = 0; n < kPoses; ++n) {
    const Matrix3 R = arm.pose(random_joints(arm, random), arm.tip()).R;
    ASSERT_LT((R * R.transpose() - Matrix3::Identity()).norm(), 1e-12);
    ASSERT_NEAR(R.determinant(), 1.0, 1e-12);
  }
}

}  // namespace
}  // namespace limber::test
