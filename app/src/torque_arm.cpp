// What is a torque arm's own of a run.
#include "torque_arm.hpp"

#include "torque_report.hpp"

namespace limber::app {

TorqueArm::TorqueArm(const TorqueArmPlan& plan, double period)
    : ControlledArm(plan.name, period, plan.start, plan.simulation, plan.parameters,
                    std::make_unique<VariableStiffnessController>(plan.arm, plan.parameters)),
      plan_(&plan),
      settings_(bind(plan.arm, plan.parameters, plan.start)) {
  controller_->prepare(plan.start);
}

void TorqueArm::observe(const sim::SimulatedArm& arm) {
  const double force = arm.contact_force().norm();
  if (force > largest_contact_force()) largest_contact_force_.store(force, std::memory_order_relaxed);
}

std::unique_ptr<ArmReport> TorqueArm::make_report(const CsvOptions& csv) {
  return std::make_unique<TorqueReport>(*this, csv);
}

record::ArmDescription TorqueArm::description() const {
  record::ArmDescription described = describe(limber::app::name(ControllerKind::kVariableStiffness), plan_->urdf);
  described.prefix = name_prefix(plan_->parameters);
  described.prepared_at = plan_->start;
  return described;
}

TargetJudgement TorqueArm::judge(const Action& action) {
  TargetJudgement judgement = judge_target(action, plan_->arm, settings_);
  if (!judgement.refusal.empty()) ++waypoints_refused_;
  return judgement;
}

std::string TorqueArm::refusal_of(const Action& action) const {
  if (const auto* request = std::get_if<Request>(&action.what)) {
    if ((state() == SupervisorState::kFaulted) == (*request == Request::kResetFault)) return "";
    Event refused;
    refused.kind = Event::Kind::kRequestRefused;
    refused.state = state();
    refused.value = static_cast<double>(*request);
    return limber::sentence(refused);
  }
  const auto* change = std::get_if<ParameterChange>(&action.what);
  try {
    if (change != nullptr) controller_->check(changed(*change));
    return "";
  } catch (const std::exception& error) {
    return error.what();
  }
}

std::string TorqueArm::perform(const Action& action, double t, std::uint32_t ticket) {
  const auto* waypoint = std::get_if<Waypoint>(&action.what);
  if (waypoint == nullptr) return ControlledArm::perform(action, t, ticket);
  const WaypointAnswer answer = controller_->add_waypoint(*waypoint);
  if (answer != WaypointAnswer::kTaken) return limber::sentence(answer);
  CompliantPoint point;
  point.X_BR.p = waypoint->p;
  handed_in({.kind = record::InputKind::kWaypoint, .points = {point}, .relative = waypoint->relative});
  return "";
}

std::vector<std::unique_ptr<RunningArm>> make_arms(const TorquePlan& plan) {
  std::vector<std::unique_ptr<RunningArm>> arms;
  for (const TorqueArmPlan& arm : plan.arms) arms.push_back(std::make_unique<TorqueArm>(arm, plan.period()));
  return arms;
}

}  // namespace limber::app
