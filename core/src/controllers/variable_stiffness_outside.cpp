// What the other thread may do to the variable stiffness controller, and what every cycle tells it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string_view>

#include "limber/controllers/variable_stiffness_controller.hpp"

namespace limber {

std::string sentence(WaypointAnswer answer) {
  switch (answer) {
    case WaypointAnswer::kTaken:
      return "waypoint taken";
    case WaypointAnswer::kQueueFull:
      return "waypoint refused: 64 wait already";
    case WaypointAnswer::kNotFinite:
      return "waypoint refused: its position is not finite";
    case WaypointAnswer::kUnreachable:
      return "waypoint refused: the arm cannot reach it with this orientation";
    case WaypointAnswer::kInactive:
      return "waypoint refused: the controller is not active";
  }
  return "";
}

namespace {

const char* instead_of_holding(Event::Sight sight) {
  if (sight == Event::Sight::kStrained) {
    return "braked, but a joint is at its effort limit: the arm may sink; support it";
  }
  if (sight == Event::Sight::kSome) {
    return "braked, held where the rest of its readings say it is; it may drift: support the arm";
  }
  return "nothing to hold it by: its weight in the last good posture is carried on, with what its springs carried; it "
         "may coast and sink: support the arm";
}

}  // namespace

VariableStiffnessController::VariableStiffnessController(const Arm& arm, const VariableStiffnessParameters& parameters)
    : ControllerPorts(arm),
      parameters_(parameters),
      bound_(limber::bind(arm, parameters)),
      posture_(JointVector::Zero(arm.joint_count())),
      posture_rate_(posture_),
      torque_(posture_) {
  settings_in_.give(std::make_unique<const VariableStiffnessSettings>(bound_));
  settings_ = settings_in_.take();
}

const PathReport& VariableStiffnessController::prepare(const JointVector& q) {
  if (state() != SupervisorState::kInactive) return bound_.report;
  VariableStiffnessSettings next = limber::bind(*arm_, parameters_, q);
  next.for_a_stand = true;
  set_settings(std::move(next));
  return bound_.report;
}

void VariableStiffnessController::set_parameters(const VariableStiffnessParameters& parameters) {
  VariableStiffnessSettings next = checked(parameters);
  parameters_ = parameters;
  set_settings(std::move(next));
}

VariableStiffnessSettings VariableStiffnessController::checked(const VariableStiffnessParameters& parameters) const {
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
        fmt::format("effort_limit would allow joint '{}' {:.4g} N m (N of a slide); where the arm is, gravity "
                    "alone needs {:.4g} of it",
                    arm_->joints()[joint].name, next.effort_limit[i], weight));
  }
  return next;
}

void VariableStiffnessController::set_settings(VariableStiffnessSettings settings) {
  bound_ = std::move(settings);
  settings_in_.give(std::make_unique<const VariableStiffnessSettings>(bound_));
}

WaypointAnswer VariableStiffnessController::add_waypoint(const Waypoint& waypoint) noexcept {
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
  if (answer == WaypointAnswer::kTaken && !waypoints_.try_push(waypoint)) answer = WaypointAnswer::kQueueFull;
  auto& count = answer == WaypointAnswer::kTaken ? waypoints_taken_ : waypoints_refused_;
  count.fetch_add(1, std::memory_order_relaxed);
  return answer;
}

std::string VariableStiffnessController::sentence(const Event& event) const {
  if (event.kind == Event::Kind::kPathRefused) {
    return "activation refused: the path cannot be followed: " + bound_.report.sentence;
  }
  std::string words = sentence_of(event);
  constexpr std::string_view kHeld = "braked, holding";
  const std::size_t held = words.rfind(kHeld);
  if (event.kind == Event::Kind::kFault && event.sight != Event::Sight::kAll && held != std::string::npos) {
    words.replace(held, kHeld.size(), instead_of_holding(event.sight));
  }
  return words;
}

void VariableStiffnessController::record(const RobotState& state) noexcept {
  begin_record(guard_.time(), guard_.q(), guard_.qd());
  record_.q_command = posture_;
  record_.qd_command = posture_rate_;
  record_law();
  record_flows(state);
  publish_record();
}

void VariableStiffnessController::record_law() noexcept {
  record_.phase = cycle_.phase();
  record_.s = cycle_.s();
  record_.p_measured = X_BT_.p;
  record_.q_orientation = Quaternion(X_BT_.R);
  record_.p_reference = blend_.target().X.p;
  record_.twist_reference = reference().V;
  record_.error = from_task(e_);
  record_.error_rate = from_task(e_rate_);
  record_.position_error = e_.head<3>().norm();
  record_.wrench = from_task(wrench_);
  record_.stiffness = gains_.K;
  record_.damping = gains_.D;
  record_.torque_ramp = ramp();
  record_.torque_share = share_;
  record_.smallest_singular_value = filter_.smallest_singular_value();
  record_.dls_damping = filter_.damping();
  record_.limited = limited_;
  record_.speed_scaling = guard_.speed_scaling();
}

void VariableStiffnessController::record_flows(const RobotState& state) noexcept {
  const bool says = state.effort.size() == gravity_.size();
  record_.torque = torque_;
  record_.torque_gravity = gravity_;
  for (Eigen::Index i = 0; i < gravity_.size(); ++i) {
    weight_[static_cast<std::size_t>(i)].store(gravity_[i], std::memory_order_relaxed);
  }
  record_.torque_measured =
      says ? state.effort : JointVector::Constant(gravity_.size(), std::numeric_limits<double>::quiet_NaN());
  record_.contact = contact_;
  record_.contact_valid = contact_valid_;
  record_.waypoints_taken = waypoints_taken_.load(std::memory_order_relaxed);
  record_.waypoints_refused = waypoints_refused_.load(std::memory_order_relaxed);
  // One that is counted a moment after it was pushed may have left already.
  record_.waypoints_queued = std::max<std::int64_t>(0, record_.waypoints_taken - waypoints_left_);
  record_.waypoint_active = blend_.at_waypoint();
  record_.tank_level = tank_.level();
  record_.tank_inflow = tank_.inflow() / h_;
  record_.tank_outflow = tank_.outflow() / h_;
  record_.tank_waits = tank_waits_;
}

}  // namespace limber
