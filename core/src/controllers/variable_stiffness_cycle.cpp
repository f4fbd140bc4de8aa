// The cycle of the variable stiffness controller: validate, kinematics, contact, reference, law, supervisor. Limits and
// the command are in variable_stiffness_limits.cpp, telemetry in variable_stiffness_outside.cpp.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "limber/controllers/variable_stiffness_controller.hpp"
#include "limber/motion/stiffness_profile.hpp"

namespace limber {
namespace {

// rad/s: faster than this, inertia and friction hide what the world does.
constexpr double kContactSpeed = 0.5;
// Hz of the low-pass on the estimate.
constexpr double kContactCutoff = 10.0;
// Share of a joint's largest speed that the target may ask of it: a soft spring swings ahead of what it goes after.
constexpr double kTargetShare = 0.5;
// rad/m: joints that a singularity makes faster than this for the same motion do not hold the target back any more.
// They could not follow, and it would never leave.
constexpr double kFastestGear = 50.0;
// m/s: a target that no joint of the arm can move after is this slow.
constexpr double kSlowestTarget = 0.01;

}  // namespace

Command VariableStiffnessController::update(const RobotState& state, double period) noexcept {
  if (supervisor_.state() == SupervisorState::kInactive) return {};
  take_inputs();
  const Fault input = validate(state, period);
  follow_pace();
  const Fault kinematics = update_kinematics();
  const Fault force = estimate_contact(state);
  move_reference();
  const Fault tracking = apply_law();
  supervise(input ? input : kinematics ? kinematics : force ? force : tracking);
  limit();
  const Command result = command();
  record(state);
  return result;
}

void VariableStiffnessController::take_inputs() noexcept {
  take_settings();
  take_requests([this](Request request) { handle(request); });
}

Fault VariableStiffnessController::validate(const RobotState& state, double period) noexcept {
  Fault late;
  h_ = period_guard_.bound(period, settings_->nominal_period, settings_->supervisor, guard_.time(), late);
  limited_ = LimitSet();
  const JointVector& most = settings_->effort_limit;
  const JointDemand demand{blend_.target().X, torque_.cwiseQuotient(most), (torque_ - gravity_).cwiseQuotient(most)};
  const Fault bad = guard_.check(state, settings_->joints, settings_->supervisor, demand, h_);
  return bad ? bad : late;
}

// A robot that is paused holds its arm as it was; its reference brakes on its way, stands, and goes on with the robot.
void VariableStiffnessController::follow_pace() noexcept {
  const bool stands = guard_.robot_stands();
  if (!stands && std::exchange(paused_, false) && supervisor_.run()) tell(Event::Kind::kResumed, 0.0);
  if (!stands || !supervisor_.hold()) return;
  paused_ = true;
  tell(Event::Kind::kPaused, 0.0);
}

Fault VariableStiffnessController::update_kinematics() noexcept {
  Jacobian J;
  const Pose X_before = X_BT_;
  arm_->kinematics(guard_.q(), settings_->tip, X_BT_, J);
  // Where it was taken to be it was not: the reference is as far away as it was, so that springs carry what they did.
  if (saw_ && !trusted_ && !guard_.reckons()) take_along(X_before);
  J_ = task_jacobian(J, X_BT_.R, settings_->rotation);
  gravity_ = arm_->gravity_torque(guard_.q(), settings_->gravity);
  const PathParameters& p = settings_->singularity;
  solvable_ = filter_.compute(J_, p.dls_onset_factor * p.min_manipulability_threshold, p.dls_damping_factor);
  if (!solvable_) return {FaultCode::kKinematics, 0.0, 0.0, -1, guard_.time()};
  if (filter_.damped()) limited_.add(Limit::kSingularity);
  return {};
}

// What the motors must overcome beyond gravity and damping, the world does: F = (Jᵀ)⁺ (g + d q̇ - τ).
Fault VariableStiffnessController::estimate_contact(const RobotState& state) noexcept {
  const bool before = contact_valid_;
  contact_valid_ = trusts() && !filter_.damped() && state.effort.size() == gravity_.size() &&
                   state.effort.allFinite() && guard_.qd().cwiseAbs().maxCoeff() < kContactSpeed;
  if (!contact_valid_) {
    contact_.setZero();
    return {};
  }
  const JointVector damping = settings_->joint_damping.cwiseProduct(guard_.qd());
  Vector6 raw = from_task(filter_.wrench_of(gravity_ + damping - state.effort));
  raw.tail<3>() = (X_BT_.R * raw.tail<3>()).eval();
  const double share = before ? 1.0 - std::exp(-2.0 * std::numbers::pi * kContactCutoff * h_) : 1.0;
  contact_ += share * (raw - contact_);
  const double force = contact_.head<3>().norm();
  if (force > settings_->supervisor.overforce) {
    return {FaultCode::kOverforce, force, settings_->supervisor.overforce, 0, guard_.time()};
  }
  return {};
}

void VariableStiffnessController::move_reference() noexcept {
  // After blindness the arm may be anywhere: the reference starts again from where it is.
  if (sees() && !saw_) stand_here();
  if (!sees()) ramp_elapsed_ = 0.0;
  saw_ = sees();
  trusted_ = trusts();
  // Without readings it goes nowhere: the fault of this cycle is not known to the supervisor yet.
  const bool goes = (supervisor_.follows_law() || paused_) && trusts();
  if (!goes && !blend_.stands()) {
    blend_.stop(clock_.rate());
    clock_.start(1.0);
  } else if (goes && blend_.stands()) {
    go_on();
  }
  const double passed = clock_.step(goes ? pace() : 1.0, h_);
  step_pace(passed);
  if (!(passed > 0.0)) return;
  if (goes) {
    cycle_.step(passed);
    step_posture();
    take_waypoint();
  }
  blend_.step(cycle_.target(), passed, settings_->waypoints.blend_duration, pace_);
}

// Joint velocities for each part of a twist of the target, as shares of what it may ask of them here. In a singularity
// the damped inverse asks for none at all: what a joint allows comes back no sooner than the target could use it, and
// the target is never faster than the fastest joint moves the tool.
void VariableStiffnessController::step_pace(double passed) noexcept {
  if (!solvable_) return;
  const Eigen::Index joints = gravity_.size();
  PaceMatrix A = PaceMatrix::Zero(joints + 6, 6);
  for (int i = 0; i < 6; ++i) {
    A.col(i).head(joints) = filter_.joint_velocity(to_task(Vector6::Unit(i), X_BT_.R, settings_->rotation));
  }
  const bool first = pace_.rows() != A.rows();
  const double kept = std::exp(-passed / kPacingTime);
  double linear = 0.0, angular = 0.0;  // m/s, rad/s
  for (Eigen::Index i = 0; i < joints; ++i) {
    const double speed = kTargetShare * settings_->joints.velocity[i];
    A.row(i) /= std::max(1.0, A.row(i).norm() / kFastestGear) * speed;
    if (!first && A.row(i).norm() < pace_.row(i).norm()) A.row(i) += kept * (pace_.row(i) - A.row(i));
    linear = std::max(linear, speed * J_.col(i).head<3>().norm());
    angular = std::max(angular, speed);
  }
  A.block<3, 3>(joints, 0).diagonal().setConstant(1.0 / std::max(linear, kSlowestTarget));
  A.block<3, 3>(joints + 3, 3).diagonal().setConstant(1.0 / angular);
  pace_ = A;
}

// The joints of the path; while it homes, from those it started with, by the formula of a blend. Where the straight way
// home is barred, the tool goes as these joints do.
void VariableStiffnessController::step_posture() noexcept {
  posture_ = settings_->posture_at(cycle_.s());
  if (!cycle_.homes()) return;
  const Ramp c = cycle_.homing();
  const Ramp tau = braking_time(cycle_.elapsed(), kBrakingTime);
  const JointVector braked = start_posture_ + tau.value * start_rate_;
  const JointVector way = posture_ - braked;
  posture_ = braked + c.value * way;
  if (!homes_by_joints_) return;
  Jacobian J;
  MovingPose target;
  arm_->kinematics(posture_, settings_->tip, target.X, J);
  target.V = J.lazyProduct(JointVector((1.0 - c.value) * tau.rate * start_rate_ + c.rate * way));
  cycle_.lead(target);
}

// e = [p_R - p_T ; Log(R_R R_Tᵀ)],  ė = V_R - V_T,  F = K∘e + D ė
Fault VariableStiffnessController::apply_law() noexcept {
  const MovingPose wanted = reference();
  const TaskVector V_R = to_task(wanted.V, X_BT_.R, settings_->rotation);
  e_ = task_error(wanted.X, X_BT_, settings_->rotation);
  e_rate_before_ = e_rate_;
  e_rate_ = V_R - J_.lazyProduct(guard_.qd());
  step_gains();
  wrench_.setZero(e_.size());
  posture_rate_.setZero(gravity_.size());
  if (!sees()) return {};
  wrench_ = filter_.filtered(impedance_wrench(e_, e_rate_, gains_, settings_->rotation));
  posture_rate_ = filter_.joint_velocity(V_R);
  ramp_elapsed_ += h_;
  learn_load();
  return check_tracking();
}

Fault VariableStiffnessController::check_tracking() const noexcept {
  const double distance = e_.head<3>().norm();
  if (distance > settings_->supervisor.tracking) {
    return {FaultCode::kTracking, distance, settings_->supervisor.tracking, -1, guard_.time()};
  }
  const double turn = e_.tail(e_.size() - 3).norm();
  if (turn > settings_->tracking_orientation) {
    return {FaultCode::kTracking, turn, settings_->tracking_orientation, Fault::kToolTurn, guard_.time()};
  }
  return {};
}

void VariableStiffnessController::step_gains() noexcept {
  tank_.begin_cycle();
  const Vector6 e = from_task(e_);
  tank_.take_in(dissipated());
  // While it stands or does not see, stiffness stays as it is.
  if (!supervisor_.follows_law() || !trusts()) return;
  const StiffnessParameters& p = settings_->stiffness;
  const ImpedanceGains wanted = cycle_.moves_along_path() ? gains_along(p, cycle_.s()) : gains_at_rest(p);
  gains_.D = rate_limited(gains_.D, wanted.D, kDampingShare * p.max_rise_rate, h_);
  step_stiffness(rate_limited(gains_.K, wanted.K, p.max_rise_rate, h_), e);
}

// J that the damper took since the last cycle, by the wrench that acted: after the start ramp, the filter and the
// effort limits. What the torque rate, walls and the speed brake kept from the law counts as the damper's where it lost
// by it.
double VariableStiffnessController::dissipated() const noexcept {
  if (!sees() || damper_.size() != e_rate_.size() || e_rate_before_.size() != e_rate_.size()) return 0.0;
  const double taken = 0.5 * h_ * damper_.dot(e_rate_before_ + e_rate_);
  const double lost = h_ * damper_missed_.cwiseProduct(guard_.qd() - posture_rate_).cwiseMax(0.0).sum();
  return taken - lost;
}

// Axis by axis as far as the tank pays ½ e² ΔK; what a softer spring releases flows back, as far as it had come in.
void VariableStiffnessController::step_stiffness(const Vector6& wanted, const Vector6& e) noexcept {
  tank_waits_ = false;
  for (int i = 0; i < 6; ++i) {
    const double change = wanted[i] - gains_.K[i];
    const double cost = 0.5 * e[i] * e[i] * change;
    if (cost <= 0.0) {
      gains_.K[i] = wanted[i];
      tank_.take_in(-cost * ramp() * share_);
      continue;
    }
    const double share = tank_.affordable(cost);
    tank_waits_ = tank_waits_ || share < 1.0;
    gains_.K[i] += share * change;
    tank_.pay(share * cost);
  }
}

void VariableStiffnessController::supervise(const Fault& fault) noexcept {
  if (supervisor_.raise(fault)) {
    const Event::Sight seen = strained() ? Event::Sight::kStrained : Event::Sight::kAll;
    tell_fault(fault, trusts() ? seen : sees() ? Event::Sight::kSome : Event::Sight::kNone);
    paused_ = false;  // what waited for the robot is over
  }
  if (supervisor_.state() == SupervisorState::kStarting && ramp() >= 1.0 && supervisor_.start_done()) {
    tell(Event::Kind::kState, 0.0);
  }
}

// Its weight, or what is asked beside it, is as much as some joint may give.
bool VariableStiffnessController::strained() const noexcept {
  const JointVector& most = settings_->effort_limit;
  return overloaded_joint(gravity_, most) >= 0 || (torque_.cwiseAbs() - most).maxCoeff() >= 0.0;
}

double VariableStiffnessController::ramp() const noexcept {
  return cosine_ramp(ramp_elapsed_, settings_->ramp_time).value;
}

}  // namespace limber
