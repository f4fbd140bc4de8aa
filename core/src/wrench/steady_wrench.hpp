// Watches for a force or a torque that has moved the tool for ten seconds along axes that no spring holds: a sensor's
// bias, or a load that nobody configured (steady_force.hpp). It would lead the arm away for as long as nobody looks.
#pragma once

#include <array>

#include "limber/types.hpp"
#include "wrench/steady_force.hpp"

namespace limber {

class SteadyWrench {
 public:
  struct Cycle {
    Vector6 felt_C;                            // N, N m along the enabled axes
    Vector6 acts_C;                            // what of it the law received
    Matrix3 R_SC;                              // the sensor's axes: a bias turns with them
    Vector6 stiffness;                         // diagonal of K
    bool pressing;                             // F_control acts: then a force is no bias
    double force_threshold, torque_threshold;  // N, N m: the deadband
  };
  struct Found {
    double force = 0.0, torque = 0.0;  // N, N m in the mean; 0: none, or told already
  };

  void reset() noexcept { *this = SteadyWrench(); }
  // The law is not followed: whatever was steady is over.
  void interrupt() noexcept;
  Found step(const Cycle& cycle, double h) noexcept;

 private:
  SteadyForce force_, torque_;
};

}  // namespace limber
