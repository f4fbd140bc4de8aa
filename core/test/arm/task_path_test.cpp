// Paths that a task can and cannot follow; the report names s, joint and value.
#include "arm/task_path.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "limber/variable_stiffness_parameters.hpp"
#include "robots.hpp"
#include "support/ideal_robot.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

constexpr double kThreshold = 0.02;

Matrix3 pitched(double pitch) { return Eigen::AngleAxisd(pitch, Vector3::UnitY()).toRotationMatrix(); }

Arm open_manipulator(const char* tip = "end_effector_link") {
  return test::load_arm({"open_manipulator_x", "world", tip, tip});
}

TEST(TaskPath, TheDefaultsValidateForBothTips) {
  const CycleParameters cycle;
  for (const char* tip : {"link5", "end_effector_link"}) {
    const Arm arm = open_manipulator(tip);
    const PathReport report =
        check_path(arm, arm.tip(), {cycle.start_position, cycle.end_position, pitched(0.3)}, 50, kThreshold);
    ASSERT_TRUE(report) << tip << ": " << report.sentence;
    ASSERT_EQ(report.samples.size(), 51U);
    for (std::size_t i = 0; i < report.samples.size(); ++i) {
      const PathSample& sample = report.samples[i];
      EXPECT_DOUBLE_EQ(sample.s, static_cast<double>(i) / 50.0);
      const Pose X = arm.pose(sample.q, arm.tip());
      EXPECT_LT((X.p - (cycle.start_position + sample.s * (cycle.end_position - cycle.start_position))).norm(), 1e-7);
      // The tool's x axis keeps its pitch, whatever its yaw.
      EXPECT_NEAR(std::asin(-X.R(2, 0)), 0.3, 1e-7);
      EXPECT_GT(sample.margin.minCoeff(), 0.3);
      EXPECT_GT(sample.smallest_singular_value, 1.5 * kThreshold);
    }
  }
}

TEST(TaskPath, NamesWhereAPointIsOutOfReach) {
  const Arm arm = open_manipulator();
  const PathReport report = check_path(arm, arm.tip(), {{0.2, 0, 0.15}, {0.6, 0, 0.15}, pitched(0.3)}, 40, kThreshold);
  EXPECT_EQ(report.problem == PathProblem::kUnreachable || report.problem == PathProblem::kSingular, true);
  EXPECT_GT(report.s, 0.2);
  EXPECT_LT(report.s, 0.6);
  EXPECT_NE(report.sentence.find("at s = 0."), std::string::npos) << report.sentence;
  const PathReport beyond = check_point(arm, arm.tip(), {pitched(0.0), {0.9, 0, 0.1}}, kThreshold);
  EXPECT_EQ(beyond.problem, PathProblem::kUnreachable);
  EXPECT_GT(beyond.value, 0.3);
  EXPECT_NE(beyond.sentence.find("(0.9, 0, 0.1) m cannot be reached"), std::string::npos) << beyond.sentence;
}

TEST(TaskPath, NamesTheJointThatLeavesItsLimits) {
  const Arm arm = open_manipulator();
  // Towards the base the elbow folds: joint3 meets 1.4 rad.
  const PathReport report =
      check_path(arm, arm.tip(), {{0.22, 0, 0.12}, {0.14, 0, 0.12}, pitched(0.0)}, 50, kThreshold);
  ASSERT_EQ(report.problem, PathProblem::kJointLimit) << report.sentence;
  ASSERT_GE(report.joint, 1);
  const Joint& joint = arm.joints()[static_cast<std::size_t>(report.joint)];
  EXPECT_TRUE(report.value > joint.limits.upper || report.value < joint.limits.lower);
  EXPECT_NE(report.sentence.find("joint '" + joint.name + "'"), std::string::npos) << report.sentence;
  EXPECT_GT(report.s, 0.0);
  EXPECT_EQ(report.samples.back().s, report.s);
}

TEST(TaskPath, NamesTheSingularValueOfASingularity) {
  const Arm arm = open_manipulator();
  // Far out the arm is nearly stretched.
  const PathReport report = check_path(arm, arm.tip(), {{0.25, 0, 0.2}, {0.36, 0, 0.2}, pitched(0.0)}, 200, kThreshold);
  ASSERT_EQ(report.problem, PathProblem::kSingular) << report.sentence;
  EXPECT_LT(report.value, kThreshold);
  EXPECT_GT(report.value, 0.0);
  EXPECT_NE(report.sentence.find("min_manipulability_threshold"), std::string::npos);
}

TEST(TaskPath, KeepsTheElbowThatIsAskedFor) {
  const Arm arm = test::load_arm(test::kUr5e);
  const JointVector q = test::ready_posture(arm);
  const Pose X = arm.pose(q, arm.tip());
  const PathReport report = check_point(arm, arm.tip(), X, kThreshold, q);
  ASSERT_TRUE(report) << report.sentence;
  EXPECT_LT((report.samples.front().q - q).cwiseAbs().maxCoeff(), 1e-4);
}

