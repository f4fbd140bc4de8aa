// Puts a run together.
#include "run_plan.hpp"

#include <fmt/format.h>

#include "limber/config/admittance_config.hpp"
#include "places.hpp"
#include "program_section.hpp"

namespace limber::app {
namespace {

RobotChoice chosen_robot(const PlanOptions& options, RobotChoice choice) {
  // Base and tip belong to the robot they were written for.
  if (!options.robot.empty() && options.robot != choice.robot) choice = {options.robot, "", ""};
  if (!options.base.empty()) choice.base = options.base;
  if (!options.tip.empty()) choice.tip = options.tip;
  return choice;
}

JointVector start_pose(const RobotModel& robot, const std::optional<std::vector<double>>& asked) {
  const Arm& arm = robot.arm;
  if (!asked) return robot.home;
  if (static_cast<int>(asked->size()) != arm.joint_count()) {
    throw config::ConfigError(fmt::format("limber.start has {} numbers; {} has {} joints", asked->size(), arm.name(),
                                          arm.joint_count()));
  }
  for (std::size_t i = 0; i < asked->size(); ++i) {
    const JointLimits& limits = arm.joints()[i].limits;
    if ((*asked)[i] >= limits.lower && (*asked)[i] <= limits.upper) continue;
    throw config::ConfigError(fmt::format("limber.start[{}] is {}; joint '{}' of {} goes from {:g} to {:g}", i,
                                          (*asked)[i], arm.joints()[i].name, arm.name(), limits.lower, limits.upper));
  }
  return Eigen::Map<const Eigen::VectorXd>(asked->data(), arm.joint_count());
}

// What is really mounted: as the controller believes, unless the section says otherwise.
sim::Tool mounted_tool(const ToolEntry& entry, const Arm& arm, const AdmittanceParameters& parameters,
                       const Frame& sensor) {
  const Pose X_TS = arm.tip().X_JF.inverse() * sensor.X_JF;
  sim::Tool tool;
  tool.mass = entry.mass.value_or(parameters.wrench.tool_mass);
  tool.com = entry.com.value_or(X_TS * parameters.wrench.tool_com);
  tool.p_TQ = entry.tip;
  tool.radius = entry.radius;
  return tool;
}

AdmittanceParameters simulated(AdmittanceParameters parameters, std::optional<double> rate) {
  if (rate) config::set(parameters, "update_rate", *rate);
  // A late cycle here is the machine's fault: the simulation waits for it.
  parameters.supervisor.count_lateness_only = true;
  return parameters;
}

}  // namespace

RunPlan make_plan(const PlanOptions& options) {
  const std::filesystem::path file = find_configuration(options.configuration, options.robot);
  const config::YamlDocument document = config::YamlDocument::load(file.string());
  const AdmittanceParameters parameters = simulated(config::read_admittance(document), options.rate);
  const ProgramSection section = read_program_section(document, parameters);
  RobotModel robot = load_robot(chosen_robot(options, section.robot));
  const AdmittanceSettings settings = bind(robot.arm, parameters);
  const JointVector start = start_pose(robot, section.start);

  sim::SimulationParameters simulation;
  simulation.tool = mounted_tool(section.tool, robot.arm, parameters, settings.sensor);
  simulation.servo = section.servo;
  simulation.sensor = section.sensor;
  simulation.sensor.frame = settings.sensor;
  simulation.gravity_B = parameters.wrench.gravity;
  simulation.seed = options.seed;
  const NamedScene scene = options.scene.empty() ? section.scene : find_scene(options.scene);
  const Vector3 p_BQ = robot.arm.pose(start, robot.arm.tip()) * simulation.tool.p_TQ;
  simulation.scene.plates = place_plates(scene.plates, p_BQ);
  simulation.scene.pushes = section.hand;
  return {file,       std::move(robot), parameters,     settings,      start, options.duration.value_or(section.duration),
          scene.name, simulation,       section.script, section.phases};
}

}  // namespace limber::app
