// The cycle of a compliant controller: validate, kinematics, wrench, law, supervisor, limits, command, telemetry.
#include <algorithm>
#include <cmath>

#include "limber/controllers/compliant_controller.hpp"
#include "limber/so3.hpp"

namespace limber {

Command CompliantController::update(const RobotState& state, double period) noexcept {
  if (supervisor_.state() == SupervisorState::kInactive) return {last_good_q_, JointVector::Zero(last_good_q_.size())};
  take_inputs();
  const Fault input = validate(state, period);
  follow_pace();
  const Fault kinematics = update_kinematics();
  const Fault force = update_wrench();
  apply_law();
  supervise(input ? input : kinematics ? kinematics : force);
  limit();
  const Command result = command();
  record();
  return result;
}

void CompliantController::take_inputs() noexcept {
  if (const AdmittanceSettings* settings = settings_in_.fresh()) apply_settings(*settings);
  take_requests([this](Request request) { handle(request); });
  take_reference();
  ControlWrench wrench;
  if (control_wrench_in_.read(wrench)) lead_control_wrench(wrench.F_C);
}

Fault CompliantController::validate(const RobotState& state, double period) noexcept {
  Fault late;
  h_ = period_guard_.bound(period, settings_.nominal_period, settings_.supervisor, guard_.time(), late);
  const Fault bad = guard_.check(state, motion_.q(), settings_.joints, settings_.wrench, settings_.supervisor);
  if (bad) return bad;
  if (late) return late;
  if (guard_.robot_stands()) return {};
  Eigen::Index joint = 0;
  const double gap = (guard_.q() - motion_.q()).cwiseAbs().maxCoeff(&joint);
  if (gap > settings_.supervisor.tracking) {
    return {FaultCode::kTracking, gap, settings_.supervisor.tracking, static_cast<int>(joint), guard_.time()};
  }
  return {};
}

Fault CompliantController::update_kinematics() noexcept {
  if (settings_.integrate_from == IntegrateFrom::kMeasured && supervisor_.follows_law()) {
    const Vector6 twist = body_.twist(reference_.now());
    motion_.rebase(guard_.q());
    body_.put(arm_->pose(guard_.q(), settings_.compliance), twist, reference_.now());
  }
  const bool solvable = motion_.update_kinematics();
  if (!supervisor_.follows_law()) {
    reference_.wait(h_, settings_.supervisor.control_wrench_timeout);
  } else if (solvable) {
    step_reference();
  }
  return solvable ? Fault() : Fault{FaultCode::kKinematics, 0.0, 0.0, -1, guard_.time()};
}

Fault CompliantController::update_wrench() noexcept {
  // What the sensor felt, it felt where the arm really was; the law wants it about C, in the reference's axes.
  const Pose X_BC = arm_->pose(guard_.q(), settings_.compliance);
  X_BS_ = X_BC * settings_.X_CS;
  const Matrix3 R_CB = axes().transpose();
  displacement_C_ << R_CB * (X_BC.p - X_BC_.p), R_CB * log_so3(Matrix3(X_BC.R * X_BC_.R.transpose()));
  X_BC_ = X_BC;
  const Pose X_CS{R_CB * X_BS_.R, R_CB * (X_BS_.p - X_BC.p)};
  const WrenchStages& stages = wrench_.step(guard_.F_S_S(), X_BS_, X_CS, guard_.qd().cwiseAbs().maxCoeff(), h_);
  external_C_ = stages.external_C;
  step_control_wrench();
  tell_tare();
  const Fault overforce = check_force(stages.external_S);
  if (overforce) return overforce;
  const Matrix3 R_BC = axes();
  return press_.step(R_BC * control_C_.head<3>(), R_BC * external_C_.head<3>(), motion_.twist().head<3>(),
                     settings_.supervisor, h_, guard_.time());
}

Fault CompliantController::check_force(const Vector6& external_S) const noexcept {
  const SupervisorParameters& allowed = settings_.supervisor;
  const double force = external_S.head<3>().norm();
  if (force > allowed.overforce) return {FaultCode::kOverforce, force, allowed.overforce, 0, guard_.time()};
  const double torque = external_S.tail<3>().norm();
  if (torque > allowed.overtorque) return {FaultCode::kOverforce, torque, allowed.overtorque, 3, guard_.time()};
  return {};
}

// M ë + (D + D_a) ė + K∘e = α S F_ext + F_control, over h.
void CompliantController::apply_law() noexcept {
  law_limited_ = LimitSet();
  input_ = LawInput();
  guard_contact();
  if (!supervisor_.follows_law()) return;
  step_stiffness();
  law_.change(body_);
  input_ = law_input(external_C_, control_C_, settings_.admittance_ratio, settings_.enabled_axes,
                     settings_.force_threshold, settings_.torque_threshold);
  Offset offset = body_.offset_in(axes());
  const double angle_before = offset.theta().norm();
  law_.step(offset, input_.external, input_.control, h_);
  stop_drift(offset, law_.dynamics(), input_.sum(), settings_.drift.linear, settings_.drift.angular);
  if (law_.dynamics().turns_back && limit_orientation(offset, angle_before, settings_.orientation_error_limit,
                                                      settings_.tool.angular_acceleration, h_)) {
    law_limited_.add(Limit::kOrientationError);
  }
  body_.set_offset_from(offset, axes());
}

// Also while it holds: a contact does not end there.
void CompliantController::guard_contact() noexcept {
  const Dynamics& own = law_.dynamics();
  GuardedLoop loop{own.M.diagonal(), own.D.diagonal(), settings_.tool_inertia_force, wrench_.filter_time_constant()};
  const bool led = !reference_.now().twist.isZero(0.0);
  Vector6 felt = settings_.admittance_ratio * external_C_;
  for (int i = 0; i < 6; ++i) {
    const auto axis = static_cast<std::size_t>(i);
    if (!settings_.enabled_axes[axis]) felt[i] = 0.0;
    loop.driven[axis] = led || control_C_[i] != 0.0 || own.K(i, i) > 0.0;
  }
  law_.set_added_damping(contact_guard_.step(felt, displacement_C_, loop, settings_.contact_guard, h_));
}

void CompliantController::supervise(const Fault& fault) noexcept {
  if (!supervisor_.raise(fault)) return;
  retreat_left_ = fault.code == FaultCode::kOverforce ? settings_.supervisor.overforce_retreat : 0.0;
  const Vector3 force_B = X_BS_.R * wrench_.stages().external_S.head<3>();
  retreat_direction_ = force_B.norm() > 0.0 ? Vector3(force_B.normalized()) : Vector3::Zero();
  tell_fault(fault);
}

void CompliantController::limit() noexcept {
  const bool followed = supervisor_.follows_law();
  if (followed) {
    const LimitReport& report = motion_.lead(body_.pose(reference_.now()), press_.cap(), h_);
    if (report.not_finite) supervise({FaultCode::kInternal, 0.0, 0.0, -1, guard_.time()});
    const bool reshaped = report.not_finite || report.reshaped.any() || arm_->joint_count() < 6;
    if (reshaped) put_back();
    law_.close(body_, reference_.now().twist, reshaped || law_limited_.any(), h_);
  } else {
    if (!paused_) law_stopped();
    if (retreat_left_ > 0.0 && supervisor_.state() == SupervisorState::kFaulted) {
      retreat();
    } else {
      motion_.brake(h_);
    }
    put_back();
  }
  followed_law_ = followed;
  tell_change();
}

// The virtual body is where the arm could go: nothing winds up.
void CompliantController::put_back() noexcept { body_.put(motion_.X_BC(), motion_.twist(), reference_.now()); }

// The commanded motion is finite by construction; whatever else happens, nothing else leaves.
Command CompliantController::command() noexcept {
  if (!motion_.q().allFinite() || !motion_.qd().allFinite()) {
    supervise({FaultCode::kInternal, 0.0, 0.0, -1, guard_.time()});
    motion_.start(last_good_q_, JointVector::Zero(last_good_q_.size()));
    put_back();
  }
  last_good_q_ = motion_.q();
  return {motion_.q(), motion_.qd()};
}

void CompliantController::record() noexcept {
  const LimitReport& report = motion_.report();
  begin_record(guard_.time(), guard_.q(), guard_.qd());
  record_.q_command = motion_.q();
  record_.qd_command = motion_.qd();
  record_.p_command = motion_.X_BC().p;
  record_.q_orientation = Quaternion(motion_.X_BC().R);
  record_.twist_command = motion_.twist();
  record_.p_reference = reference_.now().X_BR.p;
  record_.q_reference = Quaternion(reference_.now().X_BR.R);
  record_.wrench_raw = wrench_.stages().raw_S;
  record_.wrench_external = wrench_.stages().external_S;
  record_.wrench_filtered = wrench_.stages().filtered_S;
  record_.wrench_compliance = external_C_;
  record_.wrench_control = control_C_;
  record_law();
  record_.limited = report.reshaped;
  record_.limited.bits |= law_limited_.bits;
  record_.conflicts = report.conflicts;
  record_.smallest_singular_value = report.smallest_singular_value;
  record_.speed_scaling = pace();
  publish_record();
}

void CompliantController::record_law() noexcept {
  const Offset offset = body_.offset_in(axes());
  record_.wrench_law = input_.sum();
  record_.error = offset.error();
  record_.error_rate = offset.velocity;
  record_.wrench_spring = spring_wrench(law_.dynamics().K, offset);
  record_.wrench_damping = law_.damping() * offset.velocity;
  record_.guard_damping = contact_guard_.damping();
  record_.stiffness = law_.dynamics().K.diagonal();
  record_.stiffness_ramp = ramp_progress();
  record_.energy = law_.account();
  record_.tank_level = law_.tank().level();
  record_.tank_inflow = law_.tank().inflow() / h_;
  record_.tank_outflow = law_.tank().outflow() / h_;
}

}  // namespace limber
