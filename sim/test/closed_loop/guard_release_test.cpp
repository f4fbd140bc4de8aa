// The contact guard after a contact, or without one: its damping decays whatever force remains, and the cycle stays
// real-time.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "guard_case.hpp"
#include "limber/telemetry.hpp"
#include "support/rt_traps.hpp"

namespace limber::sim {
namespace {

// One cycle, and whether it allocated, locked or called the system.
void cycle_in_traps(SimulatedLoop& loop) {
  const RobotState& state = loop.robot.read();
  Command command;
  const test::TrapCounts counts = test::count_traps([&] { command = loop.controller.update(state, loop.period()); });
  ASSERT_EQ(test::traps_supported() ? counts.total() : 0U, 0U) << counts.describe();
  loop.robot.write(command);
  loop.robot.step(loop.period());
  Telemetry record;
  while (loop.controller.take_telemetry(record)) {
  }
}

TEST(Guard, IsGoneSomeSecondsAfterTheToolWasTakenOffTheWall) {
  const Arm arm = load_arm("ur5e");
  const GuardCase c{.wall = 50e3, .approach = 0.05};
  SimulationParameters simulation = simulation_for(arm, c.shape);
  simulation.scene.plates = {wall_for(arm, simulation.tool, c)};
  for (const bool coupled : {false, true}) {
    AdmittanceParameters parameters = parameters_for(arm, c, true);
    if (coupled) parameters.compliance.mass(0, 1) = parameters.compliance.mass(1, 0) = 0.2;
    SimulatedLoop loop(arm, home(arm), parameters, simulation);
    double most = 0.0, gone = 0.0;
    for (double t = 0.0; t < 15.0; t += loop.period()) {
      loop.controller.set_control_wrench((t < 4.0 ? kPress : -kPress) * Vector6::Unit(2));
      cycle_in_traps(loop);
      const double guard = loop.controller.telemetry().guard_damping.z();
      most = std::max(most, guard);
      if (guard > 0.0) gone = t - 4.0;
    }
    std::printf("%s body: +%.0f N s/m, gone %.1f s after the press turned round\n", coupled ? "coupled" : "diagonal",
                most, gone);
    EXPECT_GT(most, 1000.0);
    EXPECT_LT(gone, 10.0);
    EXPECT_EQ(loop.controller.telemetry().guard_damping.z(), 0.0);
  }
}

// A hand, or a bias of the sensor, that stays when the tool is off the wall. It is balanced, so that it does not lead
// the tool.
TEST(Guard, IsGoneSomeSecondsAfterTheWallThoughTwoNewtonsRemain) {
  const Arm arm = load_arm("ur5e");
  for (const double wall : {20e3, 50e3, 100e3}) {
    for (const double residual : {-2.0, 2.0}) {
      const GuardCase c{.wall = wall, .approach = 0.03};
      SimulationParameters simulation = simulation_for(arm, c.shape);
      simulation.scene.plates = {wall_for(arm, simulation.tool, c)};
      const Vector3 normal_B = simulation.scene.plates[0].normal_B;
      SimulatedLoop loop(arm, home(arm), parameters_for(arm, c, true), simulation);
      double gone = 0.0;
      for (double t = 0.0; t < 20.0; t += loop.period()) {
        if (t > 4.0) loop.robot.set_push((Vector6() << residual * normal_B, Vector3::Zero()).finished());
        const double press = t < 4.0 ? kPress : t < 6.0 ? -2.0 * kPress : residual;
        loop.controller.set_control_wrench(press * Vector6::Unit(2));
        loop.cycle(loop.period());
        if (!loop.controller.telemetry().guard_damping.isZero(0.0)) gone = t - 4.0;
      }
      std::printf("%.0f kN/m, then %.0f N: guard gone after %.1f s\n", 1e-3 * wall, residual, gone);
      EXPECT_LT(gone, 12.0);
    }
  }
}

// The press is over, and the wall may still push: that is no bias of the sensor.
TEST(Guard, RefusesATareWhileItHoldsAContact) {
  const Arm arm = load_arm("ur5e");
  const GuardCase c{.wall = 50e3, .approach = 0.05};
  SimulationParameters simulation = simulation_for(arm, c.shape);
  simulation.scene.plates = {wall_for(arm, simulation.tool, c)};
  SimulatedLoop loop(arm, home(arm), parameters_for(arm, c, true), simulation);
  while (loop.robot.time() < 3.0) {
    loop.controller.set_control_wrench(kPress * Vector6::Unit(2));
    loop.cycle();
  }
  loop.controller.set_control_wrench(Vector6::Zero());
  loop.run(1.0);
  ASSERT_FALSE(loop.controller.telemetry().guard_damping.isZero(0.0));
  Event event;
  while (loop.controller.take_event(event)) {
  }
  ASSERT_TRUE(loop.controller.request(Request::kTare));
  loop.run(0.1);
  bool refused = false;
  while (loop.controller.take_event(event)) refused = refused || event.kind == Event::Kind::kTareRefusedContact;
  EXPECT_TRUE(refused);
}

// rms of the tool's speed along a push that swings, from the second second on (m/s).
double shaken_speed(bool guarded, double stiffness, double frequency) {
  const Arm arm = load_arm("ur5e");
  const GuardCase c{.shape = {.mass = 5.0, .damping = 60.0, .stiffness = stiffness, .tool_mass = 0.3}};
  SimulatedLoop loop(arm, home(arm), parameters_for(arm, c, guarded), simulation_for(arm, c.shape));
  const Vector3 axis_B = arm.pose(home(arm), arm.tip()).R.col(2);
  double squares = 0.0, before = axis_B.dot(loop.robot.tool_pose().p);
  int samples = 0;
  while (loop.robot.time() < 7.0) {
    const double t = loop.robot.time();
    const double force = t > 1.0 ? 8.0 * std::sin(2.0 * std::numbers::pi * frequency * t) : 0.0;
    loop.robot.set_push((Vector6() << force * axis_B, Vector3::Zero()).finished());
    loop.cycle();
    const double now = axis_B.dot(loop.robot.tool_pose().p), speed = (now - before) / loop.period();
    before = now;
    if (loop.robot.time() < 2.0) continue;
    squares += speed * speed;
    ++samples;
  }
  return std::sqrt(squares / samples);
}

TEST(Guard, LetsAHandShakeTheTool) {
  for (const double stiffness : {0.0, 200.0}) {
    for (const double frequency : {0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 7.0, 10.0, 14.0, 20.0}) {
      const double bare = shaken_speed(false, stiffness, frequency), on = shaken_speed(true, stiffness, frequency);
      std::printf("%3.0f N/m, %2.0f Hz: %.2f mm/s rms without the guard, %.2f with it\n", stiffness, frequency,
                  1e3 * bare, 1e3 * on);
      EXPECT_EQ(on, bare) << stiffness << " N/m, " << frequency << " Hz";
    }
  }
}

}  // namespace
}  // namespace limber::sim
