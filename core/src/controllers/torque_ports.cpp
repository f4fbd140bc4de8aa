// Functions of the torque cycle for the other thread.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "controllers/torque_cycle.hpp"
#include "safety/fault_words.hpp"

namespace limber {
namespace {

// A torque arm does not give way to a force: it stands on its springs.
const char* outcome_of_stop(Event::Sight sight) {
  switch (sight) {
    case Event::Sight::kAll:
      return "braked, holding until reset";
    case Event::Sight::kStrained:
      return "braked, but a joint is at its effort limit: the arm may sink; support it";
    case Event::Sight::kSome:
      return "braked, held at the position that its other readings give; it may drift: support the arm";
    case Event::Sight::kNone:
      break;
  }
  return "it cannot be held: only its weight and the last load of its springs are still compensated; it may coast and "
         "sink: support the arm";
}

}  // namespace

TorqueCycle::TorqueCycle(const Arm& arm, const VariableStiffnessParameters& parameters)
    : ControllerPorts(arm),
      parameters_(parameters),
      bound_(limber::bind(arm, parameters)),
      posture_rate_(JointVector::Zero(arm.joint_count())),
      torque_(posture_rate_) {
  settings_in_.give(std::make_unique<const VariableStiffnessSettings>(bound_));
  settings_ = settings_in_.take();
}

const PathReport& TorqueCycle::prepare(const JointVector& q) {
  if (state() != SupervisorState::kInactive) return bound_.report;
  VariableStiffnessSettings next = limber::bind(*arm_, parameters_, q);
  next.for_a_stand = true;
  set_settings(std::move(next));
  return bound_.report;
}

void TorqueCycle::set_parameters(const VariableStiffnessParameters& parameters) {
  VariableStiffnessSettings next = checked(parameters);
  parameters_ = parameters;
  set_settings(std::move(next));
}

VariableStiffnessSettings TorqueCycle::checked(const VariableStiffnessParameters& parameters) const {
  const bool stands = state() == SupervisorState::kInactive;
  std::optional<JointVector> near;
  if (!bound_.report.samples.empty()) near = bound_.report.samples.front().q;
  VariableStiffnessSettings next = stands ? limber::bind(*arm_, parameters, near) : rebind(*arm_, parameters, bound_);
  next.for_a_stand = stands;
  for (Eigen::Index i = 0; !stands && i < next.effort_limit.size(); ++i) {
    const auto joint = static_cast<std::size_t>(i);
    const double weight = std::abs(weight_[joint].load(std::memory_order_relaxed));
    if (next.effort_limit[i] >= bound_.effort_limit[i] || next.effort_limit[i] >= weight) continue;
    throw ArmError(
        fmt::format("effort_limit would allow joint '{}' only {:.4g} N m (N for a sliding joint); in this posture, "
                    "gravity alone needs {:.4g}",
                    arm_->joints()[joint].name, next.effort_limit[i], weight));
  }
  return next;
}

void TorqueCycle::set_settings(VariableStiffnessSettings settings) {
  bound_ = std::move(settings);
  bound_.number = ++settings_given_;
  settings_in_.give(std::make_unique<const VariableStiffnessSettings>(bound_));
}

WaypointAnswer TorqueCycle::add_waypoint(const Waypoint& waypoint) noexcept {
  WaypointAnswer answer = WaypointAnswer::kTaken;
  if (state() == SupervisorState::kInactive) {
    answer = WaypointAnswer::kInactive;
  } else if (!waypoint.p.allFinite()) {
    answer = WaypointAnswer::kNotFinite;
  } else if (!waypoint.relative && bound_.report) {
    const bool reachable = can_reach(*arm_, bound_, waypoint.p, bound_.report.samples.front().q) ||
                           can_reach(*arm_, bound_, waypoint.p, bound_.report.samples.back().q);
    if (!reachable) answer = WaypointAnswer::kUnreachable;
  }
  if (answer == WaypointAnswer::kTaken && !waypoints_.add(waypoint)) answer = WaypointAnswer::kQueueFull;
  if (answer != WaypointAnswer::kTaken) waypoints_.count_refused();
  return answer;
}

std::string TorqueCycle::sentence(const Event& event) const {
  if (event.kind == Event::Kind::kPathRefused) {
    return "activation refused: the path cannot be followed: " + bound_.report.sentence;
  }
  const bool stops = event.kind == Event::Kind::kFault && !event.fault.at_start;
  if (stops && (event.sight != Event::Sight::kAll || is_too_much_force(event.fault))) {
    return fault_sentence(event.fault, joint_of(event.fault), outcome_of_stop(event.sight));
  }
  return ControllerPorts::sentence(event);
}

}  // namespace limber
