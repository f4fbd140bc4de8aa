// Reads the actions of torque arms.
#include "torque_script.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "limber/config/yaml_parameter.hpp"
#include "limber/config/yaml_vector.hpp"

namespace limber::app {
namespace {

using config::above;
using config::from;
using config::vector3;
using config::YamlValue;

constexpr double kLatest = 86400.0;  // s

int read_arm(const YamlValue& action, const std::vector<NamedParameters>& arms) {
  const auto asked = action.find("arm");
  if (!asked) return -1;
  std::vector<std::string> names;
  for (const NamedParameters& arm : arms) names.push_back(arm.name);
  const std::string name = asked->choice(names);
  return static_cast<int>(std::find(names.begin(), names.end(), name) - names.begin());
}

ParameterChange read_change(const YamlValue& map, const std::vector<NamedParameters>& arms, int arm) {
  ParameterChange change;
  for (const YamlValue& entry : map.entries()) {
    const auto* parameter = config::find_variable_stiffness_parameter(entry.name());
    if (parameter == nullptr) entry.fail("the controller has no such parameter");
    change.changes.emplace_back(entry.name(), config::read_parameter_value(entry, parameter->descriptor));
  }
  for (std::size_t i = 0; i < arms.size(); ++i) {
    if (arm >= 0 && i != static_cast<std::size_t>(arm)) continue;
    VariableStiffnessParameters tried = arms[i].parameters;
    try {
      config::set(tried, change.changes, config::Change::kLive);
    } catch (const config::ConfigError& error) {
      map.fail(error.sentences().front());
    }
  }
  return change;
}

Request read_request(const YamlValue& value) {
  const std::string name = value.choice(torque_request_names());
  return name == "hold" ? Request::kHold : name == "run" ? Request::kRun : Request::kResetFault;
}

TorqueAction read_action(const YamlValue& item, double at, const std::vector<NamedParameters>& arms) {
  TorqueAction action{at, read_arm(item, arms), Request::kHold};
  if (const auto waypoint = item.find("waypoint")) {
    item.allow_only({"at", "arm", "waypoint", "relative"});
    Waypoint point{vector3(*waypoint, 10.0, "m"), false};
    if (const auto relative = item.find("relative")) point.relative = relative->boolean();
    action.what = point;
  } else if (const auto push = item.find("push")) {
    item.allow_only({"at", "arm", "push", "for"});
    Vector6 F = Vector6::Zero();
    F.head<3>() = vector3(*push, 1e3, "N");
    action.what = HandPush{F, item.require("for").number(above(0).to(kLatest), "s")};
  } else if (const auto request = item.find("request")) {
    item.allow_only({"at", "arm", "request"});
    action.what = read_request(*request);
  } else if (const auto set = item.find("set")) {
    item.allow_only({"at", "arm", "set"});
    action.what = read_change(*set, arms, action.arm);
    action.place = config::place_of(*set);
  } else {
    item.fail("it needs one of waypoint, push, request, set");
  }
  return action;
}

}  // namespace

std::vector<std::string> torque_request_names() { return {"hold", "run", "reset_fault"}; }

std::vector<TorqueAction> read_torque_script(const YamlValue& list, const std::vector<NamedParameters>& arms) {
  std::vector<TorqueAction> actions;
  config::ErrorCollector errors;
  for (const YamlValue& item : list.items()) {
    errors.attempt([&] {
      const double at = item.require("at").number(from(0).to(kLatest), "s");
      actions.push_back(read_action(item, at, arms));
    });
  }
  errors.throw_if_any();
  return actions;
}

std::vector<TorqueAction> read_waypoints(const config::YamlDocument& document,
                                         const std::vector<NamedParameters>& arms) {
  document.root().allow_only({"waypoints"});
  return read_torque_script(document.root().require("waypoints"), arms);
}

TorqueAction read_live_torque_action(const YamlValue& action, double now, const std::vector<NamedParameters>& arms) {
  if (const auto at = action.find("at")) at->fail("an action sent to a running program happens at once");
  return read_action(action, now, arms);
}

}  // namespace limber::app
