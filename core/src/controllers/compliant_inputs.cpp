// What reaches a compliant controller from outside its cycle: activation, settings, control wrench. Each change keeps
// the command's velocity continuous.
#include <algorithm>
#include <cmath>
#include <utility>

#include "limber/controllers/compliant_controller.hpp"
#include "limber/so3.hpp"
#include "limber/wrench/spatial_wrench.hpp"

namespace limber {
namespace {

Dynamics without_stiffness(Dynamics dynamics) noexcept {
  dynamics.K.setZero();
  dynamics.modal_stiffness.setZero();
  dynamics.turns_back = false;
  return dynamics;
}

// The axes that have, or have not, stiffness.
std::array<bool, 6> axes_where(const Matrix6& K, bool stiff) noexcept {
  std::array<bool, 6> axes{};
  for (int i = 0; i < 6; ++i) axes[static_cast<std::size_t>(i)] = K.row(i).isZero(0.0) != stiff;
  return axes;
}

}  // namespace

CompliantController::CompliantController(const Arm& arm, const AdmittanceParameters& parameters)
    : ControllerPorts(arm),
      settings_(bind(arm, parameters)),
      frame_handed_in_(settings_.frame()),
      motion_(arm, settings_.compliance, parameters.limits) {
  wrench_.configure(settings_.wrench, settings_.nominal_period);
  goal_ = settings_.dynamics;
  law_.start(settings_.tank, goal_, wanted_axes());
  reference_.stand(motion_.X_BC());
}

bool CompliantController::activate(const RobotState& state) noexcept {
  deactivate();
  if (const AdmittanceSettings* settings = settings_in_.fresh()) settings_ = *settings;
  motion_.set_frame(settings_.compliance);
  wrench_.configure(settings_.wrench, settings_.nominal_period);
  Fault fault;
  if (!guard_.start(state, settings_.joints, settings_.wrench, fault)) {
    fault.at_start = true;
    tell_fault(fault);
    return false;
  }
  apply_limits();
  stood_ = paused_ = false;
  led_share_ = led_before_ = 0.0;
  // A servo that sags must not be told to step back: its last command stands where it is anywhere near.
  const bool keeps_command = state.q_interface.size() == state.q.size() && state.q_interface.allFinite() &&
                             (state.q_interface - state.q).cwiseAbs().maxCoeff() <= settings_.supervisor.tracking;
  const JointVector fastest = settings_.joints.velocity;
  motion_.start(keeps_command ? state.q_interface : state.q, state.qd.cwiseMax(-fastest).cwiseMin(fastest));
  last_good_q_ = motion_.q();
  set_posture(settings_.posture.q.size() > 0 ? settings_.posture.q : motion_.q());
  begin_life();
  empty_ports();
  reference_.stand(motion_.X_BC());
  end_what_is_under_way();
  body_.put(motion_.X_BC(), motion_.twist(), reference_.now());
  X_BC_ = arm_->pose(guard_.q(), settings_.compliance);
  contact_guard_.reset();
  period_guard_.start();
  drop_control_wrench();
  give_way_.stop();
  press_.reset();
  input_gate_.reset();
  steady_force_.reset();
  steady_torque_.reset();
  since_reset_ = kUnlimited;
  supervisor_.activate();
  goal_ = settings_.dynamics;
  law_.start(settings_.tank, without_stiffness(goal_), wanted_axes());
  followed_law_ = false;
  waited_ = held_for_ = 0.0;
  restart_law();
  publish_state();
  tell(Event::Kind::kState, 0.0);
  return true;
}

void CompliantController::deactivate() noexcept {
  end_what_is_under_way();
  supervisor_.deactivate();
  publish_state();
}

// Nothing of one activation goes on in the next.
void CompliantController::end_what_is_under_way() noexcept {
  drop_reference();
  if (wrench_.taring()) tell_outcome(Event::Kind::kTareAbandoned, 0.0, tare_ticket_);
  wrench_.reset();
}

// Whatever made the reference or the law lose their numbers: they begin anew where the arm is, with an empty tank.
void CompliantController::drop_what_is_no_number() noexcept {
  const Offset offset = body_.offset_in(axes());
  const bool finite = reference_.finite() && offset.p.allFinite() && offset.q.coeffs().allFinite() &&
                      offset.velocity.allFinite() && std::isfinite(law_.account().stored + law_.tank().level());
  if (finite) return;
  drop_reference();
  reference_.stand(motion_.X_BC());
  put_back();
  TankParameters empty = settings_.tank;
  empty.first_fill = 0.0;
  law_.start(empty, without_stiffness(goal_), wanted_axes());
  law_.configure(settings_.tank);
}

// Stiffness engages from nothing; the body goes on as it moves.
void CompliantController::restart_law() noexcept {
  return_to_reference();
  start_ramp(without_stiffness(goal_));
}

void CompliantController::set_goal(const Dynamics& goal) noexcept {
  goal_ = goal;
  goal_changed_ = true;
}

void CompliantController::ramp_to(const Dynamics& goal) noexcept {
  goal_ = goal;
  start_ramp(law_.dynamics());
}

void CompliantController::start_ramp(const Dynamics& from) noexcept {
  ramp_from_ = from;
  ramp_elapsed_ = 0.0;
  ramp_duration_ = settings_.supervisor.stiffness_ramp_time;
  ramping_ = true;
  law_.want(blend(ramp_from_, goal_, 0.0));
}

double CompliantController::ramp_progress() const noexcept {
  return ramp_duration_ > 0.0 ? std::min(1.0, ramp_elapsed_ / ramp_duration_) : 1.0;
}

void CompliantController::step_stiffness() noexcept {
  if (ramping_) {
    ramp_elapsed_ += h_;
    law_.want(blend(ramp_from_, goal_, ramp_progress()));
    ramping_ = ramp_progress() < 1.0;
    if (!ramping_ && supervisor_.start_done()) tell(Event::Kind::kState, 0.0);
  } else if (goal_changed_) {
    law_.want(goal_);
  }
  goal_changed_ = false;
}

// Says when a change of compliance has to wait for the tank, and how long it took.
void CompliantController::tell_change() noexcept {
  if (law_.account().waits.any()) {
    if (waited_ == 0.0) tell(Event::Kind::kChangeWaits, law_.account().missing);
    waited_ += h_;
  } else if (waited_ > 0.0) {
    tell(Event::Kind::kChangeArrived, waited_);
    waited_ = 0.0;
  }
}

void CompliantController::apply_settings(const AdmittanceSettings& settings) noexcept {
  const bool stiffness_changed = settings.dynamics.K != settings_.dynamics.K;
  const bool dynamics_changed =
      stiffness_changed || settings.dynamics.M != settings_.dynamics.M || settings.dynamics.D != settings_.dynamics.D;
  const Matrix6 K_before = settings_.dynamics.K;
  const ComplianceFrame frame_before = settings_.frame();
  settings_ = settings;
  if (!(settings_.frame() == frame_before)) change_frame(frame_before);
  apply_limits();
  set_posture(settings_.posture.q.size() > 0 ? settings_.posture.q : motion_.posture().q);
  wrench_.configure(settings_.wrench, settings_.nominal_period);
  law_.configure(settings_.tank);
  if (stiffness_changed) stiffen_from_here(K_before, settings_.dynamics.K);
  if (dynamics_changed) ramp_to(settings_.dynamics);
}

void CompliantController::change_frame(const ComplianceFrame& from) noexcept {
  contact_guard_.reset();
  if (!settings_.frame().same_point(from)) {
    motion_.set_frame(settings_.compliance);
    reference_.change_frame(from.X_JC.inverse() * settings_.compliance.X_JF);
    X_BC_ = arm_->pose(guard_.q(), settings_.compliance);
    put_back();
  }
  control_C_ = from_frame(from, control_C_);
  control_target_ = from_frame(from, control_target_);
  control_lag_ = from_frame(from, control_lag_);
  frame_changed();
}

// The reference's C if it were `frame`, with the axes that a control wrench is given in there.
Pose CompliantController::wrench_frame(const ComplianceFrame& frame) const noexcept {
  Pose X_BC = reference_.now().X_BR * (settings_.compliance.X_JF.inverse() * frame.X_JC);
  if (frame.base_axes) X_BC.R.setIdentity();
  return X_BC;
}

// The same wrench on the tool, in the numbers of the present C.
Vector6 CompliantController::from_frame(const ComplianceFrame& frame, const Vector6& F) const noexcept {
  if (frame == settings_.frame()) return F;
  return move_wrench(wrench_frame(settings_.frame()).inverse() * wrench_frame(frame), F);
}

// In the law's axes, which may have to wait for the tank before they are C's.
Vector6 CompliantController::control_in_law() const noexcept {
  const Matrix3 wanted = wanted_axes();
  if (axes() == wanted) return control_C_;
  return move_wrench({axes().transpose() * wanted, Vector3::Zero()}, control_C_);
}

Pose CompliantController::moved_along(const Pose& X, const Pose& to,
                                      const std::array<bool, 6>& axes_moved) const noexcept {
  const Vector6 gap = pose_difference(X, to);
  Vector6 way;
  way << axes().transpose() * gap.head<3>(), axes().transpose() * gap.tail<3>();
  for (int i = 0; i < 6; ++i) {
    if (!axes_moved[static_cast<std::size_t>(i)]) way[i] = 0.0;
  }
  return {exp_so3(axes() * way.tail<3>()).toRotationMatrix() * X.R, X.p + axes() * way.head<3>()};
}

Pose CompliantController::moved_along_free_axes(const Pose& X, const Pose& to) const noexcept {
  return moved_along(X, to, axes_where(settings_.dynamics.K, false));
}

// An axis that gets stiffness where it had none is pulled to where it is, unless somebody leads the reference.
void CompliantController::stiffen_from_here(const Matrix6& K_before, const Matrix6& K_after) noexcept {
  std::array<bool, 6> newly_stiff = axes_where(K_after, true);
  const std::array<bool, 6> stiff_before = axes_where(K_before, true);
  for (std::size_t i = 0; i < 6; ++i) newly_stiff[i] = newly_stiff[i] && !stiff_before[i];
  const bool any = std::find(newly_stiff.begin(), newly_stiff.end(), true) != newly_stiff.end();
  if (!any || reference_.approaching()) return;
  with_body_kept([&] {
    const ReferenceSample from = reference_on_body(newly_stiff);
    if (reference_live()) {
      reference_.approach_from(from, settings_.approach);
    } else {
      reference_.stand(from.X_BR);
    }
  });
}

// The reference, moved to the body along some axes of C, and turning as it does there.
ReferenceSample CompliantController::reference_on_body(const std::array<bool, 6>& axes_moved) const noexcept {
  const ReferenceSample& now = reference_.now();
  const Pose X_BR = moved_along(now.X_BR, body_.pose(now), axes_moved);
  Vector6 twist = now.twist;
  twist.tail<3>() = X_BR.R * now.X_BR.R.transpose() * now.twist.tail<3>();
  return {X_BR, twist, Vector6::Zero()};
}

// After a stop the target may be anywhere: if somebody still leads, the reference goes there from where it stood; if
// not, it stays, or goes on braking if the stop was too short for it to stand: that motion is nobody's push.
void CompliantController::return_to_lead() noexcept {
  with_body_kept([&] {
    if (reference_live()) {
      reference_.resume(settings_.approach);
    } else if (led_share_ > 0.0) {
      reference_.brake(settings_.approach);
    }
  });
}

// The same, and if its springs would pull from farther than a new target may be, the reference is on the body first.
void CompliantController::return_to_reference() noexcept {
  return_to_lead();
  with_body_kept([&] {
    const ReferenceSample from = reference_on_body(axes_where(settings_.dynamics.K, true));
    if (!settings_.approach.is_near(reference_.now().X_BR, from.X_BR)) {
      reference_.approach_from(from, settings_.approach);
    }
  });
}

void CompliantController::step_reference() noexcept {
  // It catches up as the joints can, too.
  approach_ = settings_.approach;
  if (reference_.catching_up()) {
    const Vector6 way = body_.carried_twist(reference_.behind());
    approach_.joints = motion_.joint_times(way);
    approach_.joints.open = motion_.openness(way, h_);
    if (reference_.lead_moves() || !input_.sum().isZero(0.0)) progress_.reset();
    const LimitSet& limited = motion_.report().reshaped;
    const bool hindered = limited.has(Limit::kJointPosition) || limited.has(Limit::kSingularity) ||
                          limited.has(Limit::kWorkspace) || approach_.joints.open < 1.0;
    if (!progress_.step(way, hindered, h_)) approach_.joints.open = 0.0;
  } else {
    progress_.reset();
  }
  lead_reference();
  // Rotation that no spring turns back takes the reference's orientation, and with it C, along.
  const bool arrived = !reference_.approaching() && !reference_.catching_up();
  if (!law_.dynamics().turns_back && !reference_live() && !reference_is_joints() && arrived) {
    with_body_kept([&] { reference_.turn_to(body_.pose(reference_.now()).R); });
  }
  if (followed_law_) {
    law_.open(body_);
  } else {
    law_.reopen(body_);
  }
  law_.turn(wanted_axes(), body_);
}

void CompliantController::lead_control_wrench(const Vector6& F_C) noexcept {
  control_lag_ += control_target_ - F_C;
  follow_control_wrench(F_C);
}

void CompliantController::follow_control_wrench(const Vector6& F_C) noexcept {
  control_target_ = F_C;
  control_age_ = 0.0;
}

void CompliantController::drop_control_wrench() noexcept {
  control_C_.setZero();
  control_target_.setZero();
  control_lag_.setZero();
}

// F_control follows its input: what jumps comes in through a ramp, and fades to nothing where the input fell silent.
// While the robot is paused nothing follows it, and it stays.
void CompliantController::step_control_wrench() noexcept {
  control_age_ += h_;
  if (paused_) return;
  const bool silent = control_age_ > settings_.supervisor.control_wrench_timeout;
  if (silent || !supervisor_.follows_law()) {
    control_lag_ += control_target_;
    control_target_.setZero();
  }
  const double ramp = settings_.supervisor.control_wrench_ramp;
  // Three time constants a ramp; the last millinewton is dropped so that silence is exactly zero.
  control_lag_ *= 1.0 - (ramp > h_ ? std::min(1.0, 3.0 * h_ / ramp) : 1.0);
  if (control_lag_.cwiseAbs().maxCoeff() < 1e-3) control_lag_.setZero();
  control_C_ = control_target_ + control_lag_;
}

}  // namespace limber
