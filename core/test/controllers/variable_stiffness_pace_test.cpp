// Controller C at the pace of the robot: its motion runs as fast as the robot allows.
#include <limits>
#include <random>

#include "paced_loop.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

using test::kBraking;
using test::kPathWay;
using test::PacedLoop;
using test::quick_cycle;
using test::ReferenceWatch;

TEST(TorquePace, EveryPhaseTakesAsMuchLongerAsTheRobotIsSlower) {
  for (const double pace : {1.0, 0.5, 0.1, 0.01}) {
    PacedLoop loop(quick_cycle());
    ASSERT_TRUE(loop.activate());
    loop.pace = pace;
    loop.run(2.0 * loop.h);
    // The first 0.3 s of homing are those in which the clock slows to this pace.
    EXPECT_NEAR(loop.run_phase(), (2.0 - 0.5 * kBraking * (1.0 - pace) * (1.0 - pace)) / pace, 0.01 / pace) << pace;
    ReferenceWatch watch;
    EXPECT_NEAR(loop.run_phase(&watch), 2.0 / pace, 0.01 / pace) << pace;
    EXPECT_NEAR(watch.fastest, pace * 0.5 * std::numbers::pi * kPathWay / 2.0, 1e-4 * pace) << pace;
    EXPECT_LT(watch.worst_mismatch, 1e-4) << pace;
    EXPECT_NEAR(loop.run_phase(), 0.5 / pace, 0.01 / pace) << pace;
    EXPECT_EQ(loop.record().speed_scaling, pace);
    EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
  }
}

TEST(TorquePace, WaypointsAreBlendedAtThatPaceToo) {
  for (const double pace : {1.0, 0.25}) {
    PacedLoop loop(quick_cycle());
    ASSERT_TRUE(loop.activate());
    loop.run(2.2);
    loop.pace = pace;
    loop.run(0.3);
    loop.controller.add_waypoint({{0.2, 0.0, 0.17}, false});
    double passed = 0.0;
    while ((loop.record().p_reference - Vector3(0.2, 0.0, 0.17)).norm() > 1e-6 && passed < 60.0) {
      loop.run(loop.h);
      passed += loop.h;
    }
    EXPECT_NEAR(passed, 2.0 / pace, 0.02 / pace) << pace;
  }
}

TEST(TorquePace, ASliderThatJumpsAboutLeavesTheReferenceSmoothAndOnItsPath) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    PacedLoop loop(quick_cycle());
    test::start_move(loop);
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(0.0, 1.0);
    ReferenceWatch watch;
    for (int k = 0; k < test::scaled(150); ++k) {
      loop.pace = uniform(random) < 0.2 ? 0.0 : uniform(random);
      loop.run(std::max(loop.h, 0.3 * uniform(random) * uniform(random)), &watch);
      EXPECT_NEAR(loop.record().p_reference.x(), 0.18, 1e-9);
      EXPECT_NEAR(loop.record().p_reference.z(), 0.15, 1e-9);
    }
    EXPECT_LT(watch.hardest, test::hardest_allowed(kPathWay, 2.0)) << seed;
    EXPECT_LT(watch.worst_mismatch, 1e-3) << seed;
    EXPECT_LT(loop.worst_error, 0.03) << seed;
  }
}

// Its joints can be trusted: springs hold it.
TEST(TorquePace, AScalingThatIsNoNumberOrBelowNothingStopsAnArmThatIsHeld) {
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), -0.1}) {
    PacedLoop loop(quick_cycle());
    test::start_move(loop);
    loop.pace = bad;
    loop.run(3.0 * loop.h);
    EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
    EXPECT_EQ(loop.record().speed_scaling, 1.0);
    loop.run(loop.h);
    EXPECT_EQ(loop.controller.state(), SupervisorState::kFaulted);
    const std::string told = loop.told();
    EXPECT_NE(told.find("speed scaling reads"), std::string::npos) << told;
    EXPECT_NE(told.find("braked, holding"), std::string::npos) << told;
    loop.run(2.0);
    EXPECT_LT(loop.record().position_error, 0.005);
    EXPECT_EQ(loop.record().torque_ramp, 1.0) << "springs were let go";
    loop.controller.deactivate();
    RobotState state = loop.robot.read();
    state.speed_scaling = bad;
    EXPECT_FALSE(loop.controller.activate(state));
  }
}

}  // namespace
}  // namespace limber
