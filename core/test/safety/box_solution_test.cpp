// Joint velocities within a box, compared with the cost of random other velocities within it.
#include "safety/box_solution.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "arm/conditioning.hpp"
#include "support/ideal_robot.hpp"

namespace limber {
namespace {

struct Case {
  DampedInverse inverse;
  Vector6 twist;
  VelocityBox box;
};

Case draw_case(const Arm& arm, std::mt19937& random) {
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  Case drawn;
  JointVector q(arm.joint_count());
  for (double& joint : q) joint = 2.0 * unit(random);
  Pose X;
  Jacobian J;
  arm.kinematics(q, arm.tip(), X, J);
  // σ is tracked by iteration.
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(drawn.inverse.compute(J, arm.conditioning().row_scale, 0.0, 0.0));
  for (double& component : drawn.twist) component = unit(random);
  drawn.box.lowest = drawn.box.highest = JointVector::Zero(arm.joint_count());
  for (double& bound : drawn.box.highest) bound = std::abs(unit(random));
  for (double& bound : drawn.box.lowest) bound = -std::abs(unit(random));
  return drawn;
}

TEST(BoxSolution, IsTheSolutionItselfIfThatIsWithinTheBox) {
  const Arm arm = test::load_arm(test::kUr5e);
  std::mt19937 random(1);
  for (int k = 0; k < 200; ++k) {
    Case drawn = draw_case(arm, random);
    const JointVector free = drawn.inverse.solve(drawn.twist);
    drawn.box.highest = free.cwiseAbs() + JointVector::Constant(6, 0.1);
    drawn.box.lowest = -drawn.box.highest;
    LimitSet reshaped;
    EXPECT_EQ(solve_within_box(drawn.inverse, drawn.twist, free, drawn.box, reshaped), free);
    EXPECT_FALSE(reshaped.any());
  }
}

TEST(BoxSolution, LeavesNoJointBeyondItsBoundsAndSaysSo) {
  const Arm arm = test::load_arm(test::kUr5e);
  std::mt19937 random(2);
  int reshaped_cases = 0;
  for (int k = 0; k < 2000; ++k) {
    const Case drawn = draw_case(arm, random);
    LimitSet reshaped;
    const JointVector free = drawn.inverse.solve(drawn.twist);
    const JointVector qd = solve_within_box(drawn.inverse, drawn.twist, free, drawn.box, reshaped);
    for (int i = 0; i < 6; ++i) {
      EXPECT_LE(qd[i], drawn.box.highest[i] + 1e-12);
      EXPECT_GE(qd[i], drawn.box.lowest[i] - 1e-12);
    }
    const bool beyond = (free - drawn.box.highest).maxCoeff() > 0.0 || (drawn.box.lowest - free).maxCoeff() > 0.0;
    EXPECT_EQ(reshaped.has(Limit::kJointPosition), beyond);
    reshaped_cases += beyond ? 1 : 0;
  }
  EXPECT_GT(reshaped_cases, 1000);
}

// No motion of the joints within the box brings the tool nearer: at the solution, the negative gradient of the cost
// leads out of the box in every joint that it still pulls.
TEST(BoxSolution, IsWhereNoAllowedMotionBringsTheToolNearer) {
  const Arm arm = test::load_arm(test::kUr5e);
  std::mt19937 random(3);
  int optimal = 0;
  const int cases = 1000;
  for (int k = 0; k < cases; ++k) {
    const Case drawn = draw_case(arm, random);
    LimitSet reshaped;
    const JointVector qd =
        solve_within_box(drawn.inverse, drawn.twist, drawn.inverse.solve(drawn.twist), drawn.box, reshaped);
    const JointVector pull = drawn.inverse.pull(drawn.twist, qd);
    bool inward = false;
    for (int i = 0; i < 6; ++i) {
      const bool at_top = qd[i] > drawn.box.highest[i] - 1e-9, at_bottom = qd[i] < drawn.box.lowest[i] + 1e-9;
      inward = inward || (pull[i] > 1e-6 && !at_top) || (pull[i] < -1e-6 && !at_bottom);
    }
    optimal += inward ? 0 : 1;
  }
  // A joint is released only once, so that the time is bounded: a few cases end beside the optimum.
  EXPECT_GT(optimal, 95 * cases / 100);
}

}  // namespace
}  // namespace limber
