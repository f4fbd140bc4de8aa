// Controller C with effort limits that cannot hold the arm: refused before anything falls.
#include <cmath>

#include "stiffness_loop.hpp"

namespace limber {
namespace {

using test::quick_cycle;
using test::StiffnessLoop;

// N m that gravity needs of the joint that carries most, at the start of the path and along it.
struct Weight {
  double start = 0.0, most = 0.0;
  Weight() {
    const StiffnessLoop loop(quick_cycle());
    for (const PathSample& sample : loop.controller.path().samples) {
      const double here = loop.arm.gravity_torque(sample.q, {0, 0, -9.81}).cwiseAbs().maxCoeff();
      if (sample.s == 0.0) start = here;
      most = std::max(most, here);
    }
  }
};

VariableStiffnessParameters limited_to(double effort) {
  VariableStiffnessParameters p = quick_cycle();
  p.torque.effort_limit = {effort};
  return p;
}

TEST(Weight, AlongAPathThatNeedsMoreThanTheEffortLimitIsRefusedWithItsNumbers) {
  const Weight weight;
  EXPECT_TRUE(StiffnessLoop(limited_to(1.01 * weight.most)).controller.path());
  StiffnessLoop loop(limited_to(0.99 * weight.most));
  const PathReport& report = loop.controller.path();
  EXPECT_EQ(report.problem, PathProblem::kTooHeavy);
  EXPECT_GE(report.value, 0.99 * weight.most);
  for (const char* word : {"at s = ", "gravity alone needs", "'joint", "N m", "effort_limit"}) {
    EXPECT_NE(report.sentence.find(word), std::string::npos) << report.sentence;
  }
  EXPECT_FALSE(loop.activate());
}

// The path can be held, but not the stretched arm that is to go there.
TEST(Weight, OfThePoseAtActivationThatNeedsMoreIsRefused) {
  const Weight weight;
  const JointVector stretched{{0.0, 1.3, -1.2, 0.0}};
  StiffnessLoop loop(limited_to(1.02 * weight.most), stretched);
  ASSERT_TRUE(loop.controller.path()) << loop.controller.path().sentence;
  ASSERT_GT(loop.arm.gravity_torque(stretched, {0, 0, -9.81}).cwiseAbs().maxCoeff(), 1.05 * weight.most);
  EXPECT_FALSE(loop.activate());
  const std::string told = loop.sentences().back();
  EXPECT_NE(told.find("activation refused: in this posture, gravity alone needs"), std::string::npos) << told;
}

TEST(Weight, ThatALowerEffortLimitDoesNotCarryIsRefusedWhileItRuns) {
  const Weight weight;
  StiffnessLoop loop(quick_cycle());
  ASSERT_TRUE(loop.activate());
  loop.cycles(10);
  EXPECT_THROW(loop.controller.set_parameters(limited_to(0.9 * weight.most)), ArmError);
  EXPECT_NO_THROW(loop.controller.set_parameters(limited_to(1.1 * weight.most)));
  loop.cycles(500);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
}

// Pushed down with more than its motors have: no word of holding.
TEST(Weight, AFaultAtTheEffortLimitDoesNotSayThatTheArmIsHeld) {
  const Weight weight;
  StiffnessLoop loop(limited_to(1.02 * weight.most));
  ASSERT_TRUE(loop.activate());
  loop.cycles(1500);
  loop.sentences();
  loop.robot.push_B.head<3>() = Vector3(0.0, 0.0, -8.0);
  for (int k = 0; k < 2000 && loop.controller.state() != SupervisorState::kFaulted; ++k) loop.cycle();
  ASSERT_EQ(loop.controller.state(), SupervisorState::kFaulted);
  for (const std::string& told : loop.sentences()) {
    EXPECT_EQ(told.find("holding"), std::string::npos) << told;
  }
}

}  // namespace
}  // namespace limber
