// The virtual body V in the base: the law's offset from the reference, kept in axes that do not turn, and put back to
// what the arm could do.
#pragma once

#include "limber/compliance/admittance_law.hpp"
#include "limber/motion/reference.hpp"
#include "limber/types.hpp"

namespace limber {

class VirtualBody {
 public:
  // V is at X_BV with `twist` (in the base), seen from R.
  void put(const Pose& X_BV, const Vector6& twist, const ReferenceSample& reference) noexcept;

  // e and ė, resolved in the axes R_BC.
  Offset offset_in(const Matrix3& R_BC) const noexcept;
  void set_offset_from(const Offset& offset, const Matrix3& R_BC) noexcept;

  Pose pose(const ReferenceSample& reference) const noexcept;
  Vector6 twist(const ReferenceSample& reference) const noexcept { return reference.twist + offset_.velocity; }

 private:
  Offset offset_;  // resolved in the base
};

// Stops dead the free axes of a body with no input: velocity exactly zero below the thresholds (m/s, rad/s). Never adds
// energy.
void stop_drift(Offset& offset, const Dynamics& dynamics, const Vector6& input, double linear, double angular) noexcept;

// Lets |θ| come up to `limit` rad on the curve of braking at `acceleration` rad/s², from `angle_before` rad a period h
// ago, and no farther; true where it had to.
bool limit_orientation(Offset& offset, double angle_before, double limit, double acceleration, double h) noexcept;

}  // namespace limber
