// Puts a run of torque arms together.
#include "torque_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "config/error_collector.hpp"
#include "config/yaml_parameters.hpp"
#include "controllers/variable_stiffness_settings.hpp"
#include "late_actions.hpp"
#include "limber/configuration.hpp"
#include "places.hpp"
#include "program_schema.hpp"
#include "program_section.hpp"
#include "torque_path.hpp"
#include "waypoint_reach.hpp"

namespace limber::app {
namespace {

using config::YamlValue;

// "robot1" of "/robot1/variable_stiffness_controller".
std::string arm_name(const std::string& section) {
  if (section.empty() || section.front() != '/') return section;
  const std::size_t end = section.find('/', 1);
  return section.substr(1, end == std::string::npos ? end : end - 1);
}

std::vector<std::string> controller_sections(const config::YamlDocument& document) {
  std::vector<std::string> sections;
  for (const YamlValue& entry : document.root().entries()) {
    if (entry.name() != "limber" && !entry.name().ends_with("controller_manager")) sections.push_back(entry.name());
  }
  return sections;
}

void read_drive(const YamlValue& map, sim::SimulationParameters& simulation) {
  const config::SectionReader in(map, drive_schema());
  sim::TorqueDriveParameters& drive = simulation.torque;
  const auto read_for_all = [&](const char* key, JointVector& joints) {
    if (in.find(key)) joints = JointVector::Constant(1, in.get<double>(key));
  };
  read_for_all("armature", drive.armature);
  read_for_all("damping", drive.damping);
  read_for_all("friction", drive.friction);
  in.read("effort_step", drive.effort_step);
  in.read("delay", drive.delay);
  in.read("effort_noise", drive.effort_noise);
  in.read("mass_scale", simulation.mass_scale);
  bool encoder = false;
  in.read("encoder", encoder);
  if (encoder) simulation.encoder = {sim::kXm430PositionStep, sim::kXm430VelocityStep};
}

JointVector start_of(const std::optional<YamlValue>& asked, const Arm& arm, const JointVector& home) {
  if (asked && asked->is_scalar()) asked->choice({"home"});
  if (!asked || asked->is_scalar()) return home;
  return joints_of(arm, *asked);
}

// The arm that the controller's defaults are for.
constexpr const char* kTorqueRobot = "open_manipulator_x";

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
RobotModel torque_robot(const YamlValue& map, const PlanOptions& options, const YamlValue& given,
                        VariableStiffnessParameters& parameters) {
  RobotChoice choice{kTorqueRobot, "", "", ""};
  read_robot_choice(map, choice);
  choice = chosen_robot(options, choice);
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
                   : sentence);
  }
  errors.throw_if_any();
}

void furnish(const YamlValue& map, const sim::NamedScene& scene, TorqueArmPlan& plan) {
  sim::World world;
  config::ErrorCollector errors;
  sim::read_world(map, world, errors);
  errors.throw_if_any();
  if (const auto drive = map.find("drive")) read_drive(*drive, plan.simulation);
  plan.simulation.tool.mass = world.tool.mass.value_or(0.0);
  plan.simulation.tool.com = world.tool.com.value_or(Vector3::Zero());
  plan.simulation.tool.p_TQ = world.tool.tip;
  plan.simulation.tool.radius = world.tool.radius;
  plan.simulation.scene.plates =
      sim::place_plates(scene.plates, plan.arm.pose(plan.start, plan.arm.tip()) * world.tool.tip);
}

