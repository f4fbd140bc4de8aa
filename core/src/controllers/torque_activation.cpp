// Activation, settings and requests of the torque cycle.
#include <algorithm>
#include <cmath>
#include <utility>

#include "controllers/torque_cycle.hpp"
#include "motion/stiffness_profile.hpp"

namespace limber {
namespace {

// Calls of update_kinematics() before the first cycle, which then starts with a correct smallest singular value.
constexpr int kWarmUp = 20;

}  // namespace

bool TorqueCycle::activate(const RobotState& state) noexcept {
  deactivate();
  take_settings();
  if (!settings_->report) {
    tell(Event::Kind::kPathRefused, settings_->report.s);
    return false;
  }
  if (Fault fault = guard_.start(state, settings_->joints)) {
    fault.at_start = true;
    tell_fault(fault);
    return false;
  }
  begin_life();
  inverse_.reset();
  target_pace_.reset();
  for (int i = 0; i < kWarmUp; ++i) {
    const Fault fault = update_kinematics();
    if (!fault) continue;
    tell_fault(fault);
    return false;
  }
  if (!can_be_held()) return false;
  // Starts from the measured motor torques. A robot that does not report them is assumed to hold its weight.
  const JointVector& most = settings_->effort_limit;
  const bool says = state.effort.size() == gravity_.size() && state.effort.allFinite();
  torque_ = (says ? state.effort : gravity_).cwiseMax(-most).cwiseMin(most);
  start_motion();
  supervisor_.activate();
  publish_state();
  tell(Event::Kind::kState, 0.0);
  return true;
}

bool TorqueCycle::can_be_held() noexcept {
  const int weak = overloaded_joint(gravity_, settings_->effort_limit);
  if (weak < 0) return true;
  Event refusal;
  refusal.kind = Event::Kind::kTooHeavy;
  refusal.fault.index = weak;
  refusal.value = std::abs(gravity_[weak]);
  refusal.turning = settings_->effort_limit[weak];
  tell(refusal);
  return false;
}

// The reference starts with the pose and the velocity of the tool; stiffness starts from zero.
void TorqueCycle::start_motion() noexcept {
  Pose X;
  Jacobian J;
  arm_->kinematics(guard_.q(), settings_->tip, X, J);
  const MovingPose here{X, J * guard_.qd()};
  cycle_.start(here, settings_->path, settings_->times);
  blend_.start(here, 0.0);
  clock_.start(1.0);
  gains_.start(gains_at_rest(settings_->stiffness), settings_->tank);
  period_guard_.start();
  posture_.start(guard_.q(), guard_.qd());
  homes_by_joints_ = !can_home_straight(*arm_, *settings_, guard_.q());
  ramp_elapsed_ = 0.0;
  contact_.invalidate();
  saw_ = trusted_ = true;
  load_.start(gravity_.size());
  pause_.cancel();
  damper_.reset();
  waypoints_.forget();
}

void TorqueCycle::deactivate() noexcept {
  supervisor_.deactivate();
  publish_state();
}

// Settings for an inactive controller may arrive just after its activation: the path must not change while it runs.
void TorqueCycle::take_settings() noexcept {
  const VariableStiffnessSettings* fresh = settings_in_.take();
  if (fresh != nullptr) settings_taken_ = fresh->number;
  const bool runs = supervisor_.state() != SupervisorState::kInactive;
  if (fresh != nullptr && runs && (fresh->for_a_stand || aside_ != nullptr) && !same_path(*fresh, *settings_)) {
    settings_in_.retire(aside_);
    aside_ = fresh;
    return;
  }
  if (!runs && aside_ != nullptr) {
    if (fresh != nullptr) settings_in_.retire(aside_);
    if (fresh == nullptr) fresh = aside_;
    aside_ = nullptr;
  }
  if (fresh == nullptr) return;
  settings_in_.retire(settings_);
  settings_ = fresh;
  cycle_.set_times(settings_->times);
  gains_.configure(settings_->tank);
}

// The reference starts from the pose of the tool, at rest.
void TorqueCycle::stand_here() noexcept {
  blend_.start({X_BT_, Vector6::Zero()}, settings_->waypoints.blend_duration);
  clock_.start(supervisor_.follows_law() ? pace() : 1.0);
  if (!supervisor_.follows_law()) blend_.stop(1.0);
}

// The tool is not at the estimated pose `from`: the reference moves by the same difference, and stands.
void TorqueCycle::take_along(const Pose& from) noexcept {
  MovingPose there = blend_.target();
  const Matrix3 turn = X_BT_.R * from.R.transpose();
  there.X_BR = {turn * there.X_BR.R, there.X_BR.p + X_BT_.p - from.p};
  there.twist.setZero();
  blend_.start(there, settings_->waypoints.blend_duration);
  blend_.stop(1.0);
  clock_.start(1.0);
}

// Returns to the cycle from the present reference. If that stands, its clock takes any rate at once.
void TorqueCycle::go_on() noexcept {
  blend_.resume(settings_->waypoints.blend_duration);
  if (blend_.target().twist.isZero(0.0)) clock_.start(pace());
}

bool TorqueCycle::reset_fault() noexcept {
  if (!supervisor_.reset()) return false;
  period_guard_.start();
  guard_.trust_standing(settings_->supervisor);
  // Waypoints were meant for the motion that the fault ended.
  waypoints_.forget();
  // A tool far from its reference would fault again at once: the reference restarts at the tool.
  const bool forced = e_.size() > 0 && e_.head<3>().norm() > 0.5 * settings_->supervisor.tracking;
  if (forced) {
    stand_here();
  } else {
    go_on();
  }
  tell(Event::Kind::kFaultReset, 0.0);
  return true;
}

void TorqueCycle::handle(Request request) noexcept {
  bool done = false;
  switch (request) {
    case Request::kHold:
      done = pause_.cancel() || supervisor_.hold();
      break;
    case Request::kRun:
      if (pause_.active()) return tell_outcome(Event::Kind::kRunInPause, 0.0);
      done = supervisor_.run();
      if (done) go_on();
      break;
    case Request::kResetFault:
      done = reset_fault();
      break;
    // A torque arm has no force sensor to tare, and its reference comes from the cycle.
    case Request::kTare:
    case Request::kTareAnyway:
    case Request::kReferenceHere:
      break;
  }
  if (!done) return tell_not_done(request);
  tell_outcome(Event::Kind::kState, static_cast<double>(request));
}

}  // namespace limber
