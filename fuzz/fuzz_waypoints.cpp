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
#include "script_reader.hpp"

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

// Checks the actions of these arms in the order of the script, because changes accumulate.
struct ActionClaim {
  std::vector<NamedParameters> arms;
  const Action* action = nullptr;

  void check(const Action& checked) {
    claim(within(checked.at, 0.0, kLatest), "an action has a time");
    claim(checked.arm >= -1 && checked.arm < static_cast<int>(arms.size()), "an action is for an arm there is");
    action = &checked;
    std::visit(*this, checked.what);
  }

  void operator()(const Press& press) {
    claim(within(press.F_C, 1e3) && within(press.duration, 0.0, kLatest), "a press is within its bounds");
  }
  void operator()(const Move& move) {
    claim(within(move.displacement, 10.0), "a move is within its bounds");
    claim(within(move.speed, 0.0, 2.0) && move.speed > 0.0, "a move has a speed");
  }
  void operator()(const TrajectoryStart& start) { claim(!find_problem(start.points), "a trajectory may run"); }
  void operator()(const Waypoint& point) { claim(within(point.p, 10.0), "a waypoint is near"); }
  void operator()(const HandPush& push) { claim_push(push, arms.front().torques() ? 1e3 : 1e4); }
  void operator()(Request) {}
  void operator()(const ParameterChange& change) {
    for (std::size_t i = 0; i < arms.size(); ++i) {
      if (!action->is_for(i)) continue;
      std::visit([&](auto& parameters) { claim_change(change, parameters); }, arms[i].parameters);
    }
  }
};

void claim_section(const ProgramSection& section, const std::vector<NamedParameters>& arms) {
  claim(within(section.duration, 0.0, kLatest) && section.duration > 0.0, "a run lasts");
  for (const sim::PlateEntry& entry : section.world.scene.plates) {
    claim(within(entry.plate.p_B, 10.0), "a plate is near");
    claim(entry.plate.normal_B.allFinite() && entry.plate.normal_B.norm() > 1e-9, "a plate has a normal");
    claim(within(entry.plate.stiffness, 100.0, 1e6), "a plate has a stiffness");
  }
  for (const auto& [surface, from_tool] : section.world.scene.surfaces) {
    claim(within(surface.p_B, 10.0), "a surface is near");
    claim(within(surface.stiffness, 100.0, 1e6), "a surface has a stiffness");
    const sim::SurfacePoint nearest = sim::nearest_point(surface, surface.p_B + 0.01 * surface.normal_B.normalized());
    claim(std::abs(nearest.normal_B.norm() - 1.0) < 1e-9, "a surface has a normal");
  }
  for (const sim::Push& push : section.world.hand) claim_push({push.F_B, push.duration}, 1e4);
  for (const Phase& phase : section.phases) {
    claim(within(phase.from, 0.0, kLatest) && within(phase.until, phase.from, kLatest), "a phase has an end");
  }
  ActionClaim claims{arms};
  for (const Action& action : section.script) claims.check(action);
}

std::vector<NamedParameters> torque_arms() {
  return {{"robot1", VariableStiffnessParameters()}, {"robot2", VariableStiffnessParameters()}};
}

void read_run(const YamlDocument& document) {
  AdmittanceParameters parameters;
  accepted(kSource, [&] { parameters = config::read_admittance(document); });
  for (const std::vector<NamedParameters>& arms : {std::vector<NamedParameters>{{"", parameters}}, torque_arms()}) {
    std::optional<ProgramSection> section;
    if (!accepted(kAnyFile, [&] { section = read_program_section(document, arms); })) continue;
    claim_section(*section, arms);
  }
}

void read_waypoints(const YamlDocument& document) {
  std::vector<Action> actions;
  const ControllerKind kind = ControllerKind::kVariableStiffness;
  accepted(kAnyFile, [&] { actions = read_script({read_waypoint_file(document)}, kind, torque_arms()); });
  ActionClaim claims{torque_arms()};
  for (const Action& action : actions) claims.check(action);
}

void read_line(const YamlDocument& document) {
  for (const ControllerKind kind :
       {ControllerKind::kAdmittance, ControllerKind::kCartesianAdmittance, ControllerKind::kVariableStiffness}) {
    const std::vector<NamedParameters> arms = kind == ControllerKind::kVariableStiffness
                                                  ? torque_arms()
                                                  : std::vector<NamedParameters>{{"", AdmittanceParameters()}};
    std::optional<Action> action;
    if (!accepted(kAnyFile, [&] { action = read_live_action(document.root(), kNow, "live.yaml", kind, arms); })) {
      continue;
    }
    claim(action->at == kNow, "what is sent happens at once");
    ActionClaim{arms}.check(*action);
  }
}

void read_text(std::string_view text) {
  std::optional<YamlDocument> document;
  if (!accepted(kSource, [&] { document = YamlDocument::parse(text, kSource); })) return;
  read_run(*document);
  read_waypoints(*document);
  read_line(*document);
}

}  // namespace
}  // namespace limber::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  limber::fuzz::read_text({reinterpret_cast<const char*>(bytes), size});
  return 0;
}