sim::NamedScene chosen_scene(const YamlValue& map, const PlanOptions& options) {
  if (!options.scene.empty()) return sim::find_scene(options.scene);
  const auto scene = map.find("scene");
  return scene ? sim::read_scene(*scene) : sim::find_scene("free");
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

TorqueArmPlan make_arm(const config::YamlDocument& document, const std::string& section, const YamlValue& map,
                       const PlanOptions& options) {
  VariableStiffnessParameters parameters = config::read_variable_stiffness(document, section);
  if (options.rate) config::set(parameters, {{"update_rate", *options.rate}});
  const RobotModel robot = torque_robot(map, options, parameters_of(document, section), parameters);
  // A late cycle here is the machine's fault: the simulation waits for it.
  parameters.supervisor.count_lateness_only = true;
  const JointVector start = start_of(map.find("start"), robot.arm, robot.home);
  TorqueArmPlan plan{arm_name(section), arm_notes(robot, start), robot.arm, std::move(parameters), start, {}};
  plan.simulation.drive = sim::Drive::kTorque;
  plan.simulation.seed = options.seed;
  plan.simulation.torque.effort_limit = drive_limits(plan.arm, plan.parameters);
  furnish(map, chosen_scene(map, options), plan);
  settle_path_or_say_why(document, section, robot, plan);
  return plan;
}

std::vector<TorqueAction> read_actions(const YamlValue& map, const std::vector<NamedParameters>& arms) {
  std::vector<TorqueAction> actions;
  if (const auto script = map.find("script")) actions = read_torque_script(*script, arms);
  if (const auto file = map.find("waypoints")) {
    const std::filesystem::path beside = std::filesystem::path(file->source()).parent_path() / file->text();
    const std::vector<TorqueAction> more = read_waypoints(config::YamlDocument::load(beside.string()), arms);
    actions.insert(actions.end(), more.begin(), more.end());
  }
  std::stable_sort(actions.begin(), actions.end(), [](const auto& a, const auto& b) { return a.at < b.at; });
  return actions;
}

// Empty where the arm can do what the action asks, else why not. `parameters` become those that hold after it.
std::string try_out(const TorqueAction& action, const Arm& arm, const VariableStiffnessSettings& settings,
                    VariableStiffnessParameters& parameters) {
  if (const auto* waypoint = std::get_if<Waypoint>(&action.what)) return waypoint_refusal(*waypoint, arm, settings);
  const auto* change = std::get_if<ParameterChange>(&action.what);
  if (change == nullptr) return "";
  try {
    VariableStiffnessParameters changed = parameters;
    config::set(changed, change->changes, config::Change::kLive);
    rebind(arm, changed, settings);
    parameters = changed;
    return "";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

// All of it, in the order of its times, before anything runs. An arm whose path is bad does not run at all.
void check_script(const TorquePlan& plan) {
  config::ErrorCollector errors;
  for (std::size_t i = 0; i < plan.arms.size(); ++i) {
    const TorqueArmPlan& arm = plan.arms[i];
    VariableStiffnessParameters parameters = arm.parameters;
    const VariableStiffnessSettings settings = bind(arm.arm, parameters, arm.start);
    for (const TorqueAction& action : plan.script) {
      if (!settings.report || (action.arm >= 0 && static_cast<std::size_t>(action.arm) != i)) continue;
      const std::string refusal = try_out(action, arm.arm, settings, parameters);
      if (!refusal.empty()) errors.add(fmt::format("{}{}: {}", action.place, arm.name, refusal));
    }
  }
  errors.throw_if_any();
}

}  // namespace

bool drives_torques(const PlanOptions& options) {
  const config::YamlDocument document =
      config::YamlDocument::load(find_configuration(options.configuration, options.robot).string());
  const auto map = document.root().find("limber");
  if (!map || !map->is_map()) return false;
  const auto controller = map->find("controller");
  return controller && controller->is_scalar() && controller->text() == "variable_stiffness";
}

TorquePlan make_torque_plan(const PlanOptions& options) {
  TorquePlan plan;
  plan.file = find_configuration(options.configuration, options.robot);
  const config::YamlDocument document = config::YamlDocument::load(plan.file.string());
  const YamlValue map = document.root().require("limber");
  const config::SectionReader in(map, torque_program_schema());
  plan.scene_name = chosen_scene(map, options).name;
  std::vector<NamedParameters> named;
  for (const std::string& section : controller_sections(document)) {
    plan.arms.push_back(make_arm(document, section, map, options));
    named.push_back({plan.arms.back().name, plan.arms.back().parameters});
  }
  if (plan.arms.empty()) map.fail("the file has no controller's section beside it");
  plan.rate = plan.arms.front().parameters.update_rate;
  plan.duration = 30.0;
  in.read("duration", plan.duration);
  if (options.duration) plan.duration = *options.duration;
  plan.script = read_actions(map, named);
  check_script(plan);
  plan.warnings = warn_of_late(plan.script, plan.duration);
  return plan;
}

}  // namespace limber::app