// Whether a report that accepts a path has a reason to: joints within limits that hold each point, without a flip.
void expect_followed(const Arm& arm, const TaskPath& path, int parts, const PathReport& report, const char* name) {
  ASSERT_EQ(report.samples.size(), static_cast<std::size_t>(parts) + 1U) << name;
  JointVector before = report.samples.front().q;
  for (const PathSample& sample : report.samples) {
    EXPECT_LT((arm.pose(sample.q, arm.tip()).p - path.at(sample.s).p).norm(), 1e-7) << name;
    EXPECT_LT((sample.q - before).cwiseAbs().maxCoeff(), 0.5) << name;
    for (int i = 0; i < arm.joint_count(); ++i) {
      const JointLimits& limits = arm.joints()[static_cast<std::size_t>(i)].limits;
      EXPECT_GE(sample.q[i], limits.lower) << name;
      EXPECT_LE(sample.q[i], limits.upper) << name;
    }
    before = sample.q;
  }
}

TEST(TaskPath, JointsThatTheArmHasNowDoNotRefuseTheDefaultPath) {
  const CycleParameters cycle;
  for (const char* tip : {"link5", "end_effector_link"}) {
    const Arm arm = open_manipulator(tip);
    const TaskPath path{cycle.start_position, cycle.end_position, pitched(0.3)};
    std::mt19937 random(3);
    for (int k = 0; k < test::scaled(1000); ++k) {
      const JointVector near = test::random_joints(arm, random);
      const PathReport report = check_path(arm, arm.tip(), path, 10, kThreshold, near);
      ASSERT_TRUE(report) << tip << " from " << near.transpose() << ": " << report.sentence;
      expect_followed(arm, path, 10, report, tip);
    }
  }
}

TEST(TaskPath, IsAcceptedFromWhateverJointsTheArmHasIfItIsFromAny) {
  constexpr int kParts = 10;
  for (const test::NamedArm& named : {test::kOpenManipulatorX, test::kUr3e, test::kUr10e, test::kFr3}) {
    const Arm arm = test::load_arm(named);
    std::mt19937 random(4);
    std::uniform_real_distribution<double> uniform(-0.1, 0.1);
    const int draws = test::scaled(150);
    int accepted = 0;
    for (int k = 0; k < draws; ++k) {
      const JointVector q = test::random_joints(arm, random);
      const Pose X = arm.pose(q, arm.tip());
      const Vector3 way(uniform(random), uniform(random), uniform(random));
      const TaskPath path{X.p, X.p + way, X.R};
      if (!check_path(arm, arm.tip(), path, kParts, 0.002, q)) continue;
      ++accepted;
      const JointVector near = test::random_joints(arm, random);
      const PathReport report = check_path(arm, arm.tip(), path, kParts, 0.002, near);
      ASSERT_TRUE(report) << named.file << " " << k << " from " << near.transpose() << ": " << report.sentence;
      expect_followed(arm, path, kParts, report, named.file);
    }
    EXPECT_GT(10 * accepted, draws) << named.file << ": too few to show anything";
  }
}

// Of joints that may turn twice, each whole turn is another place, and some of them end before the path does.
TEST(TaskPath, ChoosesTheTurnOfEachJointThatHasRoomForTheWholePath) {
  const Arm arm = test::load_arm(test::kUr5e);
  JointVector q = test::ready_posture(arm);
  q[0] = 2.0 * std::numbers::pi - 0.05;  // the limit of this joint is a whole turn
  const Pose X = arm.pose(q, arm.tip());
  const Vector3 sideways = Vector3::UnitZ().cross(X.p).normalized();  // the way that the first joint turns
  const TaskPath path{X.p, X.p + 0.1 * sideways, X.R};
  const PathReport report = check_path(arm, arm.tip(), path, 20, kThreshold, q);
  ASSERT_TRUE(report) << report.sentence;
  expect_followed(arm, path, 20, report, "ur5e");
  EXPECT_LT((report.samples.front().q.tail(5) - q.tail(5)).cwiseAbs().maxCoeff(), 1e-4) << "another elbow";
}

TEST(Prefix, NamesEveryLinkAndJoint) {
  const Arm arm = open_manipulator().with_prefix("robot1_");
  EXPECT_EQ(arm.base_name(), "robot1_world");
  EXPECT_EQ(arm.tip_name(), "robot1_end_effector_link");
  EXPECT_EQ(arm.joints()[3].name, "robot1_joint4");
  EXPECT_TRUE(arm.find_frame("robot1_link5"));
  EXPECT_FALSE(arm.find_frame("link5"));
}

}  // namespace
}  // namespace limber
