// Puts a run together.
#include "run_plan.hpp"

#include <fmt/format.h>

#include <sstream>
#include <stdexcept>

#include "config/error_collector.hpp"
#include "config/yaml_parameters.hpp"
#include "controllers/admittance_settings.hpp"
#include "late_actions.hpp"
#include "limber/configuration.hpp"
#include "places.hpp"
#include "program_section.hpp"
#include "target_reach.hpp"

namespace limber::app {
namespace {

// What is really mounted: as the controller believes, unless the section says otherwise.
sim::Tool mounted_tool(const sim::ToolEntry& entry, const Arm& arm, const AdmittanceParameters& parameters,
                       const Frame& sensor) {
  const Pose X_TS = arm.tip().X_JF.inverse() * sensor.X_JF;
  sim::Tool tool;
  tool.mass = entry.mass.value_or(parameters.wrench.tool_mass);
  tool.com = entry.com.value_or(X_TS * parameters.wrench.tool_com);
  tool.p_TQ = entry.tip;
  tool.radius = entry.radius;
  return tool;
}

// `file:line: ` of a controller's key, as dotted and indexed in a sentence; the file alone where it is not given.
std::string place_of(const config::YamlDocument& document, const std::string& key) {
  for (const config::YamlValue& section : document.root().entries()) {
    if (section.name() == "limber" || !section.is_map()) continue;
    std::optional<config::YamlValue> value = section.find("ros__parameters");
    if (!value) value = section;
    std::istringstream parts(key.substr(0, key.find('[')));
    std::string part;
    while (value && value->is_map() && std::getline(parts, part, '.')) value = value->find(part);
    if (value) return fmt::format("{}:{}: ", value->source(), value->line());
  }
  return document.root().source() + ": ";
}

// The arm's refusals begin with the key they are about.
AdmittanceSettings bind_from(const config::YamlDocument& document, const Arm& arm,
                             const AdmittanceParameters& parameters) {
  try {
    return bind(arm, parameters);
  } catch (const ArmError& error) {
    const std::string sentence = error.what();
    throw config::ConfigError(place_of(document, sentence.substr(0, sentence.find(' '))) + sentence);
  }
}

AdmittanceParameters simulated(AdmittanceParameters parameters, std::optional<double> rate) {
  if (rate) config::set(parameters, "update_rate", *rate);
  // A late cycle here is the machine's fault: the simulation waits for it.
  parameters.supervisor.count_lateness_only = true;
  return parameters;
}

sim::SimulationParameters simulation_of(const RunPlan& plan, const ProgramSection& section,
                                        const sim::NamedScene& scene) {
  const Arm& arm = plan.robot.arm;
  sim::SimulationParameters simulation;
  simulation.tool = mounted_tool(section.world.tool, arm, plan.parameters, plan.settings.sensor);
  simulation.servo = section.world.servo;
  simulation.sensor = section.world.sensor;
  simulation.sensor.frame = plan.settings.sensor;
  simulation.gravity_B = plan.parameters.wrench.gravity;
  simulation.scene.plates = sim::place_plates(scene.plates, arm.pose(plan.start, arm.tip()) * simulation.tool.p_TQ);
  simulation.scene.pushes = section.world.hand;
  return simulation;
}

// All of it, in the order of its times, before anything runs.
void check_script(RunPlan& plan) {
  const Arm& arm = plan.robot.arm;
  const Pose X_BR_start = arm.pose(plan.start, plan.settings.compliance);
  ReferencePlaces places{X_BR_start, X_BR_start, plan.start};
  AdmittanceParameters parameters = plan.parameters;
  config::ErrorCollector errors;
  for (const Action& action : plan.script) {
    try {
      try_out(action, arm, X_BR_start, parameters);
      const TargetJudgement target = judge_target(action, arm, bind(arm, parameters), places);
      if (!target.refusal.empty()) errors.add(action.place + target.refusal);
      if (!target.warning.empty()) plan.warnings.push_back(action.place + target.warning);
    } catch (const std::runtime_error& error) {
      errors.add(action.place + error.what());
    }
    if (const auto* move = std::get_if<Move>(&action.what)) places.X_BR.p += move->displacement;
  }
  errors.throw_if_any();
}

void warn_of_what_is_late(RunPlan& plan) {
  for (const std::string& warning : warn_of_late(plan.script, plan.duration)) plan.warnings.push_back(warning);
  for (const sim::Push& push : plan.simulation.scene.pushes) {
    if (push.start < plan.duration) continue;
    plan.warnings.push_back(fmt::format("{}: the push of limber.hand at {:g} s never happens: the run ends at {:g} s",
                                        plan.file.string(), push.start, plan.duration));
  }
}

}  // namespace

RobotChoice chosen_robot(const PlanOptions& options, RobotChoice choice) {
  // Base and tip belong to the robot they were written for.
  if (!options.robot.empty() && options.robot != choice.robot) choice = {options.robot, "", "", ""};
  if (!options.base.empty()) choice.base = options.base;
  if (!options.tip.empty()) choice.tip = options.tip;
  return choice;
}

RunPlan make_plan(const PlanOptions& options) {
  const std::filesystem::path file = find_configuration(options.configuration, options.robot);
  const config::YamlDocument document = config::YamlDocument::load(file.string());
  AdmittanceParameters parameters;
  ProgramSection section;
  config::ErrorCollector errors;
  errors.attempt([&] { parameters = simulated(config::read_admittance(document), options.rate); });
  errors.attempt([&] { section = read_program_section(document, parameters); });
  errors.throw_if_any();
  RobotModel robot = load_robot(chosen_robot(options, section.robot));
  const AdmittanceSettings settings = bind_from(document, robot.arm, parameters);
  const JointVector start = section.start ? joints_of(robot.arm, *section.start) : robot.home;

  const sim::NamedScene scene = options.scene.empty() ? section.world.scene : sim::find_scene(options.scene);
  RunPlan plan{file,
               std::move(robot),
               parameters,
               settings,
               section.controller,
               start,
               options.duration.value_or(section.duration),
               scene.name,
               section.stiffest_contact,
               {},
               section.script,
               section.phases};
  plan.simulation = simulation_of(plan, section, scene);
  plan.simulation.seed = options.seed;
  check_script(plan);
  warn_of_what_is_late(plan);
  return plan;
}

}  // namespace limber::app
