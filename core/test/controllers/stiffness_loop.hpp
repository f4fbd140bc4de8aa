// The variable stiffness controller in closed loop with a rigid arm.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "limber/controllers/variable_stiffness_controller.hpp"
#include "support/torque_robot.hpp"

namespace limber::test {

inline VariableStiffnessParameters quick_cycle() {
  VariableStiffnessParameters p;
  p.cycle.homing_duration = 2.0;
  p.cycle.move_duration = 2.0;
  p.cycle.wait_duration = 0.5;
  p.stiffness.stiffness_x = {20, 40, 20};
  p.stiffness.stiffness_y = {20, 30, 60};
  p.stiffness.stiffness_z = {60, 60};
  return p;
}

struct StiffnessLoop {
  Arm arm = load_arm(kOpenManipulatorX);
  VariableStiffnessController controller;
  TorqueRobot robot;
  double h = 0.002;
  double worst_torque_rate = 0.0;  // N m/s
  double worst_rise = 0.0;         // N/m/s or N m/rad/s
  double worst_error = 0.0;        // m
  JointVector last_effort;
  Vector6 last_K = Vector6::Zero();
  bool compared = false;

  explicit StiffnessLoop(const VariableStiffnessParameters& p, JointVector q = {})
      : controller(arm, p), robot(arm, q.size() > 0 ? q : ready_posture(arm)) {
    robot.step(h);
  }
  bool activate() {
    last_effort = robot.read().effort;
    return controller.activate(robot.read());
  }
  template <typename Spoil>
  Command cycle(Spoil&& spoil) {
    robot.step(h);
    RobotState state = robot.read();
    double period = h;
    spoil(state, period);
    const Command command = controller.update(state, period);
    EXPECT_TRUE(command.q.allFinite() && command.qd.allFinite() && command.effort.allFinite());
    EXPECT_LE(command.effort.cwiseAbs().maxCoeff(), 4.1 + 1e-12);
    watch(command);
    robot.write(command);
    StiffnessTelemetry record;
    while (controller.take_telemetry(record)) {
    }
    return command;
  }
  Command cycle() {
    return cycle([](RobotState&, double&) {});
  }
  void cycles(int n) {
    for (int k = 0; k < n; ++k) cycle();
  }
  std::vector<std::string> sentences() {
    std::vector<std::string> all;
    Event event;
    while (controller.take_event(event)) all.push_back(controller.sentence(event));
    return all;
  }
  const StiffnessTelemetry& record() const { return controller.telemetry(); }

 private:
  void watch(const Command& command) {
    const double stepped = record().period;
    if (last_effort.size() == command.effort.size()) {
      worst_torque_rate = std::max(worst_torque_rate, (command.effort - last_effort).cwiseAbs().maxCoeff() / stepped);
    }
    worst_rise = std::max(worst_rise, (record().stiffness - last_K).cwiseAbs().maxCoeff() / stepped);
    worst_error = std::max(worst_error, record().position_error);
    last_effort = command.effort;
    last_K = record().stiffness;
  }
};

}  // namespace limber::test
