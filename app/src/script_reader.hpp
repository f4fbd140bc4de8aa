// Reads the actions of `script:`, of a file of waypoints, and of whoever talks to a run.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "config/yaml_reader.hpp"
#include "controller_kind.hpp"
#include "script.hpp"

namespace limber::app {

// All actions of these lists in the order of their times, in which their changes of parameters add up; whether they fit
// an arm is for its plan. `arms` are those there are. Throws ConfigError.
std::vector<Action> read_script(const std::vector<config::YamlValue>& lists, ControllerKind controller,
                                const std::vector<NamedParameters>& arms);
// The list in the file that `waypoints:` names. Throws ConfigError.
config::YamlValue read_waypoint_file(const config::YamlDocument& document);
// One action as `script:` has them, but for `at`: it happens at `now`. Files are looked for beside `configuration`.
Action read_live_action(const config::YamlValue& action, double now, const std::filesystem::path& configuration,
                        ControllerKind controller, const std::vector<NamedParameters>& arms);
// What `request:` may be.
std::vector<std::string> request_names();
std::vector<std::string> torque_request_names();

}  // namespace limber::app
