// Reads the actions of torque arms.
#include "torque_script.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "config/error_collector.hpp"
#include "config/yaml_parameter.hpp"
#include "limber/configuration.hpp"
#include "program_schema.hpp"

namespace limber::app {
namespace {

using config::YamlValue;

int read_arm(const config::SectionReader& action, const std::vector<NamedParameters>& arms) {
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
      throw config::ConfigError(config::place_of(map) + error.sentences().front());
    }
  }
  return change;
}

Request read_request(const std::string& name) {
  return name == "hold" ? Request::kHold : name == "run" ? Request::kRun : Request::kResetFault;
}

TorqueAction read_action(const YamlValue& item, double at, const std::vector<NamedParameters>& arms) {
  const config::SectionSchema& kind = config::kind_of(item, torque_script_schemas());
  const config::SectionReader in(item, kind);
  TorqueAction action{at, read_arm(in, arms), Request::kHold, config::place_of(*in.find(kind.keyword))};
  if (kind.keyword == "waypoint") {
    Waypoint point{in.get<Vector3>("waypoint"), false};
    in.read("relative", point.relative);
    action.what = point;
  } else if (kind.keyword == "push") {
    Vector6 F = Vector6::Zero();
    F.head<3>() = in.get<Vector3>("push");
    action.what = HandPush{F, in.get<double>("for")};
  } else if (kind.keyword == "request") {
    action.what = read_request(in.get<std::string>("request"));
  } else {
    action.what = read_change(*in.find("set"), arms, action.arm);
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
      const double at = item.require("at").number(script_time().bounds, script_time().unit);
      actions.push_back(read_action(item, at, arms));
    });
  }
  errors.throw_if_any();
  return actions;
}

std::vector<TorqueAction> read_waypoints(const config::YamlDocument& document,
                                         const std::vector<NamedParameters>& arms) {
  const config::SectionReader in(document.root(), waypoint_file_schema());
  return read_torque_script(*in.find("waypoints"), arms);
}

TorqueAction read_live_torque_action(const YamlValue& action, double now, const std::vector<NamedParameters>& arms) {
  if (const auto at = action.find("at")) at->fail("an action sent to a running program happens at once");
  return read_action(action, now, arms);
}

}  // namespace limber::app
