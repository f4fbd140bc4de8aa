#include "wrench/control_wrench.hpp"

#include <gtest/gtest.h>

namespace limber {
namespace {

constexpr ControlWrenchTimes kControlTimes{0.5, 0.2};
constexpr double kStep = 0.002;

Vector6 press(double force) { return force * Vector6::Unit(2); }

TEST(ControlWrench, ComesInThroughItsRampAndArrivesExactly) {
  ControlWrench wrench;
  double last = 0.0;
  for (int k = 0; k < 1000; ++k) {
    wrench.lead(press(10.0));
    wrench.step(false, kControlTimes, kStep);
    const double now = wrench.value()[2];
    EXPECT_GE(now, last);
    EXPECT_LE(now - last, 10.0 * 3.0 * kStep / kControlTimes.ramp + 1e-12) << "a jump in cycle " << k;
    last = now;
  }
  EXPECT_EQ(last, 10.0);
}

// 1 - e^-3 of a step has come after one ramp.
TEST(ControlWrench, HasThreeTimeConstantsInARamp) {
  ControlWrench wrench;
  wrench.lead(press(10.0));
  for (int k = 0; k < 100; ++k) wrench.step(false, kControlTimes, kStep);
  EXPECT_NEAR(wrench.value()[2], 10.0 * (1.0 - std::exp(-3.0)), 0.05);
}

TEST(ControlWrench, FadesToExactlyZeroIfNobodyRepeatsIt) {
  ControlWrench wrench;
  wrench.lead(press(10.0));
  for (int k = 0; k < 240; ++k) wrench.step(false, kControlTimes, kStep);
  EXPECT_GT(wrench.value()[2], 9.9);
  for (int k = 0; k < 400; ++k) wrench.step(false, kControlTimes, kStep);
  EXPECT_FALSE(wrench.acts());
  EXPECT_FALSE(wrench.is_asked_for());
}

TEST(ControlWrench, FadesInAStopHoweverOftenItIsRepeated) {
  ControlWrench wrench;
  wrench.lead(press(10.0));
  for (int k = 0; k < 200; ++k) wrench.step(false, kControlTimes, kStep);
  for (int k = 0; k < 600; ++k) wrench.step(true, kControlTimes, kStep);
  EXPECT_FALSE(wrench.acts());
}

TEST(ControlWrench, StaysInAPauseAndBeginsAnewAfterIt) {
  ControlWrench wrench;
  wrench.lead(press(10.0));
  for (int k = 0; k < 200; ++k) wrench.step(false, kControlTimes, kStep);
  const Vector6 before = wrench.value();
  for (int k = 0; k < 40; ++k) wrench.wait(kStep);
  EXPECT_EQ(wrench.value(), before);
  wrench.begin_anew();
  EXPECT_FALSE(wrench.acts());
  wrench.step(false, kControlTimes, kStep);
  EXPECT_GT(wrench.value()[2], 0.0);
  EXPECT_LT(wrench.value()[2], 0.5);
}

TEST(ControlWrench, FollowsWithoutLagWhatMovesWithoutJumps) {
  ControlWrench wrench;
  for (int k = 0; k < 100; ++k) {
    wrench.follow(press(0.1 * k));
    wrench.step(false, kControlTimes, kStep);
    EXPECT_EQ(wrench.value(), press(0.1 * k));
  }
}

TEST(ControlWrench, IsTheSameWrenchInAnotherFrame) {
  ControlWrench wrench;
  wrench.lead(press(10.0));
  for (int k = 0; k < 50; ++k) wrench.step(false, kControlTimes, kStep);
  ControlWrench turned = wrench;
  turned.change_frame([](const Vector6& F) { return Vector6(-F); });
  for (int k = 0; k < 50; ++k) {
    wrench.step(false, kControlTimes, kStep);
    turned.step(false, kControlTimes, kStep);
    EXPECT_EQ(turned.value(), -wrench.value());
  }
}

}  // namespace
}  // namespace limber
