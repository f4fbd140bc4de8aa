// The start posture chosen for an unknown arm, against a plain search with Eigen's decomposition.
#include "arm/start_posture.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "arm/reach.hpp"
#include "generated_arm.hpp"
#include "robots.hpp"
#include "support/decompositions.hpp"

namespace limber::test {
namespace {

// Singular values, descending, lengths in units of the reach: of all rows, and of those of the position.
struct Conditioning {
  Eigen::VectorXd all, position;
};

Conditioning conditioning_at(const Arm& arm, const JointVector& q) {
  Pose X;
  Jacobian J;
  arm.kinematics(q, arm.tip(), X, J);
  J.topRows<3>() /= reach_of(arm, arm.tip()).radius;
  return {singular_values(J).sigma, singular_values(J.topRows<3>()).sigma};
}

struct BruteForce {
  Eigen::Index rank = 0, position_rank = 0;  // in nearly every posture
  double best = 0.0;

  double of(const Conditioning& c) const {
    return position_rank == 0 ? c.all[rank - 1] : std::min(c.all[rank - 1], c.position[position_rank - 1]);
  }
};

BruteForce search(const Arm& arm, std::mt19937& random, int tried) {
  BruteForce found;
  std::vector<Conditioning> all;
  for (int k = 0; k < tried; ++k) {
    all.push_back(conditioning_at(arm, random_joints(arm, random)));
    found.rank = std::max<Eigen::Index>(found.rank, (all.back().all.array() > 1e-9).count());
    found.position_rank = std::max<Eigen::Index>(found.position_rank, (all.back().position.array() > 1e-9).count());
  }
  for (const Conditioning& c : all) found.best = std::max(found.best, found.of(c));
  return found;
}

void expect_good_start(const Arm& arm, const BruteForce& brute, const std::string& what) {
  const StartPosture start = choose_start(arm, arm.tip());
  for (int i = 0; i < arm.joint_count(); ++i) {
    const JointLimits& limits = arm.joints()[static_cast<std::size_t>(i)].limits;
    EXPECT_GT(start.q[i], limits.lower) << what;
    EXPECT_LT(start.q[i], limits.upper) << what;
  }
  const double has = brute.of(conditioning_at(arm, start.q));
  EXPECT_GE(has, 0.5 * brute.best) << what;
  EXPECT_EQ(start.directions, brute.rank) << what;
  EXPECT_NEAR(start.conditioning, has, 1e-6) << what;
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

// Links of 0.2 m, one above the other at 0, each turning about its axis of `axes`.
Arm column_of(const std::vector<std::string>& axes) {
  std::string xml = "<robot name='column'><link name='l0'/>";
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const std::string number = std::to_string(i), next = "l" + std::to_string(i + 1);
    xml += "<link name='" + next + "'/><joint name='j" + number + "' type='revolute'><parent link='l" + number +
           "'/><child link='" + next + "'/><origin xyz='0 0 0.2'/><axis xyz='" + axes[i] +
           "'/><limit lower='-2' upper='2' velocity='1' effort='1'/></joint>";
  }
  const std::string last = "l" + std::to_string(axes.size());
  xml += "<link name='tip'/><joint name='weld' type='fixed'><parent link='" + last +
         "'/><child link='tip'/><origin xyz='0 0 0.2'/></joint></robot>";
  return Arm::from_urdf(xml, "l0", "tip");
}

// Six joints that all turn about y move a tool in a plane: three directions.
TEST(StartPosture, OfAnArmWithFewerDirectionsThanJointsUsesThoseItHas) {
  const Arm arm = column_of({"0 1 0", "0 1 0", "0 1 0", "0 1 0", "0 1 0", "0 1 0"});
  const StartPosture start = choose_start(arm, arm.tip());
  EXPECT_EQ(start.directions, 3);
  EXPECT_GT(start.conditioning, 0.2);
  EXPECT_GT(arm.pose(start.q, arm.tip()).p.norm(), 0.2) << "the tool is free of the base";
}

// Stretched upwards such an arm turns its tool well and cannot move it sideways.
TEST(StartPosture, OfAnArmOfFewJointsMovesItsToolInAllThreeDirections) {
  const Arm arm = column_of({"0 0 1", "0 1 0", "0 1 0", "0 1 0"});
  const StartPosture start = choose_start(arm, arm.tip());
  EXPECT_GT(arm.pose(start.q, arm.tip()).p.head<2>().norm(), 0.1);
  EXPECT_GT(conditioning_at(arm, start.q).position[2], 0.1);
}

TEST(StartPosture, IsTheSameEveryTime) {
  const Arm arm = ur5e();
  EXPECT_EQ(choose_start(arm, arm.tip()).q, choose_start(arm, arm.tip()).q);
}

}  // namespace
}  // namespace limber::test
