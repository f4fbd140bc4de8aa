// The cycle of controller A: validate, kinematics, wrench, law, supervisor, limits, command, telemetry.
#include "limber/controllers/admittance_controller.hpp"

#include <algorithm>
#include <cmath>

#include "limber/so3.hpp"

namespace limber {

Command AdmittanceController::update(const RobotState& state, double period) noexcept {
  if (supervisor_.state() == SupervisorState::kInactive) return {last_good_q_, JointVector::Zero(last_good_q_.size())};
  take_inputs();
  const Fault input = validate(state, period);
  const Fault kinematics = update_kinematics();
  const Fault force = update_wrench();
  apply_law();
  supervise(input ? input : kinematics ? kinematics : force);
  limit();
  const Command result = command();
  record();
  return result;
}

void AdmittanceController::take_inputs() noexcept {
  if (const AdmittanceSettings* settings = settings_in_.fresh()) apply_settings(*settings);
  Request request;
  while (requests_.try_pop(request)) handle(request);
  PoseTarget target;
  if (target_in_.read(target)) {
    joint_reference_live_ = false;
    take_target(target.sample);
  }
  if (joint_reference_) {
    if (joint_reference_live_) {
      reference_.move_target(*joint_reference_);
    } else {
      joint_reference_live_ = true;
      take_target(*joint_reference_);
    }
    joint_reference_.reset();
  }
  ControlWrench wrench;
  if (control_wrench_in_.read(wrench)) {
    control_target_ = wrench.F_C;
    control_age_ = 0.0;
  }
}

Fault AdmittanceController::validate(const RobotState& state, double period) noexcept {
  Fault late;
  h_ = period_guard_.bound(period, settings_.nominal_period, settings_.supervisor, guard_.time(), late);
  const Fault bad = guard_.check(state, motion_.q(), settings_.joints, settings_.wrench, settings_.supervisor);
  if (bad) return bad;
  if (late) return late;
  Eigen::Index joint = 0;
  const double gap = (guard_.q() - motion_.q()).cwiseAbs().maxCoeff(&joint);
  if (gap > settings_.supervisor.tracking) {
    return {FaultCode::kTracking, gap, settings_.supervisor.tracking, static_cast<int>(joint), guard_.time()};
  }
  return {};
}

Fault AdmittanceController::update_kinematics() noexcept {
  if (settings_.integrate_from == IntegrateFrom::kMeasured && supervisor_.follows_law()) {
    const Vector6 twist = body_.twist(reference_.now());
    motion_.rebase(guard_.q());
    body_.put(arm_->pose(guard_.q(), settings_.compliance), twist, reference_.now());
  }
  if (!motion_.update_kinematics()) return {FaultCode::kKinematics, 0.0, 0.0, -1, guard_.time()};
  if (supervisor_.follows_law()) {
    step_reference();
  } else {
    reference_.wait(h_, settings_.supervisor.control_wrench_timeout);
  }
  return {};
}

Fault AdmittanceController::update_wrench() noexcept {
  // What the sensor felt, it felt where the arm really was; the law wants it about C, in the reference's axes.
  const Pose X_BC = arm_->pose(guard_.q(), settings_.compliance);
  X_BS_ = X_BC * settings_.X_CS;
  const Matrix3 R_CB = axes().transpose();
  const Pose X_CS{R_CB * X_BS_.R, R_CB * (X_BS_.p - X_BC.p)};
  const WrenchStages& stages =
      wrench_.step(guard_.F_S_S(), X_BS_, X_CS, guard_.qd().cwiseAbs().maxCoeff(), h_);
  external_C_ = stages.external_C;
  step_control_wrench();
  tell_tare();
  const Fault overforce = check_force(stages.external_S);
  if (overforce) return overforce;
  const Matrix3 R_BC = axes();
  return press_.step(R_BC * control_C_.head<3>(), R_BC * external_C_.head<3>(), motion_.twist().head<3>(),
                     settings_.supervisor, h_, guard_.time());
}

Fault AdmittanceController::check_force(const Vector6& external_S) const noexcept {
  const SupervisorParameters& allowed = settings_.supervisor;
  const double force = external_S.head<3>().norm();
  if (force > allowed.overforce) return {FaultCode::kOverforce, force, allowed.overforce, 0, guard_.time()};
  const double torque = external_S.tail<3>().norm();
  if (torque > allowed.overtorque) return {FaultCode::kOverforce, torque, allowed.overtorque, 3, guard_.time()};
  return {};
}

// M ë + (D + D_a) ė + K∘e = α S F_ext + F_control, over h.
void AdmittanceController::apply_law() noexcept {
  law_limited_ = LimitSet();
  input_.setZero();
  if (!supervisor_.follows_law()) return;
  step_stiffness();
  const Matrix3 R_BC = axes();
  input_ = law_input(external_C_, control_C_, settings_.admittance_ratio, settings_.enabled_axes,
                     settings_.force_threshold, settings_.torque_threshold);
  Offset offset = body_.offset_in(R_BC);
  const double angle_before = offset.theta().norm();
  law_.step(offset, input_, h_);
  stop_drift(offset, law_.dynamics().K, input_, settings_.drift.linear, settings_.drift.angular);
  if (law_.dynamics().turns_back &&
      limit_orientation(offset, angle_before, settings_.orientation_error_limit, settings_.tool.angular_acceleration, h_)) {
    law_limited_.add(Limit::kOrientationError);
  }
  body_.set_offset_from(offset, R_BC);
}

void AdmittanceController::supervise(const Fault& fault) noexcept {
  if (!supervisor_.raise(fault)) return;
  retreat_left_ = fault.code == FaultCode::kOverforce ? settings_.supervisor.overforce_retreat : 0.0;
  const Vector3 force_B = X_BS_.R * wrench_.stages().external_S.head<3>();
  retreat_direction_ = force_B.norm() > 0.0 ? Vector3(force_B.normalized()) : Vector3::Zero();
  tell({Event::Kind::kFault, fault, SupervisorState::kFaulted, fault.value});
}

void AdmittanceController::limit() noexcept {
  if (supervisor_.follows_law()) {
    const LimitReport& report = motion_.lead(body_.pose(reference_.now()), press_.cap(), h_);
    if (report.not_finite) supervise({FaultCode::kInternal, 0.0, 0.0, -1, guard_.time()});
    if (report.not_finite || report.reshaped.any() || arm_->joint_count() < 6) put_back();
  } else if (retreat_left_ > 0.0 && supervisor_.state() == SupervisorState::kFaulted) {
    retreat();
    put_back();
  } else {
    motion_.brake(h_);
    put_back();
  }
}

// The virtual body is where the arm could go: nothing winds up.
void AdmittanceController::put_back() noexcept { body_.put(motion_.X_BC(), motion_.twist(), reference_.now()); }

// The commanded motion is finite by construction; whatever else happens, nothing else leaves.
Command AdmittanceController::command() noexcept {
  if (!motion_.q().allFinite() || !motion_.qd().allFinite()) {
    supervise({FaultCode::kInternal, 0.0, 0.0, -1, guard_.time()});
    motion_.start(last_good_q_, JointVector::Zero(last_good_q_.size()));
    put_back();
  }
  last_good_q_ = motion_.q();
  return {motion_.q(), motion_.qd()};
}

void AdmittanceController::record() noexcept {
  const LimitReport& report = motion_.report();
  const Offset offset = body_.offset_in(axes());
  record_.time = guard_.time();
  record_.period = h_;
  ++record_.cycle;
  record_.state = supervisor_.state();
  record_.fault = supervisor_.fault().code;
  record_.overruns = period_guard_.overruns();
  record_.q = guard_.q();
  record_.qd = guard_.qd();
  record_.q_command = motion_.q();
  record_.qd_command = motion_.qd();
  record_.p_command = motion_.X_BC().p;
  record_.q_orientation = Quaternion(motion_.X_BC().R);
  record_.twist_command = motion_.twist();
  record_.p_reference = reference_.now().X_BR.p;
  record_.wrench_raw = wrench_.stages().raw_S;
  record_.wrench_external = wrench_.stages().external_S;
  record_.wrench_filtered = wrench_.stages().filtered_S;
  record_.wrench_compliance = external_C_;
  record_.wrench_control = control_C_;
  record_.wrench_law = input_;
  record_.error = offset.error();
  record_.error_rate = offset.velocity;
  record_.wrench_spring = spring_wrench(law_.dynamics().K, offset);
  record_.wrench_damping = law_.dynamics().D * offset.velocity;
  record_.stiffness_ramp = ramp_duration_ > 0.0 ? std::min(1.0, ramp_elapsed_ / ramp_duration_) : 1.0;
  record_.limited = report.reshaped;
  record_.limited.bits |= law_limited_.bits;
  record_.conflicts = report.conflicts;
  record_.smallest_singular_value = report.smallest_singular_value;
  published_state_.store(supervisor_.state(), std::memory_order_relaxed);
  if (!telemetry_ring_.try_push(record_)) lost_records_.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace limber
