// Wrenches as plain values: moving them between points and axes, deadband, low-pass time constants.
#pragma once

#include <algorithm>
#include <cmath>

#include "limber/types.hpp"

namespace limber {

// F_C_C from F_S_S: the same force, its torque taken about C's origin (p × f), both turned into C's axes.
inline Vector6 move_wrench(const Pose& X_CS, const Vector6& F_S_S) {
  Vector6 F_C_C;
  F_C_C.head<3>() = X_CS.R * F_S_S.head<3>();
  F_C_C.tail<3>() = X_CS.R * F_S_S.tail<3>() + X_CS.p.cross(F_C_C.head<3>());
  return F_C_C;
}

// What the weight of a tool of `mass` kg, centred at p_SCo_S, does at the sensor; gravity_S in m/s².
inline Vector6 tool_weight(double mass, const Vector3& p_SCo_S, const Vector3& gravity_S) {
  Vector6 F_S_S;
  F_S_S.head<3>() = mass * gravity_S;
  F_S_S.tail<3>() = p_SCo_S.cross(F_S_S.head<3>());
  return F_S_S;
}

// max(0, 1 - threshold/magnitude): how much of a vector a continuous deadband lets through.
inline double deadband_gain(double magnitude, double threshold) {
  return magnitude > threshold ? 1.0 - threshold / magnitude : 0.0;
}

// s: the low-pass whose step at the nominal period is y += coefficient (x - y).
inline double smoothing_time_constant(double coefficient, double nominal_period) {
  return coefficient >= 1.0 ? 0.0 : -nominal_period / std::log1p(-coefficient);
}

// s: the low-pass whose gain is 1/√2 at `cutoff` Hz.
inline double cutoff_time_constant(double cutoff) { return 1.0 / (2.0 * 3.14159265358979323846 * cutoff); }

// The share of a new reading in a low-pass of `time_constant` s after `period` s, exact for any period.
inline double low_pass_share(double time_constant, double period) {
  return time_constant > 0.0 ? -std::expm1(-period / time_constant) : 1.0;
}

}  // namespace limber
