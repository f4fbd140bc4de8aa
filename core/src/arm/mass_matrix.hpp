// Joint-space inertia of an arm from the masses of the URDF, without rotor inertias.
#pragma once

#include "limber/arm.hpp"

namespace limber {

using JointMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, kMaxJoints, kMaxJoints>;

// M = Σ m Jᵥᵀ Jᵥ + J_ωᵀ I J_ω over the bodies, kg m² (kg for prismatic joints). No allocation.
JointMatrix mass_matrix(const Arm& arm, const JointVector& q) noexcept;

}  // namespace limber
