// What a stop at a wall costs, against a simulated servo and against what the joints have.
#include "safety/stopping_force.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>

#include "support/decompositions.hpp"
#include "support/ideal_robot.hpp"
#include "support/random_motion.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

// m that an arm behind a first-order lag goes beyond the place whose force stops it. Its command goes on until a cycle
// sees that force, `seen_after` s later, and then brakes.
double way_into_wall(const Impact& impact, double seen_after) {
  const double step = 1e-5;  // s
  const double share = impact.lag > 0.0 ? -std::expm1(-step / impact.lag) : 1.0;
  double command = 0.0, speed = impact.speed;
  double arm = command - impact.speed * impact.lag;  // as it follows a steady command
  const double began = arm;
  for (double t = 0.0; t < seen_after + impact.speed / impact.deceleration + 20.0 * impact.lag; t += step) {
    if (t >= seen_after) speed = std::max(0.0, speed - impact.deceleration * step);
    command += speed * step;
    arm += share * (command - arm);
  }
  return arm - began;
}

TEST(StoppingForce, IsTheMostThatASimulatedServoRunsInto) {
  std::mt19937 random(1);
  for (int n = 0; n < test::scaled(200); ++n) {
    Impact impact;
    impact.speed = test::random_between(random, 0.02, 0.5);
    impact.wall = test::random_between(random, 1e3, 1e5);
    impact.lag = n % 5 == 0 ? 0.0 : test::random_between(random, 0.005, 0.04);
    impact.period = test::random_between(random, 0.001, 0.008);
    impact.deceleration = test::random_between(random, 2.0, 20.0);
    const double most = stopping_force(impact);
    const double at_once = impact.wall * way_into_wall(impact, 0.0);
    const double a_cycle_later = impact.wall * way_into_wall(impact, impact.period);
    EXPECT_LT(at_once, most);
    EXPECT_NEAR(a_cycle_later, most, 5e-3 * most);
  }
}

// Each joint brakes in the same time; then one of them brakes as hard as it can, and none harder.
TEST(FaultDeceleration, UsesUpExactlyOneJoint) {
  std::mt19937 random(2);
  for (const test::NamedArm& named : {test::kUr5e, test::kFr3}) {
    const Arm arm = test::load_arm(named);
    JointBounds bounds = joint_bounds(arm, LimitParameters());
    for (int n = 0; n < test::scaled(300); ++n) {
      JointVector q = test::ready_posture(arm);
      for (double& value : q) value += test::random_between(random, -0.3, 0.3);
      for (double& value : bounds.deceleration) value = test::random_between(random, 2.0, 30.0);
      const Vector3 direction = test::random_vector3(random, 1.0).normalized();
      Pose X;
      Jacobian J;
      arm.kinematics(q, arm.tip(), X, J);
      const auto [U, V, sigma] = test::singular_values(J);
      Vector6 twist = Vector6::Zero();
      twist.head<3>() = direction;
      const Eigen::VectorXd per_speed =
          V.leftCols(6) * (U.transpose() * twist).cwiseQuotient(sigma);  // rad/s for each m/s
      const double found = fault_deceleration(arm, q, arm.tip(), direction, bounds);
      EXPECT_NEAR((found * per_speed).cwiseAbs().cwiseQuotient(Eigen::VectorXd(bounds.deceleration)).maxCoeff(), 1.0,
                  1e-6);
    }
  }
}

TEST(FaultDeceleration, IsNothingAlongADirectionThatNoJointMoves) {
  std::string xml = "<robot name=\"flat\"><link name=\"l0\"/>";
  for (int i = 0; i < 4; ++i) {
    const std::string n = std::to_string(i), next = std::to_string(i + 1);
    xml += "<link name=\"l" + next + "\"/><joint name=\"j" + n + "\" type=\"revolute\"><parent link=\"l" + n +
           "\"/><child link=\"l" + next + "\"/><axis xyz=\"0 0 1\"/><origin xyz=\"0.3 0 0\"/>" +
           "<limit lower=\"-3\" upper=\"3\" velocity=\"2\" effort=\"10\"/></joint>";
  }
  const Arm arm = Arm::from_urdf(xml + "</robot>", "l0", "l4");
  const JointBounds bounds = joint_bounds(arm, LimitParameters());
  const JointVector bent = JointVector::Constant(4, 0.4);
  EXPECT_EQ(fault_deceleration(arm, bent, arm.tip(), Vector3::UnitZ(), bounds), 0.0);
  EXPECT_GT(fault_deceleration(arm, bent, arm.tip(), Vector3::UnitX(), bounds), 1.0);
}

}  // namespace
}  // namespace limber
