// The loop's body for torque arms, and what actions do.
#include "torque_run.hpp"

#include <fmt/format.h>

#include <cmath>

#include "controllers/variable_stiffness_settings.hpp"
#include "limber/configuration.hpp"
#include "limber/real_time.hpp"
#include "waypoint_reach.hpp"

namespace limber::app {

TorqueArm::TorqueArm(const TorqueArmPlan& plan, double period)
    : plan_(&plan),
      period_(period),
      parameters_(plan.parameters),
      settings_(bind(plan.arm, plan.parameters, plan.start)),
      controller_(plan.arm, plan.parameters),
      arm_(plan.arm, plan.start, plan.simulation) {
  controller_.prepare(plan.start);
}

void TorqueArm::cycle() {
  hand_.step(arm_);
  const Nanoseconds begin = monotonic_now();
  const Command command = controller_.update(arm_.read(), period_);
  update_times_.record(monotonic_now() - begin);
  arm_.write(command);
  arm_.step(period_);
  time_.store(arm_.time(), std::memory_order_relaxed);
  const double force = arm_.contact_force().norm();
  if (force > largest_contact_force()) largest_contact_force_.store(force, std::memory_order_relaxed);
}

VariableStiffnessParameters TorqueArm::changed(const ParameterChange& change) const {
  VariableStiffnessParameters wanted = parameters_;
  config::set(wanted, change.changes, config::Change::kLive);
  return wanted;
}

std::string TorqueArm::refusal_of(const ParameterChange& change) const {
  try {
    controller_.check(changed(change));
    return "";
  } catch (const std::exception& error) {
    return error.what();
  }
}

std::string TorqueArm::refusal_of(Request request) const {
  const SupervisorState state = controller_.state();
  if ((state == SupervisorState::kFaulted) == (request == Request::kResetFault)) return "";
  Event refused;
  refused.kind = Event::Kind::kRequestRefused;
  refused.state = state;
  refused.value = static_cast<double>(request);
  return sentence(refused);
}

std::string TorqueArm::refusal_of(const TorqueAction& action) {
  if (const auto* waypoint = std::get_if<Waypoint>(&action.what)) {
    const std::string refusal = waypoint_refusal(*waypoint, plan_->arm, settings_);
    if (!refusal.empty()) ++waypoints_refused_;
    return refusal;
  }
  if (const auto* request = std::get_if<Request>(&action.what)) return refusal_of(*request);
  const auto* change = std::get_if<ParameterChange>(&action.what);
  return change == nullptr ? "" : refusal_of(*change);
}

std::string TorqueArm::act(const TorqueAction& action, std::uint32_t ticket) {
  if (const auto* waypoint = std::get_if<Waypoint>(&action.what)) {
    const WaypointAnswer answer = controller_.add_waypoint(*waypoint);
    return answer == WaypointAnswer::kTaken ? "" : sentence(answer);
  }
  if (const auto* push = std::get_if<HandPush>(&action.what)) {
    hand_.push(*push);
    return "";
  }
  if (const auto* request = std::get_if<Request>(&action.what)) {
    const Answer answer = controller_.request(*request, ticket);
    return answer ? "" : sentence(answer);
  }
  const VariableStiffnessParameters wanted = changed(std::get<ParameterChange>(action.what));
  controller_.set_parameters(wanted);
  parameters_ = wanted;
  return "";
}

TorqueRun::TorqueRun(const TorquePlan& plan)
    : plan_(&plan), last_cycle_(std::lround(std::ceil(plan.duration * plan.rate - 1e-6))) {
  for (const TorqueArmPlan& arm : plan.arms) arms_.push_back(std::make_unique<TorqueArm>(arm, plan.period()));
}

bool TorqueRun::cycle() {
  for (const auto& arm : arms_) arm->cycle();
  return ++cycles_ < last_cycle_;
}

std::vector<NamedParameters> TorqueRun::parameters() const {
  std::vector<NamedParameters> named;
  for (const auto& arm : arms_) named.push_back({arm->name(), arm->parameters()});
  return named;
}

std::vector<TorqueArm*> TorqueRun::arms_of(const TorqueAction& action) {
  std::vector<TorqueArm*> meant, faulted;
  for (std::size_t i = 0; i < arms_.size(); ++i) {
    if (action.arm >= 0 && i != static_cast<std::size_t>(action.arm)) continue;
    meant.push_back(arms_[i].get());
    if (arms_[i]->controller().state() == SupervisorState::kFaulted) faulted.push_back(arms_[i].get());
  }
  const auto* request = std::get_if<Request>(&action.what);
  const bool resets = request != nullptr && *request == Request::kResetFault;
  return resets && !faulted.empty() ? faulted : meant;
}

std::vector<std::string> TorqueRun::refusals_of(const TorqueAction& action) {
  std::vector<std::string> refusals;
  for (TorqueArm* arm : arms_of(action)) {
    const std::string refusal = arm->refusal_of(action);
    if (!refusal.empty()) refusals.push_back(fmt::format("{}: {}", arm->name(), refusal));
  }
  return refusals;
}

std::vector<std::string> TorqueRun::act(const TorqueAction& action) {
  std::vector<std::string> refusals = refusals_of(action);
  if (!refusals.empty()) return refusals;
  for (TorqueArm* arm : arms_of(action)) {
    const std::string refusal = arm->act(action, kScriptTicket);
    if (!refusal.empty()) refusals.push_back(fmt::format("{}: {}", arm->name(), refusal));
  }
  return refusals;
}

std::vector<std::string> TorqueRun::play() {
  std::vector<std::string> refusals;
  while (next_action_ < plan_->script.size() && plan_->script[next_action_].at <= time()) {
    const TorqueAction& action = plan_->script[next_action_];
    for (const std::string& refusal : act(action)) refusals.push_back(action.place + refusal);
    ++next_action_;
  }
  return refusals;
}

}  // namespace limber::app
