// In reach, out of reach, and by how much: against forward kinematics, closed forms and a plain search.
#include "arm/reach.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "generated_arm.hpp"
#include "robots.hpp"

namespace limber::test {
namespace {

void expect_in_reach(const Arm& arm, std::mt19937& random, int poses, const std::string& what) {
  for (int n = 0; n < poses; ++n) {
    const JointVector q = random_joints(arm, random);
    const Pose X = arm.pose(q, arm.tip());
    const ReachReport report = check_reach(arm, arm.tip(), X);
    EXPECT_NE(report.reach, Reach::kOutOfReach) << what << ", pose " << n << ": " << report.sentence;
    EXPECT_LT(outside(reach_of(arm, arm.tip()), X.p), 1e-12) << what;
  }
}

TEST(InReach, IsEveryPoseThatOurRobotsCanTake) {
  for (const RobotFile& robot : kRobots) {
    const Arm arm = arm_of(robot);
    std::mt19937 random(5);
    expect_in_reach(arm, random, cases(400), robot.name);
  }
}

TEST(InReach, IsEveryPoseThatARandomArmCanTake) {
  for (unsigned n = 0; n < static_cast<unsigned>(cases(160)); ++n) {
    std::mt19937 random(n);
    const Arm arm = Arm::from_urdf(generated_urdf(1 + static_cast<int>(n % 8), random), "base", "tip");
    expect_in_reach(arm, random, 10, "arm " + std::to_string(n));
  }
}

// With its orientation too, on arms that have all of their freedom.
TEST(InReach, IsThePoseOfARobotOfSixJointsAndNotOnlyItsPosition) {
  const Arm arm = ur5e();
  std::mt19937 random(6);
  int there = 0;
  for (int n = 0; n < cases(400); ++n) {
    there += check_reach(arm, arm.tip(), arm.pose(random_joints(arm, random), arm.tip())).reach == Reach::kThere;
  }
  EXPECT_GE(there, cases(400) * 99 / 100);
}

// |p(q) - p| by a search that knows nothing of Jacobians: random places, then single joints, ever finer.
double plain_distance(const Arm& arm, const Vector3& p_B, std::mt19937& random) {
  const auto distance = [&](const JointVector& q) { return (arm.pose(q, arm.tip()).p - p_B).norm(); };
  double nearest = 1e9;
  for (int k = 0; k < 30; ++k) {
    JointVector q = random_joints(arm, random);
    for (int j = 0; j < 100; ++j) {
      const JointVector other = random_joints(arm, random);
      if (distance(other) < distance(q)) q = other;
    }
    for (double step = 1.0; step > 1e-4; step *= 0.6) {
      for (int i = 0; i < 4 * arm.joint_count(); ++i) {
        JointVector moved = q;
        const JointLimits& limits = arm.joints()[static_cast<std::size_t>(i / 4)].limits;
        moved[i / 4] = std::clamp(moved[i / 4] + (i % 2 == 0 ? step : -step), limits.lower, limits.upper);
        if (distance(moved) < distance(q)) q = moved;
      }
    }
    nearest = std::min(nearest, distance(q));
  }
  return nearest;
}

TEST(OutOfReach, IsEveryPointBeyondTheSumOfTheLengthsWithItsDistance) {
  for (unsigned n = 0; n < static_cast<unsigned>(cases(60)); ++n) {
    std::mt19937 random(n);
    const Arm arm =
        n < 4 ? arm_of(kRobots[n]) : Arm::from_urdf(generated_urdf(1 + static_cast<int>(n % 8), random), "base", "tip");
    const ReachSphere sphere = reach_of(arm, arm.tip());
    const Vector3 direction =
        Vector3::NullaryExpr([&] { return std::normal_distribution<double>()(random); }).normalized();
    const double beyond = std::uniform_real_distribution<double>(0.05, 2.0)(random);
    const Vector3 p_B = sphere.centre_B + (sphere.radius + beyond) * direction;
    const ReachReport report = check_reach(arm, arm.tip(), {Matrix3::Identity(), p_B});
    ASSERT_EQ(report.reach, Reach::kOutOfReach) << n;
    EXPECT_NEAR(outside(sphere, p_B), beyond, 1e-9);
    const double truth = plain_distance(arm, p_B, random);
    EXPECT_NEAR(report.nearest.distance, truth, std::max(0.01, 0.1 * truth)) << n;
    EXPECT_NE(report.sentence.find("out of reach"), std::string::npos) << report.sentence;
  }
}

// A tool that two links carry in a plane.
TEST(OutOfReach, OfTwoLinksHasTheDistanceOfTheClosedForm) {
  const Arm arm = Arm::from_urdf(
      "<robot name='two'><link name='base'/><link name='upper'/><link name='fore'/><link name='tip'/>"
      "<joint name='a' type='continuous'><parent link='base'/><child link='upper'/><axis xyz='0 0 1'/>"
      "<limit velocity='1' effort='1'/></joint>"
      "<joint name='b' type='revolute'><parent link='upper'/><child link='fore'/><origin xyz='0.4 0 0'/><axis xyz='0 0 "
      "1'/>"
      "<limit lower='-2' upper='2' velocity='1' effort='1'/></joint>"
      "<joint name='c' type='fixed'><parent link='fore'/><child link='tip'/><origin xyz='0.3 0 0'/></joint></robot>",
      "base", "tip");
  // The elbow opens to 2 rad: the tip stays outside of a circle.
  const double inner = std::sqrt(0.4 * 0.4 + 0.3 * 0.3 + 2 * 0.4 * 0.3 * std::cos(2.0));
  const struct {
    Vector3 p_B;
    double distance;
  } points[] = {{{0.5, 0, 0}, 0.0},         {{0, 0.69, 0}, 0.0},
                {{0.8, 0, 0}, 0.1},         {{-3, 4, 0}, 4.3},
                {{0.1, 0, 0}, inner - 0.1}, {{0.5, 0, 0.02}, 0.02},
                {{0, 0.71, 0}, 0.01},       {{0, 0.1, 0.1}, std::hypot(inner - 0.1, 0.1)}};
  for (const auto& point : points) {
    const ReachReport report = check_reach(arm, arm.tip(), {Matrix3::Identity(), point.p_B});
    EXPECT_EQ(report.reach == Reach::kOutOfReach, point.distance > 0.0) << point.p_B.transpose();
    EXPECT_NEAR(report.nearest.distance, point.distance, 2e-3) << point.p_B.transpose();
  }
}

// A point that the stretched arm reaches, asked for with a tool that points back at the base.
TEST(InReach, APositionWithAnOrientationThatCannotBeHeldThereIsSaidToBeNoMore) {
  const Arm arm = ur5e();
  JointVector stretched(6);
  stretched << 0, -0.3, 0, 0, std::numbers::pi / 2, 0;
  Pose X = arm.pose(stretched, arm.tip());
  X.p += 0.01 * X.p.normalized();
  X.R = X.R * Eigen::AngleAxisd(std::numbers::pi, Vector3::UnitX()).toRotationMatrix();
  const ReachReport report = check_reach(arm, arm.tip(), X);
  EXPECT_EQ(report.reach, Reach::kNotWithThisOrientation) << report.sentence;
  EXPECT_NE(report.sentence.find("not with this orientation"), std::string::npos) << report.sentence;
}

}  // namespace
}  // namespace limber::test
