// Functions on wrenches: change of point and axes, tool weight, deadband, low-pass time constants.
#pragma once

#include <algorithm>
#include <cmath>

#include "limber/types.hpp"

namespace limber {

// F_C_C from F_S_S: the same force, with its torque about the origin of C (p × f), both in the axes of C.
inline Vector6 move_wrench(const Pose& X_CS, const Vector6& F_S_S) {
  Vector6 F_C_C;
  F_C_C.head<3>() = X_CS.R * F_S_S.head<3>();
  F_C_C.tail<3>() = X_CS.R * F_S_S.tail<3>() + X_CS.p.cross(F_C_C.head<3>());
  return F_C_C;
}

// The wrench of a tool's weight at the sensor: `mass` in kg, centre of mass p_SCo_S, gravity_S in m/s².
inline Vector6 tool_weight(double mass, const Vector3& p_SCo_S, const Vector3& gravity_S) {
  Vector6 F_S_S;
  F_S_S.head<3>() = mass * gravity_S;
  F_S_S.tail<3>() = p_SCo_S.cross(F_S_S.head<3>());
  return F_S_S;
}

// max(0, 1 - threshold/magnitude): the gain of a continuous deadband.
inline double deadband_gain(double magnitude, double threshold) {
  return magnitude > threshold ? 1.0 - threshold / magnitude : 0.0;
}

// s, of the low-pass whose step at the nominal period is y += coefficient (x - y).
inline double smoothing_time_constant(double coefficient, double nominal_period) {
  return coefficient >= 1.0 ? 0.0 : -nominal_period / std::log1p(-coefficient);
}

// s, of the low-pass with gain 1/√2 at `cutoff` Hz.
inline double cutoff_time_constant(double cutoff) { return 1.0 / (2.0 * 3.14159265358979323846 * cutoff); }

// The weight of a new reading in a low-pass of `time_constant` s after `period` s; exact for any period.
inline double low_pass_share(double time_constant, double period) {
  return time_constant > 0.0 ? -std::expm1(-period / time_constant) : 1.0;
}

}  // namespace limber
