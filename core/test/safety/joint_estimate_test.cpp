// Joints with partial readings, against their true motion.
#include "safety/joint_estimate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace limber {
namespace {

constexpr double kTick = 0.002;  // s

// A joint that swings by 0.3 rad, once in 2 s.
double swing_position(double t) { return 0.3 * std::sin(std::numbers::pi * t); }
double swing_velocity(double t) { return 0.3 * std::numbers::pi * std::cos(std::numbers::pi * t); }
JointVector single(double value) { return JointVector::Constant(1, value); }

struct Swing {
  JointEstimate estimate;
  double t = 0.0;
  double worst_position = 0.0, worst_velocity = 0.0;

  Swing() { estimate.start(single(swing_position(0.0)), single(swing_velocity(0.0))); }
  void follow(double until) {
    for (; t < until; estimate.follow(single(swing_position(t)), single(swing_velocity(t)), kTick)) t += kTick;
  }
  void reckon(double until, bool has_position, bool has_velocity) {
    AliveReadings alive;
    alive.position[0] = has_position;
    alive.velocity[0] = has_velocity;
    const double nan = std::nan("");
    while (t < until) {
      t += kTick;
      estimate.reckon(single(has_position ? swing_position(t) : nan), single(has_velocity ? swing_velocity(t) : nan),
                      alive, kTick);
      worst_position = std::max(worst_position, std::abs(estimate.q()[0] - swing_position(t)));
      worst_velocity = std::max(worst_velocity, std::abs(estimate.qd()[0] - swing_velocity(t)));
    }
  }
};

TEST(JointEstimate, GoesWhereVelocitiesAloneSay) {
  Swing joint;
  joint.follow(0.3);
  joint.reckon(10.0, false, true);
  EXPECT_TRUE(joint.estimate.known());
  EXPECT_TRUE(joint.estimate.reckons());
  // The rectangle rule on a cosine: half a step of its velocity, to and fro.
  EXPECT_LT(joint.worst_position, kTick * 0.3 * std::numbers::pi);
  EXPECT_EQ(joint.worst_velocity, 0.0);
}

TEST(JointEstimate, HasTheVelocityOfPositionsAlone) {
  Swing joint;
  joint.follow(0.3);
  joint.reckon(10.0, true, false);
  EXPECT_TRUE(joint.estimate.known());
  EXPECT_EQ(joint.worst_position, 0.0);
  // A low-pass of 20 ms lags by that much of its largest acceleration.
  EXPECT_LT(joint.worst_velocity, (0.02 + kTick) * 0.3 * std::numbers::pi * std::numbers::pi);
}

TEST(JointEstimate, TakesAJointWithoutReadingsToBrakeAndStand) {
  Swing joint;
  joint.follow(1.0);  // in the middle, at -0.94 rad/s
  joint.reckon(1.5, false, false);
  EXPECT_FALSE(joint.estimate.known());
  EXPECT_EQ(joint.estimate.qd()[0], 0.0);
  // A cosine from v to 0 within 0.15 s goes half as far as v does.
  EXPECT_NEAR(joint.estimate.q()[0] - swing_position(1.0), 0.5 * 0.15 * swing_velocity(1.0),
              0.01 * std::abs(swing_velocity(1.0)));
}

// A position is found to be dead only when the velocity has told of 0.03 rad or so that it did not.
TEST(JointEstimate, KnowsHowFarAJointWentBeforeItsPositionWasFoundDead) {
  JointEstimate estimate;
  estimate.start(single(1.0), single(0.0));
  for (int k = 0; k < 50; ++k) estimate.follow(single(1.0), single(0.3), kTick);
  AliveReadings alive;
  alive.velocity[0] = true;
  estimate.reckon(single(1.0), single(0.3), alive, kTick);
  EXPECT_NEAR(estimate.q()[0], 1.0 + 51 * kTick * 0.3, 0.05 * 51 * kTick * 0.3);
}

TEST(JointEstimate, DoesNotLeaveAJointThatStandsForAVelocityThatIsOff) {
  JointEstimate estimate;
  estimate.start(single(1.0), single(0.0));
  for (int k = 0; k < 100000; ++k) estimate.follow(single(1.0), single(0.002), kTick);
  AliveReadings alive;
  alive.velocity[0] = true;
  estimate.reckon(single(1.0), single(0.002), alive, kTick);
  EXPECT_NEAR(estimate.q()[0], 1.0, 0.0025);
}

}  // namespace
}  // namespace limber
