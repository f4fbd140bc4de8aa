// The section `limber:` of a configuration: everything about a run that is not the controller's. Its keys are those of
// program_schema.hpp.
//
//   limber:
//     controller: admittance           # or cartesian_admittance, which takes trajectories
//     robot: ur5e                      # a known robot, or the path of a URDF with base: and tip:
//     start: home                      # or joint angles: rad, m; home of an arm known by its URDF is chosen
//     duration: 30                     # s
//     scene: table                     # a named scene, or {plates: [{from_tool: [0, 0, -0.05], slope_deg: 10, ...}]}
//     stiffest_contact: 1000           # N/m it is meant to touch, for `limber explain` to judge besides the scene
//     tool: {tip: [0, 0, 0.1]}         # m, in the tip frame; mass and centre of mass as the controller believes them
//     servo: {lag: 0.03, delay: 0.002} # s
//     sensor: {force_noise: 0.1, torque_noise: 0.005, bias: [0, 0, 0, 0, 0, 0]}
//     hand: [{at: 3, for: 1, force: [0, 20, 0]}]
//     script: [{at: 1, press: [0, 0, -10, 0, 0, 0], for: 5}, {at: 2, move: [0.2, 0, 0], speed: 0.05},
//              {at: 4, trajectory: trajectories/insertion.yaml, from: start},
//              {at: 8, request: tare}, {at: 9, set: {admittance.stiffness: [...]}}]
//     phases: [{name: follow, from: 2, until: 6, holds: {force: 10, within: 2.5, after: 0.5}}]
//
// Torque arms, one for each controller's section in the file:
//
//   limber:
//     controller: variable_stiffness
//     robot: open_manipulator_x          # robot, start, duration, scene and tool as above
//     drive: {friction: 0.0, damping: 0.1, delay: 1, effort_step: 0.005, mass_scale: 1.0}
//     waypoints: waypoints/square.yaml   # a list as in `script`, with waypoints only
//     script: [{at: 8, waypoint: [0.2, 0.0, 0.15]}, {at: 12, waypoint: [0, 0, 0.02], relative: true, arm: robot1},
//              {at: 20, push: [0, 1, 0], for: 2}, {at: 30, request: hold}, {at: 40, set: {max_rise_rate: 80}}]
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "config/yaml_reader.hpp"
#include "controller_kind.hpp"
#include "limber/sim/simulated_arm.hpp"
#include "phases.hpp"
#include "robots.hpp"
#include "script.hpp"
#include "world_schema.hpp"

namespace limber::app {

// The torque arm that the controller's defaults are for.
inline constexpr const char* kTorqueRobot = "open_manipulator_x";

struct ProgramSection {
  ControllerKind controller = ControllerKind::kAdmittance;
  RobotChoice robot;
  std::optional<config::YamlValue> start;  // joint angles; absent: the robot's home
  double duration = 10.0;                  // s
  sim::World world;                        // scene, tool, servo, sensor, hand
  std::vector<Action> script;
  // Of arms that move in positions:
  std::optional<double> stiffest_contact;  // N/m that it is meant to touch; absent: only the scene
  std::vector<Phase> phases;
  // Of torque arms: how `drive` has the motors and encoders, the rest by default.
  sim::SimulationParameters drive;
  std::optional<double> effort_step;  // N m; empty: that of the controller
};

// What holds of torque arms where the section says nothing.
ProgramSection torque_defaults();

// `arms` have the parameters that changes in the script must fit, and tell which kind of section it is. A file without
// the section takes every default. Throws ConfigError.
ProgramSection read_program_section(const config::YamlDocument& document, const std::vector<NamedParameters>& arms);

}  // namespace limber::app
