// The loop's body for torque arms, and what actions do.
#include "torque_run.hpp"

#include <fmt/format.h>

#include <cmath>

#include "limber/rt/clock.hpp"

namespace limber::app {

TorqueArm::TorqueArm(const TorqueArmPlan& plan, double period)
    : plan_(&plan),
      period_(period),
      parameters_(plan.parameters),
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
}

std::string TorqueArm::change(const config::ParameterChanges& changes) {
  try {
    VariableStiffnessParameters wanted = parameters_;
    config::set(wanted, changes, config::Change::kLive);
    controller_.set_parameters(wanted);
    parameters_ = wanted;
    return "";
  } catch (const std::exception& error) {
    return error.what();
  }
}

std::string TorqueArm::act(const TorqueAction& action) {
  if (const auto* waypoint = std::get_if<Waypoint>(&action.what)) {
    const WaypointAnswer answer = controller_.add_waypoint(*waypoint);
    return answer == WaypointAnswer::kTaken ? "" : sentence(answer);
  }
  if (const auto* push = std::get_if<HandPush>(&action.what)) {
    hand_.push(*push);
    return "";
  }
  if (const auto* request = std::get_if<Request>(&action.what)) {
    return controller_.request(*request) ? "" : "too many requests wait already";
  }
  return change(std::get<ParameterChange>(action.what).changes);
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

std::vector<std::string> TorqueRun::act(const TorqueAction& action) {
  std::vector<std::string> refusals;
  for (std::size_t i = 0; i < arms_.size(); ++i) {
    if (action.arm >= 0 && i != static_cast<std::size_t>(action.arm)) continue;
    const std::string refusal = arms_[i]->act(action);
    if (!refusal.empty()) refusals.push_back(fmt::format("{}: {}", arms_[i]->name(), refusal));
  }
  return refusals;
}

std::vector<std::string> TorqueRun::play() {
  std::vector<std::string> refusals;
  while (next_action_ < plan_->script.size() && plan_->script[next_action_].at <= time()) {
    for (std::string& refusal : act(plan_->script[next_action_])) refusals.push_back(std::move(refusal));
    ++next_action_;
  }
  return refusals;
}

}  // namespace limber::app
