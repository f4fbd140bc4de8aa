// How an OpenManipulator-X moves under a controller of torques, recorded. The rigid arm takes far longer to compute
// than the controller, so its motion is made beforehand, closed loop with a controller of its own, and played back:
// another controller with the same parameters meets the very states that its own torques would make.
#pragma once

#include <vector>

#include "limber/arm.hpp"
#include "limber/variable_stiffness_parameters.hpp"

namespace limber::bench {

struct JointReading {
  JointVector q, qd, effort;
};

Arm open_manipulator_x();

// One reading a cycle, the first before anything moves.
std::vector<JointReading> record_torque_motion(const Arm& arm, const VariableStiffnessParameters& parameters,
                                               std::size_t cycles);

}  // namespace limber::bench
