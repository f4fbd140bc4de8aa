// The variable stiffness controller and a simulated torque arm, cycle by cycle.
#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "arms.hpp"
#include "limber/sim/simulated_arm.hpp"
#include "limber/telemetry.hpp"
#include "limber/variable_stiffness_controller.hpp"
#include "support/documents_parameters.hpp"
#include "support/rt_traps.hpp"
#include "support/scale.hpp"
#include "support/unchecked.hpp"

namespace limber::sim {

using test::documents_parameters;

inline SimulationParameters torque_simulation(double friction = 0.0, double effort_step = 0.0,
                                              double mass_scale = 1.0) {
  SimulationParameters s;
  s.drive = Drive::kTorque;
  s.torque.friction = JointVector::Constant(1, friction);
  s.torque.effort_step = effort_step;
  s.mass_scale = mass_scale;
  return s;
}

// A pose with a bent elbow, away from its limits.
inline JointVector random_pose(std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  return JointVector{
      {1.2 * uniform(random), -0.5 + 0.6 * uniform(random), 0.4 + 0.5 * uniform(random), 0.3 + 0.7 * uniform(random)}};
}

class TorqueLoop {
 public:
  TorqueLoop(const Arm& arm, const JointVector& q0, const VariableStiffnessParameters& parameters,
             const SimulationParameters& simulation)
      : robot(arm, q0, simulation), controller(arm, parameters) {
    controller.prepare(q0);
    EXPECT_TRUE(controller.activate(robot.read()));
  }
  // What the cycles did so far that a control cycle must not do; 0 where traps are not possible.
  std::uint64_t offences = 0;

  Command cycle() {
    const RobotState& state = robot.read();
    Command command;
    {
      test::RtTrap trap(test::OnTrap::kCount);
      command = controller.update(state, 0.002);
      offences += trap.counts().total();
    }
    robot.write(command);
    robot.step(0.002);
    StiffnessTelemetry record;
    while (controller.take_telemetry(record)) {
    }
    return command;
  }
  template <typename EachCycle>
  void run(double seconds, EachCycle&& each_cycle) {
    for (long k = 0; k < std::lround(seconds / 0.002); ++k) {
      cycle();
      each_cycle();
    }
  }
  void run(double seconds) {
    run(seconds, [] {});
  }
  const StiffnessTelemetry& now() const { return controller.telemetry(); }

  SimulatedArm robot;
  test::Unchecked<VariableStiffnessController> controller;
};

}  // namespace limber::sim
