// Puts a run of torque arms together.
#include "torque_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "config/error_collector.hpp"
#include "controllers/variable_stiffness_settings.hpp"
#include "limber/configuration.hpp"
#include "places.hpp"
#include "torque_path.hpp"

namespace limber::app {
namespace {

using config::YamlValue;

YamlValue parameters_of(const config::YamlDocument& document, const std::string& section) {
  const YamlValue map = document.root().require(section);
  return map.find("ros__parameters").value_or(map);
}

const KnownRobot* find_known(const std::string& robot) {
  const std::vector<KnownRobot>& known = known_robots();
  const auto found = std::find_if(known.begin(), known.end(), [&](const auto& one) { return one.name == robot; });
  return found == known.end() ? nullptr : &*found;
}

// Base and tip are those given for the program, or the controller's root_link and tip_link; where neither says, those
// of a known robot.
RobotModel torque_robot(RobotChoice choice, const YamlValue& given, VariableStiffnessParameters& parameters) {
  const KnownRobot* known = find_known(choice.robot);
  if (known != nullptr && (!given.find("root_link") || parameters.root_link.empty()))
    parameters.root_link = known->base;
  if (known != nullptr && parameters.tip_link.empty()) parameters.tip_link = known->tip;
  if (!choice.base.empty()) parameters.root_link = choice.base;
  if (!choice.tip.empty()) parameters.tip_link = choice.tip;
  choice.base = parameters.root_link;
  choice.tip = parameters.tip_link;
  if (known == nullptr) return load_robot(choice);
  RobotModel model = load_robot({choice.robot, "", "", choice.place});
  model.arm = load_arm((data_directory() / "robots" / (model.name + ".urdf")).string(), parameters);
  if (model.home.size() == model.arm.joint_count()) return model;
  model.chosen = choose_start(model.arm, model.arm.tip());
  model.home = model.chosen->q;
  return model;
}

bool gives_a_path(const config::YamlDocument& document, const std::string& section) {
  const YamlValue given = parameters_of(document, section);
  return given.find("start_position") || given.find("end_position") || given.find("orientation");
}

void settle_path(const config::YamlDocument& document, const std::string& section, const RobotModel& robot,
                 TorqueArmPlan& plan) {
  const bool given = gives_a_path(document, section);
  // The controller's own path is one for the arm that its defaults are for.
  if (!robot.chosen && (given || robot.name == kTorqueRobot)) return;
  if (given && bind(plan.arm, plan.parameters, plan.start).report) return;
  const std::optional<CycleParameters> path = choose_cycle_path(plan.arm, plan.parameters, plan.start);
  if (!path) {
    plan.notes.emplace_back("No path was found near the start; give start_position, end_position and orientation.");
  } else if (given) {
    plan.notes.push_back("The path that is given cannot be followed. On this arm " + path_words(*path) + " can.");
  } else {
    plan.parameters.cycle = *path;
    plan.notes.push_back("The configuration gives no path; chosen is " + path_words(*path) + ".");
  }
}

// The same, for whoever reads why not. A path that nobody gave and that is refused says more of the arm than of itself:
// in millimetres it is a thousand times too long.
void settle_path_or_say_why(const config::YamlDocument& document, const std::string& section, const RobotModel& robot,
                            TorqueArmPlan& plan) {
  config::ErrorCollector errors;
  try {
    settle_path(document, section, robot, plan);
    bind(plan.arm, plan.parameters, plan.start);
  } catch (const std::runtime_error& error) {
    const std::string sentence = error.what();
    const bool of_path = sentence.starts_with("start_position") || sentence.starts_with("end_position");
    for (const std::string& doubt : plan.arm.doubts()) errors.add(doubt);
    errors.add(of_path && !gives_a_path(document, section)
                   ? "the configuration gives no path, and the one that was derived from the arm is refused: " +
                         sentence
                   : place_of_key(document, section, sentence) + sentence);
  }
  errors.throw_if_any();
}

// What the simulated motors can give: what the URDF says, or, where it says nothing, what the controller asks at most.
JointVector drive_limits(const Arm& arm, const VariableStiffnessParameters& parameters) {
  JointVector limits = effort_limits(arm, parameters);
  for (int i = 0; i < arm.joint_count(); ++i) {
    const double urdf = arm.joints()[static_cast<std::size_t>(i)].limits.effort;
    if (urdf > 0.0) limits[i] = urdf;
  }
  return limits;
}

sim::SimulationParameters simulation_of(const TorqueArmPlan& plan, const RunInput& input) {
  sim::SimulationParameters simulation = input.section.drive;
  simulation.drive = sim::Drive::kTorque;
  simulation.seed = input.options.seed;
  simulation.torque.effort_limit = drive_limits(plan.arm, plan.parameters);
  simulation.torque.effort_step = input.section.effort_step.value_or(1.0 / plan.parameters.torque.scale);
  simulation.tool = input.tool(0.0, Vector3::Zero());
  simulation.scene = sim::place_scene(input.scene, plan.arm.pose(plan.start, plan.arm.tip()) * simulation.tool.p_TQ);
  return simulation;
}

// One loop runs all arms.
void check_rates(const RunInput& input) {
  const auto rate = [&](std::size_t i) {
    return std::get<VariableStiffnessParameters>(input.arms[i].parameters).update_rate;
  };
  const auto words = [&](std::size_t i) {
    return fmt::format("{}update_rate of {} is {:g} Hz", place_of_key(input.document, input.sections[i], "update_rate"),
                       input.sections[i], rate(i));
  };
  config::ErrorCollector errors;
  for (std::size_t i = 1; i < input.arms.size(); ++i) {
    if (rate(i) == rate(0)) continue;
    errors.add(fmt::format("{}, but {}; all arms of a configuration run at one rate", words(i), words(0)));
  }
  errors.throw_if_any();
}

TorqueArmPlan make_arm(const RunInput& input, std::size_t i) {
  auto parameters = std::get<VariableStiffnessParameters>(input.arms[i].parameters);
  const std::string& section = input.sections[i];
  const RobotModel robot = torque_robot(input.robot(), parameters_of(input.document, section), parameters);
  const JointVector start = input.start_of(robot);
  TorqueArmPlan plan{input.arms[i].name, arm_notes(robot, start), robot.arm, std::move(parameters), start, {},
                     robot.urdf};
  settle_path_or_say_why(input.document, section, robot, plan);
  plan.simulation = simulation_of(plan, input);
  return plan;
}

// Throws where the arm cannot do what the action asks, or says why not. `parameters` become those that hold after it.
TargetJudgement try_out(const Action& action, const Arm& arm, const VariableStiffnessSettings& settings,
                        VariableStiffnessParameters& parameters) {
  if (const auto* change = std::get_if<ParameterChange>(&action.what)) {
    VariableStiffnessParameters changed = parameters;
    config::set(changed, change->changes, config::Change::kLive);
    rebind(arm, changed, settings);
    parameters = changed;
  }
  return judge_target(action, arm, settings);
}

void check_script(TorquePlan& plan) {
  config::ErrorCollector errors;
  for (std::size_t i = 0; i < plan.arms.size(); ++i) {
    const TorqueArmPlan& arm = plan.arms[i];
    VariableStiffnessParameters parameters = arm.parameters;
    const VariableStiffnessSettings settings = bind(arm.arm, parameters, arm.start);
    if (!settings.report) continue;  // an arm whose path is bad does not run at all
    try_script(plan, i, arm.name + ": ", errors,
               [&](const Action& action) { return try_out(action, arm.arm, settings, parameters); });
  }
  errors.throw_if_any();
}

}  // namespace

TorquePlan make_torque_plan(const RunInput& input) {
  check_rates(input);
  const std::size_t count = input.arms.size();
  TorquePlan plan{plan_of(input, fmt::format(": {} arm{}", count, count == 1 ? "" : "s")), {}};
  for (std::size_t i = 0; i < count; ++i) plan.arms.push_back(make_arm(input, i));
  check_script(plan);
  warn_of_late(plan, {});
  return plan;
}

}  // namespace limber::app
