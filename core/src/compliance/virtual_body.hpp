// The virtual body V in the base: the law's offset from the reference, kept in axes that do not turn, and put back to
// what the arm could do.
#pragma once

#include "compliance/admittance_law.hpp"
#include "limber/types.hpp"
#include "motion/reference.hpp"

namespace limber {

class VirtualBody {
 public:
  // V is at X_BV with `twist` (in the base), seen from R. With R_V = Q R_R, ė is [v_V - v_R ; ω_V - Q ω_R], so that
  // Q̇ = [ė]× Q: R's own turning is no motion of V against it.
  void put(const Pose& X_BV, const Vector6& twist, const ReferenceSample& reference) noexcept;

  // e and ė, resolved in the axes R_BC.
  Offset offset_in(const Matrix3& R_BC) const noexcept;
  // The new e and ė. What e has changed by: [Δp ; Log(Q' Qᵀ)] in the base.
  Vector6 set_offset_from(const Offset& offset, const Matrix3& R_BC) noexcept;
  // Limits of the arm took `lost` (m, rad in the base) from what e changed by in this cycle of h s. ė loses its share,
  // and never gains or turns back by it.
  void lose(const Vector6& lost, double h) noexcept;

  Pose pose(const ReferenceSample& reference) const noexcept;
  // What V would do if it only moved along with R: [v_R ; Q ω_R].
  Vector6 carried_twist(const Vector6& reference_twist) const noexcept;
  // The inverse: R's twist, if the body has this one and stands against it.
  Vector6 carrying_twist(const Vector6& body_twist) const noexcept;
  Vector6 twist(const ReferenceSample& reference) const noexcept {
    return carried_twist(reference.twist) + offset_.velocity;
  }
  // Where R is if V is at X_BV: the inverse of pose().
  Pose reference_of(const Pose& X_BV) const noexcept;
  // R's pose if V is turned by `turn` (rad, in the base) and R goes with it: R_V = Q R_R stays.
  Pose reference_turned(const Pose& X_BR, const Vector3& turn) const noexcept;
  const Vector6& velocity() const noexcept { return offset_.velocity; }  // ė, in the base

 private:
  Offset offset_;  // resolved in the base
};

// The vector nearest to `v` that is some of `whole`, and none of its opposite: in the ball over it as diameter, which
// holds all that comes of `whole` by scaling it down and by projecting it.
Vector3 part_of(const Vector3& whole, const Vector3& v) noexcept;

// Stops dead the free axes of a body with no input: velocity exactly zero below the thresholds (m/s, rad/s). Never adds
// energy.
void stop_drift(Offset& offset, const Dynamics& dynamics, const Vector6& input, double linear, double angular) noexcept;

// θ along the axes with stiffness; 0 along those without, which may turn as far as they like.
Vector3 stiff_turn(const Offset& offset, const Matrix6& K) noexcept;

// Lets stiff_turn() come up to a length of `limit` rad on the curve of braking at `acceleration` rad/s², from
// `angle_before` rad a period h ago, and no farther; true where it had to.
bool limit_orientation(Offset& offset, const Matrix6& K, double angle_before, double limit, double acceleration,
                       double h) noexcept;

}  // namespace limber
