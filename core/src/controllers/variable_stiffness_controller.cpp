// Public interface of the variable stiffness controller.
#include "limber/variable_stiffness_controller.hpp"

#include "controllers/torque_cycle.hpp"

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

VariableStiffnessController::VariableStiffnessController(const Arm& arm, const VariableStiffnessParameters& parameters)
    : cycle_(std::make_unique<TorqueCycle>(arm, parameters)) {}
VariableStiffnessController::~VariableStiffnessController() = default;

bool VariableStiffnessController::activate(const RobotState& state) noexcept { return cycle_->activate(state); }
void VariableStiffnessController::deactivate() noexcept { cycle_->deactivate(); }
Command VariableStiffnessController::update(const RobotState& state, double period) noexcept {
  return cycle_->update(state, period);
}
const StiffnessTelemetry& VariableStiffnessController::telemetry() const noexcept { return cycle_->telemetry(); }
InputCounts VariableStiffnessController::inputs_taken() const noexcept { return cycle_->inputs_taken(); }
InputCounts VariableStiffnessController::inputs_given() const noexcept { return cycle_->inputs_given(); }

const PathReport& VariableStiffnessController::prepare(const JointVector& q) { return cycle_->prepare(q); }
const PathReport& VariableStiffnessController::path() const noexcept { return cycle_->path(); }
void VariableStiffnessController::set_parameters(const VariableStiffnessParameters& parameters) {
  cycle_->set_parameters(parameters);
}
void VariableStiffnessController::check(const VariableStiffnessParameters& parameters) const {
  static_cast<void>(cycle_->checked(parameters));
}
WaypointAnswer VariableStiffnessController::add_waypoint(const Waypoint& waypoint) noexcept {
  return cycle_->add_waypoint(waypoint);
}
Answer VariableStiffnessController::request(Request request, std::uint32_t ticket) noexcept {
  return cycle_->request(request, ticket);
}
bool VariableStiffnessController::take_telemetry(StiffnessTelemetry& record) noexcept {
  return cycle_->take_telemetry(record);
}
bool VariableStiffnessController::take_event(Event& event) noexcept { return cycle_->take_event(event); }
std::string VariableStiffnessController::sentence(const Event& event) const { return cycle_->sentence(event); }
long VariableStiffnessController::lost_records() const noexcept { return cycle_->lost_records(); }
long VariableStiffnessController::lost_events() const noexcept { return cycle_->lost_events(); }
SupervisorState VariableStiffnessController::state() const noexcept { return cycle_->state(); }
const Arm& VariableStiffnessController::arm() const noexcept { return cycle_->arm(); }

}  // namespace limber
