// From one moving pose to another in a given time, on SE(3), with consistent pose, twist and acceleration:
//
//   p(t) = p_0 + y(t)          y from 0 to p_1 - p_0
//   R(t) = Exp(φ(t)) R_0       φ from 0 to Log(R_1 R_0ᵀ)
//   ω = J_l(φ) φ̇               ω̇ = J_l(φ) φ̈ + (dJ_l/dt) φ̇
//
// y and φ are polynomials that match the twist (cubic), or twist and acceleration (quintic), at both ends.
#pragma once

#include "motion/reference.hpp"

namespace limber {

enum class SegmentOrder {
  kCubic,   // matches pose and twist
  kQuintic  // matches pose, twist and acceleration
};

// The sample at t s of a segment of `duration` s (above 0); outside, the sample of the nearer end.
ReferenceSample interpolate(const ReferenceSample& from, const ReferenceSample& to, double duration, SegmentOrder order,
                            double t) noexcept;

// From a moving reference to the first sample of the next motion; pose, twist and acceleration are continuous at both
// ends. t from 0 to `duration` s; then `to` itself.
ReferenceSample lead_in(const ReferenceSample& from, const ReferenceSample& to, double duration, double t) noexcept;

}  // namespace limber
