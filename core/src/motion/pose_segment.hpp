// From one moving pose to another in a given time, on SE(3), with the twist and acceleration that belong to the pose:
//
//   p(t) = p_0 + y(t)          y from 0 to p_1 - p_0
//   R(t) = Exp(φ(t)) R_0       φ from 0 to Log(R_1 R_0ᵀ)
//   ω = J_l(φ) φ̇               ω̇ = J_l(φ) φ̈ + (dJ_l/dt) φ̇
//
// y and φ are polynomials that meet the twist (cubic), or twist and acceleration (quintic), of both ends.
#pragma once

#include "motion/reference.hpp"

namespace limber {

enum class SegmentOrder {
  kCubic,   // meets pose and twist
  kQuintic  // meets pose, twist and acceleration
};

// At t s into a segment of `duration` s (above 0); beyond its ends the nearer end's.
ReferenceSample interpolate(const ReferenceSample& from, const ReferenceSample& to, double duration, SegmentOrder order,
                            double t) noexcept;

// From a moving reference to the first sample of what comes next, so that pose, twist and acceleration are continuous
// at either end. t in 0..duration s; `to` itself from then on.
ReferenceSample lead_in(const ReferenceSample& from, const ReferenceSample& to, double duration, double t) noexcept;

}  // namespace limber
