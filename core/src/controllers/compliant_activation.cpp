// Activation, deactivation, and changes by the other thread: settings, compliance frame, control wrench. Each change
// keeps the commanded velocity continuous.
#include <algorithm>
#include <cmath>

#include "controllers/compliant_cycle.hpp"
#include "math/so3.hpp"
#include "wrench/spatial_wrench.hpp"

namespace limber {

CompliantCycle::CompliantCycle(const Arm& arm, const AdmittanceParameters& parameters)
    : ControllerPorts(arm), settings_(bind(arm, parameters)), motion_(arm, settings_.compliance, parameters.limits) {
  frame_handed_in_ = settings_.frame();
  wrench_.configure(settings_.wrench, settings_.nominal_period);
  ramp_.set_goal(settings_.dynamics);
  law_.start(settings_.tank, settings_.dynamics, wanted_axes());
  led_.reference().stand(motion_.X_BC());
}

bool CompliantCycle::activate(const RobotState& state) noexcept {
  deactivate();
  if (const AdmittanceSettings* settings = settings_in_.fresh()) settings_ = *settings;
  motion_.set_frame(settings_.compliance);
  wrench_.configure(settings_.wrench, settings_.nominal_period);
  if (Fault fault = guard_.start(state, settings_.joints, settings_.wrench)) {
    fault.at_start = true;
    tell_fault(fault);
    return false;
  }
  apply_limits();
  // A sagging servo must not get a step in its command: its last command is kept if it is within `tracking` of the
  // joints.
  const bool keeps_command = state.q_interface.size() == state.q.size() && state.q_interface.allFinite() &&
                             (state.q_interface - state.q).cwiseAbs().maxCoeff() <= settings_.supervisor.tracking;
  const JointVector fastest = settings_.joints.velocity;
  const JointVector& sent = keeps_command ? state.q_interface : state.q;
  const JointVector qd = state.qd.cwiseMax(-fastest).cwiseMin(fastest);
  // An arm that moves is behind its last command.
  motion_.start(keeps_command ? JointVector(sent - settings_.lead.time * qd) : sent, qd);
  servo_.start(sent, motion_.q(), qd, settings_.lead);
  servo_trust_.trust();
  last_good_q_ = motion_.q();
  set_posture(settings_.posture.q.size() > 0 ? settings_.posture.q : motion_.q());
  begin_life();
  empty_ports();
  end_what_is_under_way();
  led_.start(motion_.X_BC(), motion_.twist());
  X_BC_ = arm_->pose(guard_.q(), settings_.compliance);
  period_guard_.start();
  contact_guard_.reset();
  control_.drop();
  fault_stop_.reset();
  pause_.cancel();
  press_ = PressWatch();
  regulated_.reset();
  alignment_.reset();
  input_gate_.reset();
  steady_wrench_.reset();
  held_.reset();
  creep_.reset();
  tank_wait_ = TankWait();
  followed_law_ = pushed_ = false;
  supervisor_.activate();
  law_.start(settings_.tank, without_stiffness(settings_.dynamics), wanted_axes());
  law_.want_fixtures(settings_.fixtures);
  ramp_.set_goal(settings_.dynamics);
  restart_law();
  publish_state();
  tell(Event::Kind::kState, 0.0);
  return true;
}

void CompliantCycle::deactivate() noexcept {
  end_what_is_under_way();
  supervisor_.deactivate();
  publish_state();
}

// Nothing continues from one activation to the next.
void CompliantCycle::end_what_is_under_way() noexcept {
  drop_reference();
  if (wrench_.taring()) tell_outcome(Event::Kind::kTareAbandoned, 0.0, tare_ticket_);
  wrench_.reset();
}

void CompliantCycle::start_ramp(const Dynamics& from, const Dynamics& goal) noexcept {
  ramp_.start(from, goal, settings_.supervisor.stiffness_ramp_time);
  law_.want(ramp_.wanted());
}

// Stiffness ramps up from zero, that of fixtures too; the body keeps its motion.
void CompliantCycle::restart_law() noexcept {
  law_.restart_fixtures();
  led_.return_to_reference(reference_live(), settings_.dynamics.K, axes(), settings_.approach);
  start_ramp(without_stiffness(ramp_.goal()), ramp_.goal());
}

// If the reference or the law is not finite, both restart at the commanded pose, with an empty tank.
void CompliantCycle::drop_what_is_no_number() noexcept {
  const Offset offset = led_.body().offset_in(axes());
  const bool finite = led_.reference().finite() && offset.p.allFinite() && offset.q.coeffs().allFinite() &&
                      offset.velocity.allFinite() && std::isfinite(law_.account().stored + law_.tank().level());
  if (finite) return;
  drop_reference();
  led_.reference().stand(motion_.X_BC());
  led_.put_back(motion_.X_BC(), motion_.twist());
  TankParameters empty = settings_.tank;
  empty.first_fill = 0.0;
  law_.start(empty, without_stiffness(ramp_.goal()), wanted_axes());
  law_.configure(settings_.tank);
}

// If the robot has not moved during the pause, its load is the same: ramp and press continue. If it was moved, both
// start anew.
void CompliantCycle::resume() noexcept {
  tell(Event::Kind::kResumed, 0.0);
  resumed();
  if (pause_.stood_still(guard_.q())) {
    led_.return_to_lead(reference_live(), settings_.approach);
    ramp_.go_on();
    followed_law_ = true;
  } else {
    control_.begin_anew();
    restart_law();
  }
}

void CompliantCycle::set_parameters(const AdmittanceParameters& parameters) { set_settings(bind(*arm_, parameters)); }

void CompliantCycle::set_settings(const AdmittanceSettings& settings) noexcept {
  frame_handed_in_ = settings.frame();
  settings_in_.write(settings);
}

InputCounts CompliantCycle::inputs_given() const noexcept {
  return {settings_in_.written(), requests_given(), references_given(), control_wrench_in_.written()};
}

InputCounts CompliantCycle::inputs_taken() const noexcept {
  return {settings_in_.read_number(), requests_taken(), references_taken(), control_wrench_in_.read_number()};
}

Answer CompliantCycle::set_control_wrench(const Vector6& F_C) noexcept {
  const std::uint32_t meant_for = life();
  if (state() == SupervisorState::kInactive) return inactive("control wrench");
  const Answer answer = check_control_wrench(F_C);
  if (answer) control_wrench_in_.write({F_C, meant_for, next_word(), frame_handed_in()});
  return answer;
}

ReachSphere CompliantCycle::reach_handed_in() const noexcept {
  return reach_of(*arm_, {arm_->joint_count() - 1, frame_handed_in_.X_JC});
}

void CompliantCycle::take_settings() noexcept {
  if (const AdmittanceSettings* settings = settings_in_.fresh()) apply_settings(*settings);
}

void CompliantCycle::apply_settings(const AdmittanceSettings& settings) noexcept {
  const bool stiffness_changed = settings.dynamics.K != settings_.dynamics.K;
  const bool dynamics_changed =
      stiffness_changed || settings.dynamics.M != settings_.dynamics.M || settings.dynamics.D != settings_.dynamics.D;
  const Matrix6 K_before = settings_.dynamics.K;
  const ComplianceFrame frame_before = settings_.frame();
  if (!(settings.servo == settings_.servo)) servo_trust_.trust();
  settings_ = settings;
  creep_.reset();
  if (!(settings_.frame() == frame_before)) change_frame(frame_before);
  apply_limits();
  set_posture(settings_.posture.q.size() > 0 ? settings_.posture.q : motion_.posture().q);
  wrench_.configure(settings_.wrench, settings_.nominal_period);
  law_.configure(settings_.tank);
  law_.want_fixtures(settings_.fixtures);
  if (stiffness_changed) {
    led_.stiffen(K_before, settings_.dynamics.K, axes(), reference_live(), settings_.approach);
  }
  if (dynamics_changed) ramp_to(settings_.dynamics);
}

// The speed limits are scaled by the speed scaling of the robot: it could not follow faster motion.
void CompliantCycle::apply_limits() noexcept {
  limited_to_ = std::max(pace(), kStandingShare);
  JointBounds joints = settings_.joints;
  joints.velocity *= limited_to_;
  ToolBounds tool = settings_.tool;
  tool.linear_velocity *= limited_to_;
  tool.angular_velocity *= limited_to_;
  motion_.set_limits(joints, tool, settings_.singularity_threshold, settings_.singularity_damping);
  progress_.reset();  // the way may be open now
}

void CompliantCycle::set_posture(const JointVector& q, const JointVector& qd) noexcept {
  motion_.set_posture({q, settings_.posture.rate, settings_.posture.max_velocity, qd});
}

void CompliantCycle::change_frame(const ComplianceFrame& from) noexcept {
  contact_guard_.reset();
  if (!settings_.frame().same_point(from)) {
    motion_.set_frame(settings_.compliance);
    led_.reference().change_frame(from.X_JC.inverse() * settings_.compliance.X_JF);
    X_BC_ = arm_->pose(guard_.q(), settings_.compliance);
    led_.put_back(motion_.X_BC(), motion_.twist());
  }
  control_.change_frame([&](const Vector6& F) { return from_frame(from, F); });
  frame_changed();
}

// `frame` at the reference, with the axes in which its control wrench is given.
Pose CompliantCycle::wrench_frame(const ComplianceFrame& frame) const noexcept {
  Pose X_BC = led_.reference().now().X_BR * (settings_.compliance.X_JF.inverse() * frame.X_JC);
  if (frame.base_axes) X_BC.R.setIdentity();
  return X_BC;
}

// `F`, given in `frame`, as the same wrench on the tool in the present C.
Vector6 CompliantCycle::from_frame(const ComplianceFrame& frame, const Vector6& F) const noexcept {
  if (frame == settings_.frame()) return F;
  return move_wrench(wrench_frame(settings_.frame()).inverse() * wrench_frame(frame), F);
}

Matrix3 CompliantCycle::wanted_axes() const noexcept {
  return settings_.base_axes ? Matrix3::Identity() : led_.reference().now().X_BR.R;
}

// F_control in the axes of the law. They may differ from those of C until the tank can pay for their rotation.
Vector6 CompliantCycle::control_in_law() const noexcept {
  const Matrix3 wanted = wanted_axes();
  if (axes() == wanted) return control_.value();
  return move_wrench({axes().transpose() * wanted, Vector3::Zero()}, control_.value());
}

}  // namespace limber
