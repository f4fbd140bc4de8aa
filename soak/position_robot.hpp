// A robot that takes positions or velocities, with servos that follow as they are told to the controller or otherwise;
// with noisy sensors, a tool with weight, a hand that pushes and a wall.
#pragma once

#include <optional>

#include "draw.hpp"
#include "limber/admittance_parameters.hpp"
#include "limber/arm.hpp"
#include "limber/robot.hpp"
#include "simulated_servo.hpp"
#include "soak_arm.hpp"

namespace limber::soak {

// The servo of a robot of which the controller was told `told`: often just that one, if a lag was told.
inline ServoModel draw_servo(Draw& draw, const ServoParameters& told) {
  ServoModel servo{ServoKind::kFirstOrder, draw.scale(0.002, 0.05), draw.chance(0.5) ? 0.0 : draw.scale(0.001, 0.02)};
  const bool known = told.lag > 0.0;
  const int kind = draw.below(known ? 10 : 6);
  if (kind < 2) servo.kind = ServoKind::kIdeal;
  if (kind == 1) servo.by_velocity = true;
  if (kind == 2) servo.delay = 0.0;
  if (kind == 3) servo.kind = ServoKind::kSecondOrder, servo.rate = 2.0 / servo.lag;
  if (kind == 4) servo.kind = ServoKind::kPureDelay;
  if (kind == 5) servo.kind = ServoKind::kSecondOrder, servo.rate = 60.0, servo.damping = 0.3;
  if (kind == 6) servo.lag = draw.scale(0.5, 3.0) * told.lag;
  if (kind > 6) servo.lag = told.lag, servo.delay = told.delay;
  return servo;
}

// External forces on the tool, in the base, at its tip.
struct Push {
  Vector6 constant = Vector6::Zero();  // N, N m
  Vector6 swing = Vector6::Zero();     // N, N m
  double frequency = 1.0;              // Hz of the oscillation
  double noise = 0.0;                  // N
  double brake = 0.0;                  // N s/m against the motion of the tool
};

// No push in a quarter of the cases; otherwise up to 200 N: constant, oscillating, noisy, or braking.
inline Push draw_push(Draw& draw) {
  Push push;
  const double size = draw.chance(0.25) ? 0.0 : draw.scale(1.0, 200.0);
  const Vector6 wrench = draw.six(size, 0.05 * size * draw.unit());
  const int kind = draw.below(4);
  (kind == 1 ? push.swing : push.constant) = wrench;
  push.frequency = draw.scale(0.2, 30.0);
  if (kind == 2) push.noise = draw.scale(0.1, 30.0);
  if (kind == 3) push.brake = draw.scale(1.0, 100.0);
  return push;
}

// A spring and a damper behind a plane, with friction; it only pushes.
struct Wall {
  Vector3 normal = Vector3::UnitZ();  // into the wall
  double offset = kUnlimited;         // m
  double stiffness = 0.0;             // N/m
  double damping = 0.0;               // N s/m
  double friction = 0.0;              // Coulomb coefficient
};

class PositionRobot {
 public:
  PositionRobot(const SoakArm& soaked, const AdmittanceParameters& p, const JointVector& q, std::uint64_t seed)
      : arm_(soaked.arm), sensor_(*soaked.arm.find_frame(soaked.sensor)), draw_(seed, 7), noise_draw_(seed, 8) {
    servo_.start(q);
    servo_.become(draw_servo(draw_, p.servo));
    sensor_noise_ = draw_.scale(1e-6, 1.0);
    joint_noise_ = draw_.chance(0.5) ? 0.0 : draw_.scale(1e-8, 3e-4);
    weight_ = p.wrench;
    state_.q = true_q_ = q;
    state_.qd = true_qd_ = JointVector::Zero(q.size());
    state_.q_interface = q;
  }

  double speed_scaling = 1.0;  // 0: the robot stands
  Push push;
  Wall wall;

  const ServoModel& servo() const { return servo_.model(); }
  void become(const ServoModel& model) { servo_.become(model); }
  void become_another(const ServoParameters& told) { servo_.become(draw_servo(draw_, told)); }
  // The controller knows the lag and the delay by which it follows positions.
  bool servo_is(const ServoParameters& told) const {
    const ServoModel& own = servo_.model();
    return own.kind == ServoKind::kFirstOrder && !own.by_velocity && own.lag == told.lag && own.delay == told.delay;
  }

  // No noise, so that every motion has a cause.
  void hush() { sensor_noise_ = joint_noise_ = 0.0; }

