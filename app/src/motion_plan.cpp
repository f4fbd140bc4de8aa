// Puts a run of an arm that moves in positions together.
#include "motion_plan.hpp"

#include "compliance/compliant_trajectory.hpp"
#include "limber/configuration.hpp"
#include "settings_doubts.hpp"

namespace limber::app {
namespace {

// The arm's refusals begin with the key they are about.
AdmittanceSettings bind_from(const config::YamlDocument& document, const Arm& arm,
                             const AdmittanceParameters& parameters) {
  try {
    return bind(arm, parameters);
  } catch (const ArmError& error) {
    throw config::ConfigError(place_of_key(document, "", error.what()) + error.what());
  }
}

sim::SimulationParameters simulation_of(const MotionPlan& plan, const RunInput& input) {
  const Arm& arm = plan.robot.arm;
  const sim::World& world = input.section.world;
  const WrenchParameters& believed = plan.parameters.wrench;
  const Pose X_TS = arm.tip().X_JF.inverse() * plan.settings.sensor.X_JF;
  sim::SimulationParameters simulation;
  simulation.tool = input.tool(believed.tool_mass, X_TS * believed.tool_com);
  simulation.servo = world.servo;
  simulation.sensor = world.sensor;
  simulation.sensor.frame = plan.settings.sensor;
  simulation.gravity_B = believed.gravity;
  simulation.scene = sim::place_scene(input.scene, arm.pose(plan.start, arm.tip()) * simulation.tool.p_TQ);
  simulation.scene.pushes = world.hand;
  simulation.seed = plan.seed;
  return simulation;
}

// Throws where `arm` cannot do what the action asks. `parameters` are those that hold then, and become those that hold
// after it; X_BR_start is where the reference stands at the start.
void try_out(const Action& action, const Arm& arm, const Pose& X_BR_start, AdmittanceParameters& parameters) {
  if (const auto* trajectory = std::get_if<TrajectoryStart>(&action.what)) {
    const CompliantTrajectory tried(trajectory->in_base(X_BR_start), parameters.compliance);
  }
  if (const auto* change = std::get_if<ParameterChange>(&action.what)) {
    AdmittanceParameters changed = parameters;
    config::set(changed, change->changes, config::Change::kLive);
    bind(arm, changed);
    parameters = changed;
  }
}

// What the script makes good is not doubted; what it brings about is.
void check_script(MotionPlan& plan, const config::YamlDocument& document) {
  const Arm& arm = plan.robot.arm;
  const Pose X_BR_start = arm.pose(plan.start, plan.settings.compliance);
  ReferencePlaces places{X_BR_start, X_BR_start, plan.start};
  AdmittanceParameters parameters = plan.parameters;
  config::ErrorCollector errors;
  RunDoubts doubts(settings_doubts(plan, document));
  try_script(plan, 0, "", errors, [&](const Action& action) {
    const ReferencePlaces here = places;
    if (const auto* move = std::get_if<Move>(&action.what)) places.X_BR.p += move->displacement;
    try_out(action, arm, X_BR_start, parameters);
    if (std::holds_alternative<ParameterChange>(action.what)) {
      doubts.change(settings_doubts(plan, parameters), action.place);
    }
    return judge_target(action, arm, bind(arm, parameters), here);
  });
  errors.throw_if_any();
  const std::vector<std::string> sentences = doubts.sentences();
  plan.warnings.insert(plan.warnings.begin(), sentences.begin(), sentences.end());
}

}  // namespace

MotionPlan make_motion_plan(const RunInput& input) {
  if (input.drives_torques()) {
    const config::YamlValue controller = input.document.root().require("limber").require("controller");
    controller.choice({name(ControllerKind::kAdmittance), name(ControllerKind::kCartesianAdmittance)});
  }
  const auto& parameters = std::get<AdmittanceParameters>(input.arms.front().parameters);
  RobotModel robot = load_robot(input.robot());
  const AdmittanceSettings settings = bind_from(input.document, robot.arm, parameters);
  const JointVector start = input.start_of(robot);
  const std::string who = " on " + robot.name;
  MotionPlan plan{
      plan_of(input, who), std::move(robot), parameters, settings, start, input.section.stiffest_contact, {},
      input.section.phases};
  plan.simulation = simulation_of(plan, input);
  check_script(plan, input.document);
  warn_of_late(plan, plan.simulation.scene.pushes);
  return plan;
}

}  // namespace limber::app
