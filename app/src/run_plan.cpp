// Reads what a run is made from, and tries its script.
#include "run_plan.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "config/yaml_parameters.hpp"
#include "limber/configuration.hpp"
#include "places.hpp"

namespace limber::app {
namespace {

using config::YamlDocument;
using config::YamlValue;

bool names_torque_controller(const YamlDocument& document) {
  const auto map = document.root().find("limber");
  if (!map || !map->is_map()) return false;
  const auto controller = map->find("controller");
  return controller && controller->is_scalar() && controller->text() == name(ControllerKind::kVariableStiffness);
}

// "robot1" of "/robot1/variable_stiffness_controller".
std::string arm_name(const std::string& section) {
  if (section.empty() || section.front() != '/') return section;
  const std::size_t end = section.find('/', 1);
  return section.substr(1, end == std::string::npos ? end : end - 1);
}

std::vector<std::string> controller_sections(const YamlDocument& document) {
  std::vector<std::string> sections;
  for (const YamlValue& entry : document.root().entries()) {
    if (entry.name() != "limber" && !entry.name().ends_with("controller_manager")) sections.push_back(entry.name());
  }
  return sections;
}

// A dotted key, which may be a key of maps within maps, of one map, or anything between.
std::optional<YamlValue> find_below(const YamlValue& map, const std::string& key) {
  if (!map.is_map()) return std::nullopt;
  if (auto value = map.find(key)) return value;
  for (std::size_t dot = key.find('.'); dot != std::string::npos; dot = key.find('.', dot + 1)) {
    const auto value = map.find(key.substr(0, dot));
    if (!value) continue;
    if (auto below = find_below(*value, key.substr(dot + 1))) return below;
  }
  return std::nullopt;
}

template <class Parameters>
void settle(Parameters& parameters, std::optional<double> rate) {
  if (rate) config::set(parameters, {{"update_rate", *rate}});
  // A late cycle here is the machine's fault: the simulation waits for it.
  parameters.supervisor.count_lateness_only = true;
}

}  // namespace

RunInput read_input(const PlanOptions& options) {
  const std::filesystem::path file = find_configuration(options.configuration, options.robot);
  RunInput input{options, file, YamlDocument::load(file.string()), {""}, {}, {}, {}};
  const bool torques = names_torque_controller(input.document);
  if (torques) input.sections = controller_sections(input.document);
  if (input.sections.empty()) {
    input.document.root().require("limber").fail("the file has no controller's section beside it");
  }
  config::ErrorCollector errors;
  for (const std::string& section : input.sections) {
    NamedParameters arm{arm_name(section), {}};
    if (torques) arm.parameters = VariableStiffnessParameters();
    errors.attempt([&] {
      if (torques) {
        arm.parameters = config::read_variable_stiffness(input.document, section);
      } else {
        arm.parameters = config::read_admittance(input.document);
      }
      std::visit([&](auto& p) { settle(p, options.rate); }, arm.parameters);
    });
    input.arms.push_back(std::move(arm));
  }
  errors.attempt([&] { input.section = read_program_section(input.document, input.arms); });
  errors.throw_if_any();
  input.scene = options.scene.empty() ? input.section.world.scene : sim::find_scene(options.scene);
  return input;
}

RobotChoice RunInput::robot() const {
  RobotChoice choice = section.robot;
  // Base and tip belong to the robot they were written for.
  if (!options.robot.empty() && options.robot != choice.robot) choice = {options.robot, "", "", ""};
  if (!options.base.empty()) choice.base = options.base;
  if (!options.tip.empty()) choice.tip = options.tip;
  return choice;
}

JointVector RunInput::start_of(const RobotModel& robot) const {
  return section.start ? joints_of(robot.arm, *section.start) : robot.home;
}

sim::Tool RunInput::tool(double mass, const Vector3& com) const {
  const sim::ToolEntry& entry = section.world.tool;
  sim::Tool tool;
  tool.mass = entry.mass.value_or(mass);
  tool.com = entry.com.value_or(com);
  tool.p_TQ = entry.tip;
  tool.radius = entry.radius;
  return tool;
}

long RunPlan::cycles() const { return std::lround(std::ceil(duration * rate - 1e-6)); }

RunPlan plan_of(const RunInput& input, const std::string& who) {
  return {input.file,
          input.section.controller,
          who,
          input.options.duration.value_or(input.section.duration),
          std::visit([](const auto& p) { return p.update_rate; }, input.arms.front().parameters),
          input.options.seed,
          input.scene.name,
          input.section.script};
}

void try_script(RunPlan& plan, std::size_t arm, const std::string& label, config::ErrorCollector& errors,
                const std::function<TargetJudgement(const Action&)>& try_out) {
  for (const Action& action : plan.script) {
    if (!action.is_for(arm)) continue;
    const std::string beginning = action.place + label;
    try {
      const TargetJudgement found = try_out(action);
      if (!found.refusal.empty()) errors.add(beginning + found.refusal);
      if (!found.warning.empty()) plan.warnings.push_back(beginning + found.warning);
    } catch (const std::runtime_error& error) {
      errors.add(beginning + error.what());
    }
  }
}

void warn_of_late(RunPlan& plan, const std::vector<sim::Push>& hand) {
  const auto warn = [&](const std::string& what, double at) {
    if (at < plan.duration) return;
    plan.warnings.push_back(fmt::format("{} at {:g} s never happens: the run ends at {:g} s", what, at, plan.duration));
  };
  for (const Action& action : plan.script) warn(action.place + "the action", action.at);
  for (const sim::Push& push : hand) warn(plan.file.string() + ": the push of limber.hand", push.start);
}

std::optional<YamlValue> find_key(const YamlDocument& document, const std::string& in_section, const std::string& key) {
  for (const YamlValue& section : document.root().entries()) {
    if (section.name() == "limber" || !section.is_map()) continue;
    if (!in_section.empty() && section.name() != in_section) continue;
    const std::optional<YamlValue> parameters = section.find("ros__parameters");
    if (const auto value = find_below(parameters ? *parameters : section, key)) return value;
  }
  return std::nullopt;
}

std::string place_of_key(const YamlDocument& document, const std::string& in_section, const std::string& sentence) {
  const auto value = find_key(document, in_section, sentence.substr(0, sentence.find_first_of("[ ")));
  return value ? fmt::format("{}:{}: ", value->source(), value->line()) : document.root().source() + ": ";
}

}  // namespace limber::app
