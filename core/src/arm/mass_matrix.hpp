// The inertia of an arm as its joints feel it, from the masses of the URDF; rotors behind gears are not in it.
#pragma once

#include "limber/arm.hpp"

namespace limber {

using JointMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, kMaxJoints, kMaxJoints>;

// M = Σ m Jᵥᵀ Jᵥ + J_ωᵀ I J_ω over the bodies, kg m² (kg where a joint slides). No allocation.
JointMatrix mass_matrix(const Arm& arm, const JointVector& q) noexcept;

}  // namespace limber
