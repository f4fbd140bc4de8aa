// Stiffness and damping along the path, and their limited rate of change.
#pragma once

#include <vector>

#include "limber/types.hpp"
#include "limber/variable_stiffness_parameters.hpp"
#include "motion/impedance_gains.hpp"

namespace limber {

// Linear interpolation of evenly spaced values over s from 0 to 1; `otherwise` if there are none.
double profile_at(const std::vector<double>& profile, double s, double otherwise) noexcept;

// The wanted gains at s on the path; and the gains for homing and waiting.
ImpedanceGains gains_along(const StiffnessParameters& parameters, double s) noexcept;
ImpedanceGains gains_at_rest(const StiffnessParameters& parameters) noexcept;

// One step of h seconds from `from` towards `wanted`; each axis changes by at most `rate` per second.
Vector6 rate_limited(const Vector6& from, const Vector6& wanted, double rate, double h) noexcept;

// s: the rate limit of damping (N s/m/s) relative to that of stiffness (N/m/s).
inline constexpr double kDampingShare = 0.1;

}  // namespace limber