  // h seconds with the last command; then everything is measured.
  const RobotState& step(const Command& command, double h) {
    const JointVector before = true_q_;
    servo_.step(command.q, command.qd, h, speed_scaling);
    true_q_ = servo_.q();
    meet_end_stops();
    period_ = h;
    true_qd_ = (true_q_ - before) / h;
    state_.time += h;
    state_.speed_scaling = speed_scaling;
    measure();
    state_.q_interface = command.q;
    return state_;
  }
  // The arm is moved by hand.
  void shove(const JointVector& by) {
    true_q_ += by;
    servo_.put(true_q_);
  }

  const RobotState& state() const { return state_; }
  const JointVector& q() const { return true_q_; }
  const Vector3& wall_force() const { return wall_force_; }  // N, on the tool, in the base

 private:
  static constexpr double kStop = 0.05;  // rad, m beyond the limits: end stops for a velocity that is never set to zero

  void meet_end_stops() {
    for (int i = 0; i < arm_.joint_count(); ++i) {
      const JointLimits& limits = arm_.joints()[static_cast<std::size_t>(i)].limits;
      true_q_[i] = std::clamp(true_q_[i], limits.lower - kStop, limits.upper + kStop);
    }
    servo_.put(true_q_);
  }

  void measure() {
    state_.joint_stamp = state_.wrench_stamp = state_.time;
    state_.q = true_q_;
    state_.qd = true_qd_;
    if (joint_noise_ > 0.0) {
      for (Eigen::Index i = 0; i < state_.q.size(); ++i) {
        state_.q[i] += joint_noise_ * noise_draw_.quick_normal();
        state_.qd[i] += 10.0 * joint_noise_ * noise_draw_.quick_normal();
      }
    }
    const Pose X_BS = arm_.pose(true_q_, sensor_);
    const Pose X_BT = arm_.pose(true_q_, arm_.tip());
    const Vector6 F = force_on(X_BT);
    const Vector3 force = F.head<3>();
    const Vector3 torque = F.tail<3>() + (X_BT.p - X_BS.p).cross(force);
    const Vector3 weight_S = X_BS.R.transpose() * (weight_.tool_mass * weight_.gravity);
    Vector6 reading;
    reading << X_BS.R.transpose() * force + weight_S, X_BS.R.transpose() * torque + weight_.tool_com.cross(weight_S);
    for (int i = 0; i < 6; ++i) reading[i] += (i < 3 ? 1.0 : 0.05) * sensor_noise_ * noise_draw_.quick_normal();
    state_.F_S_S = weight_.sign * reading + weight_.bias;
    p_last_ = X_BT.p;
  }

  Vector6 force_on(const Pose& X_BT) {
    constexpr double kStrongest = 400.0;  // N: largest force of a wall or a brake
    Vector6 F = push.constant + std::sin(2.0 * std::numbers::pi * push.frequency * state_.time) * push.swing;
    Vector3 met = wall_force_ = force_of_wall(X_BT.p);
    if (push.noise > 0.0) met += push.noise * Vector3(noise_draw_.quick_normal(), noise_draw_.quick_normal(), 0.0);
    if (push.brake > 0.0 && p_last_) met -= push.brake * 500.0 * (X_BT.p - *p_last_);
    if (met.norm() > kStrongest) met *= kStrongest / met.norm();
    F.head<3>() += met;
    return F;
  }

  // Friction is Coulomb's behind a spring as stiff as the wall.
  Vector3 force_of_wall(const Vector3& p) {
    const Vector3 moved = p_last_ ? Vector3(p - *p_last_) : Vector3(Vector3::Zero());
    const double depth = wall.normal.dot(p) - wall.offset, into = wall.normal.dot(moved);
    const double pushes = depth > 0.0 ? std::max(0.0, wall.stiffness * depth + wall.damping * into / period_) : 0.0;
    stretch_ += moved;
    stretch_ -= wall.normal.dot(stretch_) * wall.normal;
    const double most = wall.friction * pushes / std::max(wall.stiffness, 1.0);  // m
    if (stretch_.norm() > most) stretch_ *= most / stretch_.norm();
    return -pushes * wall.normal - wall.stiffness * stretch_;
  }

  const Arm& arm_;
  Frame sensor_;
  Draw draw_, noise_draw_;
  SimulatedServo servo_;
  double period_ = 1.0;  // s, of the last step
  Vector3 wall_force_ = Vector3::Zero();
  Vector3 stretch_ = Vector3::Zero();  // m: of the spring of the friction
  WrenchParameters weight_;
  double sensor_noise_, joint_noise_;
  JointVector true_q_, true_qd_;
  std::optional<Vector3> p_last_;
  RobotState state_;
};

}  // namespace limber::soak
