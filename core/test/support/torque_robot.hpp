// A rigid arm that takes torques: M(q) q̈ + c(q, q̇) + g(q) + d q̇ = τ + Jᵀ F. Its mass matrix is summed body by body
// from the inertias of the URDF, independent of the controller; so is c.
#pragma once

#include "limber/arm.hpp"
#include "limber/robot.hpp"
#include "support/ideal_robot.hpp"

namespace limber::test {

class TorqueRobot : public Robot {
 public:
  static constexpr double kArmature = 0.0125;  // kg m², rotor of a Dynamixel XM430 behind its gears
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

  Eigen::MatrixXd mass_matrix(const JointVector& q) const;

  RobotState& state() { return state_; }
  Pose tool(const Frame& frame) const { return arm_.pose(state_.q, frame); }
  double kinetic_energy() const { return 0.5 * state_.qd.dot(mass_matrix(state_.q) * state_.qd); }

 private:
  JointVector coriolis() const;
  void substep(double h);

  const Arm& arm_;
  RobotState state_;
  JointVector torque_;
  Vector3 gravity_{0, 0, -9.81};
};

}  // namespace limber::test
