// Stiffness and damping along the path, and how fast they may change on the way.
#pragma once

#include <vector>

#include "limber/types.hpp"
#include "limber/variable_stiffness_parameters.hpp"
#include "motion/impedance_gains.hpp"

namespace limber {

// Evenly spaced values over s from 0 to 1, linear between; `otherwise` where there are none.
double profile_at(const std::vector<double>& profile, double s, double otherwise) noexcept;

// The gains asked for at s on the way; while it homes and waits those of homing.
ImpedanceGains gains_along(const StiffnessParameters& parameters, double s) noexcept;
ImpedanceGains gains_at_rest(const StiffnessParameters& parameters) noexcept;

// `from` a step of h seconds towards `wanted`, each axis at most `rate` a second up or down.
Vector6 rate_limited(const Vector6& from, const Vector6& wanted, double rate, double h) noexcept;

// s: damping may change this share of the stiffness rate a second, in N s/m for N/m.
inline constexpr double kDampingShare = 0.1;

}  // namespace limber
