// Detects a force or torque that has pushed the tool for ten seconds along axes without a spring: a sensor bias, or a
// load that is not configured (steady_force.hpp). The arm would drift away.
#pragma once

#include <array>

#include "limber/types.hpp"
#include "wrench/steady_force.hpp"

namespace limber {

class SteadyWrench {
 public:
  struct Cycle {
    Vector6 felt_C;                            // N, N m along the enabled axes
    Vector6 acts_C;                            // the part that the law received
    Matrix3 R_SC;                              // orientation of C in the sensor's axes; a bias is constant there
    Vector6 stiffness;                         // diagonal of K
    bool pressing;                             // F_control acts: then a steady force is not a bias
    double force_threshold, torque_threshold;  // N, N m: of the deadband
  };
  struct Found {
    double force = 0.0, torque = 0.0;  // N, N m: mean; 0 if none, or if already reported
  };

  void reset() noexcept { *this = SteadyWrench(); }
  // The law is not active: ends the current steady force.
  void interrupt() noexcept;
  Found step(const Cycle& cycle, double h) noexcept;

 private:
  SteadyForce force_, torque_;
};

}  // namespace limber
