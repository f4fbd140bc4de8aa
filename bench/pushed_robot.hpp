// A robot that follows commands ideally, under a wrench that never repeats; and the UR5e used in all measurements.
#pragma once

#include <cmath>

#include "limber/admittance_parameters.hpp"
#include "limber/arm.hpp"
#include "limber/robot.hpp"

namespace limber::bench {

inline Arm ur5e() { return Arm::from_urdf_file(LIMBER_SOURCE_DIR "/robots/ur5e.urdf", "base_link", "tool0"); }

// rad: the tool points down in front of the arm.
inline JointVector ready_posture() { return JointVector{{0.1, -1.4, 1.6, -1.8, -1.5, 0.2}}; }

// A spring on all six axes, in the tool frame, with a filter: every part of the cycle has work to do.
inline AdmittanceParameters on_springs() {
  AdmittanceParameters p;
  p.ft_frame = "ft_frame";
  p.compliance.mass = Vector6(5, 5, 5, 0.5, 0.5, 0.5).asDiagonal();
  p.compliance.stiffness = Vector6(200, 200, 200, 10, 20, 30).asDiagonal();
  p.wrench.filter_cutoff = 30.0;
  p.wrench.tool_mass = 0.5;
  p.supervisor.overforce = p.supervisor.overtorque = kUnlimited;
  p.supervisor.count_lateness_only = true;  // a busy machine must not end a measurement
  return p;
}

class PushedRobot {
 public:
  PushedRobot(const JointVector& q, double force) : force_(force) {
    state_.q = q;
    state_.qd = JointVector::Zero(q.size());
    state_.q_interface = q;
  }

  void obey(const Command& command, double period) {
    if (command.q.size() == state_.q.size()) {
      moved_ += command.qd.norm() * period;
      state_.q = state_.q_interface = command.q;
      state_.qd = command.qd;
    }
    state_.time += period;
    state_.joint_stamp = state_.wrench_stamp = state_.time;
    for (int i = 0; i < 6; ++i) {
      const double size = i < 3 ? force_ : 0.05 * force_;
      state_.F_S_S[i] = size * (std::sin((2.0 + 0.7 * i) * state_.time) + 0.1 * std::sin(41.3 * state_.time + i));
    }
  }

  const RobotState& read() const { return state_; }
  double moved() const { return moved_; }  // rad, of the joints

 private:
  double force_;  // N
  RobotState state_;
  double moved_ = 0.0;
};

}  // namespace limber::bench
