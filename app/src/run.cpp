// All arms, or none.
#include "run.hpp"

namespace limber::app {

Run::Run(const RunPlan& plan, std::vector<std::unique_ptr<RunningArm>> arms)
    : plan_(&plan), arms_(std::move(arms)), player_(plan.script) {}

bool Run::activate() {
  bool all = true;
  for (const auto& arm : arms_) all = arm->activate() && all;
  return all;
}

bool Run::cycle() {
  for (const auto& arm : arms_) arm->cycle();
  return ++cycles_ < plan_->cycles();
}

void Run::deactivate() {
  for (const auto& arm : arms_) arm->deactivate();
}

std::vector<NamedParameters> Run::parameters() const {
  std::vector<NamedParameters> named;
  for (const auto& arm : arms_) named.push_back({arm->name(), arm->parameters()});
  return named;
}

std::vector<RunningArm*> Run::arms_for(const Action& action) const {
  std::vector<RunningArm*> meant, faulted;
  for (std::size_t i = 0; i < arms_.size(); ++i) {
    if (!action.is_for(i)) continue;
    meant.push_back(arms_[i].get());
    if (arms_[i]->state() == SupervisorState::kFaulted) faulted.push_back(arms_[i].get());
  }
  const auto* request = std::get_if<Request>(&action.what);
  const bool resets = request != nullptr && *request == Request::kResetFault;
  return resets && !faulted.empty() ? faulted : meant;
}

std::vector<std::string> Run::refusals_of(const Action& action) const {
  std::vector<std::string> refusals;
  for (const RunningArm* arm : arms_for(action)) {
    const std::string refusal = arm->refusal_of(action);
    if (!refusal.empty()) refusals.push_back(arm->label() + refusal);
  }
  return refusals;
}

std::vector<std::string> Run::perform(const Action& action, double t) {
  std::vector<std::string> refusals = refusals_of(action);
  if (!refusals.empty()) return refusals;
  for (RunningArm* arm : arms_for(action)) {
    const std::string refusal = arm->act(action, t, kScriptTicket);
    if (!refusal.empty()) refusals.push_back(arm->label() + refusal);
  }
  return refusals;
}

std::vector<std::string> Run::play() {
  const double t = time();
  return player_.step(t, [&](const Action& action) { return perform(action, t); });
}

std::vector<std::string> Run::act(const Action& action) {
  const std::vector<std::string> refusals = perform(action, action.at);
  if (refusals.empty() && action.duration() > 0.0) player_.go_on_with(action);
  return refusals;
}

}  // namespace limber::app
