// One cycle: validate, reference, wrench, law, supervisor, limits, command, telemetry.
#include "controllers/compliant_cycle.hpp"

#include <algorithm>
#include <cmath>

#include "math/so3.hpp"

namespace limber {
namespace {

// s: a longer period is not used as the time that has passed.
constexpr double kLongestPeriod = 60.0;
// Shares of the lead below which an event is told.
constexpr double kLeadDoubted = 0.75, kLeadDisproved = 0.01;

const Fault& first_of(const Fault& a, const Fault& b, const Fault& c) noexcept { return a ? a : b ? b : c; }

}  // namespace

Command CompliantCycle::update(const RobotState& state, double period) noexcept {
  if (!active()) return standing(state);
  take_inputs();
  const Fault input = validate(state, period);
  watch_servo();
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

// The joints as measured now have followed what was sent up to the last cycle. If they did not follow it as the told
// servo would, the lead is reduced.
void CompliantCycle::watch_servo() noexcept {
  if (settings_.lead.none() || guard_.robot_stands()) return servo_trust_.pause();
  servo_trust_.follow(servo_.q(), servo_.qd(), settings_.servo, passed_);
  if (guard_.substituted()) return;
  const double before = servo_trust_.share();
  servo_trust_.compare(guard_.q(), passed_);
  const double share = servo_trust_.share();
  const auto fell_below = [&](double bound) { return before >= bound && share < bound; };
  if (fell_below(kLeadDoubted) || fell_below(kLeadDisproved)) tell_lead();
}

// 0 to 1: less if the servo is not the one it is told to be, or the body is lighter than that of the settings.
double CompliantCycle::lead_share() const noexcept {
  return servo_trust_.share() * settings_.lead.share(law_.dynamics().M, settings_.dynamics.M);
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

Fault CompliantCycle::check_force(const Vector6& external_S) const noexcept {
  const SupervisorParameters& allowed = settings_.supervisor;
  const double force = external_S.head<3>().norm();
  if (force > allowed.overforce) return {FaultCode::kOverforce, force, allowed.overforce, 0, guard_.time()};
  const double torque = external_S.tail<3>().norm();
  if (torque > allowed.overtorque) return {FaultCode::kOverforce, torque, allowed.overtorque, 3, guard_.time()};
  return {};
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
    const StopSettings stop{settings_.X_CS, tool.linear_acceleration, tool.angular_acceleration, settings_.by_velocity};
    // A robot of velocities must not be driven by what was sent before.
    if (fault_stop_.move(motion_, stop, wrench, guard_.q(), h_))
      servo_.start(motion_.q(), motion_.q(), motion_.qd(), {});
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
  servo_.step(motion_.q(), motion_.qd(), lead_share() * settings_.lead, settings_.driver, h_);
  return {servo_.q(), servo_.qd()};
}

}  // namespace limber
