// One run, ready to go: what the configuration and the command line ask for together, with every name resolved.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "controllers/admittance_settings.hpp"
#include "limber/admittance_parameters.hpp"
#include "limber/sim/simulated_arm.hpp"
#include "phases.hpp"
#include "robots.hpp"
#include "script.hpp"

namespace limber::app {

// What the command line may say over the configuration.
struct PlanOptions {
  std::string configuration;
  std::string robot, base, tip;    // empty: the configuration's
  std::string scene;               // empty: the configuration's
  std::optional<double> duration;  // s
  std::optional<double> rate;      // Hz
  std::uint64_t seed = 1;
};

struct RunPlan {
  std::filesystem::path file;
  RobotModel robot;
  AdmittanceParameters parameters;
  AdmittanceSettings settings;  // the parameters bound to the arm
  ControllerKind controller = ControllerKind::kAdmittance;
  JointVector start;
  double duration = 0.0;  // s
  std::string scene_name;
  std::optional<double> stiffest_contact{};  // N/m that it is meant to touch, besides the scene
  sim::SimulationParameters simulation;
  std::vector<Action> script;
  std::vector<Phase> phases;
  std::vector<std::string> warnings{};  // of the script, a sentence each

  double period() const { return 1.0 / parameters.update_rate; }
};

// The configuration's choice, or the command line's over it.
RobotChoice chosen_robot(const PlanOptions& options, RobotChoice choice);

// Throws ConfigError or ArmError.
RunPlan make_plan(const PlanOptions& options);

}  // namespace limber::app
