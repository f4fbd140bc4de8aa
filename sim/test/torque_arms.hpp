// Torque-driven arms to test with: OpenManipulator-X, and one joint whose motion has a closed form.
#pragma once

#include <string>

#include "arms.hpp"
#include "limber/sim/simulated_arm.hpp"

namespace limber::sim {

// Torques act in the cycle after they are written, unrounded, and nothing is noisy.
inline SimulationParameters ideal_torque() {
  SimulationParameters parameters;
  parameters.drive = Drive::kTorque;
  parameters.torque.effort_step = 0.0;
  parameters.torque.delay = 0;
  parameters.sensor.force_noise = parameters.sensor.torque_noise = 0.0;
  return parameters;
}

inline Command torque(const JointVector& effort) { return {{}, {}, effort}; }

// Of a single joint, or for all of them.
inline JointVector one(double value) { return JointVector::Constant(1, value); }

// 0.5 kg with 0.003 kg m² about its centre, hung 0.2 m below a joint: about y it is a pendulum, about z a wheel.
struct OneJoint {
  static constexpr double kMass = 0.5, kInertia = 0.003, kLength = 0.2, kDamping = 0.05, kEffort = 2.0;

  static Arm about(const std::string& axis) {
    return Arm::from_urdf(
        "<robot name='one_joint'><link name='base'/><link name='bob'><inertial><origin xyz='0 0 -0.2'/>"
        "<mass value='0.5'/><inertia ixx='0.003' ixy='0' ixz='0' iyy='0.003' iyz='0' izz='0.003'/></inertial></link>"
        "<joint name='hinge' type='revolute'><parent link='base'/><child link='bob'/><axis xyz='" +
            axis + "'/><limit lower='-3' upper='3' velocity='5' effort='2'/><dynamics damping='0.05'/></joint></robot>",
        "base", "bob");
  }
  static Arm pendulum() { return about("0 1 0"); }
  static Arm wheel() { return about("0 0 1"); }
};

}  // namespace limber::sim
