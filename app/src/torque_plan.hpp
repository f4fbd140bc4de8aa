// A run of torque arms, ready to go: one or several OpenManipulator-X (or other arms) with a variable stiffness
// controller each, in one process.
#pragma once

#include <string>
#include <vector>

#include "limber/sim/simulated_arm.hpp"
#include "run_plan.hpp"

namespace limber::app {

struct TorqueArmPlan {
  std::string name;                // "robot1" of /robot1/variable_stiffness_controller, or the section's own
  std::vector<std::string> notes;  // what a person should know of the arm and its path, a sentence each
  Arm arm;
  VariableStiffnessParameters parameters;
  JointVector start;
  sim::SimulationParameters simulation;
  std::string urdf;  // path of the file
};

struct TorquePlan : RunPlan {
  std::vector<TorqueArmPlan> arms;
};

// Throws ConfigError or ArmError.
TorquePlan make_torque_plan(const RunInput& input);

}  // namespace limber::app
