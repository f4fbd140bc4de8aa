// Reads `script:` and `phases:` of the program's section.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include "compliance/compliant_trajectory.hpp"
#include "config/error_collector.hpp"
#include "config/yaml_parameter.hpp"
#include "limber/configuration.hpp"
#include "program_schema.hpp"
#include "program_section.hpp"

namespace limber::app {
namespace {

using config::SectionReader;
using config::YamlValue;

const std::map<std::string, Request>& requests() {
  static const std::map<std::string, Request> kRequests{{"hold", Request::kHold},
                                                        {"run", Request::kRun},
                                                        {"tare", Request::kTare},
                                                        {"tare_anyway", Request::kTareAnyway},
                                                        {"reset_fault", Request::kResetFault},
                                                        {"reference_here", Request::kReferenceHere}};
  return kRequests;
}

Request read_request(const SectionReader& in) { return requests().at(in.get<std::string>("request")); }

Press read_press(const SectionReader& in) { return {in.get<Vector6>("press"), in.get<double>("for")}; }

Move read_move(const SectionReader& in) { return {in.get<Vector3>("move"), in.get<double>("speed")}; }

// Read and tried out here, so that a bad one is not found in the middle of a run.
TrajectoryStart read_trajectory(const SectionReader& in, const std::filesystem::path& directory,
                                const AdmittanceParameters& parameters) {
  const YamlValue file = *in.find("trajectory");
  config::TrajectoryFile read = config::load_trajectory((directory / file.text()).string());
  TrajectoryStart start{std::move(read.points), false, std::move(read.frame)};
  std::string origin = "base";
  in.read("from", origin);
  start.from_start = origin == "start";
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

HandPush read_push(const SectionReader& in) {
  Vector6 F = Vector6::Zero();
  const YamlValue push = *in.find("push");
  const std::size_t count = push.items().size();
  if (count != 3 && count != 6) push.fail("it must be a list of 3 numbers (the force) or 6");
  if (count == 3) {
    F.head<3>() = in.get<Vector3>("push");
  } else {
    F = in.get<Vector6>("push");
  }
  return {F, in.get<double>("for")};
}

// `directory` is the one that trajectories are counted from.
Action read_action(const YamlValue& item, double at, const std::filesystem::path& directory,
                   AdmittanceParameters& parameters, ControllerKind controller) {
  check_leader(item, controller);
  const config::SectionSchema& kind = config::kind_of(item, script_schemas());
  const SectionReader in(item, kind);
  if (kind.keyword == "trajectory") {
    return {at, read_trajectory(in, directory, parameters), in.find("trajectory")->sentence("")};
  }
  const std::string place = config::place_of(*in.find(kind.keyword));
  if (kind.keyword == "push") return {at, read_push(in), place};
  if (kind.keyword == "press") return {at, read_press(in), place};
  if (kind.keyword == "move") return {at, read_move(in), place};
  if (kind.keyword == "request") return {at, read_request(in), place};
  return {at, read_change(*in.find("set"), parameters), place};
}

Phase read_phase(const YamlValue& item) {
  const SectionReader in(item, phase_schema());
  Phase phase{in.get<std::string>("name"), in.get<double>("from"), in.get<double>("until")};
  if (!(phase.until > phase.from)) in.find("until")->fail(fmt::format("it must be above from, {:g} s", phase.from));
  in.read("finds_contact", phase.finds_contact);
  in.read("leaves_contact", phase.leaves_contact);
  in.read("yields", phase.yields);
  in.read("yields_at_most", phase.yields_at_most);
  in.read("comes_back", phase.comes_back);
  if (const auto map = in.find("holds")) {
    const SectionReader holds(*map, held_force_schema());
    phase.holds = HeldForce{holds.get<double>("force"), holds.get<double>("within"), 0.0};
    holds.read("after", phase.holds->after);
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
    errors.attempt(
        [&] { items.emplace_back(item.require("at").number(script_time().bounds, script_time().unit), item); });
  }
  std::stable_sort(items.begin(), items.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  const std::filesystem::path directory = std::filesystem::path(list.source()).parent_path();
  std::vector<Action> actions;
  for (const auto& timed : items) {
    errors.attempt(
        [&] { actions.push_back(read_action(timed.second, timed.first, directory, parameters, controller)); });
  }
  errors.throw_if_any();
  return actions;
}

Action read_live_action(const YamlValue& action, double now, const std::filesystem::path& configuration,
                        AdmittanceParameters parameters, ControllerKind controller) {
  if (const auto at = action.find("at")) at->fail("an action sent to a running program happens at once");
  const std::filesystem::path directory = std::filesystem::absolute(configuration).parent_path();
  return read_action(action, now, directory, parameters, controller);
}

std::vector<Phase> read_phases(const YamlValue& list) {
  std::vector<Phase> phases;
  config::ErrorCollector errors;
  for (const YamlValue& item : list.items()) errors.attempt([&] { phases.push_back(read_phase(item)); });
  errors.throw_if_any();
  return phases;
}

}  // namespace limber::app
