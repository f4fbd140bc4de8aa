// Fuzzes text as timed input: a file of waypoints, the section `limber:` with its script, and one line of `limber
// send`, for every kind of controller. Accepted input is within the bounds that the readers name, and fits the
// parameters it changes.
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "claim.hpp"
#include "config/yaml_parameters.hpp"
#include "limber/configuration.hpp"
#include "program_section.hpp"
#include "torque_script.hpp"

namespace limber::fuzz {
namespace {

using namespace app;
using config::YamlDocument;

// In the directory of our own configurations, so that their trajectory files are found.
const std::string kSource = LIMBER_SOURCE_DIR "/config/fuzzed.yaml";
// A refusal names this file or that of a trajectory, in any directory.
constexpr std::string_view kAnyFile = "/";
constexpr double kLatest = 86400.0;  // s
constexpr double kNow = 12.5;        // s, arrival of a line of `limber send`

bool within(double value, double least, double most) { return value >= least && value <= most; }

template <class Vector>
bool within(const Vector& values, double most) {
  return values.allFinite() && values.cwiseAbs().maxCoeff() <= most;
}

void claim_push(const HandPush& push, double most) {
  claim(within(push.F_B, most), "a push is within its bounds");
  claim(within(push.duration, 0.0, kLatest) && push.duration > 0.0, "a push lasts");
}

template <class Parameters>
void claim_change(const ParameterChange& change, Parameters& parameters) {
  const bool taken = accepted("", [&] { config::set(parameters, change.changes, config::Change::kLive); });
  claim(taken, "a change that was accepted can be made");
  claim(config::check(parameters).empty(), "parameters pass the checker after a change");
}

// Checks an action for a position-controlled arm; in the order of a script, because changes accumulate.
struct ActionClaim {
  AdmittanceParameters parameters;

  void operator()(const Press& press) {
    claim(within(press.F_C, 1e3) && within(press.duration, 0.0, kLatest), "a press is within its bounds");
  }
  void operator()(const Move& move) {
    claim(within(move.displacement, 10.0), "a move is within its bounds");
    claim(within(move.speed, 0.0, 2.0) && move.speed > 0.0, "a move has a speed");
  }
  void operator()(const TrajectoryStart& start) { claim(!find_problem(start.points), "a trajectory may run"); }
  void operator()(const HandPush& push) { claim_push(push, 1e4); }
  void operator()(Request) {}
  void operator()(const ParameterChange& change) { claim_change(change, parameters); }
};

void claim_torque_action(const TorqueAction& action, const std::vector<NamedParameters>& arms) {
  claim(within(action.at, 0.0, kLatest), "an action has a time");
  claim(action.arm >= -1 && action.arm < static_cast<int>(arms.size()), "an action is for an arm there is");
  if (const auto* point = std::get_if<Waypoint>(&action.what)) claim(within(point->p, 10.0), "a waypoint is near");
  if (const auto* push = std::get_if<HandPush>(&action.what)) claim_push(*push, 1e3);
  const auto* change = std::get_if<ParameterChange>(&action.what);
  if (change == nullptr) return;
  for (std::size_t i = 0; i < arms.size(); ++i) {
    VariableStiffnessParameters parameters = arms[i].parameters;
    if (action.arm == -1 || static_cast<std::size_t>(action.arm) == i) claim_change(*change, parameters);
  }
}

void claim_section(const ProgramSection& section, const AdmittanceParameters& parameters) {
  claim(within(section.duration, 0.0, kLatest) && section.duration > 0.0, "a run lasts");
  for (const sim::PlateEntry& entry : section.world.scene.plates) {
    claim(within(entry.plate.p_B, 10.0), "a plate is near");
    claim(entry.plate.normal_B.allFinite() && entry.plate.normal_B.norm() > 1e-9, "a plate has a normal");
    claim(within(entry.plate.stiffness, 100.0, 1e6), "a plate has a stiffness");
  }
  for (const sim::Push& push : section.world.hand) claim_push({push.F_B, push.duration}, 1e4);
  for (const Phase& phase : section.phases) {
    claim(within(phase.from, 0.0, kLatest) && within(phase.until, phase.from, kLatest), "a phase has an end");
  }
  ActionClaim claims{parameters};
  for (const Action& action : section.script) {
    claim(within(action.at, 0.0, kLatest), "an action has a time");
    std::visit(claims, action.what);
  }
}

void read_run(const YamlDocument& document) {
  AdmittanceParameters parameters;
  accepted(kSource, [&] { parameters = config::read_admittance(document); });
  std::optional<ProgramSection> section;
  if (accepted(kAnyFile, [&] { section = read_program_section(document, parameters); })) {
    claim_section(*section, parameters);
  }
}

void read_torque_arms(const YamlDocument& document) {
  const std::vector<NamedParameters> arms{{"robot1", {}}, {"robot2", {}}};
  std::vector<TorqueAction> actions;
  accepted(kSource, [&] { actions = read_waypoints(document, arms); });
  accepted(kSource, [&] { actions.push_back(read_live_torque_action(document.root(), kNow, arms)); });
  for (const TorqueAction& action : actions) claim_torque_action(action, arms);
}

void read_line(const YamlDocument& document) {
  for (const ControllerKind kind : {ControllerKind::kAdmittance, ControllerKind::kCartesianAdmittance}) {
    std::optional<Action> action;
    if (!accepted(kAnyFile, [&] { action = read_live_action(document.root(), kNow, "live.yaml", {}, kind); })) continue;
    claim(action->at == kNow, "what is sent happens at once");
    std::visit(ActionClaim{}, action->what);
  }
}

void read_text(std::string_view text) {
  std::optional<YamlDocument> document;
  if (!accepted(kSource, [&] { document = YamlDocument::parse(text, kSource); })) return;
  read_run(*document);
  read_torque_arms(*document);
  read_line(*document);
}

}  // namespace
}  // namespace limber::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  limber::fuzz::read_text({reinterpret_cast<const char*>(bytes), size});
  return 0;
}
