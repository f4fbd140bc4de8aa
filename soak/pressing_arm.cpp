#include "pressing_arm.hpp"

#include <algorithm>
#include <cmath>

namespace limber::soak {
namespace {

constexpr std::array<double, 4> kPressRates{125.0, 250.0, 500.0, 1000.0};  // Hz
constexpr double kDampedFor = 2.5;                                         // of the least damping for this wall and lag
constexpr double kHeaviest = 6.0;                                          // kg: mass of the law
constexpr double kDampedForTouch = 1.2;
constexpr double kWithItsLead = 1e-3;    // m
constexpr double kBrakesWith = 0.25;     // of the tool's acceleration, if it was faster when it lost its surface
constexpr double kLossKnownAfter = 0.3;  // s: until then it may follow a surface that falls away

}  // namespace

PressingArm::PressingArm(const EpisodeOptions& options, Tally& tally, Progress& progress)
    : LedArm(options, tally, progress) {
  progress.arm = soaked_.kind + ", pressing";
  draw_wall();
  draw_law();
  set_parameters();
}

void PressingArm::draw_wall() {
  axis_ = draw_.below(3);
  sign_ = draw_.chance(0.5) ? 1.0 : -1.0;
  newtons_ = draw_.between(4.0, 25.0);
  const Pose X = soaked_.arm.pose(robot_.q(), soaked_.arm.tip());
  const Matrix3 axes = p_.frame_id.empty() ? X.R : Matrix3(Matrix3::Identity());
  const Vector3 pressed = sign_ * axes.col(axis_);
  const Vector3 across = axes.col((axis_ + 1) % 3);
  wall_normal_ = straight_normal_ = pressed;
  if (draw_.chance(0.5)) wall_normal_ = (pressed + draw_.between(-0.3, 0.3) * across).normalized();
  way_ = across;
  X_led_ = X;
  wall_stiffness_ = draw_.scale(1e3, 2e4);
  robot_.wall.damping = draw_.chance(0.5) ? 0.0 : draw_.scale(1.0, 20.0);
  robot_.wall.friction = draw_.chance(0.5) ? 0.0 : draw_.between(0.0, 0.4);
}

void PressingArm::draw_law() {
  p_.integrate_from = IntegrateFrom::kCommand;
  p_.update_rate = draw_.one_of(kPressRates);
  p_.supervisor.stale_timeout = 0.1;
  p_.supervisor.stiffness_ramp_time = 0.2;
  if (draw_.chance(0.5)) p_.wrench.filter_cutoff = draw_.scale(15.0, 0.4 * p_.update_rate);
  p_.contact_guard.enabled = draw_.chance(0.5);
  p_.press = draw_press_parameters(draw_);
  p_.press.max_surface_speed = draw_.scale(0.005, 0.1);
  p_.press.max_touch_force = 0.0;
  if (p_.press.align != PressAlign::kOff && draw_.chance(0.7)) p_.press.align = nearest_axis();
  p_.supervisor.press_approach_speed = draw_.scale(0.005, 0.1);
  const bool touches = draw_.chance(0.25);
  if (touches) draw_touch();
  const ServoModel& servo = robot_.servo();
  const double filter = p_.wrench.filter_cutoff ? 1.0 / (2.0 * std::numbers::pi * *p_.wrench.filter_cutoff) : 0.0;
  late_ = servo.lag + servo.delay + filter + 2.0 * h();
  // For a touch as little damping as the contact needs: then it is fast. Otherwise the law does not overshoot.
  const double D = touches
                       ? std::max(60.0, kDampedForTouch * wall_stiffness_ * late_)
                       : std::max(1.4 * std::sqrt(kHeaviest * wall_stiffness_), kDampedFor * wall_stiffness_ * late_);
  const bool stiff = wall_normal_ != straight_normal_ || draw_.chance(0.5);  // then it does not slide down
  ComplianceParameters& c = p_.compliance;
  if (draw_.chance(0.3)) c.admittance_ratio = draw_.between(0.4, 1.0);
  for (int i = 0; i < 3; ++i) {
    c.mass(i, i) = draw_.scale(0.5, kHeaviest);
    (*c.damping)(i, i) = D;
    c.stiffness(i, i) = i != axis_ && stiff ? draw_.scale(300.0, 1000.0) : 0.0;
    c.stiffness(i + 3, i + 3) = draw_.scale(10.0, 40.0);
  }
}

// A known servo against a wall that is as stiff as was told, or softer.
void PressingArm::draw_touch() {
  p_.press.max_touch_force = draw_.scale(1.05, 2.0) * newtons_;
  p_.press.stiffest_wall = draw_.between(1.0, 2.0) * wall_stiffness_;
  p_.supervisor.press_approach_speed = draw_.scale(0.02, 0.3);
  robot_.wall.damping = robot_.wall.friction = 0.0;
  wall_normal_ = straight_normal_;
  p_.servo = {draw_.scale(0.005, 0.05), draw_.chance(0.5) ? 0.0 : draw_.scale(0.001, 0.02), draw_.chance(0.8)};
  robot_.become({ServoKind::kFirstOrder, p_.servo.lag, p_.servo.delay});
  p_.command_interfaces = {"position"};
}

double PressingArm::settling_time() const {
  const ComplianceParameters& c = p_.compliance;
  double softest = c.admittance_ratio * wall_stiffness_;
  for (int i = 0; i < 3; ++i) {
    if (c.stiffness(i, i) > 0.0) softest = std::min(softest, c.stiffness(i, i));
  }
  return 2.0 + 12.0 * (*c.damping)(axis_, axis_) / softest;
}

// The axis of the tip that points most along the press.
PressAlign PressingArm::nearest_axis() const {
  const Vector3 along = soaked_.arm.pose(robot_.q(), soaked_.arm.tip()).R.transpose() * straight_normal_;
  Eigen::Index i = 0;
  along.cwiseAbs().maxCoeff(&i);
  return static_cast<PressAlign>(1 + i + (along[i] < 0.0 ? 3 : 0));
}

void PressingArm::set_parameters() {
  controller_->set_parameters(p_);
  motion_.expect(p_);
  follows_.disturbed();
}

void PressingArm::put_wall(double gap) {
  if (wall_normal_.dot(direction()) < 0.9) wall_normal_ = direction();
  const Vector3 p = soaked_.arm.pose(robot_.q(), soaked_.arm.tip()).p;
  robot_.wall.normal = wall_normal_;
  robot_.wall.stiffness = wall_stiffness_;
  robot_.wall.offset = wall_normal_.dot(p) + gap * wall_normal_.dot(direction());
}

bool PressingArm::rightly_told() const {
  const bool untold = p_.servo.lag == 0.0 || !p_.servo.lead;
  const ServoModel& servo = robot_.servo();
  const bool plain = servo.kind == ServoKind::kIdeal || servo.kind == ServoKind::kFirstOrder;
  return robot_.servo_is(p_.servo) || (untold && plain);
}

// α is the share of the measured force that acts on the law; a regulated press does not depend on it.
double PressingArm::expected_force() const {
  return p_.press.regulation == PressRegulation::kNone ? newtons_ / p_.compliance.admittance_ratio : newtons_;
}

double PressingArm::kept_force() const {
  const Vector3 n = controller_->telemetry().surface_normal;
  return robot_.wall_force().dot(n.isZero(0.0) ? Vector3(-direction()) : n);
}

// C turns with the reference, which a stop can turn.
Vector3 PressingArm::direction() const {
  return sign_ * (controller_->telemetry().orientation_axes * Vector3(Vector3::Unit(axis_)));
}

double PressingArm::speed_into() const { return controller_->telemetry().twist_command.head<3>().dot(direction()); }

void PressingArm::lead(double period) {
  t_ += period;
  if (!active_) return;
  if (presses_) controller_->set_control_wrench(sign_ * newtons_ * Vector6::Unit(axis_));
  X_stands_ = X_led_;
  if (poses_ == nullptr || speed_ == 0.0) return;
  X_led_.p += period * speed_ * way_;
  Vector6 twist = Vector6::Zero();
  twist.head<3>() = speed_ * way_;
  poses_->set_desired_pose(X_led_, twist);
}

void PressingArm::go_on(double seconds) {
  for (const double end = now() + seconds; now() < end;) {
    cycle();
    watch_press(controller_->telemetry());
  }
}

// In the air a press is no faster than it may approach, whatever happened before.
void PressingArm::watch_press(const Telemetry& t) {
  limited_ = limited_ || t.limited.any() || t.state != SupervisorState::kRunning;
  constexpr std::array<Limit, 5> kInTheWay{Limit::kSingularity, Limit::kJointPosition, Limit::kJointVelocity,
                                           Limit::kWorkspace, Limit::kOrientationError};
  for (const Limit limit : kInTheWay) spoilt_ = spoilt_ || t.limited.has(limit);
  const bool follows = t.state == SupervisorState::kStarting || t.state == SupervisorState::kRunning;
  const bool presses = t.wrench_control.head<3>().norm() > 0.05 && follows;
  // A reference that moves carries the tool along; only the speed beyond that is the approach.
  const double led = std::max(0.0, direction().dot(t.p_reference - p_reference_) / t.period);
  p_reference_ = t.p_reference;
  const double speed = speed_into() - led;
  if (!presses || t.contact || !pressed_) {
    allowed_ = std::max(speed, p_.supervisor.press_approach_speed);
    air_for_ = 0.0;
  }
  pressed_ = presses;
  air_for_ += t.period;
  allowed_ = std::max(p_.supervisor.press_approach_speed,
                      allowed_ - kBrakesWith * p_.limits.max_linear_acceleration * t.period);
  // Near a singularity or a limit of a joint the tool does not go exactly where it should.
  constexpr std::array<Limit, 4> kBending{Limit::kSingularity, Limit::kJointPosition, Limit::kJointVelocity,
                                          Limit::kJointAcceleration};
  bent_ago_ += t.period;
  // A reference that catches up and meets the cap of the approach falls behind what it was to move in this cycle.
  if ((t.p_reference - X_led_.p).norm() > kWithItsLead) bent_ago_ = 0.0;
  for (const Limit limit : kBending) {
    if (t.limited.has(limit)) bent_ago_ = 0.0;
  }
  if (!presses || bent_ago_ < kLossKnownAfter || t.contact || air_for_ < kLossKnownAfter) return;
  // The axis of the press may turn within a cycle.
  const double turned = 4.0 * t.period * t.twist_command.head<3>().norm() * t.twist_command.tail<3>().norm();
  tally_.expect(Check::kPressSpeed, speed, allowed_ * (1.0 + 1e-5) + turned + 1e-6, "m/s in the air");
}

}  // namespace limber::soak
