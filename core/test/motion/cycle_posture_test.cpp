// The posture on the way home and along the path.
#include "motion/cycle_posture.hpp"

#include <gtest/gtest.h>

#include "cycle_targets.hpp"

namespace limber {
namespace {

const JointVector& posture_start() {
  static const JointVector q = JointVector::LinSpaced(4, -1.0, 0.5);
  return q;
}
JointVector posture_speed() { return JointVector::LinSpaced(4, 0.3, -0.2); }
JointVector posture_on_path() { return JointVector::LinSpaced(4, 0.2, 0.8); }

struct HomingPosture {
  HomingCycle cycle;
  CyclePosture posture;

  HomingPosture() {
    cycle.start(test::moving_start(), test::some_path(), {2.0, 1.0, 0.5});
    posture.start(posture_start(), posture_speed());
  }
  void step(double h) {
    cycle.step(h);
    posture.step(posture_on_path(), cycle);
  }
};

TEST(CyclePosture, BeginsWhereTheJointsAreAndEndsOnThePath) {
  HomingPosture home;
  EXPECT_EQ(home.posture.q(), posture_start());
  home.step(1e-6);
  EXPECT_LT((home.posture.q() - posture_start()).norm(), 1e-5);
  EXPECT_LT((home.posture.homing_rate() - posture_speed()).norm(), 1e-4);
  while (home.cycle.homes()) home.step(0.001);
  home.step(0.001);
  EXPECT_EQ(home.posture.q(), posture_on_path());
}

TEST(CyclePosture, MovesAtTheRateItTells) {
  HomingPosture home;
  const double h = 1e-4;
  home.step(h);
  JointVector q = home.posture.q(), rate = home.posture.homing_rate();
  while (home.cycle.elapsed() < 2.0 - 2.0 * h && home.cycle.homes()) {
    home.step(h);
    if (!home.cycle.homes()) break;
    const JointVector mean = (home.posture.q() - q) / h, told = 0.5 * (rate + home.posture.homing_rate());
    ASSERT_LT((mean - told).norm(), 1e-6) << home.cycle.elapsed();
    ASSERT_LT((home.posture.homing_rate() - rate).norm(), 20.0 * h) << "no step";
    q = home.posture.q();
    rate = home.posture.homing_rate();
  }
  EXPECT_LT(rate.norm(), 1e-3) << "at rest at home";
}

}  // namespace
}  // namespace limber
