// The virtual body V in the base: the offset of the law from the reference, kept in fixed axes, and corrected to what
// the arm could do.
#pragma once

#include "compliance/admittance_law.hpp"
#include "limber/types.hpp"
#include "motion/reference.hpp"

namespace limber {

class VirtualBody {
 public:
  // V is at X_BV with `twist` (in the base). With R_V = Q R_R, ė is [v_V - v_R ; ω_V - Q ω_R], so that Q̇ = [ė]× Q:
  // rotation of R is not a motion of V relative to R.
  void put(const Pose& X_BV, const Vector6& twist, const ReferenceSample& reference) noexcept;

  // e and ė in the axes R_BC.
  Offset offset_in(const Matrix3& R_BC) const noexcept;
  // Sets e and ė. Returns the change of e, [Δp ; Log(Q' Qᵀ)] in the base.
  Vector6 set_offset_from(const Offset& offset, const Matrix3& R_BC) noexcept;
  // Limits of the arm took `lost` (m, rad in the base) from the change of e in this cycle of h s. ė loses its share; it
  // never grows or reverses by this.
  void lose(const Vector6& lost, double h) noexcept;

  Pose pose(const ReferenceSample& reference) const noexcept;
  // The twist of V if it only moves along with R: [v_R ; Q ω_R].
  Vector6 carried_twist(const Vector6& reference_twist) const noexcept;
  // The inverse: the twist of R if V has this twist and does not move relative to R.
  Vector6 carrying_twist(const Vector6& body_twist) const noexcept;
  Vector6 twist(const ReferenceSample& reference) const noexcept {
    return carried_twist(reference.twist) + offset_.velocity;
  }
  // The pose of R if V is at X_BV: the inverse of pose().
  Pose reference_of(const Pose& X_BV) const noexcept;
  // The pose of R if V is rotated by `turn` (rad, in the base) and R rotates with it: R_V = Q R_R stays.
  Pose reference_turned(const Pose& X_BR, const Vector3& turn) const noexcept;
  const Vector6& velocity() const noexcept { return offset_.velocity; }  // ė, in base axes

 private:
  Offset offset_;  // in base axes
};

// The vector nearest to `v` in the ball with diameter `whole`. The ball contains all scaled-down and projected copies
// of `whole`, and nothing that opposes it.
Vector3 part_of(const Vector3& whole, const Vector3& v) noexcept;

// Stops the free axes of a body without input: velocity exactly zero below the thresholds (m/s, rad/s). Never adds
// energy.
void stop_drift(Offset& offset, const Dynamics& dynamics, const Vector6& input, double linear, double angular) noexcept;

// θ along the axes with stiffness; 0 along the others, which may turn freely.
Vector3 stiff_turn(const Offset& offset, const Matrix6& K) noexcept;

// Limits the length of stiff_turn() to `limit` rad, with a braking curve of `acceleration` rad/s², from `angle_before`
// rad one period h ago. True if it had to.
bool limit_orientation(Offset& offset, const Matrix6& K, double angle_before, double limit, double acceleration,
                       double h) noexcept;

}  // namespace limber
