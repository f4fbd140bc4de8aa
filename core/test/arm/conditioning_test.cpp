// The conditioning of an arm, against a search with Eigen's decomposition and under a change of size.
#include "arm/conditioning.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <regex>
#include <string>

#include "robots.hpp"
#include "support/decompositions.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

// The arm built larger or smaller: every origin times `factor`.
Arm resized(const test::RobotFile& robot, double factor) {
  const std::string urdf = test::urdf_of(robot);
  static const std::regex origin("xyz=\"([^\" ]+) +([^\" ]+) +([^\" ]+)\"");
  std::string result;
  auto rest = urdf.cbegin();
  for (std::sregex_iterator found(urdf.begin(), urdf.end(), origin), end; found != end; ++found) {
    result.append(rest, (*found)[0].first);
    result += "xyz=\"";
    for (std::size_t i = 1; i <= 3; ++i)
      result += std::to_string(factor * std::stod((*found)[i])) + (i < 3 ? " " : "\"");
    rest = (*found)[0].second;
  }
  return Arm::from_urdf(result.append(rest, urdf.cend()), robot.base, robot.tip);
}

TEST(ConditioningOf, IsTheBestSmallestSingularValueThatASearchFinds) {
  for (const test::RobotFile& robot : test::kRobots) {
    const Arm arm = test::arm_of(robot);
    const Conditioning conditioning = conditioning_of(arm);
    std::mt19937 random(1);
    double best = 0.0, longest = 0.0;
    const int postures = test::scaled(3000);
    for (int k = 0; k < postures; ++k) {
      Pose X;
      Jacobian J;
      arm.kinematics(test::random_joints(arm, random), arm.tip(), X, J);
      const Eigen::MatrixXd scaled = conditioning.row_scale.asDiagonal() * J;
      best = std::max(best, test::singular_values(scaled).sigma.minCoeff());
      longest += J.topRows<3>().colwise().norm().maxCoeff() / postures;
    }
    EXPECT_NEAR(conditioning.best, std::max(best, 0.03), 0.15 * best) << robot.name;
    EXPECT_NEAR(1.0 / conditioning.row_scale[0], longest, 0.1 * longest) << robot.name << ": m";
    EXPECT_EQ(conditioning.row_scale[3], arm.joint_count() < 6 ? 0.13 : 1.0);
  }
}

TEST(ConditioningOf, IsThatOfTheSameArmInAnotherSize) {
  for (const test::RobotFile& robot : test::kRobots) {
    const Conditioning small = conditioning_of(resized(robot, 1.0)), large = conditioning_of(resized(robot, 4.0));
    EXPECT_NEAR(large.best, small.best, 1e-3 * small.best) << robot.name;
    EXPECT_NEAR(4.0 * large.row_scale[0], small.row_scale[0], 1e-3 * small.row_scale[0]);
    EXPECT_EQ(large.row_scale[4], small.row_scale[4]);
  }
}

}  // namespace
}  // namespace limber
