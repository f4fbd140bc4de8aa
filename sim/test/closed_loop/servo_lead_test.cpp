// The law behind a servo that is commanded ahead: what the simulated arm does, not what it is told.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "guard_case.hpp"
#include "law_step.hpp"
#include "wall_at_rest.hpp"

namespace limber::sim {
namespace {

TEST(LedServo, MakesTheStepOfTheLaw) {
  const LawStep without = step_of_the_law(false), with = step_of_the_law(true);
  std::printf("10 N on 5 kg, 200 N/m: off the closed form by %.2f %% of the step, led %.2f %%\n", 100.0 * without.off,
              100.0 * with.off);
  EXPECT_GT(without.off, 0.05);
  EXPECT_LT(with.off, 0.005);
  EXPECT_EQ(without.fault, "none");
  EXPECT_EQ(with.fault, "none");
}

// A press of 10 N that finds a wall at full approach speed.
struct Touch {
  double peak = 0.0;                     // N, mean of 6 ms
  double mean = 0.0, smallest = kPress;  // N, from one second after the touch on
  double largest = 0.0;
};

Touch touch(const GuardCase& c) {
  const Arm arm = load_arm(c.robot);
  SimulationParameters simulation = simulation_for(arm, c.shape);
  const Plate wall = wall_for(arm, simulation.tool, c);
  simulation.scene.plates = {wall};
  AdmittanceParameters parameters = parameters_for(arm, c, true);
  parameters.supervisor.overforce = kUnlimited;
  SimulatedLoop loop(arm, home(arm), parameters, simulation);
  Touch result;
  double touched = 0.0, last = 0.0, before = 0.0, sum = 0.0;
  int settled = 0;
  loop.run(5.0, [&] {
    loop.controller.set_control_wrench(kPress * Vector6::Unit(2));
    const double force = loop.robot.contact_force().dot(wall.normal_B);
    if (touched == 0.0 && force > 0.5 * kPress) touched = loop.robot.time();
    result.peak = std::max(result.peak, (force + last + before) / 3.0);
    before = last;
    last = force;
    if (touched == 0.0 || loop.robot.time() < touched + 1.0) return;
    result.smallest = std::min(result.smallest, force);
    result.largest = std::max(result.largest, force);
    sum += force;
    ++settled;
  });
  EXPECT_GT(settled, 500);
  EXPECT_EQ(name(loop.controller.telemetry().fault), "none");
  result.mean = sum / settled;
  return result;
}

TEST(LedServo, TouchesAStiffWallSofterAndThenPressesQuietly) {
  for (const double wall : {20e3, 50e3, 100e3}) {
    for (const double speed : {0.02, 0.05}) {
      GuardCase c{.robot = wall > 60e3 ? "ur10e" : "ur5e", .wall = wall, .approach = speed};
      c.shape = {.damping = 210.0};
      const Touch without = touch(c);
      c.shape.lead = 1.0;
      const Touch with = touch(c);
      std::printf("%3.0f kN/m at %.2f m/s: peak %5.1f N, led %5.1f N\n", 1e-3 * wall, speed, without.peak, with.peak);
      EXPECT_LT(with.peak - kPress, 0.7 * (without.peak - kPress));
      EXPECT_NEAR(with.mean, kPress, 0.1);
      EXPECT_GT(with.smallest, kPress - 1.0);
      EXPECT_LT(with.largest, kPress + 1.0);
    }
  }
}

// Servos that are not the first-order lag of 30 ms which the controller is told: the wall may be as stiff as without
// lead, because the lead goes as soon as the arm has shown how it follows.
TEST(LedServo, IsNeverWorseThanWithoutLeadBehindAnotherServo) {
  const Arm arm = load_arm("ur5e");
  constexpr double kStep = 1.2;
  for (const ServoParameters& servo :
       {ServoParameters{.delay = 0.032, .lag = 0.0},
        ServoParameters{.delay = 0.002, .natural_frequency = 67.0, .damping_ratio = 1.0},
        ServoParameters{.delay = 0.002, .natural_frequency = 60.0, .damping_ratio = 0.3},
        ServoParameters{.delay = 0.002, .lag = 0.010}, ServoParameters{.delay = 0.002, .lag = 0.090}}) {
    for (const double damping : {100.0, 210.0, 569.0}) {
      WallCase c{.robot = "ur5e", .shape = {.damping = damping}};
      c.servo = servo;
      double wall = 1500.0;
      while (wall * kStep < 250e3 && comes_to_rest(arm, c, wall * kStep, 2.0)) wall *= kStep;
      c.shape.lead = 1.0;
      EXPECT_TRUE(comes_to_rest(arm, c, wall, 2.0))
          << 1e-3 * wall << " kN/m, D " << damping << ", delay " << servo.delay << ", lag " << servo.lag << ", "
          << servo.natural_frequency << " rad/s";
    }
  }
}

}  // namespace
}  // namespace limber::sim
