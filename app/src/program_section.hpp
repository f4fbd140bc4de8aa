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
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "config/yaml_reader.hpp"
#include "limber/admittance_parameters.hpp"
#include "phases.hpp"
#include "robots.hpp"
#include "script.hpp"
#include "world_schema.hpp"

namespace limber::app {

struct ProgramSection {
  ControllerKind controller = ControllerKind::kAdmittance;
  RobotChoice robot;
  std::optional<config::YamlValue> start;  // joint angles; absent: the robot's home
  double duration = 10.0;                  // s
  std::optional<double> stiffest_contact;  // N/m that it is meant to touch; absent: only the scene
  sim::World world;                        // scene, tool, servo, sensor, hand
  std::vector<Action> script;
  std::vector<Phase> phases;
};

// A file without the section takes every default. `parameters` are the file's own: changes in the script must fit
// them. Throws ConfigError.
ProgramSection read_program_section(const config::YamlDocument& document, const AdmittanceParameters& parameters);

// `robot`, `base` and `tip` of the section; a URDF may stand beside the file that names it.
void read_robot_choice(const config::YamlValue& map, RobotChoice& choice);

// The two lists that have readers of their own. A script comes back in the order of its times, in which its changes
// add up; whether they fit the arm is for try_out().
std::vector<Action> read_script(const config::YamlValue& list, AdmittanceParameters parameters,
                                ControllerKind controller);
// One action as `script:` has them, but for `at`: it happens at `now`. Files are looked for beside `configuration`.
Action read_live_action(const config::YamlValue& action, double now, const std::filesystem::path& configuration,
                        AdmittanceParameters parameters, ControllerKind controller);
// What `request:` may be.
std::vector<std::string> request_names();
std::vector<Phase> read_phases(const config::YamlValue& list);

}  // namespace limber::app
