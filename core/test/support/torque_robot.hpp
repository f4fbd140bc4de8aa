// A rigid arm that takes torques: M(q) q̈ + c(q, q̇) + g(q) + d q̇ = τ + Jᵀ F. Its mass matrix is summed body by body from
// the URDF's inertias, independent of the controller; c is its derivative, by differences.
#pragma once

#include <Eigen/Cholesky>
#include <random>

#include "limber/arm/arm.hpp"
#include "limber/robot.hpp"
#include "support/ideal_robot.hpp"

namespace limber::test {

class TorqueRobot : public Robot {
 public:
  static constexpr double kArmature = 0.0125;  // kg m², a Dynamixel XM430's rotor behind its gears
  static constexpr double kSubstep = 0.0005;   // s

  TorqueRobot(const Arm& arm, const JointVector& q) : arm_(arm) {
    state_.q = q;
    state_.qd = JointVector::Zero(q.size());
    state_.effort = arm.gravity_torque(q, gravity_);
    torque_ = state_.effort;
  }

  Vector6 push_B = Vector6::Zero();  // N, N m on the tip, in the base
  bool says_effort = true;

  const RobotState& read() override { return state_; }
  void write(const Command& command) override { torque_ = command.effort; }

  void step(double period) {
    const int substeps = std::max(1, static_cast<int>(std::lround(period / kSubstep)));
    const double h = period / substeps;
    for (int i = 0; i < substeps; ++i) substep(h);
    state_.time += period;
    state_.joint_stamp = state_.time;
    state_.effort = says_effort ? torque_ : JointVector();
  }

  Eigen::MatrixXd mass_matrix(const JointVector& q) const {
    Eigen::MatrixXd M = kArmature * Eigen::MatrixXd::Identity(q.size(), q.size());
    for (int i = 0; i < arm_.joint_count(); ++i) {
      const Body& body = arm_.bodies()[static_cast<std::size_t>(i)];
      Pose X;
      Jacobian J;
      arm_.kinematics(q, {i, {Matrix3::Identity(), body.com}}, X, J);
      const Eigen::MatrixXd v = J.topRows<3>();
      const Eigen::MatrixXd w = X.R.transpose() * J.bottomRows<3>();
      M += body.mass * v.transpose() * v + w.transpose() * body.inertia * w;
    }
    return M;
  }

  RobotState& state() { return state_; }
  Pose tool(const Frame& frame) const { return arm_.pose(state_.q, frame); }
  double kinetic_energy() const { return 0.5 * state_.qd.dot(mass_matrix(state_.q) * state_.qd); }

 private:
  // c = Ṁ q̇ - ½ ∂(q̇ᵀ M q̇)/∂q
  JointVector coriolis() const {
    const double step = 1e-6;
    const Eigen::VectorXd qd = state_.qd;
    JointVector c = JointVector::Zero(qd.size());
    for (Eigen::Index i = 0; i < qd.size(); ++i) {
      JointVector up = state_.q, down = state_.q;
      up[i] += step;
      down[i] -= step;
      const Eigen::MatrixXd slope = (mass_matrix(up) - mass_matrix(down)) / (2.0 * step);
      c += qd[i] * (slope * qd);
      c[i] -= 0.5 * qd.dot(slope * qd);
    }
    return c;
  }

  void substep(double h) {
    Pose X;
    Jacobian J;
    arm_.kinematics(state_.q, arm_.tip(), X, J);
    JointVector damping(state_.q.size());
    for (Eigen::Index i = 0; i < damping.size(); ++i) damping[i] = arm_.joints()[static_cast<std::size_t>(i)].damping;
    const JointVector pull = torque_ + J.transpose() * push_B - arm_.gravity_torque(state_.q, gravity_) - coriolis();
    // The joints' own damping implicitly: it is stiff for the smallest of them.
    Eigen::MatrixXd A = mass_matrix(state_.q);
    const Eigen::VectorXd momentum = A * state_.qd + h * pull;
    A.diagonal() += h * damping;
    state_.qd = A.llt().solve(momentum);
    state_.q += h * state_.qd;
  }

  const Arm& arm_;
  RobotState state_;
  JointVector torque_;
  Vector3 gravity_{0, 0, -9.81};
};

}  // namespace limber::test
