// A run of torque arms, ready to go: one or several OpenManipulator-X (or other arms) with a variable stiffness
// controller each, in one process.
//
//   limber:
//     controller: variable_stiffness
//     robot: open_manipulator_x          # or the path of a URDF with base: and tip:
//     scene: wall                        # as for other arms
//     tool: {tip: [0, 0, 0.05], radius: 0.01}
//     start: [0.0, -0.8, 0.9, -0.1]      # rad; or home
//     duration: 60
//     drive: {friction: 0.0, damping: 0.1, delay: 1, effort_step: 0.005, mass_scale: 1.0}
//     waypoints: waypoints/square.yaml   # a list as in `script`, with waypoints only
//     script: [{at: 8, waypoint: [0.2, 0.0, 0.15]}, {at: 12, waypoint: [0, 0, 0.02], relative: true, arm: robot1},
//              {at: 20, push: [0, 1, 0], for: 2}, {at: 30, request: hold}, {at: 40, set: {max_rise_rate: 80}}]
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "limber/configuration.hpp"
#include "limber/sim/simulated_arm.hpp"
#include "run_plan.hpp"
#include "torque_script.hpp"

namespace limber::app {

struct TorqueArmPlan {
  std::string name;                // "robot1" of /robot1/variable_stiffness_controller, or the section's own
  std::vector<std::string> notes;  // what a person should know of the arm and its path, a sentence each
  Arm arm;
  VariableStiffnessParameters parameters;
  JointVector start;
  sim::SimulationParameters simulation;
};

struct TorquePlan {
  std::filesystem::path file;
  double duration = 0.0;  // s
  double rate = 0.0;      // Hz, of all arms
  std::vector<TorqueArmPlan> arms;
  std::vector<TorqueAction> script;
  std::string scene_name;
  std::vector<std::string> warnings{};  // of the script, a sentence each

  double period() const { return 1.0 / rate; }
};

// Whether the configuration is one of these.
bool drives_torques(const PlanOptions& options);

// Throws ConfigError or ArmError.
TorquePlan make_torque_plan(const PlanOptions& options);

}  // namespace limber::app
