// The search for joints that hold a task, and the task's singular value against Eigen's decomposition.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "arm/task_path.hpp"
#include "robots.hpp"
#include "support/decompositions.hpp"
#include "support/ideal_robot.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

TEST(TaskSingularValue, OfPositionAndPitchNeverExceeds009) {
  for (const char* tip : {"link5", "end_effector_link"}) {
    const Arm arm = test::load_arm({"open_manipulator_x", "world", tip, tip});
    std::mt19937 random(1);
    std::uniform_real_distribution<double> uniform(0.0, 1.0);
    double largest = 0.0;
    for (int k = 0; k < 20000; ++k) {
      JointVector q(4);
      for (int i = 0; i < 4; ++i) {
        const JointLimits& limits = arm.joints()[static_cast<std::size_t>(i)].limits;
        q[i] = limits.lower + (limits.upper - limits.lower) * uniform(random);
      }
      largest = std::max(largest, task_singular_value(arm, arm.tip(), q));
    }
    EXPECT_LT(largest, 0.09) << tip;
    EXPECT_GT(largest, 0.08) << tip;
  }
}

TEST(TaskSingularValue, IsTheSmallestOfTheTasksJacobian) {
  for (const test::RobotFile& robot : test::kRobots) {
    const Arm arm = test::arm_of(robot);
    std::mt19937 random(3);
    for (int k = 0; k < test::scaled(500); ++k) {
      const JointVector q = test::random_joints(arm, random);
      Pose X;
      Jacobian J;
      arm.kinematics(q, arm.tip(), X, J);
      const Eigen::MatrixXd of_task = task_jacobian(J, X.R, task_rotation(arm.joint_count()));
      EXPECT_NEAR(task_singular_value(arm, arm.tip(), q), test::smallest_singular_value(of_task), 1e-6) << robot.name;
    }
  }
}

TEST(FindTaskJoints, FindsTheJointsOfRandomPosesAgain) {
  const Arm arm = test::load_arm(test::kOpenManipulatorX);
  std::mt19937 random(2);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  int tried = 0;
  for (int k = 0; k < 3000; ++k) {
    JointVector q(4), near(4), found;
    q << uniform(random), 0.8 * uniform(random), 0.6 + 0.6 * uniform(random), uniform(random);
    if (task_singular_value(arm, arm.tip(), q) < 0.03) continue;
    for (int i = 0; i < 4; ++i) near[i] = q[i] + 0.2 * uniform(random);
    ++tried;
    const Pose X = arm.pose(q, arm.tip());
    ASSERT_TRUE(find_task_joints(arm, arm.tip(), X, near, found, 25)) << k;
    EXPECT_LT((arm.pose(found, arm.tip()).p - X.p).norm(), 1e-7);
  }
  EXPECT_GT(tried, 1000);
}

TEST(FindTaskJoints, SaysIfItDoesNotArriveAndLeavesTheNearestItFound) {
  const Arm arm = test::load_arm(test::kOpenManipulatorX);
  const JointVector start = test::ready_posture(arm);
  Pose far = arm.pose(start, arm.tip());
  far.p *= 20.0;
  JointVector found;
  EXPECT_FALSE(find_task_joints(arm, arm.tip(), far, start, found));
  ASSERT_TRUE(found.allFinite());
  EXPECT_LT((arm.pose(found, arm.tip()).p - far.p).norm(), (arm.pose(start, arm.tip()).p - far.p).norm());
  far.p.x() = std::nan("");
  EXPECT_FALSE(find_task_joints(arm, arm.tip(), far, start, found));
  EXPECT_FALSE(
      find_task_joints(arm, arm.tip(), arm.pose(start, arm.tip()), start + JointVector::Constant(4, 0.1), found, 0))
      << "no step is allowed";
}

}  // namespace
}  // namespace limber
