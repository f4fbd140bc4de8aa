// One action is a map with the keyword of its kind; what may stand in it is in script_schema.cpp.
#include "script_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "compliance/compliant_trajectory.hpp"
#include "config/error_collector.hpp"
#include "config/yaml_parameter.hpp"
#include "limber/configuration.hpp"
#include "program_schema.hpp"

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

Waypoint read_waypoint(const SectionReader& in) {
  Waypoint point{in.get<Vector3>("waypoint"), false};
  in.read("relative", point.relative);
  return point;
}

// A force or, where `wrenches` are allowed, a whole wrench.
HandPush read_push(const SectionReader& in, bool wrenches) {
  Vector6 F = Vector6::Zero();
  const YamlValue push = *in.find("push");
  const std::size_t count = wrenches ? push.items().size() : 3;
  if (count != 3 && count != 6) push.fail("it must be a list of 3 numbers (the force) or 6");
  if (count == 3) {
    F.head<3>() = in.get<Vector3>("push");
  } else {
    F = in.get<Vector6>("push");
  }
  return {F, in.get<double>("for")};
}

// Who leads the reference: poses or trajectories.
void check_leader(const YamlValue& item, ControllerKind controller) {
  if (const auto move = item.find("move"); move && controller == ControllerKind::kCartesianAdmittance) {
    move->fail("the controller cartesian_admittance takes a trajectory instead");
  }
  if (const auto trajectory = item.find("trajectory"); trajectory && controller == ControllerKind::kAdmittance) {
    trajectory->fail("only the controller cartesian_admittance takes one (limber.controller)");
  }
}

// The parameters of all arms as they are after the actions read so far, so that a bad change is found here and not in
// the middle of a run.
class ActionReader {
 public:
  ActionReader(ControllerKind controller, std::vector<NamedParameters> arms)
      : controller_(controller), arms_(std::move(arms)) {}

  // `directory` is the one that trajectories are counted from.
  Action read(const YamlValue& item, double at, const std::filesystem::path& directory) {
    check_leader(item, controller_);
    const config::SectionSchema& kind = config::kind_of(item, torques() ? torque_script_schemas() : script_schemas());
    const SectionReader in(item, kind);
    const bool trajectory = kind.keyword == "trajectory";
    Action action{at, Request::kHold, config::place_of(*in.find(kind.keyword)), torques() ? read_arm(in) : -1};
    if (trajectory) action.place = in.find("trajectory")->sentence("");
    if (trajectory) action.what = read_trajectory(in, directory);
    if (kind.keyword == "push") action.what = read_push(in, !torques());
    if (kind.keyword == "press") action.what = read_press(in);
    if (kind.keyword == "move") action.what = read_move(in);
    if (kind.keyword == "waypoint") action.what = read_waypoint(in);
    if (kind.keyword == "request") action.what = read_request(in);
    if (kind.keyword == "set") action.what = read_change(*in.find("set"), action);
    return action;
  }

 private:
  bool torques() const { return arms_.front().torques(); }

  int read_arm(const SectionReader& in) const {
    const auto asked = in.find("arm");
    if (!asked) return -1;
    std::vector<std::string> names;
    for (const NamedParameters& arm : arms_) names.push_back(arm.name);
    const std::string name = asked->choice(names);
    return static_cast<int>(std::find(names.begin(), names.end(), name) - names.begin());
  }

  // Read and tried out here, so that a bad one is not found in the middle of a run.
  TrajectoryStart read_trajectory(const SectionReader& in, const std::filesystem::path& directory) const {
    const YamlValue file = *in.find("trajectory");
    config::TrajectoryFile read = config::load_trajectory((directory / file.text()).string());
    TrajectoryStart start{std::move(read.points), false, std::move(read.frame)};
    std::string origin = "base";
    in.read("from", origin);
    start.from_start = origin == "start";
    try {
      const CompliantTrajectory tried(start.points,
                                      std::get<AdmittanceParameters>(arms_.front().parameters).compliance);
    } catch (const TrajectoryError& error) {
      file.fail(error.what());
    }
    return start;
  }

  template <class Schema>
  static const config::ParameterDescriptor& descriptor_of(const YamlValue& entry, const Schema& schema,
                                                          const typename Schema::value_type* found) {
    if (found != nullptr) return found->descriptor;
    std::vector<std::string> known;
    for (const auto& parameter : schema) known.push_back(parameter.descriptor.key);
    const auto within = std::find_if(known.begin(), known.end(),
                                     [&](const std::string& key) { return key.starts_with(entry.name() + "."); });
    if (within != known.end()) entry.fail(fmt::format("give each key with dots, such as {}", *within));
    const std::string near = config::nearest_key(entry.name(), known);
    entry.fail(near.empty() ? "the controller has no such parameter" : fmt::format("did you mean {}?", near));
  }

  // Applies the change to the parameters of the arms that the action is for.
  ParameterChange read_change(const YamlValue& map, const Action& action) {
    ParameterChange change;
    for (const YamlValue& entry : map.entries()) {
      const config::ParameterDescriptor& descriptor =
          torques()
              ? descriptor_of(entry, config::variable_stiffness_schema(),
                              config::find_variable_stiffness_parameter(entry.name()))
              : descriptor_of(entry, config::admittance_schema(), config::find_admittance_parameter(entry.name()));
      change.changes.emplace_back(entry.name(), config::read_parameter_value(entry, descriptor));
    }
    try {
      for (std::size_t i = 0; i < arms_.size(); ++i) {
        if (!action.is_for(i)) continue;
        std::visit([&](auto& p) { config::set(p, change.changes, config::Change::kLive); }, arms_[i].parameters);
      }
    } catch (const config::ConfigError& error) {
      std::vector<std::string> sentences;
      for (const std::string& sentence : error.sentences()) sentences.push_back(config::place_of(map) + sentence);
      throw config::ConfigError(std::move(sentences));
    }
    return change;
  }

  ControllerKind controller_;
  std::vector<NamedParameters> arms_;
};

}  // namespace

std::vector<std::string> request_names() {
  std::vector<std::string> names;
  for (const auto& [name, request] : requests()) names.push_back(name);
  return names;
}

std::vector<std::string> torque_request_names() { return {"hold", "run", "reset_fault"}; }

std::vector<Action> read_script(const std::vector<YamlValue>& lists, ControllerKind controller,
                                const std::vector<NamedParameters>& arms) {
  std::vector<std::pair<double, YamlValue>> items;
  config::ErrorCollector errors;
  for (const YamlValue& list : lists) {
    for (const YamlValue& item : list.items()) {
      errors.attempt(
          [&] { items.emplace_back(item.require("at").number(script_time().bounds, script_time().unit), item); });
    }
  }
  std::stable_sort(items.begin(), items.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  ActionReader reader(controller, arms);
  std::vector<Action> actions;
  for (const auto& timed : items) {
    const std::filesystem::path directory = std::filesystem::path(timed.second.source()).parent_path();
    errors.attempt([&] { actions.push_back(reader.read(timed.second, timed.first, directory)); });
  }
  errors.throw_if_any();
  return actions;
}

YamlValue read_waypoint_file(const config::YamlDocument& document) {
  return *SectionReader(document.root(), waypoint_file_schema()).find("waypoints");
}

Action read_live_action(const YamlValue& action, double now, const std::filesystem::path& configuration,
                        ControllerKind controller, const std::vector<NamedParameters>& arms) {
  if (const auto at = action.find("at")) at->fail("an action sent to a running program happens at once");
  return ActionReader(controller, arms).read(action, now, std::filesystem::absolute(configuration).parent_path());
}

}  // namespace limber::app
