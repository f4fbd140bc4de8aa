// The start that is chosen for an arm that nobody knows, against a plain search with Eigen's decomposition.
#include "limber/arm/start_posture.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "generated_arm.hpp"
#include "limber/arm/reach.hpp"
#include "robots.hpp"
#include "support/decompositions.hpp"

namespace limber::test {
namespace {

// Descending; lengths in units of the reach.
Eigen::VectorXd scaled_singular_values(const Arm& arm, const JointVector& q) {
  Pose X;
  Jacobian J;
  arm.kinematics(q, arm.tip(), X, J);
  J.topRows<3>() /= reach_of(arm, arm.tip()).radius;
  return singular_values(J).sigma;
}

struct BruteForce {
  Eigen::Index rank = 0;  // of the Jacobian, in nearly every posture
  double best = 0.0;
};

BruteForce search(const Arm& arm, std::mt19937& random, int tried) {
  BruteForce found;
  std::vector<Eigen::VectorXd> all;
  for (int k = 0; k < tried; ++k) {
    all.push_back(scaled_singular_values(arm, random_joints(arm, random)));
    const Eigen::Index rank = (all.back().array() > 1e-9).count();
    found.rank = std::max(found.rank, rank);
  }
  for (const Eigen::VectorXd& sigma : all) found.best = std::max(found.best, sigma[found.rank - 1]);
  return found;
}

void expect_good_start(const Arm& arm, const BruteForce& brute, const std::string& what) {
  const StartPosture start = choose_start(arm, arm.tip());
  for (int i = 0; i < arm.joint_count(); ++i) {
    const JointLimits& limits = arm.joints()[static_cast<std::size_t>(i)].limits;
    EXPECT_GT(start.q[i], limits.lower) << what;
    EXPECT_LT(start.q[i], limits.upper) << what;
  }
  const Eigen::VectorXd sigma = scaled_singular_values(arm, start.q);
  EXPECT_GE(sigma[brute.rank - 1], 0.5 * brute.best) << what;
  EXPECT_EQ(start.directions, brute.rank) << what;
  EXPECT_NEAR(start.conditioning, sigma[brute.rank - 1], 1e-6) << what;
}

// Where the brute force finds a posture worth the name; a random arm of few joints may have none.
TEST(StartPosture, HasHalfOfTheBestConditioningThatASearchFindsOnAnyArm) {
  int well = 0;
  constexpr double kWell = 0.01;
  const int arms = cases(160);
  for (int n = 0; n < arms; ++n) {
    std::mt19937 random(static_cast<unsigned>(n));
    const int joints = 1 + n % 8;
    const Arm arm = Arm::from_urdf(generated_urdf(joints, random), "base", "tip");
    const BruteForce brute = search(arm, random, cases(3000));
    if (brute.best < kWell) continue;
    ++well;
    expect_good_start(arm, brute, "arm " + std::to_string(n));
  }
  EXPECT_GT(well, arms * 3 / 4);
}

TEST(StartPosture, OfOurRobotsIsGoodToo) {
  for (const RobotFile& robot : kRobots) {
    const Arm arm = arm_of(robot);
    std::mt19937 random(3);
    expect_good_start(arm, search(arm, random, cases(20000)), robot.name);
  }
}

// Six joints that all turn about y move a tool in a plane: three directions.
TEST(StartPosture, OfAnArmWithFewerDirectionsThanJointsUsesThoseItHas) {
  std::string xml = "<robot name='planar'><link name='l0'/>";
  for (int i = 0; i < 6; ++i) {
    const std::string next = "l" + std::to_string(i + 1);
    xml += "<link name='" + next + "'/><joint name='j" + std::to_string(i) + "' type='revolute'><parent link='l" +
           std::to_string(i) + "'/><child link='" + next + "'/><origin xyz='0 0 0.2'/><axis xyz='0 1 0'/>" +
           "<limit lower='-2' upper='2' velocity='1' effort='1'/></joint>";
  }
  xml +=
      "<link name='tip'/><joint name='weld' type='fixed'><parent link='l6'/><child link='tip'/><origin xyz='0 0 "
      "0.2'/></joint></robot>";
  const Arm arm = Arm::from_urdf(xml, "l0", "tip");
  const StartPosture start = choose_start(arm, arm.tip());
  EXPECT_EQ(start.directions, 3);
  EXPECT_GT(start.conditioning, 0.2);
  EXPECT_GT(arm.pose(start.q, arm.tip()).p.norm(), 0.2) << "the tool is free of the base";
}

TEST(StartPosture, IsTheSameEveryTime) {
  const Arm arm = ur5e();
  EXPECT_EQ(choose_start(arm, arm.tip()).q, choose_start(arm, arm.tip()).q);
}

}  // namespace
}  // namespace limber::test
