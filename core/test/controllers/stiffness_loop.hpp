// The variable stiffness controller in closed loop with a rigid arm.
#pragma once

#include <algorithm>

#include "closed_loop.hpp"
#include "limber/variable_stiffness_controller.hpp"
#include "support/torque_robot.hpp"
#include "support/unchecked.hpp"

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

struct StiffnessLoop : ClosedLoop<Unchecked<VariableStiffnessController>, TorqueRobot> {
  double worst_torque_rate = 0.0;  // N m/s
  double worst_rise = 0.0;         // N/m/s or N m/rad/s
  double worst_error = 0.0;        // m
  JointVector last_effort;
  Vector6 last_K = Vector6::Zero();

  explicit StiffnessLoop(const VariableStiffnessParameters& p, const JointVector& q = {})
      : ClosedLoop(kOpenManipulatorX, p,
                   [&](const Arm& a) { return TorqueRobot(a, q.size() > 0 ? q : ready_posture(a)); }) {}
  bool activate() {
    last_effort = robot.read().effort;
    return controller.activate(robot.read());
  }

 private:
  void watch(const Command& command) override {
    EXPECT_LE(command.effort.cwiseAbs().maxCoeff(), 4.1 + 1e-12);
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
