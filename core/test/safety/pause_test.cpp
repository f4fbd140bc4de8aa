#include "safety/pause.hpp"

#include <gtest/gtest.h>

namespace limber {
namespace {

const JointVector kJoints = JointVector::Zero(6);

Supervisor running() {
  Supervisor supervisor;
  supervisor.activate();
  supervisor.start_done();
  return supervisor;
}

TEST(Pause, HoldsWithTheRobotAndGoesOnWithIt) {
  Supervisor supervisor = running();
  Pause pause;
  EXPECT_EQ(pause.step(false, supervisor, kJoints), Pause::Change::kNone);
  EXPECT_EQ(pause.step(true, supervisor, kJoints), Pause::Change::kBegins);
  EXPECT_EQ(supervisor.state(), SupervisorState::kHolding);
  for (int k = 0; k < 5; ++k) EXPECT_EQ(pause.step(true, supervisor, kJoints), Pause::Change::kNone);
  EXPECT_EQ(pause.step(false, supervisor, kJoints), Pause::Change::kEnds);
  EXPECT_TRUE(supervisor.follows_law());
  EXPECT_FALSE(pause.active());
}

TEST(Pause, LeavesAHoldThatSomebodyAskedForAlone) {
  Supervisor supervisor = running();
  supervisor.hold();
  Pause pause;
  EXPECT_EQ(pause.step(true, supervisor, kJoints), Pause::Change::kNone);
  EXPECT_FALSE(pause.active());
  EXPECT_EQ(pause.step(false, supervisor, kJoints), Pause::Change::kNone);
  EXPECT_EQ(supervisor.state(), SupervisorState::kHolding);
}

TEST(Pause, ThatIsCancelledDoesNotGoOnByItself) {
  Supervisor supervisor = running();
  Pause pause;
  pause.step(true, supervisor, kJoints);
  EXPECT_TRUE(pause.cancel());
  EXPECT_FALSE(pause.cancel());
  EXPECT_EQ(pause.step(false, supervisor, kJoints), Pause::Change::kNone);
  EXPECT_EQ(supervisor.state(), SupervisorState::kHolding);
}

TEST(Pause, KnowsWhetherTheJointsStoodStill) {
  Supervisor supervisor = running();
  Pause pause;
  pause.step(true, supervisor, kJoints);
  JointVector q = kJoints;
  q[3] = 1.9e-3;
  EXPECT_TRUE(pause.stood_still(q));
  q[3] = -2.1e-3;
  EXPECT_FALSE(pause.stood_still(q));
}

}  // namespace
}  // namespace limber
