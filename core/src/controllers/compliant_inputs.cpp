// What reaches a compliant controller from outside its cycle: activation, settings, requests, control wrench. Each
// change keeps the command's velocity continuous.
#include <algorithm>
#include <cmath>
#include <utility>

#include "limber/controllers/compliant_controller.hpp"
#include "limber/so3.hpp"

namespace limber {
namespace {

Dynamics without_stiffness(Dynamics dynamics) noexcept {
  dynamics.K.setZero();
  dynamics.modal_stiffness.setZero();
  dynamics.turns_back = false;
  return dynamics;
}

}  // namespace

CompliantController::CompliantController(const Arm& arm, const AdmittanceParameters& parameters)
    : ControllerPorts(arm),
      settings_(bind(arm, parameters)),
      motion_(arm, settings_.compliance, parameters.limits),
      last_good_q_(JointVector::Zero(arm.joint_count())) {
  wrench_.configure(settings_.wrench, settings_.nominal_period);
  goal_ = settings_.dynamics;
  law_.start(settings_.tank, goal_, wanted_axes());
  reference_.stand(motion_.X_BC());
}

bool CompliantController::activate(const RobotState& state) noexcept {
  if (const AdmittanceSettings* settings = settings_in_.fresh()) settings_ = *settings;
  motion_.set_frame(settings_.compliance);
  wrench_.configure(settings_.wrench, settings_.nominal_period);
  Fault fault;
  if (!guard_.start(state, settings_.joints, settings_.wrench, fault)) {
    tell_fault(fault);
    return false;
  }
  apply_limits();
  stood_ = paused_ = false;
  // A servo that sags must not be told to step back: its last command stands where it is anywhere near.
  const bool keeps_command = state.q_interface.size() == state.q.size() && state.q_interface.allFinite() &&
                             (state.q_interface - state.q).cwiseAbs().maxCoeff() <= settings_.supervisor.tracking;
  const JointVector fastest = settings_.joints.velocity;
  motion_.start(keeps_command ? state.q_interface : state.q, state.qd.cwiseMax(-fastest).cwiseMin(fastest));
  last_good_q_ = motion_.q();
  reference_.stand(motion_.X_BC());
  reference_live_ = false;
  drop_reference();
  body_.put(motion_.X_BC(), motion_.twist(), reference_.now());
  wrench_.reset();
  X_BC_ = arm_->pose(guard_.q(), settings_.compliance);
  contact_guard_.reset();
  period_guard_.start();
  control_C_.setZero();
  control_target_.setZero();
  retreat_left_ = 0.0;
  press_.reset();
  supervisor_.activate();
  goal_ = settings_.dynamics;
  law_.start(settings_.tank, without_stiffness(goal_), wanted_axes());
  followed_law_ = false;
  waited_ = 0.0;
  restart_law();
  publish_state();
  tell(Event::Kind::kState, 0.0);
  return true;
}

void CompliantController::deactivate() noexcept {
  supervisor_.deactivate();
  publish_state();
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
  const bool another_frame = settings.compliance.X_JF.p != settings_.compliance.X_JF.p ||
                             settings.compliance.X_JF.R != settings_.compliance.X_JF.R;
  const bool stiffness_changed = settings.dynamics.K != settings_.dynamics.K;
  const bool dynamics_changed =
      stiffness_changed || settings.dynamics.M != settings_.dynamics.M || settings.dynamics.D != settings_.dynamics.D;
  if (another_frame || settings.base_axes != settings_.base_axes) contact_guard_.reset();
  const Matrix6 K_before = settings_.dynamics.K;
  const Frame frame_before = settings_.compliance;
  settings_ = settings;
  if (another_frame) {
    const Pose X_CD = frame_before.X_JF.inverse() * settings_.compliance.X_JF;
    motion_.set_frame(settings_.compliance);
    reference_.change_frame(X_CD);
    X_BC_ = arm_->pose(guard_.q(), settings_.compliance);
    frame_changed();
    put_back();
  }
  apply_limits();
  wrench_.configure(settings_.wrench, settings_.nominal_period);
  law_.configure(settings_.tank);
  if (stiffness_changed) stiffen_from_here(K_before, settings_.dynamics.K);
  if (dynamics_changed) ramp_to(settings_.dynamics);
}

// The reference, moved to the body along the axes of C that `moves` picks.
ReferenceSample CompliantController::reference_on_body(const std::array<bool, 6>& moves) const noexcept {
  Vector6 e = body_.offset_in(axes()).error();
  for (int i = 0; i < 6; ++i) {
    if (!moves[static_cast<std::size_t>(i)]) e[i] = 0.0;
  }
  const ReferenceSample& now = reference_.now();
  const Pose X_BR{exp_so3(axes() * e.tail<3>()).toRotationMatrix() * now.X_BR.R, now.X_BR.p + axes() * e.head<3>()};
  return {X_BR, now.twist, Vector6::Zero()};
}

// An axis that gets stiffness where it had none is pulled to where it is, unless somebody leads the reference.
void CompliantController::stiffen_from_here(const Matrix6& K_before, const Matrix6& K_after) noexcept {
  std::array<bool, 6> newly_stiff{};
  for (int i = 0; i < 6; ++i) {
    newly_stiff[static_cast<std::size_t>(i)] = K_before.row(i).isZero(0.0) && !K_after.row(i).isZero(0.0);
  }
  const bool any = std::find(newly_stiff.begin(), newly_stiff.end(), true) != newly_stiff.end();
  if (!any || reference_.approaching()) return;
  const Pose X_BV = body_.pose(reference_.now());
  const Vector6 twist = body_.twist(reference_.now());
  const ReferenceSample from = reference_on_body(newly_stiff);
  if (reference_live_) {
    reference_.approach_from(from, settings_.approach);
  } else {
    reference_.stand(from.X_BR);
  }
  body_.put(X_BV, twist, reference_.now());
}

// After a stop the reference may be anywhere. Where its springs would pull from farther than a new target may be, it is
// approached like one.
void CompliantController::return_to_reference() noexcept {
  std::array<bool, 6> stiff{};
  for (int i = 0; i < 6; ++i) stiff[static_cast<std::size_t>(i)] = !settings_.dynamics.K.row(i).isZero(0.0);
  const ReferenceSample from = reference_on_body(stiff);
  const Pose& X_BR = reference_.now().X_BR;
  if ((from.X_BR.p - X_BR.p).norm() <= settings_.approach.near_position &&
      log_so3(Matrix3(from.X_BR.R * X_BR.R.transpose())).norm() <= settings_.approach.near_orientation) {
    return;
  }
  const Pose X_BV = body_.pose(reference_.now());
  const Vector6 twist = body_.twist(reference_.now());
  reference_.approach_from(from, settings_.approach);
  body_.put(X_BV, twist, reference_.now());
}

void CompliantController::step_reference() noexcept {
  const Pose X_BV = body_.pose(reference_.now());
  const Vector6 twist = body_.twist(reference_.now());
  const bool stopped = lead_reference();
  // Rotation that no spring turns back takes the reference's orientation, and with it C, along.
  const bool turns_freely = !law_.dynamics().turns_back && !reference_live_;
  if (turns_freely) reference_.stand({X_BV.R, reference_.now().X_BR.p});
  if (stopped || turns_freely) body_.put(X_BV, twist, reference_.now());
  if (followed_law_) {
    law_.open(body_);
  } else {
    law_.reopen(body_);
  }
  law_.turn(wanted_axes(), body_);
}

void CompliantController::tell_tare() noexcept {
  switch (wrench_.tare_outcome()) {
    case Tare::Outcome::kNone:
      return;
    case Tare::Outcome::kDone:
      return tell(Event::Kind::kTareDone, 0.0);
    case Tare::Outcome::kArmMoved:
      return tell(Event::Kind::kTareRefusedMoving, 0.0);
    case Tare::Outcome::kWrenchVaried:
      return tell(Event::Kind::kTareRefusedVarying, 0.0);
  }
}

void CompliantController::handle(Request request) noexcept {
  bool done = true;
  switch (request) {
    case Request::kHold:
      done = std::exchange(paused_, false) || supervisor_.hold();
      break;
    case Request::kRun:
      done = !paused_ && supervisor_.run();
      if (done) restart_law();
      break;
    case Request::kTare:
      wrench_.start_tare();
      return;
    case Request::kResetFault:
      done = supervisor_.reset();
      if (done) {
        retreat_left_ = 0.0;
        control_target_.setZero();
        control_C_.setZero();
        press_.reset();
        period_guard_.start();
        restart_law();
        tell(Event::Kind::kFaultReset, 0.0);
      }
      break;
    case Request::kReferenceHere: {
      const Pose X_BV = body_.pose(reference_.now());
      const Vector6 twist = body_.twist(reference_.now());
      reference_.stand(X_BV);
      reference_live_ = false;
      drop_reference();
      body_.put(X_BV, twist, reference_.now());
      return;
    }
  }
  tell(done ? Event::Kind::kState : Event::Kind::kRequestRefused, static_cast<double>(request));
}

void CompliantController::lead_control_wrench(const Vector6& F_C) noexcept {
  control_target_ = F_C;
  control_age_ = 0.0;
}

// F_control follows its input through a ramp, and fades to nothing where the input fell silent.
void CompliantController::step_control_wrench() noexcept {
  control_age_ += h_;
  const bool silent = control_age_ > settings_.supervisor.control_wrench_timeout;
  if (silent || !supervisor_.follows_law()) control_target_.setZero();
  const double ramp = settings_.supervisor.control_wrench_ramp;
  const double share = ramp > h_ ? 3.0 * h_ / ramp : 1.0;
  const Vector6 gap = control_target_ - control_C_;
  // Three time constants a ramp; the last millinewton is dropped so that silence is exactly zero.
  control_C_ = gap.cwiseAbs().maxCoeff() < 1e-3 ? control_target_ : Vector6(control_C_ + std::min(share, 1.0) * gap);
}

}  // namespace limber
