// The law of a torque arm: a spring and a damper between the tool and its reference.
//
//   F = K∘e + D ė,   e = [p_R - p_T ; Log(R_R R_Tᵀ)],   ė = V_R - V_T        (in task axes)
//
// K∘e is the gradient of ½ eᵀ K e: K e in translation and about one axis, J_l(θ)⁻ᵀ K θ about three.
#pragma once

#include "limber/types.hpp"
#include "math/task_axes.hpp"
#include "motion/impedance_gains.hpp"

namespace limber {

// The gains of the task's axes.
inline TaskVector task_gains(const Vector6& diagonal, TaskRotation rotation) noexcept {
  TaskVector gains(task_rows(rotation));
  gains.head<3>() = diagonal.head<3>();
  if (rotation == TaskRotation::kPitch) gains[3] = diagonal[4];
  if (rotation == TaskRotation::kAll) gains.tail<3>() = diagonal.tail<3>();
  return gains;
}

// N, N m on the tool.
inline TaskVector impedance_wrench(const TaskVector& e, const TaskVector& e_rate, const ImpedanceGains& gains,
                                   TaskRotation rotation) noexcept {
  TaskVector spring = task_gains(gains.K, rotation).cwiseProduct(e);
  if (rotation == TaskRotation::kAll) {
    const Vector3 theta = e.tail<3>();
    const Vector3 torque = spring.tail<3>();
    spring.tail<3>() = left_jacobian_inverse(theta).transpose() * torque;
  }
  return spring + task_gains(gains.D, rotation).cwiseProduct(e_rate);
}

}  // namespace limber
