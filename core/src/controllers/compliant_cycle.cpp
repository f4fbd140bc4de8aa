// The cycle of a compliant controller: validate, kinematics, wrench, law, supervisor, limits, command, telemetry.
#include <algorithm>
#include <cmath>

#include "limber/controllers/compliant_controller.hpp"
#include "limber/so3.hpp"

namespace limber {
namespace {

// s: a cycle that comes later than that says nothing about the time that passed.
constexpr double kLongestPeriod = 60.0;
// A force that stays is worth a word from so much on: of the threshold; and N or N m, whatever that is.
constexpr double kWorthAWord = 0.5;
constexpr double kLeastForce = 0.05;
constexpr double kLeastTorque = 0.005;
// A tool that stands (m/s) and is pulled (N) for so long (s) while limits bar the way does not get away by itself.
constexpr double kStands = 1e-3;
constexpr double kPulled = 1.0;
constexpr double kHeld = 2.0;
constexpr double kBarredWay = 0.1;  // how far a way is open that leads nowhere

}  // namespace

Command CompliantController::update(const RobotState& state, double period) noexcept {
  if (!active()) return standing(state);
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

// Not active it knows of no place to be but the one that was measured now.
Command CompliantController::standing(const RobotState& state) const noexcept {
  if (state.q.size() != arm_->joint_count() || !state.q.allFinite()) return {};
  return {state.q, JointVector::Zero(state.q.size())};
}

void CompliantController::take_inputs() noexcept {
  take_settings();
  take_requests([this](Request request) { handle(request); });
  take_reference();
  ControlWrench wrench;
  if (!control_wrench_in_.read(wrench) || wrench.life != life()) return;
  lead_control_wrench(from_frame(wrench.frame, wrench.F_C));
  control_word_ = wrench.word;
}

Fault CompliantController::validate(const RobotState& state, double period) noexcept {
  Fault late;
  h_ = period_guard_.bound(period, settings_.nominal_period, settings_.supervisor, guard_.time(), late);
  passed_ = period > h_ && period < kLongestPeriod ? period : h_;
  since_reset_ += h_;
  const Fault bad = guard_.check(state, passed_, motion_.q(), settings_.joints, settings_.wrench, settings_.supervisor);
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
    motion_.rebase(guard_.q(), h_);
    body_.put(motion_.X_BC(), twist, reference_.now());
  }
  const bool solvable = motion_.update_kinematics();
  if (!supervisor_.follows_law()) {
    reference_.wait(passed_, settings_.supervisor.control_wrench_timeout);
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
  // A command that goes back to where a paused robot stands moves nothing.
  const Vector3 v_B = paused_ ? Vector3(Vector3::Zero()) : Vector3(motion_.twist().head<3>());
  const Fault runaway = press_.step(R_BC * control_in_law().head<3>(), R_BC * external_C_.head<3>(), v_B,
                                    reference_.moved().twist.head<3>(), settings_.supervisor,
                                    settings_.tool.linear_acceleration, h_, guard_.time());
  if (press_.lost_contact()) {
    ++record_.contacts_lost;
    tell(Event::Kind::kContactLost, control_C_.head<3>().norm());
  }
  return runaway;
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
  law_step_.setZero();
  guard_contact();
  if (!supervisor_.follows_law()) {
    steady_force_.interrupt();
    steady_torque_.interrupt();
    return;
  }
  if (approach_.joints.open < 1.0) law_limited_.add(Limit::kJointPosition);
  step_stiffness();
  law_.change(body_);
  input_ = input_gate_.step(external_C_, control_in_law(), settings_.admittance_ratio, settings_.enabled_axes,
                            settings_.force_threshold, settings_.torque_threshold, h_);
  tell_steady_force();
  Offset offset = body_.offset_in(axes());
  const double angle_before = stiff_turn(offset, law_.dynamics().K).norm();
  law_.step(offset, input_.external, input_.control, h_);
  stop_drift(offset, law_.dynamics(), input_.sum(), settings_.drift.linear, settings_.drift.angular);
  if (law_.dynamics().turns_back &&
      limit_orientation(offset, law_.dynamics().K, angle_before, settings_.orientation_error_limit,
                        settings_.tool.angular_acceleration, h_)) {
    law_limited_.add(Limit::kOrientationError);
  }
  law_step_ = body_.set_offset_from(offset, axes());
}

// A sensor that is off leads an arm without springs away for as long as nobody looks. Its bias turns with it.
void CompliantController::tell_steady_force() noexcept {
  const Matrix3 R_SC = X_BS_.R.transpose() * axes();
  const double least_force = std::max(kLeastForce, kWorthAWord * settings_.force_threshold);
  const double least_torque = std::max(kLeastTorque, kWorthAWord * settings_.torque_threshold);
  if (stays(steady_force_, 0, R_SC, least_force)) tell(Event::Kind::kSteadyForce, steady_force_.mean().norm());
  if (stays(steady_torque_, 3, R_SC, least_torque)) tell(Event::Kind::kSteadyTorque, steady_torque_.mean().norm());
}

// Whether the part of the wrench from `first` on has moved the tool for long, by more than `least` where no spring
// holds it.
bool CompliantController::stays(SteadyForce& steady, int first, const Matrix3& R_SC, double least) noexcept {
  const double threshold = first == 0 ? settings_.force_threshold : settings_.torque_threshold;
  const Vector3 felt = felt_along(settings_.enabled_axes, external_C_).segment<3>(first);
  // Noise takes single readings below the threshold. One above it that does not act meets a deadband that is shut.
  const bool shut = felt.norm() > threshold && input_.external.segment<3>(first).isZero(0.0);
  if (shut || !control_C_.isZero(0.0)) {
    steady.interrupt();
    return false;
  }
  if (!steady.step(R_SC * felt, h_)) return false;
  if (steady.mean().norm() <= threshold) {
    steady.interrupt();
    return false;
  }
  Vector3 unheld = R_SC.transpose() * steady.mean();
  for (int i = 0; i < 3; ++i) {
    if (law_.dynamics().K(first + i, first + i) > 0.0) unheld[i] = 0.0;
  }
  return unheld.norm() > std::max(least, steady.noise()) && steady.is_news();
}

// Also while it holds: a contact does not end there.
void CompliantController::guard_contact() noexcept {
  const Dynamics& own = law_.dynamics();
  GuardedLoop loop{own.M.diagonal(), own.D.diagonal(), settings_.tool_inertia_force, wrench_.filter_time_constant()};
  const bool led = !reference_.moved().twist.isZero(0.0);
  Vector6 felt = settings_.admittance_ratio * external_C_;
  const Vector6 control = control_in_law();
  for (int i = 0; i < 6; ++i) {
    const auto axis = static_cast<std::size_t>(i);
    if (!settings_.enabled_axes[axis]) felt[i] = 0.0;
    loop.pressed[axis] = control[i] != 0.0;
    loop.driven[axis] = led || loop.pressed[axis] || own.K(i, i) > 0.0;
  }
  law_.set_added_damping(contact_guard_.step(felt, displacement_C_, loop, settings_.contact_guard, h_));
}

// A spring pulls straight, and so does a reference that catches up with its lead. If that way is barred, only somebody
// who leads the arm around finds another one.
void CompliantController::tell_held_by_limits() noexcept {
  const LimitSet& limited = motion_.report().reshaped;
  // Fewer than six joints are in a singularity wherever they are.
  const bool stretched = limited.has(Limit::kSingularity) && motion_.q().size() >= 6;
  const bool barred = limited.has(Limit::kJointPosition) || limited.has(Limit::kWorkspace) || stretched;
  const Offset offset = body_.offset_in(axes());
  const bool left_behind = approach_.joints.open < kBarredWay;
  const bool pulled = spring_wrench(law_.dynamics().K, offset).head<3>().norm() > kPulled;
  const bool held = (left_behind || (barred && (pulled || reference_.catching_up()))) && input_.sum().isZero(0.0) &&
                    motion_.twist().head<3>().norm() < kStands;
  const double before = held_for_;
  held_for_ = held ? held_for_ + h_ : 0.0;
  if (before >= kHeld || held_for_ < kHeld) return;
  const Vector6 way = reference_.catching_up() ? reference_.behind() : offset.error();
  tell_outcome(Event::Kind::kHeldByLimits, way.head<3>().norm(), 0, way.tail<3>().norm());
}

void CompliantController::limit() noexcept {
  const bool followed = supervisor_.follows_law();
  if (followed) {
    follow_law();
    tell_held_by_limits();
  } else {
    if (!paused_) law_stopped();
    stop();
  }
  followed_law_ = followed;
  tell_change();
}

// The virtual body is where the arm could go: nothing winds up. Its velocity against the reference is the difference of
// what both really did in this cycle.
void CompliantController::put_back() noexcept { body_.put(motion_.X_BC(), motion_.twist(), reference_.moved()); }

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
  record_.contact = press_.in_contact();
  record_law();
  record_.limited = report.reshaped;
  record_.limited.bits |= law_limited_.bits;
  record_.conflicts = report.conflicts;
  record_.smallest_singular_value = report.smallest_singular_value;
  if (motion_.q().size() > 6) {
    record_.posture_error = (motion_.posture().q - motion_.q()).cwiseAbs().maxCoeff();
    record_.posture_velocity = motion_.posture_velocity().cwiseAbs().maxCoeff();
  }
  record_.speed_scaling = pace();
  publish_record();
}

void CompliantController::record_law() noexcept {
  const Offset offset = body_.offset_in(axes());
  record_.q_axes = Quaternion(axes());
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
