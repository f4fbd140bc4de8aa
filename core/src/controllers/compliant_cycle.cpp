// One cycle: validate, reference, wrench, law, supervisor, limits, command, telemetry.
#include "controllers/compliant_cycle.hpp"

#include <algorithm>
#include <cmath>

#include "math/so3.hpp"

namespace limber {
namespace {

// s: a longer period is not used as the time that has passed.
constexpr double kLongestPeriod = 60.0;

// m, in C: from C to the line along which the force acts; 0 if it is not known.
Vector3 lever_of_contact(const Vector6& F_C) noexcept {
  constexpr double kLeastForce = 2.0;    // N: the line of a smaller force is noise
  constexpr double kLongestLever = 0.3;  // m
  const double squared = F_C.head<3>().squaredNorm();
  if (squared < kLeastForce * kLeastForce) return Vector3::Zero();
  const Vector3 lever = F_C.head<3>().cross(F_C.tail<3>()) / squared;
  return lever.squaredNorm() > kLongestLever * kLongestLever ? Vector3(Vector3::Zero()) : lever;
}

// Motion of the point of the tool on the line along which the force acts, next to C; m. A tool that turns about its
// contact does not move there.
Vector3 motion_of_contact(const Vector6& F_C, const Vector6& moved_C) noexcept {
  return moved_C.head<3>() + moved_C.tail<3>().cross(lever_of_contact(F_C));
}

Vector3 axis_of(PressAlign align) noexcept {
  const auto i = static_cast<Eigen::Index>(align) - 1;
  return i < 3 ? Vector3(Vector3::Unit(i)) : Vector3(-Vector3::Unit(i - 3));
}

const Fault& first_of(const Fault& a, const Fault& b, const Fault& c) noexcept { return a ? a : b ? b : c; }

}  // namespace

Command CompliantCycle::update(const RobotState& state, double period) noexcept {
  if (!active()) return standing(state);
  take_inputs();
  const Fault input = validate(state, period);
  follow_pace();
  const Fault kinematics = step_reference();
  const Felt felt = feel();
  const LawStep law = apply_law(felt);
  supervise(first_of(input, kinematics, felt.fault), felt.sensor);
  move(law, felt);
  const Command result = command();
  record(law, felt);
  return result;
}

// While inactive, the command is the measured position.
Command CompliantCycle::standing(const RobotState& state) const noexcept {
  if (state.q.size() != arm_->joint_count() || !state.q.allFinite()) return {};
  return {state.q, JointVector::Zero(state.q.size())};
}

void CompliantCycle::take_inputs() noexcept {
  take_settings();
  take_requests([this](Request request) { handle(request); });
  take_reference();
  ControlWrenchIn wrench;
  if (!control_wrench_in_.read(wrench) || wrench.life != life()) return;
  control_.lead(from_frame(wrench.frame, wrench.F_C));
  control_word_ = wrench.word;
}

Fault CompliantCycle::validate(const RobotState& state, double period) noexcept {
  Fault late;
  h_ = period_guard_.bound(period, settings_.nominal_period, settings_.supervisor, guard_.time(), late);
  passed_ = period > h_ && period < kLongestPeriod ? period : h_;
  fault_stop_.pass_time(h_);
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

// During a pause the command moves to the measured joints, within the limits, so that nothing jumps when the robot
// continues.
void CompliantCycle::follow_pace() noexcept {
  if (!guard_.robot_stands() && limited_to_ != pace()) apply_limits();
  switch (pause_.step(guard_.robot_stands(), supervisor_, guard_.q())) {
    case Pause::Change::kNone:
      return;
    case Pause::Change::kBegins:
      return tell(Event::Kind::kPaused, 0.0);
    case Pause::Change::kEnds:
      return resume();
  }
}

// Computes the kinematics at the command, then advances the reference.
Fault CompliantCycle::step_reference() noexcept {
  if (settings_.integrate_from == IntegrateFrom::kMeasured && follows_law()) rebase_on_measured();
  const bool solvable = motion_.update_kinematics();
  if (!follows_law()) {
    led_.reference().wait(passed_, settings_.supervisor.control_wrench_timeout);
  } else if (solvable) {
    plan_catch_up();
    step_lead();
    // Without a rotational spring and without a lead, the reference takes the orientation of the body, and C turns with
    // it.
    const Reference& reference = led_.reference();
    const bool arrived = !reference.approaching() && !reference.catching_up();
    if (!law_.dynamics().turns_back && !reference_live() && !reference_is_joints() && arrived) led_.turn_to_body();
    law_.place(reference.now().X_BR.p);
    if (followed_law_) {
      law_.open(led_.body());
    } else {
      law_.reopen(led_.body());
    }
    law_.turn(wanted_axes(), led_.body());
  }
  return solvable ? Fault() : Fault{FaultCode::kKinematics, 0.0, 0.0, -1, guard_.time()};
}

void CompliantCycle::rebase_on_measured() noexcept {
  const Vector6 twist = led_.body().twist(led_.reference().now());
  motion_.rebase(guard_.q(), h_);
  led_.body().put(motion_.X_BC(), twist, led_.reference().now());
}

// A reference that lags catches up no faster than the joints can, and stands if limits block the way.
void CompliantCycle::plan_catch_up() noexcept {
  approach_ = settings_.approach;
  const Reference& reference = led_.reference();
  if (!reference.catching_up()) return progress_.reset();
  const Vector6 way = led_.body().carried_twist(reference.behind());
  approach_.joints = motion_.joint_times(way);
  approach_.joints.open = motion_.openness(way, h_);
  if (reference.lead_moves() || pushed_) progress_.reset();
  const LimitSet& limited = motion_.report().reshaped;
  const bool hindered = limited.has(Limit::kJointPosition) || limited.has(Limit::kSingularity) ||
                        limited.has(Limit::kWorkspace) || approach_.joints.open < 1.0;
  if (!progress_.step(way, hindered, h_)) approach_.joints.open = 0.0;
}

// The pose of the sensor follows from the measured joints. The law needs the wrench about C, in its own axes.
CompliantCycle::Felt CompliantCycle::feel() noexcept {
  Felt felt;
  const Pose X_BC = arm_->pose(guard_.q(), settings_.compliance);
  const Pose X_BS = X_BC * settings_.X_CS;
  const Matrix3 R_CB = axes().transpose();
  felt.displacement_C << R_CB * (X_BC.p - X_BC_.p), R_CB * log_so3(Matrix3(X_BC.R * X_BC_.R.transpose()));
  X_BC_ = X_BC;
  const Pose X_CS{R_CB * X_BS.R, R_CB * (X_BS.p - X_BC.p)};
  const WrenchStages& stages = wrench_.step(guard_.F_S_S(), X_BS, X_CS, guard_.qd().cwiseAbs().maxCoeff(), h_);
  felt.external_C = stages.external_C;
  felt.sensor.X_BS = X_BS;
  felt.sensor.F_B << X_BS.R * stages.external_S.head<3>(), X_BS.R * stages.external_S.tail<3>();
  const SupervisorParameters& p = settings_.supervisor;
  if (pause_.active()) {
    control_.wait(h_);
  } else {
    control_.step(!follows_law(), {p.control_wrench_timeout, p.control_wrench_ramp}, h_);
  }
  felt.control_C = control_in_law();
  regulate_press(felt);
  tell_tare();
  felt.fault = check_force(stages.external_S);
  if (!felt.fault) felt.fault = watch_press(felt);
  return felt;
}

// A regulated press turns F_control to the surface, in proportion to what of the force acts on the law.
void CompliantCycle::regulate_press(Felt& felt) noexcept {
  const Matrix3& R_BC = axes();
  PressedContact contact{.press_B = R_BC * felt.control_C.head<3>(),
                         .force_B = R_BC * felt.external_C.head<3>(),
                         .R_BC = R_BC,
                         .filter_time_constant = wrench_.filter_time_constant(),
                         .in_contact = press_.in_contact() && follows_law()};
  contact.moved_B = R_BC * motion_of_contact(felt.external_C, felt.displacement_C);
  Vector3 held_C = led_.body().offset_in(R_BC).velocity.head<3>();
  for (int i = 0; i < 3; ++i) {
    const auto axis = static_cast<std::size_t>(i);
    contact.free[axis] = settings_.enabled_axes[axis] && ramp_.goal().K.row(i).isZero(0.0);
    if (contact.free[axis]) held_C[i] = 0.0;
  }
  contact.v_led_B = led_.reference().moved().twist.head<3>() + R_BC * held_C;
  if (alignment_.acts()) {
    const Vector3 turning_B = led_.body().carried_twist(led_.reference().moved().twist).tail<3>() +
                              R_BC * led_.body().offset_in(R_BC).velocity.tail<3>();
    contact.v_led_B += turning_B.cross(R_BC * lever_of_contact(felt.external_C));
  }
  regulated_.step(contact, settings_.press, h_);
  align_press();
  if (!regulated_.acts()) return;
  const Vector3 regulated_C = settings_.admittance_ratio * regulated_.force_C();
  felt.control_C.head<3>() += regulated_.share() * (regulated_C - felt.control_C.head<3>());
  felt.control_C = felt_along(settings_.enabled_axes, felt.control_C);
}

void CompliantCycle::align_press() noexcept {
  constexpr double kKnown = 0.1;  // rad: a normal that is known less well is not turned to
  const PressParameters& press = settings_.press;
  const bool known = press.align != PressAlign::kOff && press.regulation == PressRegulation::kNormal &&
                     regulated_.touching() && follows_law() && regulated_.surface().uncertainty() < kKnown;
  const Vector3 axis_B = press.align != PressAlign::kOff ? Vector3(X_BC_.R * axis_of(press.align)) : Vector3::UnitZ();
  alignment_.step(axis_B, regulated_.normal(), known, press.align_rate, h_);
}

Fault CompliantCycle::check_force(const Vector6& external_S) const noexcept {
  const SupervisorParameters& allowed = settings_.supervisor;
  const double force = external_S.head<3>().norm();
  if (force > allowed.overforce) return {FaultCode::kOverforce, force, allowed.overforce, 0, guard_.time()};
  const double torque = external_S.tail<3>().norm();
  if (torque > allowed.overtorque) return {FaultCode::kOverforce, torque, allowed.overtorque, 3, guard_.time()};
  return {};
}

Fault CompliantCycle::watch_press(const Felt& felt) noexcept {
  const Matrix3& R_BC = axes();
  // During a pause only the command moves, not the tool.
  const Vector3 v_B = pause_.active() ? Vector3(Vector3::Zero()) : Vector3(motion_.twist().head<3>());
  SupervisorParameters allowed = settings_.supervisor;
  allowed.press_approach_speed = approach_speed(R_BC * felt.control_C.head<3>());
  const Fault runaway = press_.step(
      R_BC * felt.control_C.head<3>(), R_BC * felt.external_C.head<3>(), v_B, led_.reference().moved().twist.head<3>(),
      allowed, {settings_.wrench.tool_mass, settings_.tool.linear_acceleration}, h_, guard_.time());
  if (press_.lost_contact()) {
    ++record_.contacts_lost;
    const bool ends = settings_.press.on_loss == PressLoss::kEnd;
    tell(ends ? Event::Kind::kPressEnded : Event::Kind::kContactLost, control_.value().head<3>().norm());
    if (ends) control_.end();
  }
  return runaway;
}

// m/s: not faster than the accepted force of a touch allows with these joints.
double CompliantCycle::approach_speed(const Vector3& press_B) const noexcept {
  const double most = settings_.supervisor.press_approach_speed, press = press_B.norm();
  if (settings_.touch.force == 0.0 || press == 0.0) return most;
  Vector6 way = Vector6::Zero();
  way.head<3>() = press_B / press;
  const double by_tool = settings_.tool.linear_acceleration + settings_.tool.touch_deceleration;
  return std::min(most, settings_.touch.at(press, std::min(by_tool, motion_.hardest_deceleration(way))));
}

// M ë + (D + D_a) ė + K∘e = α S F_ext + F_control + F_fixtures, over h.
CompliantCycle::LawStep CompliantCycle::apply_law(const Felt& felt) noexcept {
  LawStep step;
  guard_contact(felt);
  if (!follows_law()) {
    steady_wrench_.interrupt();
    return step;
  }
  if (approach_.joints.open < 1.0) step.limited.add(Limit::kJointPosition);
  if (ramp_.step(h_)) law_.want(ramp_.wanted());
  if (ramp_.ended() && supervisor_.start_done()) tell(Event::Kind::kState, 0.0);
  law_.change(led_.body());
  law_.engage_fixtures(led_.body(), h_ / settings_.supervisor.stiffness_ramp_time);
  step.input = input_gate_.step(felt.external_C, felt.control_C, settings_.admittance_ratio, settings_.enabled_axes,
                                settings_.force_threshold, settings_.torque_threshold, h_);
  step.input.control += follow_surface() + turn_to_surface() - guard_against_lead();
  tell_steady_wrench(step.input, felt);
  Offset offset = led_.body().offset_in(axes());
  const double angle_before = stiff_turn(offset, law_.dynamics().K).norm();
  law_.step(offset, step.input.external, step.input.control, h_);
  Vector6 acting = step.input.sum();
  acting.head<3>() += law_.fixture_force();
  stop_drift(offset, law_.dynamics(), acting, settings_.drift.linear, settings_.drift.angular);
  if (law_.dynamics().turns_back &&
      limit_orientation(offset, law_.dynamics().K, angle_before, settings_.orientation_error_limit,
                        settings_.tool.angular_acceleration, h_)) {
    step.limited.add(Limit::kOrientationError);
  }
  step.change_B = led_.body().set_offset_from(offset, axes());
  return step;
}

// D w u + M ẇ u: with it the damper acts against the motion relative to the surface.
Vector6 CompliantCycle::follow_surface() const noexcept {
  if (!regulated_.acts()) return Vector6::Zero();
  Vector6 velocity = Vector6::Zero(), acceleration = Vector6::Zero();
  velocity.head<3>() = regulated_.velocity_C();
  acceleration.head<3>() = regulated_.acceleration_C();
  return law_.damping() * velocity + law_.dynamics().M * acceleration;
}

// The damping of the guard acts against the motion of the tool into the surface, not against that relative to a
// reference that moves on into it.
Vector6 CompliantCycle::guard_against_lead() const noexcept {
  if (contact_guard_.damping().isZero(0.0)) return Vector6::Zero();
  const double share = 1.0 - regulated_.engaged();  // of the damping that a regulated press does not see to
  const Vector6 into_C = -contact_guard_.out_of_contact();
  Vector6 twist_C = led_.reference().moved().twist;
  twist_C.head<3>() = axes().transpose() * twist_C.head<3>();
  twist_C.tail<3>() = axes().transpose() * twist_C.tail<3>();
  return contact_guard_.damping().cwiseProduct(share * std::max(0.0, into_C.dot(twist_C)) * into_C);
}

// K φ + D ω + M ω̇ about the enabled axes: V turns as the alignment asks for.
Vector6 CompliantCycle::turn_to_surface() const noexcept {
  if (!alignment_.acts()) return Vector6::Zero();
  const Matrix3 R_CB = axes().transpose();
  const Dynamics& own = law_.dynamics();
  Vector6 torque = Vector6::Zero();
  torque.tail<3>() = own.K.bottomRightCorner<3, 3>() * (R_CB * alignment_.turn()) +
                     law_.damping().bottomRightCorner<3, 3>() * (R_CB * alignment_.velocity()) +
                     own.M.bottomRightCorner<3, 3>() * (R_CB * alignment_.acceleration());
  return felt_along(settings_.enabled_axes, torque);
}

// Also in a hold, because a contact may continue.
void CompliantCycle::guard_contact(const Felt& felt) noexcept {
  const Dynamics& own = law_.dynamics();
  GuardedLoop loop{.mass = own.M.diagonal(),
                   .damping = own.D.diagonal(),
                   .coupled = own.form == Dynamics::Form::kDiagonal ? nullptr : &own,
                   .free_force = settings_.tool_inertia_force,
                   .filter_time_constant = wrench_.filter_time_constant()};
  const bool led = !led_.reference().moved().twist.isZero(0.0);
  Vector6 felt_C = settings_.admittance_ratio * felt.external_C;
  for (int i = 0; i < 6; ++i) {
    const auto axis = static_cast<std::size_t>(i);
    if (!settings_.enabled_axes[axis]) felt_C[i] = 0.0;
    loop.pressed[axis] = felt.control_C[i] != 0.0;
    loop.driven[axis] = led || loop.pressed[axis];
  }
  law_.set_added_damping(contact_guard_.step(felt_C, felt.displacement_C, loop, settings_.contact_guard, h_));
}

// `fault`: the first fault of this cycle, in any state.
void CompliantCycle::supervise(const Fault& fault, const SensorWrench& wrench) noexcept {
  if (supervisor_.raise(fault)) {
    pause_.cancel();
    fault_stop_.begin(fault, settings_.supervisor, guard_.q());
    tell_fault(fault);
  }
  fault_stop_.see(fault, settings_.supervisor, wrench);
}

// Leads the tool to V, or stops, within the limits.
void CompliantCycle::move(const LawStep& law, const Felt& felt) noexcept {
  const bool followed = follows_law();
  if (followed) {
    follow_law(law, felt);
  } else {
    if (!pause_.active()) law_stopped();
    stop(felt.sensor);
  }
  tell_outcomes(law.input, followed);
  followed_law_ = followed;
  pushed_ = !law.input.sum().isZero(0.0);
}

// The direction of a force that pushes against the motion of the tool, in the base: of a contact or of a fixture.
std::optional<Vector3> CompliantCycle::opposing_contact(const Felt& felt) const noexcept {
  constexpr double kLeastTouch = 3.0;  // N: smaller forces may be noise
  for (const Vector3& force_C : {Vector3(felt.external_C.head<3>()), law_.fixture_force()}) {
    const Vector3 force_B = axes() * force_C;
    const double force = force_B.norm();
    if (!(force > std::max(kLeastTouch, settings_.force_threshold))) continue;
    const Vector3 direction = force_B / force;
    if (direction.dot(motion_.twist().head<3>()) < 0.0) return direction;
  }
  return std::nullopt;
}

void CompliantCycle::follow_law(const LawStep& law, const Felt& felt) noexcept {
  const Pose X_BV = led_.X_BV();
  const LimitReport& report = motion_.lead(creeps(law.input) ? motion_.X_BC() : X_BV, press_.cap(), h_,
                                           Braking::kComfortable, opposing_contact(felt));
  if (report.not_finite) supervise({FaultCode::kInternal, 0.0, 0.0, -1, guard_.time()}, felt.sensor);
  const bool few_joints = arm_->joint_count() < 6;
  const bool reshaped = report.not_finite || report.reshaped.any() || few_joints;
  led_.settle({X_BV, law.change_B, motion_.X_BC(), motion_.twist(), reshaped, report.not_finite,
               !few_joints || reference_is_joints()},
              h_);
  law_.place(led_.reference().now().X_BR.p);
  const Vector6 carried = led_.body().carried_twist(led_.reference().moved().twist);
  law_.close(led_.body(), carried, reshaped || law.limited.any(), h_);
}

// An arm with few joints must stand although springs pull it to where it cannot be.
bool CompliantCycle::creeps(const LawInput& input) noexcept {
  if (arm_->joint_count() >= 6) return false;
  const bool full_speed = limited_to_ >= 1.0 && ramp_.progress() >= 1.0 && !law_.account().waits.any();
  const bool quiet = input.sum().isZero(0.0) && led_.reference().stands() && full_speed;
  double slowest = 0.0;  // s
  for (int i = 0; i < 6; ++i) {
    const double K = law_.dynamics().K(i, i), D = law_.damping()(i, i);
    if (K > 0.0) slowest = std::max({slowest, D / K, D > 0.0 ? 2.0 * law_.dynamics().M(i, i) / D : 0.0});
  }
  return creep_.step(quiet, motion_.qd().cwiseAbs().maxCoeff(), slowest, h_);
}

// Hold or fault: brakes and stands. During a pause the command returns to the measured joints.
void CompliantCycle::stop(const SensorWrench& wrench) noexcept {
  const Pose X_before = motion_.X_BC();
  if (guard_.robot_stands()) {
    motion_.return_to(guard_.q(), h_);
  } else if (supervisor_.state() == SupervisorState::kFaulted) {
    const ToolBounds& tool = settings_.tool;
    fault_stop_.move(motion_,
                     {settings_.X_CS, tool.linear_acceleration, tool.angular_acceleration, settings_.by_velocity},
                     wrench, guard_.q(), h_);
  } else {
    motion_.brake(h_);
  }
  led_.settle_stop(X_before, motion_.X_BC(), motion_.twist());
}

// The commanded motion is finite by construction. As a last check, a command that is not finite is replaced by the last
// good position.
Command CompliantCycle::command() noexcept {
  if (!motion_.q().allFinite() || !motion_.qd().allFinite()) {
    supervise({FaultCode::kInternal, 0.0, 0.0, -1, guard_.time()}, {});
    motion_.start(last_good_q_, JointVector::Zero(last_good_q_.size()));
    led_.put_back(motion_.X_BC(), motion_.twist());
  }
  last_good_q_ = motion_.q();
  servo_.step(motion_.q(), motion_.qd(), settings_.lead_time, settings_.driver, h_);
  return {servo_.q(), servo_.qd()};
}

}  // namespace limber
