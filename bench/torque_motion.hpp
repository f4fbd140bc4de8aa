// The recorded motion of an OpenManipulator-X under a torque controller. Computing the rigid arm takes far longer than
// the controller, so its motion is recorded in advance, in closed loop with another controller, and played back. A
// controller with the same parameters then gets exactly the states that its own torques would cause.
#pragma once

#include <vector>

#include "limber/arm.hpp"
#include "limber/variable_stiffness_parameters.hpp"

namespace limber::bench {

struct JointReading {
  JointVector q, qd, effort;
};

Arm open_manipulator_x();

// One reading per cycle, the first before any motion.
std::vector<JointReading> record_torque_motion(const Arm& arm, const VariableStiffnessParameters& parameters,
                                               std::size_t cycles);

}  // namespace limber::bench
