// A press that turns the tool to the normal of a slope and of a cylinder while it keeps its force.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "pressed_arm.hpp"

namespace limber::sim {
namespace {

SimulationParameters cylinder_under() {
  constexpr double kRadius = 0.15, kBefore = 0.06;  // m
  SimulationParameters simulation = slope_under(kPressing, 0.0, 5e3);
  const Arm arm = load_arm("ur5e");
  const Pose X_BT = arm.pose(home(arm), arm.tip());
  Surface& ground = simulation.scene.surfaces[0];
  ground.shape = CylinderShape{kRadius, X_BT.R.col(1)};
  ground.p_B += kBefore * X_BT.R.col(0) - (kRadius - std::sqrt(kRadius * kRadius - kBefore * kBefore)) * X_BT.R.col(2);
  return simulation;
}

// The tool touches at C, about which it turns.
void touch_at_compliance_point(SimulationParameters& simulation) {
  const Arm arm = load_arm("ur5e");
  simulation.scene.surfaces[0].p_B -= arm.pose(home(arm), arm.tip()).R * simulation.tool.p_TQ;
  simulation.tool.p_TQ.setZero();
}

AdmittanceParameters aligning(PressAlign align) {
  AdmittanceParameters parameters = regulated(kPressing);
  parameters.press.align = align;
  return parameters;
}

double degrees_off(PressedArm& arm) {
  const Vector3 axis_B = arm.loop.robot.tool_pose().R * arm.simulation.tool.axis;
  const Vector3 normal_B = arm.loop.robot.surface_contact(0).normal_B;
  return std::acos(std::min(1.0, -axis_B.dot(normal_B))) * 180.0 / std::numbers::pi;
}

TEST(PressAlignment, TurnsTheToolToTheNormalAndKeepsTheForce) {
  for (const double friction : {0.0, 0.3}) {
    for (const double degrees : {-20.0, 20.0, 0.0}) {  // 0: the cylinder
      for (const PressAlign align : {PressAlign::kOff, PressAlign::kZ}) {
        SimulationParameters simulation = degrees != 0.0 ? slope_under(kPressing, degrees, 5e3) : cylinder_under();
        simulation.scene.surfaces[0].friction = friction;
        touch_at_compliance_point(simulation);
        PressedArm arm(simulation, aligning(align));
        arm.press(kPress, 3.0);
        arm.lead(0.05);
        arm.press(kPress, 0.5);
        double squares = 0.0, n = 0.0, largest = 0.0;
        arm.press(kPress, 2.0, [&] {
          squares += (arm.force() - kPress) * (arm.force() - kPress);
          n += 1.0;
          largest = std::max(largest, std::abs(arm.force() - kPress));
        });
        const double off = degrees_off(arm), rms = std::sqrt(squares / n);
        std::printf(
            "%-8s %3.0f degrees, friction %.1f, align %-3s: tool %5.2f degrees off the normal, force rms %.3f N\n",
            degrees != 0.0 ? "slope" : "cylinder", degrees, friction, align == PressAlign::kOff ? "off" : "z", off,
            rms);
        if (align != PressAlign::kOff) {
          EXPECT_LT(off, 3.0);
        }
        EXPECT_LT(rms, 0.3);
        EXPECT_LE(arm.worst_step, 1.0 + 1e-6);
        EXPECT_FALSE(arm.faulted());
      }
    }
  }
}

// The rate is kept, and the tool turns back when the press ends.
TEST(PressAlignment, KeepsItsRateAndTurnsBack) {
  AdmittanceParameters parameters = aligning(PressAlign::kZ);
  parameters.press.align_rate = 0.1;
  PressedArm arm(slope_under(kPressing, 20.0, 5e3), parameters);
  arm.press(kPress, 3.0);
  arm.lead(0.05);
  double fastest = 0.0;
  arm.press(kPress, 4.5,
            [&] { fastest = std::max(fastest, arm.loop.controller.telemetry().twist_command.tail<3>().norm()); });
  EXPECT_LT(fastest, 1.2 * 0.1);
  EXPECT_LT(degrees_off(arm), 3.0);
  arm.lead(0.0);
  arm.press(-kPress, 1.0);
  arm.press(0.0, 5.0);
  EXPECT_NEAR(degrees_off(arm), 20.0, 0.2);
  EXPECT_LE(arm.worst_step, 1.0 + 1e-6);
}

// Without a normal there is nothing to turn to: the commands are the same, bit for bit.
TEST(PressAlignment, ChangesNothingIfTheNormalIsNotKnown) {
  AdmittanceParameters on = aligning(PressAlign::kZ), off = aligning(PressAlign::kOff);
  on.press.regulation = off.press.regulation = PressRegulation::kDirection;
  PressedArm with(slope_under(kPressing, 10.0, 5e3), on), without(slope_under(kPressing, 10.0, 5e3), off);
  for (PressedArm* arm : {&with, &without}) {
    arm->press(kPress, 2.0);
    arm->lead(0.05);
  }
  for (int n = 0; n < 500; ++n) {
    with.press(kPress, 0.002);
    without.press(kPress, 0.002);
    ASSERT_EQ(with.loop.controller.telemetry().q_command, without.loop.controller.telemetry().q_command) << n;
  }
}

}  // namespace
}  // namespace limber::sim
