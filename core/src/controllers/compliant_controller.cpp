// Public interface of the compliant controllers.
#include "limber/compliant_controller.hpp"

#include "controllers/admittance_cycle.hpp"
#include "controllers/input_checks.hpp"
#include "controllers/trajectory_cycle.hpp"
#include "limber/admittance_controller.hpp"
#include "limber/cartesian_admittance_controller.hpp"

namespace limber {

CompliantController::CompliantController(std::unique_ptr<CompliantCycle> cycle) : cycle_(std::move(cycle)) {}
CompliantController::~CompliantController() = default;

bool CompliantController::activate(const RobotState& state) noexcept { return cycle_->activate(state); }
void CompliantController::deactivate() noexcept { cycle_->deactivate(); }
Command CompliantController::update(const RobotState& state, double period) noexcept {
  return cycle_->update(state, period);
}
const Telemetry& CompliantController::telemetry() const noexcept { return cycle_->telemetry(); }
InputCounts CompliantController::inputs_taken() const noexcept { return cycle_->inputs_taken(); }
InputCounts CompliantController::inputs_given() const noexcept { return cycle_->inputs_given(); }

void CompliantController::set_parameters(const AdmittanceParameters& parameters) { cycle_->set_parameters(parameters); }
Answer CompliantController::set_control_wrench(const Vector6& F_C) noexcept { return cycle_->set_control_wrench(F_C); }
Answer CompliantController::request(Request request, std::uint32_t ticket) noexcept {
  return cycle_->request(request, ticket);
}
bool CompliantController::take_telemetry(Telemetry& record) noexcept { return cycle_->take_telemetry(record); }
bool CompliantController::take_event(Event& event) noexcept { return cycle_->take_event(event); }
std::string CompliantController::sentence(const Event& event) const { return cycle_->sentence(event); }
long CompliantController::lost_records() const noexcept { return cycle_->lost_records(); }
long CompliantController::lost_events() const noexcept { return cycle_->lost_events(); }
SupervisorState CompliantController::state() const noexcept { return cycle_->state(); }
const Arm& CompliantController::arm() const noexcept { return cycle_->arm(); }

AdmittanceController::AdmittanceController(const Arm& arm, const AdmittanceParameters& parameters)
    : CompliantController(std::make_unique<AdmittanceCycle>(arm, parameters)) {}

bool AdmittanceController::set_joint_reference(const JointVector& q) noexcept {
  return static_cast<AdmittanceCycle&>(*cycle_).set_joint_reference(q);
}

Answer AdmittanceController::set_desired_pose(const Pose& X_BR, const Vector6& twist,
                                              const Vector6& acceleration) noexcept {
  return static_cast<AdmittanceCycle&>(*cycle_).set_desired_pose({X_BR, twist, acceleration});
}

Answer AdmittanceController::set_desired_pose(const Vector3& p_BR, const Quaternion& orientation_BR) noexcept {
  if (const Answer answer = check_quaternion(orientation_BR); !answer) return answer;
  return set_desired_pose(Pose{orientation_BR.normalized().toRotationMatrix(), p_BR});
}

CartesianAdmittanceController::CartesianAdmittanceController(const Arm& arm, const AdmittanceParameters& parameters)
    : CompliantController(std::make_unique<TrajectoryCycle>(arm, parameters)) {}

void CartesianAdmittanceController::set_trajectory(const std::vector<CompliantPoint>& points, double start_stamp) {
  static_cast<TrajectoryCycle&>(*cycle_).set_trajectory(points, start_stamp);
}

FittedCompliance fit(const Arm& arm, const AdmittanceParameters& parameters) {
  const AdmittanceSettings settings = bind(arm, parameters);
  return {settings.compliance, settings.dynamics.M, settings.dynamics.D, settings.dynamics.K};
}

}  // namespace limber
