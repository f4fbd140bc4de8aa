// Reads `script:` and `phases:` of the program's section.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include "limber/config/trajectory_file.hpp"
#include "limber/config/yaml_parameter.hpp"
#include "limber/config/yaml_vector.hpp"
#include "program_section.hpp"

namespace limber::app {
namespace {

using config::above;
using config::from;
using config::vector3;
using config::vector6;
using config::YamlValue;

constexpr double kLatest = 86400.0;  // s

const std::map<std::string, Request>& requests() {
  static const std::map<std::string, Request> kRequests{{"hold", Request::kHold},
                                                        {"run", Request::kRun},
                                                        {"tare", Request::kTare},
                                                        {"tare_anyway", Request::kTareAnyway},
                                                        {"reset_fault", Request::kResetFault},
                                                        {"reference_here", Request::kReferenceHere}};
  return kRequests;
}

Request read_request(const YamlValue& value) { return requests().at(value.choice(request_names())); }

Press read_press(const YamlValue& action) {
  action.allow_only({"at", "press", "for"});
  return {vector6(action.require("press"), 1000.0, "N, N m"), action.require("for").number(above(0).to(kLatest), "s")};
}

Move read_move(const YamlValue& action) {
  action.allow_only({"at", "move", "speed"});
  return {vector3(action.require("move"), 10.0, "m"), action.require("speed").number(above(0).to(2), "m/s")};
}

// Read and tried out here, so that a bad one is not found in the middle of a run.
TrajectoryStart read_trajectory(const YamlValue& action, const AdmittanceParameters& parameters) {
  action.allow_only({"at", "trajectory", "from"});
  const YamlValue file = action.require("trajectory");
  const std::filesystem::path beside = std::filesystem::path(file.source()).parent_path() / file.text();
  TrajectoryStart start{config::load_trajectory(beside.string()).points, false};
  if (const auto origin = action.find("from")) start.from_start = origin->choice({"start", "base"}) == "start";
  try {
    const CompliantTrajectory tried(start.points, parameters.compliance);
  } catch (const TrajectoryError& error) {
    file.fail(error.what());
  }
  return start;
}

[[noreturn]] void refuse_unknown(const YamlValue& entry) {
  std::vector<std::string> known;
  for (const auto& parameter : config::admittance_schema()) known.push_back(parameter.descriptor.key);
  const std::string near = config::nearest_key(entry.name(), known);
  entry.fail(near.empty() ? "the controller has no such parameter" : fmt::format("did you mean {}?", near));
}

// Applies the change to `parameters`, so that a bad one is found here and not in the middle of a run.
ParameterChange read_change(const YamlValue& map, AdmittanceParameters& parameters) {
  ParameterChange change;
  for (const YamlValue& entry : map.entries()) {
    const auto* parameter = config::find_admittance_parameter(entry.name());
    if (parameter == nullptr) refuse_unknown(entry);
    change.changes.emplace_back(entry.name(), config::read_parameter_value(entry, parameter->descriptor));
  }
  try {
    config::set(parameters, change.changes, config::Change::kLive);
  } catch (const config::ConfigError& error) {
    std::vector<std::string> sentences;
    for (const std::string& sentence : error.sentences()) {
      sentences.push_back(fmt::format("{}:{}: {}", map.source(), map.line(), sentence));
    }
    throw config::ConfigError(std::move(sentences));
  }
  return change;
}

// Who leads the reference: poses or trajectories.
void check_leader(const YamlValue& item, ControllerKind controller) {
  const bool cartesian = controller == ControllerKind::kCartesianAdmittance;
  if (const auto move = item.find("move"); move && cartesian) {
    move->fail("the controller cartesian_admittance takes a trajectory instead");
  }
  if (const auto trajectory = item.find("trajectory"); trajectory && !cartesian) {
    trajectory->fail("only the controller cartesian_admittance takes one (limber.controller)");
  }
}

HandPush read_push(const YamlValue& action) {
  action.allow_only({"at", "push", "for"});
  const YamlValue push = action.require("push");
  Vector6 F = Vector6::Zero();
  if (push.items().size() == 3) {
    F.head<3>() = vector3(push, 1e4, "N");
  } else {
    F = vector6(push, 1e4, "N, N m");
  }
  return {F, action.require("for").number(above(0).to(kLatest), "s")};
}

Action read_action(const YamlValue& item, double at, AdmittanceParameters& parameters, ControllerKind controller) {
  check_leader(item, controller);
  if (const auto file = item.find("trajectory")) {
    return {at, read_trajectory(item, parameters), file->sentence("")};
  }
  if (item.find("push")) return {at, read_push(item)};
  if (item.find("press")) return {at, read_press(item)};
  if (const auto move = item.find("move")) return {at, read_move(item), config::place_of(*move)};
  if (const auto request = item.find("request")) {
    item.allow_only({"at", "request"});
    return {at, read_request(*request)};
  }
  if (const auto set = item.find("set")) {
    item.allow_only({"at", "set"});
    return {at, read_change(*set, parameters), config::place_of(*set)};
  }
  item.allow_only({"at", "press", "push", "for", "move", "speed", "trajectory", "from", "request", "set"});
  item.fail("it needs one of press, push, move, trajectory, request, set");
}

Phase read_phase(const YamlValue& item) {
  item.allow_only(
      {"name", "from", "until", "finds_contact", "leaves_contact", "holds", "yields", "yields_at_most", "comes_back"});
  Phase phase{item.require("name").text(), 0.0, 0.0};
  phase.from = item.require("from").number(from(0).to(kLatest), "s");
  phase.until = item.require("until").number(above(phase.from).to(kLatest), "s");
  if (const auto finds = item.find("finds_contact")) phase.finds_contact = finds->boolean();
  if (const auto leaves = item.find("leaves_contact")) phase.leaves_contact = leaves->boolean();
  if (const auto yields = item.find("yields")) phase.yields = yields->number(above(0).to(2), "m");
  if (const auto most = item.find("yields_at_most")) phase.yields_at_most = most->number(above(0).to(2), "m");
  if (const auto back = item.find("comes_back")) phase.comes_back = back->number(above(0).to(2), "m");
  if (const auto holds = item.find("holds")) {
    holds->allow_only({"force", "within", "after"});
    phase.holds = HeldForce{holds->require("force").number(above(0).to(1000), "N"),
                            holds->require("within").number(above(0).to(1000), "N"), 0.0};
    if (const auto after = holds->find("after")) phase.holds->after = after->number(from(0).to(kLatest), "s");
  }
  return phase;
}

}  // namespace

std::vector<std::string> request_names() {
  std::vector<std::string> names;
  for (const auto& [name, request] : requests()) names.push_back(name);
  return names;
}

std::vector<Action> read_script(const YamlValue& list, AdmittanceParameters parameters, ControllerKind controller) {
  std::vector<std::pair<double, YamlValue>> items;
  config::ErrorCollector errors;
  for (const YamlValue& item : list.items()) {
    errors.attempt([&] { items.emplace_back(item.require("at").number(from(0).to(kLatest), "s"), item); });
  }
  std::stable_sort(items.begin(), items.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Action> actions;
  for (const auto& timed : items) {
    errors.attempt([&] { actions.push_back(read_action(timed.second, timed.first, parameters, controller)); });
  }
  errors.throw_if_any();
  return actions;
}

Action read_live_action(const YamlValue& action, double now, AdmittanceParameters parameters,
                        ControllerKind controller) {
  if (const auto at = action.find("at")) at->fail("an action sent to a running program happens at once");
  return read_action(action, now, parameters, controller);
}

std::vector<Phase> read_phases(const YamlValue& list) {
  std::vector<Phase> phases;
  config::ErrorCollector errors;
  for (const YamlValue& item : list.items()) errors.attempt([&] { phases.push_back(read_phase(item)); });
  errors.throw_if_any();
  return phases;
}

}  // namespace limber::app
