// The task of an arm with few joints: what is kept of twists, wrenches and errors.
#include "math/task_axes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "support/random_motion.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

Matrix3 turned(double yaw, double pitch) {
  return (Eigen::AngleAxisd(yaw, Vector3::UnitZ()) * Eigen::AngleAxisd(pitch, Vector3::UnitY())).toRotationMatrix();
}

TEST(TaskAxes, AreThoseTheJointsCanHold) {
  EXPECT_EQ(task_rotation(3), TaskRotation::kNone);
  EXPECT_EQ(task_rotation(4), TaskRotation::kPitch);
  EXPECT_EQ(task_rotation(5), TaskRotation::kPitch);
  EXPECT_EQ(task_rotation(6), TaskRotation::kAll);
  EXPECT_EQ(task_rotation(8), TaskRotation::kAll);
}

TEST(TaskError, OfPitchIsThePitchWhateverTheYaw) {
  for (const double yaw : {-2.5, -1.0, 0.0, 0.7, 3.0}) {
    for (const double pitch : {-1.2, 0.0, 0.4}) {
      for (const double more : {-0.8, -0.01, 0.0, 0.3, 1.5}) {
        const TaskVector e = task_error({turned(0.0, pitch + more), Vector3::Zero()},
                                        {turned(yaw, pitch), Vector3::Zero()}, TaskRotation::kPitch);
        EXPECT_NEAR(e[3], more, 1e-12) << yaw << " " << pitch;
      }
    }
  }
}

// Power is the same whether wrench and twist are multiplied in the base or, for an arm that holds all, in the task.
TEST(ToTask, KeepsThePowerOfAnArmThatHoldsEveryAxis) {
  std::mt19937 random(1);
  for (int n = 0; n < test::scaled(2000); ++n) {
    const Matrix3 R = test::random_pose_near(random, Pose(), 3.1).R;
    const Vector6 F = test::random_vector6(random, 1.0), V = test::random_vector6(random, 1.0);
    const TaskVector f = to_task(F, R, TaskRotation::kAll), v = to_task(V, R, TaskRotation::kAll);
    ASSERT_EQ(f.size(), 6);
    EXPECT_NEAR(f.dot(v), F.dot(V), 1e-12);
    EXPECT_NEAR(f.head<3>().dot(v.head<3>()), F.head<3>().dot(V.head<3>()), 1e-12);
  }
}

TEST(ToTask, OfFewJointsIsPositionAndTheTurnAboutTheToolsY) {
  std::mt19937 random(2);
  for (int n = 0; n < test::scaled(2000); ++n) {
    const Matrix3 R = test::random_pose_near(random, Pose(), 3.1).R;
    const double pitch_rate = test::random_between(random, -2.0, 2.0);
    Vector6 V = Vector6::Zero();
    V.head<3>() = test::random_vector3(random, 1.0);
    // A turn about the tool's y axis, and one about another that this task does not have.
    V.tail<3>() = R * Vector3(test::random_between(random, -1.0, 1.0), pitch_rate, 0.7);
    const TaskVector four = to_task(V, R, TaskRotation::kPitch), three = to_task(V, R, TaskRotation::kNone);
    ASSERT_EQ(four.size(), 4);
    ASSERT_EQ(three.size(), 3);
    EXPECT_EQ(three, V.head<3>());
    EXPECT_EQ(four.head<3>(), V.head<3>());
    EXPECT_NEAR(four[3], pitch_rate, 1e-12);
    const Vector6 six = from_task(four);
    EXPECT_EQ(six.head<3>(), V.head<3>());
    EXPECT_NEAR(six[4], pitch_rate, 1e-12);
    EXPECT_EQ(six[3], 0.0);
    EXPECT_EQ(six[5], 0.0);
    EXPECT_EQ(from_task(three), (Vector6() << three, Vector3::Zero()).finished());
  }
}

TEST(FromTask, UndoesAFullTaskUpToTheToolsAxes) {
  std::mt19937 random(3);
  const Matrix3 R = test::random_pose_near(random, Pose(), 3.1).R;
  const Vector6 V = test::random_vector6(random, 1.0);
  const Vector6 six = from_task(to_task(V, R, TaskRotation::kAll));
  EXPECT_LT((six.head<3>() - V.head<3>()).norm(), 1e-15);
  EXPECT_LT((R * six.tail<3>() - V.tail<3>()).norm(), 1e-14);
}

TEST(TaskJacobian, GivesTheTaskOfTheTwistThatJointsMake) {
  std::mt19937 random(4);
  std::normal_distribution<double> normal;
  for (int joints = 1; joints <= kMaxJoints; ++joints) {
    const Jacobian J = Jacobian::NullaryExpr(6, joints, [&] { return normal(random); });
    const JointVector qd = JointVector::NullaryExpr(joints, [&] { return normal(random); });
    const Matrix3 R = test::random_pose_near(random, Pose(), 3.1).R;
    for (const TaskRotation rotation : {TaskRotation::kNone, TaskRotation::kPitch, TaskRotation::kAll}) {
      const TaskVector expected = to_task(Vector6(J * qd), R, rotation);
      const TaskVector found = task_jacobian(J, R, rotation) * qd;
      ASSERT_EQ(found.size(), expected.size());
      EXPECT_LT((found - expected).norm(), 1e-13);
    }
  }
}

// The nearest turn about the axis: no other one leaves less of the rotation.
TEST(TurnAbout, LeavesTheLeastThatATurnAboutTheAxisCanLeave) {
  std::mt19937 random(5);
  for (int n = 0; n < test::scaled(300); ++n) {
    const Vector3 axis = test::random_vector3(random, 1.0).normalized();
    const Matrix3 R = test::random_pose_near(random, Pose(), 3.0).R;
    const auto left = [&](double turn) {
      return Eigen::AngleAxisd(Matrix3(Eigen::AngleAxisd(turn, axis).toRotationMatrix().transpose() * R)).angle();
    };
    const double turn = turn_about(axis, R), best = left(turn);
    EXPECT_LE(std::abs(turn), std::numbers::pi + 1e-12);
    for (double other = -3.1; other < 3.2; other += 0.1) EXPECT_GE(left(other), best - 1e-7);
  }
}

// de/dt of a tool that moves: the translation's is -v, and a small turn's is minus the turn, in the tool's axes.
TEST(TaskError, FallsAsTheToolMovesToItsReference) {
  std::mt19937 random(6);
  for (int n = 0; n < test::scaled(1000); ++n) {
    const Pose X_BR = test::random_pose_near(random, Pose(), 3.0);
    const Vector3 way = test::random_vector3(random, 0.1), turn = test::random_vector3(random, 0.5);
    const Pose X_BT{X_BR.R * exp_so3(-turn).toRotationMatrix(), X_BR.p - way};
    const TaskVector e = task_error(X_BR, X_BT, TaskRotation::kAll);
    EXPECT_LT((e.head<3>() - way).norm(), 1e-14);
    EXPECT_LT((e.tail<3>() - turn).norm(), 1e-12);
    EXPECT_EQ(task_error(X_BR, X_BT, TaskRotation::kNone), e.head<3>());
  }
}

}  // namespace
}  // namespace limber
