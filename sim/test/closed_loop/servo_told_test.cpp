// What is told of the servo while a press is in contact: changes of servo.lag, servo.delay and servo.lead are bumpless,
// and a lag that is told a fifth too short or too long leaves the press quiet.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "high_pass.hpp"
#include "pressed_arm.hpp"

namespace limber::sim {
namespace {

constexpr LoopShape kUntold{.mass = 3.0, .damping = 200.0};

struct Told {
  const char* name;
  limber::ServoParameters servo;
};

std::vector<Told> changes() {
  return {{"lag 30 ms", {.lag = 0.03, .delay = 0.002}},
          {"no lead", {.lag = 0.03, .delay = 0.002, .lead = false}},
          {"lead again", {.lag = 0.03, .delay = 0.002}},
          {"lag 50 ms", {.lag = 0.05, .delay = 0.002}},
          {"delay 20 ms", {.lag = 0.03, .delay = 0.02}},
          {"lag 30 ms again", {.lag = 0.03, .delay = 0.002}},
          {"no lag", {}}};
}

TEST(ToldServo, ChangesInContactWithoutABump) {
  for (const PressRegulation regulation : {PressRegulation::kNone, PressRegulation::kNormal}) {
    for (const double wall : {1e3, 5e3, 20e3, 100e3}) {
      AdmittanceParameters parameters = regulated(kUntold);
      parameters.press.regulation = regulation;
      PressedArm arm(slope_under(kUntold, 10.0, wall), parameters);
      arm.press(kPress, 4.0);
      for (const Told& told : changes()) {
        const double before = arm.force();
        arm.change([&](auto& p) { p.servo = told.servo; });
        EXPECT_LT(arm.worst_off(before, 0.4), 0.3) << told.name << " on " << wall << " N/m";
      }
      EXPECT_FALSE(arm.faulted());
    }
  }
}

TEST(ToldServo, ChangesUnderALedPressWithoutABump) {
  for (const double wall : {5e3, 20e3}) {
    AdmittanceParameters parameters = regulated(kUntold);
    PressedArm arm(slope_under(kUntold, 10.0, wall), parameters);
    arm.press(kPress, 3.0);
    arm.lead(0.03);
    arm.press(kPress, 1.0);
    for (const Told& told : changes()) {
      arm.change([&](auto& p) { p.servo = told.servo; });
      EXPECT_LT(arm.worst_off(kPress, 0.5), 1.5) << told.name << " on " << wall << " N/m";
    }
    EXPECT_FALSE(arm.faulted());
  }
}

struct Quiet {
  double rms = 0.0, mean = 0.0;  // N; rms above 3 Hz
};

Quiet press_told(double share, double wall, double speed, double friction = 0.0) {
  AdmittanceParameters parameters = regulated(kUntold);
  parameters.servo = {.lag = share * kUntold.lag, .delay = kUntold.delay};
  SimulationParameters simulation = slope_under(kUntold, 10.0, wall);
  simulation.scene.surfaces[0].friction = friction;
  PressedArm arm(simulation, parameters);
  HighPass above(3.0, kUntold.period());
  Quiet seen;
  long n = 0;
  arm.press(kPress, 3.0, [&] { above.step(arm.force()); });
  arm.lead(speed);
  arm.press(kPress, 1.0, [&] { above.step(arm.force()); });
  arm.press(kPress, 3.0, [&] {
    const double high = above.step(arm.force());
    seen.mean += arm.force();
    seen.rms += high * high;
    ++n;
  });
  EXPECT_FALSE(arm.faulted());
  return {std::sqrt(seen.rms / static_cast<double>(n)), seen.mean / static_cast<double>(n)};
}

TEST(ToldServo, MayBeToldAFifthTooShortOrTooLong) {
  for (const double speed : {0.0, 0.05}) {
    for (const double wall : {1e3, 5e3, 20e3, 100e3}) {
      for (const double share : {0.8, 1.2}) {
        const Quiet seen = press_told(share, wall, speed);
        std::printf("%3.0f kN/m, %.2f m/s, lag told %.1f times: mean %5.2f N, %.2f N rms above 3 Hz\n", 1e-3 * wall,
                    speed, share, seen.mean, seen.rms);
        EXPECT_LT(seen.rms, 0.15) << wall << ", " << share;
        // At rest the normal is not known: the normal force of 10 N along the tool is 10.15 N.
        EXPECT_NEAR(seen.mean, kPress, 0.25) << wall << ", " << share;
      }
    }
  }
}

// Found by a stranger: the guard took a slide of the tool for the end of its contact, and let the press swing.
TEST(ToldServo, MayBeToldHalfTooLongOnAStiffWallWithFriction) {
  for (const double speed : {0.05, 0.1}) {
    const Quiet seen = press_told(1.5, 100e3, speed, 0.3);
    EXPECT_LT(seen.rms, 0.2) << speed << " m/s";
    EXPECT_NEAR(seen.mean, kPress, 0.25) << speed << " m/s";
  }
}

}  // namespace
}  // namespace limber::sim
