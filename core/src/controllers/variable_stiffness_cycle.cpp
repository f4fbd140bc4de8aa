// The cycle of the variable stiffness controller: validate, kinematics, contact, reference, law, supervisor, limits,
// command, telemetry.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "limber/controllers/variable_stiffness_controller.hpp"
#include "limber/motion/stiffness_profile.hpp"

namespace limber {
namespace {

// rad/s: faster than this, inertia and friction hide what the world does.
constexpr double kContactSpeed = 0.5;
// Hz of the low-pass on the estimate.
constexpr double kContactCutoff = 10.0;
// s: the damping of a joint wall, times its stiffness.
constexpr double kWallDampingTime = 0.01;
// Share of a joint's largest speed above it at which braking is at its strongest.
constexpr double kSpeedMargin = 0.25;

}  // namespace

Command VariableStiffnessController::update(const RobotState& state, double period) noexcept {
  if (supervisor_.state() == SupervisorState::kInactive) return {posture_, 0.0 * posture_, 0.0 * posture_};
  take_inputs();
  const Fault input = validate(state, period);
  const Fault kinematics = update_kinematics();
  const Fault force = estimate_contact(state);
  move_reference();
  const Fault tracking = apply_law();
  supervise(input ? input : kinematics ? kinematics : force ? force : tracking);
  limit(state);
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
  const Fault bad = guard_.check(state, settings_->joints, settings_->supervisor, blend_.target().X.p);
  return bad ? bad : late;
}

Fault VariableStiffnessController::update_kinematics() noexcept {
  Jacobian J;
  arm_->kinematics(guard_.q(), settings_->tip, X_BT_, J);
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
  contact_valid_ = sees() && !filter_.damped() && state.effort.size() == gravity_.size() && state.effort.allFinite() &&
                   guard_.qd().cwiseAbs().maxCoeff() < kContactSpeed;
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
  if (supervisor_.follows_law()) {
    cycle_.step(h_);
    step_posture();
    take_waypoint();
  } else {
    blend_.stop();
  }
  blend_.step(cycle_.target(), h_, settings_->waypoints.blend_duration);
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
  const MovingPose& reference = blend_.target();
  const TaskVector V_R = to_task(reference.V, X_BT_.R, settings_->rotation);
  e_ = task_error(reference.X, X_BT_, settings_->rotation);
  e_rate_ = V_R - J_.lazyProduct(guard_.qd());
  step_gains();
  wrench_.setZero(e_.size());
  posture_rate_.setZero(gravity_.size());
  if (!sees()) return {};
  wrench_ = filter_.filtered(impedance_wrench(e_, e_rate_, gains_, settings_->rotation));
  posture_rate_ = filter_.joint_velocity(V_R);
  ramp_elapsed_ += h_;
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
  const Vector6 e_rate = from_task(e_rate_);
  tank_.take_in(sees() ? e_rate.dot(gains_.D.cwiseProduct(e_rate)) * h_ : 0.0);
  // While it stands or does not see, stiffness stays as it is.
  if (!supervisor_.follows_law() || !sees()) return;
  const StiffnessParameters& p = settings_->stiffness;
  const ImpedanceGains wanted = cycle_.moves_along_path() ? gains_along(p, cycle_.s()) : gains_at_rest(p);
  gains_.D = rate_limited(gains_.D, wanted.D, kDampingShare * p.max_rise_rate, h_);
  step_stiffness(rate_limited(gains_.K, wanted.K, p.max_rise_rate, h_), e);
}

// Axis by axis as far as the tank pays ½ e² ΔK; what a softer spring releases flows back.
void VariableStiffnessController::step_stiffness(const Vector6& wanted, const Vector6& e) noexcept {
  tank_waits_ = false;
  for (int i = 0; i < 6; ++i) {
    const double change = wanted[i] - gains_.K[i];
    const double cost = 0.5 * e[i] * e[i] * change;
    if (cost <= 0.0) {
      gains_.K[i] = wanted[i];
      tank_.take_in(-cost);
      continue;
    }
    const double share = tank_.affordable(cost);
    tank_waits_ = tank_waits_ || share < 1.0;
    gains_.K[i] += share * change;
    tank_.pay(share * cost);
  }
}

void VariableStiffnessController::supervise(const Fault& fault) noexcept {
  if (supervisor_.raise(fault)) tell_fault(fault);
  if (supervisor_.state() == SupervisorState::kStarting && ramp() >= 1.0 && supervisor_.start_done()) {
    tell(Event::Kind::kState, 0.0);
  }
}

double VariableStiffnessController::ramp() const noexcept {
  return cosine_ramp(ramp_elapsed_, settings_->ramp_time).value;
}

// All but gravity: damping of the joints along the reference, the wrench, and the posture in what the task leaves free.
JointVector VariableStiffnessController::law_torque() const noexcept {
  const JointVector pull =
      settings_->posture_stiffness * (posture_ - guard_.q()) - settings_->posture_damping * guard_.qd();
  const JointVector torque = settings_->joint_damping.cwiseProduct(posture_rate_) +
                             J_.transpose().lazyProduct(wrench_) + filter_.in_free_space(pull);
  return ramp() * torque;
}

// Without positions to trust: gravity where they were last good (the caller's), and damping if velocities still come.
JointVector VariableStiffnessController::blind_torque(const RobotState& state) const noexcept {
  const bool velocities = state.qd.size() == gravity_.size() && state.qd.allFinite() &&
                          (state.qd.cwiseAbs() - settings_->joints.velocity).maxCoeff() <= 0.0 &&
                          guard_.time() - state.joint_stamp <= settings_->supervisor.stale_timeout;
  if (!velocities) return JointVector::Zero(gravity_.size());
  return -(settings_->joint_damping + JointVector::Constant(gravity_.size(), settings_->posture_damping))
              .cwiseProduct(state.qd);
}

// Springs that begin `wall_margin` before a joint limit and push with the whole effort at it.
JointVector VariableStiffnessController::walls() noexcept {
  JointVector torque = JointVector::Zero(gravity_.size());
  const double margin = settings_->wall_margin;
  if (margin <= 0.0 || guard_.blind()) return torque;
  for (Eigen::Index i = 0; i < torque.size(); ++i) {
    const double stiffness = settings_->effort_limit[i] / margin;
    const double above = guard_.q()[i] - (settings_->joints.upper[i] - margin);
    const double below = (settings_->joints.lower[i] + margin) - guard_.q()[i];
    const double inside = std::max(above, below);
    if (inside <= 0.0) continue;
    limited_.add(Limit::kJointPosition);
    const double outward = above > below ? 1.0 : -1.0;
    const double speed = std::max(0.0, outward * guard_.qd()[i]);
    torque[i] = -outward * stiffness * (inside + kWallDampingTime * speed * std::min(1.0, inside / margin));
  }
  return torque;
}

// Brakes a joint that is faster than it may be, with the whole effort at kSpeedMargin above that.
JointVector VariableStiffnessController::speed_brake() noexcept {
  JointVector torque = JointVector::Zero(gravity_.size());
  if (guard_.blind()) return torque;
  for (Eigen::Index i = 0; i < torque.size(); ++i) {
    const double most = settings_->joints.velocity[i];
    const double over = std::abs(guard_.qd()[i]) - most;
    if (!(over > 0.0)) continue;
    limited_.add(Limit::kJointVelocity);
    torque[i] = -std::copysign(settings_->effort_limit[i] * over / (kSpeedMargin * most), guard_.qd()[i]);
  }
  return torque;
}

// Gravity first; of the law as much as fits, in its direction; walls on top; no joint faster than the torque rate.
void VariableStiffnessController::limit(const RobotState& state) noexcept {
  const JointVector& most = settings_->effort_limit;
  const JointVector held = gravity_.cwiseMax(-most).cwiseMin(most);
  const JointVector law = sees() ? law_torque() : blind_torque(state);
  share_ = 1.0;
  for (Eigen::Index i = 0; i < law.size(); ++i) {
    const double room = law[i] > 0.0 ? most[i] - held[i] : most[i] + held[i];
    if (std::abs(law[i]) > room) share_ = std::min(share_, room / std::abs(law[i]));
  }
  if (share_ < 1.0) limited_.add(Limit::kEffort);
  const JointVector wanted = (held + share_ * law + walls() + speed_brake()).cwiseMax(-most).cwiseMin(most);
  if (!wanted.allFinite()) {
    supervise({FaultCode::kInternal, 0.0, 0.0, -1, guard_.time()});
    return;  // the last good torque stands
  }
  const JointVector step = JointVector::Constant(law.size(), settings_->torque_rate * h_);
  const JointVector change = wanted - torque_;
  if ((change.cwiseAbs() - step).maxCoeff() > 0.0) limited_.add(Limit::kEffortRate);
  torque_ += change.cwiseMax(-step).cwiseMin(step);
}

Command VariableStiffnessController::command() noexcept {
  if (!posture_rate_.allFinite()) posture_rate_.setZero(gravity_.size());
  return {posture_, posture_rate_, torque_};
}

}  // namespace limber
