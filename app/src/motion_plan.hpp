// A run of an arm that moves in positions, by admittance or cartesian_admittance, with every name resolved.
#pragma once

#include <optional>
#include <vector>

#include "controllers/admittance_settings.hpp"
#include "limber/admittance_parameters.hpp"
#include "limber/sim/simulated_arm.hpp"
#include "phases.hpp"
#include "robots.hpp"
#include "run_plan.hpp"

namespace limber::app {

struct MotionPlan : RunPlan {
  RobotModel robot;
  AdmittanceParameters parameters;
  AdmittanceSettings settings;  // the parameters bound to the arm
  JointVector start;
  std::optional<double> stiffest_contact{};  // N/m that it is meant to touch, besides the scene
  sim::SimulationParameters simulation;
  std::vector<Phase> phases;
};

// Throws ConfigError or ArmError, also where the input is of torque arms.
MotionPlan make_motion_plan(const RunInput& input);

}  // namespace limber::app
