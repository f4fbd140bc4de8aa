// Makes the arms that are measured.
#pragma once

#include <memory>

#include "controlled_arm.hpp"
#include "limber/admittance_parameters.hpp"
#include "limber/arm.hpp"

namespace limber::bench {

std::unique_ptr<ControlledArm> make_admittance_arm(const Arm& arm, const JointVector& q,
                                                   const AdmittanceParameters& parameters, double force);
std::unique_ptr<ControlledArm> make_trajectory_arm(int points, long cycles, double rate = kRate);
std::unique_ptr<ControlledArm> make_torque_arm(long cycles, double rate);
std::unique_ptr<ControlledArm> make_kdl_arm(double rate);

}  // namespace limber::bench
