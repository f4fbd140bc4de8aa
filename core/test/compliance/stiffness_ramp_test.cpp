#include "compliance/stiffness_ramp.hpp"

#include <gtest/gtest.h>

#include "compliance/dynamics.hpp"

namespace limber {
namespace {

Dynamics with_stiffness(double k) {
  return make_dynamics(Matrix6::Identity(), 10.0 * Matrix6::Identity(), k * Matrix6::Identity());
}

TEST(StiffnessRamp, RisesInAStraightLineAndEndsOnce) {
  StiffnessRamp ramp;
  ramp.start(with_stiffness(0.0), with_stiffness(100.0), 1.0);
  int ends = 0;
  for (int k = 1; k <= 200; ++k) {
    const bool moved = ramp.step(0.01);
    ends += ramp.ended() ? 1 : 0;
    EXPECT_EQ(moved, k <= 100 + 1) << k;  // a hundredth more if the sum of the periods is a rounding short
    EXPECT_NEAR(ramp.wanted().K(0, 0), std::min(100.0, k * 1.0), 1e-9) << k;
    if (ends == 1 && k == 100) break;
  }
  EXPECT_EQ(ends, 1);
}

TEST(StiffnessRamp, GoesOnToAGoalThatChangesUnderWay) {
  StiffnessRamp ramp;
  ramp.start(with_stiffness(0.0), with_stiffness(100.0), 1.0);
  for (int k = 0; k < 50; ++k) ramp.step(0.01);
  ramp.set_goal(with_stiffness(200.0));
  ramp.step(0.01);
  EXPECT_NEAR(ramp.wanted().K(0, 0), 0.51 * 200.0, 1e-9);
}

TEST(StiffnessRamp, TakesANewGoalAtOnceWhenNoRampIsUnderWay) {
  StiffnessRamp ramp;
  ramp.start(with_stiffness(0.0), with_stiffness(100.0), 0.0);
  EXPECT_TRUE(ramp.step(0.01));
  EXPECT_FALSE(ramp.step(0.01));
  ramp.set_goal(with_stiffness(300.0));
  EXPECT_TRUE(ramp.step(0.01));
  EXPECT_FALSE(ramp.ended());
  EXPECT_EQ(ramp.wanted().K(0, 0), 300.0);
}

TEST(StiffnessRamp, AfterAPauseEndsAgainWithoutAStep) {
  StiffnessRamp ramp;
  ramp.start(with_stiffness(0.0), with_stiffness(100.0), 0.1);
  for (int k = 0; k < 20; ++k) ramp.step(0.01);
  ramp.go_on();
  EXPECT_TRUE(ramp.step(0.01));
  EXPECT_TRUE(ramp.ended());
  EXPECT_EQ(ramp.wanted().K(0, 0), 100.0);
}

}  // namespace
}  // namespace limber
