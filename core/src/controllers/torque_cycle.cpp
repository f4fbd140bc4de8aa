// One cycle: validate, kinematics, contact, reference, law, supervisor, limits, telemetry.
#include "controllers/torque_cycle.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "arm/mass_matrix.hpp"
#include "motion/stiffness_profile.hpp"
#include "safety/torque_limits.hpp"

namespace limber {
namespace {

// rad/s: at higher joint speeds, inertia and friction hide the contact force.
constexpr double kContactSpeed = 0.5;

}  // namespace

Command TorqueCycle::update(const RobotState& state, double period) noexcept {
  if (supervisor_.state() == SupervisorState::kInactive) return {};
  take_inputs();
  const Fault input = validate(state, period);
  follow_pace();
  const Fault kinematics = update_kinematics();
  const Fault force = estimate_contact(state);
  move_reference();
  const LawStep law = apply_law();
  supervise(input ? input : kinematics ? kinematics : force ? force : law.fault);
  const TorqueStep torque = limit(law);
  record(state, law, torque);
  return {posture_.q(), posture_rate_, torque_};
}

void TorqueCycle::take_inputs() noexcept {
  take_settings();
  take_requests([this](Request request) { handle(request); });
}

Fault TorqueCycle::validate(const RobotState& state, double period) noexcept {
  Fault late;
  h_ = period_guard_.bound(period, settings_->nominal_period, settings_->supervisor, guard_.time(), late);
  const JointDemand demand{blend_.target().X_BR, torque_, torque_ - gravity_, settings_->effort_limit};
  const Fault bad = guard_.check(state, h_, demand, settings_->joints, settings_->supervisor);
  return bad ? bad : late;
}

// During a pause the robot holds its arm; the reference brakes on its path, stands, and continues with the robot.
void TorqueCycle::follow_pace() noexcept {
  switch (pause_.step(guard_.robot_stands(), supervisor_, guard_.q())) {
    case Pause::Change::kNone:
      return;
    case Pause::Change::kBegins:
      return tell(Event::Kind::kPaused, 0.0);
    case Pause::Change::kEnds:
      return tell(Event::Kind::kResumed, 0.0);
  }
}

Fault TorqueCycle::update_kinematics() noexcept {
  Jacobian J;
  const Pose X_before = X_BT_;
  arm_->kinematics(guard_.q(), settings_->tip, X_BT_, J);
  // The tool is not at the estimated pose: the reference keeps its distance, so that the springs carry the same load.
  if (saw_ && !trusted_ && !guard_.reckons()) take_along(X_before);
  J_ = task_jacobian(J, X_BT_.R, settings_->rotation);
  gravity_ = arm_->gravity_torque(guard_.q(), settings_->gravity);
  const PathParameters& p = settings_->singularity;
  solvable_ = inverse_.compute(J_, p.dls_onset_factor * p.min_manipulability_threshold, p.dls_damping_factor);
  return solvable_ ? Fault() : Fault{FaultCode::kKinematics, 0.0, 0.0, -1, guard_.time()};
}

// Contact wrench, from the balance of joint torques: F = (Jᵀ)⁺ (g + d q̇ - τ).
Fault TorqueCycle::estimate_contact(const RobotState& state) noexcept {
  const bool holds = trusts() && !inverse_.damped() && state.effort.size() == gravity_.size() &&
                     state.effort.allFinite() && guard_.qd().cwiseAbs().maxCoeff() < kContactSpeed;
  if (!holds) {
    contact_.invalidate();
    return {};
  }
  const JointVector damping = settings_->joint_damping.cwiseProduct(guard_.qd());
  Vector6 raw = from_task(inverse_.wrench_of(gravity_ + damping - state.effort));
  raw.tail<3>() = (X_BT_.R * raw.tail<3>()).eval();
  contact_.step(raw, h_);
  const double force = contact_.F_B().head<3>().norm();
  if (force <= settings_->supervisor.overforce) return {};
  return {FaultCode::kOverforce, force, settings_->supervisor.overforce, 0, guard_.time()};
}

void TorqueCycle::move_reference() noexcept {
  // A blind arm may have moved anywhere: the reference restarts at the tool.
  if (sees() && !saw_) stand_here();
  if (!sees()) ramp_elapsed_ = 0.0;
  saw_ = sees();
  trusted_ = trusts();
  // Without trusted readings the reference must not move; the supervisor does not know the fault of this cycle yet.
  const bool goes = (supervisor_.follows_law() || pause_.active()) && trusts();
  if (!goes && !blend_.stands()) {
    blend_.stop(clock_.rate());
    clock_.start(1.0);
  } else if (goes && blend_.stands()) {
    go_on();
  }
  const double passed = clock_.step(goes ? pace() : 1.0, h_);
  step_target_pace(passed);
  if (!(passed > 0.0)) return;
  if (goes) {
    cycle_.step(passed);
    step_posture();
    take_waypoint();
  }
  blend_.step(cycle_.target(), passed, settings_->waypoints.blend_duration, target_pace_.limits());
}

// Joint velocities for a unit of each component of the target's twist: J⁺ with its rotations turned to base axes.
void TorqueCycle::step_target_pace(double passed) noexcept {
  if (!solvable_) return;
  const Eigen::Index joints = gravity_.size();
  const TaskInverseMatrix& inverse = inverse_.matrix();
  PaceMatrix rates = PaceMatrix::Zero(joints + 6, 6);
  rates.topLeftCorner(joints, 3) = inverse.leftCols<3>();
  auto turns = rates.topRightCorner(joints, 3);
  if (settings_->rotation == TaskRotation::kPitch) turns = inverse.col(3).lazyProduct(X_BT_.R.col(1).transpose());
  if (settings_->rotation == TaskRotation::kAll) turns = inverse.rightCols<3>().lazyProduct(X_BT_.R.transpose());
  target_pace_.step(std::move(rates), J_, settings_->joints.velocity, passed);
}

// If the straight way home is blocked, the tool follows the posture reference.
void TorqueCycle::step_posture() noexcept {
  posture_.step(settings_->posture_at(cycle_.s()), cycle_);
  if (!cycle_.homes() || !homes_by_joints_) return;
  Jacobian J;
  MovingPose target;
  arm_->kinematics(posture_.q(), settings_->tip, target.X_BR, J);
  target.twist = J.lazyProduct(posture_.homing_rate());
  cycle_.lead(target);
}

void TorqueCycle::take_waypoint() noexcept {
  Waypoint next;
  if (!waypoints_.take(blend_, settings_->waypoints.policy, next)) return;
  // An absolute waypoint was checked when it was handed in; a relative one can only be checked now.
  const Vector3 p_B = next.relative ? Vector3(cycle_.target().X_BR.p + next.p) : next.p;
  if (next.relative && !can_reach(*arm_, *settings_, p_B, settings_->posture_at(cycle_.s()))) {
    waypoints_.count_refused();
    tell(Event::Kind::kWaypointRefused, 0.0);
    return;
  }
  blend_.activate(p_B, settings_->waypoints.blend_duration);
}

// e = [p_R - p_T ; Log(R_R R_Tᵀ)],  ė = V_R - V_T,  F = K∘e + D ė
TorqueCycle::LawStep TorqueCycle::apply_law() noexcept {
  LawStep law;
  const MovingPose wanted = reference();
  const TaskVector V_R = to_task(wanted.twist, X_BT_.R, settings_->rotation);
  law.e = task_error(wanted.X_BR, X_BT_, settings_->rotation);
  law.e_rate = V_R - J_.lazyProduct(guard_.qd());
  step_gains(law);
  law.wrench.setZero(law.e.size());
  law.posture_rate.setZero(gravity_.size());
  e_ = law.e;
  if (!sees()) return law;
  law.wrench = inverse_.filtered(impedance_wrench(law.e, law.e_rate, gains_.gains(), settings_->rotation));
  law.posture_rate = inverse_.joint_velocity(V_R);
  ramp_elapsed_ += h_;
  learn_load(law.e);
  law.fault = check_tracking(law.e);
  return law;
}

void TorqueCycle::step_gains(const LawStep& law) noexcept {
  const bool known = sees() && posture_rate_.size() == gravity_.size();
  gains_.begin_cycle(known ? damper_.dissipated(law.e_rate, guard_.qd() - posture_rate_, h_) : 0.0);
  // Stiffness stays constant in a hold or a fault, and without trusted readings.
  if (!supervisor_.follows_law() || !trusts()) return;
  const StiffnessParameters& p = settings_->stiffness;
  const ImpedanceGains wanted = cycle_.moves_along_path() ? gains_along(p, cycle_.s()) : gains_at_rest(p);
  gains_.step(wanted, p.max_rise_rate, from_task(law.e), ramp() * share_, h_);
}

// The torque of the springs without the dampers: at rest it is the error of the gravity model.
void TorqueCycle::learn_load(const TaskVector& e) noexcept {
  if (!trusts() || ramp() < 1.0) return;
  const TaskVector rest = TaskVector::Zero(e.size());
  const TaskVector spring = inverse_.filtered(impedance_wrench(e, rest, gains_.gains(), settings_->rotation));
  const JointVector pull = settings_->posture_stiffness * (posture_.q() - guard_.q());
  const JointVector torque = J_.transpose().lazyProduct(spring) + inverse_.in_free_space(pull);
  load_.learn(share_ * torque, h_);
}

Fault TorqueCycle::check_tracking(const TaskVector& e) const noexcept {
  const double distance = e.head<3>().norm();
  if (distance > settings_->supervisor.tracking) {
    return {FaultCode::kTracking, distance, settings_->supervisor.tracking, -1, guard_.time()};
  }
  const double turn = e.tail(e.size() - 3).norm();
  if (turn > settings_->tracking_orientation) {
    return {FaultCode::kTracking, turn, settings_->tracking_orientation, Fault::kToolTurn, guard_.time()};
  }
  return {};
}

void TorqueCycle::supervise(const Fault& fault) noexcept {
  if (supervisor_.raise(fault)) {
    const Event::Sight seen = strained() ? Event::Sight::kStrained : Event::Sight::kAll;
    tell_fault(fault, trusts() ? seen : sees() ? Event::Sight::kSome : Event::Sight::kNone);
    pause_.cancel();
  }
  if (supervisor_.state() == SupervisorState::kStarting && ramp() >= 1.0 && supervisor_.start_done()) {
    tell(Event::Kind::kState, 0.0);
  }
}

// The weight, or the whole torque, reaches the effort limit of some joint.
bool TorqueCycle::strained() const noexcept {
  const JointVector& most = settings_->effort_limit;
  return overloaded_joint(gravity_, most) >= 0 || (torque_.cwiseAbs() - most).maxCoeff() >= 0.0;
}

// Everything but gravity: modelled joint damping along the reference, the wrench, and the posture in the null space.
// Before the ramp is complete, the load estimate makes up the rest.
JointVector TorqueCycle::law_torque(const LawStep& law) const noexcept {
  const JointVector pull =
      settings_->posture_stiffness * (posture_.q() - guard_.q()) - settings_->posture_damping * guard_.qd();
  const JointVector torque = settings_->joint_damping.cwiseProduct(law.posture_rate) +
                             J_.transpose().lazyProduct(law.wrench) + inverse_.in_free_space(pull);
  return ramp() * torque + (1.0 - ramp()) * load_.torque(gravity_);
}

// If the law cannot act: the last load of the springs, the torque that brakes joints without a reading, and damping of
// the other joints. The caller adds gravity at the estimated joints.
JointVector TorqueCycle::blind_torque() const noexcept {
  JointVector torque = load_.torque(gravity_) + mass_matrix(*arm_, guard_.q()).lazyProduct(guard_.braking());
  for (Eigen::Index i = 0; i < torque.size(); ++i) {
    const auto joint = static_cast<std::size_t>(i);
    if (!guard_.alive().position[joint] && !guard_.alive().velocity[joint]) continue;
    torque[i] -= (settings_->joint_damping[i] + settings_->posture_damping) * guard_.qd()[i];
  }
  return torque;
}

// The torque of this cycle; if it is not finite, the last good one stays.
TorqueCycle::TorqueStep TorqueCycle::limit(const LawStep& law) noexcept {
  TorqueStep step;
  if (solvable_ && inverse_.damped()) step.limited.add(Limit::kSingularity);
  const JointVector& most = settings_->effort_limit;
  const JointVector held = gravity_.cwiseMax(-most).cwiseMin(most);
  const JointVector asked = sees() ? law_torque(law) : blind_torque();
  step.share = share_ = share_within_effort(asked, held, most);
  if (share_ < 1.0) step.limited.add(Limit::kEffort);
  JointVector acting = share_ * asked;
  JointVector guards = JointVector::Zero(asked.size());
  if (!guard_.blind()) {
    const TorqueBounds bounds{guard_.q(), guard_.qd(), settings_->joints, most, settings_->wall_margin};
    guards = speed_brake_torque(bounds, acting, step.limited);
    guards += wall_torque(bounds, acting, step.limited);
  }
  const JointVector wanted = (guards + held + acting).cwiseMax(-most).cwiseMin(most);
  posture_rate_ = law.posture_rate;
  if (!posture_rate_.allFinite()) posture_rate_.setZero(gravity_.size());
  damper_.reset();
  if (!wanted.allFinite()) {
    supervise({FaultCode::kInternal, 0.0, 0.0, -1, guard_.time()});
    return step;
  }
  torque_ = rate_limited_torque(torque_, wanted, settings_->torque_rate * h_, step.limited);
  if (!sees()) return step;
  const TaskVector force = task_gains(gains_.gains().D, settings_->rotation).cwiseProduct(law.e_rate);
  damper_.close(ramp() * share_ * inverse_.filtered(force), law.e_rate, torque_ - wanted + acting - share_ * asked);
  return step;
}

double TorqueCycle::ramp() const noexcept { return cosine_ramp(ramp_elapsed_, settings_->ramp_time).value; }

}  // namespace limber
