// Puts a run of torque arms together.
#include "torque_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "limber/controllers/variable_stiffness_settings.hpp"
#include "places.hpp"
#include "program_schema.hpp"

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
  const std::vector<double> angles =
      asked->numbers(static_cast<std::size_t>(arm.joint_count()), config::within(1000), "rad");
  return Eigen::Map<const Eigen::VectorXd>(angles.data(), arm.joint_count());
}

TorqueArmPlan make_arm(const config::YamlDocument& document, const std::string& section,
                       const std::optional<YamlValue>& map, const PlanOptions& options) {
  VariableStiffnessParameters parameters = config::read_variable_stiffness(document, section);
  if (options.rate) config::set(parameters, {{"update_rate", *options.rate}});
  std::string robot = options.robot;
  if (robot.empty() && map && map->find("robot")) robot = map->find("robot")->text();
  if (robot.empty()) robot = "open_manipulator_x";
  const RobotModel model = load_robot({robot, "", "", ""});
  const std::filesystem::path urdf = data_directory() / "robots" / (model.name + ".urdf");
  std::error_code ignored;
  Arm arm = load_arm(std::filesystem::is_regular_file(urdf, ignored) ? urdf.string() : robot, parameters);
  // A late cycle here is the machine's fault: the simulation waits for it.
  parameters.supervisor.count_lateness_only = true;
  const JointVector start = start_of(map ? map->find("start") : std::nullopt, arm, model.home);
  sim::SimulationParameters simulation;
  simulation.drive = sim::Drive::kTorque;
  simulation.seed = options.seed;
  if (map) {
    if (const auto drive = map->find("drive")) read_drive(*drive, simulation);
  }
  return {arm_name(section), std::move(arm), std::move(parameters), start, simulation};
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

// All of it, in the order of its times, before anything runs. An arm whose path is bad does not run at all.
void check_script(const TorquePlan& plan) {
  config::ErrorCollector errors;
  for (std::size_t i = 0; i < plan.arms.size(); ++i) {
    const TorqueArmPlan& arm = plan.arms[i];
    VariableStiffnessParameters parameters = arm.parameters;
    const VariableStiffnessSettings settings = bind(arm.arm, parameters, arm.start);
    for (const TorqueAction& action : plan.script) {
      const auto* change = std::get_if<ParameterChange>(&action.what);
      if (change == nullptr || !settings.report || (action.arm >= 0 && static_cast<std::size_t>(action.arm) != i)) {
        continue;
      }
      try {
        VariableStiffnessParameters changed = parameters;
        config::set(changed, change->changes, config::Change::kLive);
        rebind(arm.arm, changed, settings);
        parameters = changed;
      } catch (const std::runtime_error& error) {
        errors.add(fmt::format("{}{}: {}", action.place, arm.name, error.what()));
      }
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
  return plan;
}

}  // namespace limber::app
