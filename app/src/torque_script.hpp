// What happens to torque arms and when: waypoints, pushes, requests, changes of parameters.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "config/yaml_reader.hpp"
#include "limber/compliant_controller.hpp"
#include "limber/configuration.hpp"
#include "motion/waypoint_blend.hpp"
#include "script.hpp"

namespace limber::app {

struct TorqueAction {
  double at = 0.0;  // s
  int arm = -1;     // which one; -1: all of them
  std::variant<Waypoint, HandPush, Request, ParameterChange> what;
  std::string place = {};  // where it was read, before what is wrong with it: "file:12: "
};

struct NamedParameters {
  std::string name;
  VariableStiffnessParameters parameters;
};

// Actions of `list`; `arms` are those there are, and changes must fit their parameters. Throws ConfigError.
std::vector<TorqueAction> read_torque_script(const config::YamlValue& list, const std::vector<NamedParameters>& arms);
// The file that `waypoints:` names: a map whose only key, `waypoints`, has such a list. Throws ConfigError.
std::vector<TorqueAction> read_waypoints(const config::YamlDocument& document,
                                         const std::vector<NamedParameters>& arms);
// What `request:` may be.
std::vector<std::string> torque_request_names();
// One action as a script has them, but for `at`: it happens at `now`.
TorqueAction read_live_torque_action(const config::YamlValue& action, double now,
                                     const std::vector<NamedParameters>& arms);

}  // namespace limber::app
