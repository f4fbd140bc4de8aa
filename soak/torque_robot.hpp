// A rigid arm that takes torques, fast enough for tens of thousands of cycles per second: mass matrix, gravity and
// joint damping, but no Coriolis forces, and end stops slightly beyond the joint limits. It is for soaks, not for
// measurements; core/test/support/torque_robot.hpp is the exact one.
#pragma once

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "draw.hpp"
#include "limber/arm.hpp"
#include "limber/robot.hpp"

namespace limber::soak {

class TorqueRobot {
 public:
  TorqueRobot(const Arm& arm, const JointVector& q, std::uint64_t seed)
      : arm_(arm), draw_(seed, 7), noise_draw_(seed, 8) {
    joint_noise_ = draw_.chance(0.4) ? 0.0 : draw_.scale(1e-8, 1e-3);
    weighs_ = draw_.between(0.9, 1.1);
    says_effort_ = draw_.chance(0.8);
    state_.q = q_ = q;
    state_.qd = qd_ = JointVector::Zero(q.size());
    torque_ = arm.gravity_torque(q, gravity_);
    if (says_effort_) state_.effort = torque_;
  }

  Vector6 push = Vector6::Zero();  // N, N m on the tip, in the base
  double speed_scaling = 1.0;      // reported pace; its torques act regardless

  const RobotState& step(const JointVector& torque, double h) {
    torque_ = torque;
    const int parts = std::max(1, static_cast<int>(std::ceil(h / kLongestStep)));
    for (int i = 0; i < parts; ++i) substep(h / parts);
    state_.time += h;
    state_.joint_stamp = state_.wrench_stamp = state_.time;
    state_.q = q_;
    state_.qd = qd_;
    if (joint_noise_ > 0.0) {
      for (Eigen::Index i = 0; i < q_.size(); ++i) {
        state_.q[i] += joint_noise_ * noise_draw_.quick_normal();
        state_.qd[i] += 10.0 * joint_noise_ * noise_draw_.quick_normal();
      }
    }
    if (says_effort_) state_.effort = torque_;
    state_.speed_scaling = speed_scaling;
    return state_;
  }
  void shove(const JointVector& by) { q_ += by; }
  const RobotState& state() const { return state_; }
  // True values, independent of its readings.
  const JointVector& q() const { return q_; }
  const JointVector& qd() const { return qd_; }
  double noise() const { return joint_noise_; }  // rad
  double weighs() const { return weighs_; }      // factor on the weight in the model of the controller

  using Square = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, kMaxJoints, kMaxJoints>;
  Square mass_matrix() const;

 private:
  // kg m² per N m of effort (kg per N if prismatic): the rotor of a Dynamixel XM430 behind its gears is 0.0125 kg m²
  // for 4.1 N m, and a motor of twice the torque has about twice as much.
  static constexpr double kArmature = 0.0125 / 4.1;
  static constexpr double kLongestStep = 0.0025;  // s
  static constexpr double kStop = 0.05;           // rad, m beyond the limits

  void substep(double h) {
    Pose X;
    Jacobian J;
    arm_.kinematics(q_, arm_.tip(), X, J);
    const JointVector pull = torque_ + J.transpose() * push - weighs_ * arm_.gravity_torque(q_, gravity_);
    Square A = mass_matrix();
    const JointVector momentum = A * qd_ + h * pull;
    // Joint damping implicitly: it is stiff for the smallest joints.
    for (int i = 0; i < arm_.joint_count(); ++i) A(i, i) += h * arm_.joints()[static_cast<std::size_t>(i)].damping;
    qd_ = Eigen::LLT<Square>(A).solve(momentum);
    q_ += h * qd_;
    for (int i = 0; i < arm_.joint_count(); ++i) {
      const JointLimits& limits = arm_.joints()[static_cast<std::size_t>(i)].limits;
      const double fastest = 4.0 * limits.velocity;  // friction of the gears
      qd_[i] = std::clamp(qd_[i], -fastest, fastest);
      const double kept = std::clamp(q_[i], limits.lower - kStop, limits.upper + kStop);
      if (kept != q_[i]) qd_[i] = 0.0;
      q_[i] = kept;
    }
  }

  const Arm& arm_;
  Draw draw_, noise_draw_;
  Vector3 gravity_{0, 0, -9.81};
  double joint_noise_ = 0.0;
  double weighs_ = 1.0;
  bool says_effort_ = true;
  JointVector q_, qd_, torque_;
  RobotState state_;
};

inline TorqueRobot::Square TorqueRobot::mass_matrix() const {
  Square M = Square::Zero(q_.size(), q_.size());
  for (int i = 0; i < arm_.joint_count(); ++i) {
    M(i, i) += kArmature * arm_.joints()[static_cast<std::size_t>(i)].limits.effort;
    const Body& body = arm_.bodies()[static_cast<std::size_t>(i)];
    if (body.mass <= 0.0) continue;
    Pose X;
    Jacobian J;
    arm_.kinematics(q_, {i, {Matrix3::Identity(), body.com}}, X, J);
    const Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::ColMajor, 3, kMaxJoints> v = J.topRows<3>(),
                                                                                   w = X.R.transpose() *
                                                                                       J.bottomRows<3>();
    M += body.mass * v.transpose() * v + w.transpose() * (body.inertia * w);
  }
  return M;
}

}  // namespace limber::soak
