// A press on a table whose force steps from 10 to 20 N.
#pragma once

#include <algorithm>
#include <cmath>

#include "pressed_arm.hpp"

namespace limber::sim {

inline SimulationParameters table_under(const LoopShape& shape, double stiffness) {
  const Arm arm = load_arm("ur5e");
  SimulationParameters simulation = simulation_for(arm, shape);
  simulation.scene.plates = {surface_ahead(arm, simulation.tool, home(arm), stiffness, 0.01)};
  return simulation;
}

inline AdmittanceParameters pressing_at_once(AdmittanceParameters parameters) {
  parameters.supervisor.control_wrench_ramp = 0.001;
  return parameters;
}

struct ForceStep {
  double before = 0.0, highest = 0.0;  // N
  double settled = 0.0;                // s after the step: the last time that the force was more than 2 % off
};

inline ForceStep force_step(PressedArm& arm) {
  ForceStep seen;
  arm.press(10.0, 4.0);
  seen.before = arm.force();
  const double began = arm.loop.robot.time();
  arm.press(20.0, 2.0, [&] {
    seen.highest = std::max(seen.highest, arm.force());
    if (std::abs(arm.force() - 20.0) > 0.02 * 20.0) seen.settled = arm.loop.robot.time() - began;
  });
  return seen;
}

}  // namespace limber::sim
