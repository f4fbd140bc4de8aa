// Turns an axis a of the tool to the normal n of the surface that a press has found, as long as n is known. The law
// gets the torque that holds V turned by φ from its reference:
//
//   τ = K φ + D ω + M ω̇,     φ̇ = ω = k (a × -n),     |ω| <= rate
//
// ω comes from the measured axis, so it does not matter what else turns the tool. Without contact φ goes back to 0 with
// the same rate. τ is an input of the law: limits hold, and its work counts as that of F_control.
#pragma once

#include "limber/types.hpp"

namespace limber {

class PressAlignment {
 public:
  void reset() noexcept { *this = PressAlignment(); }
  // One cycle of h s, all in the base. axis: a, unit; n: out of the surface; known: n may be used; rate: rad/s.
  void step(const Vector3& axis, const Vector3& n, bool known, double rate, double h) noexcept;

  bool acts() const noexcept { return acts_; }
  const Vector3& turn() const noexcept { return phi_; }           // rad
  const Vector3& velocity() const noexcept { return velocity_; }  // rad/s
  const Vector3& acceleration() const noexcept { return acceleration_; }

 private:
  Quaternion turned_ = Quaternion::Identity();
  Vector3 phi_ = Vector3::Zero(), velocity_ = Vector3::Zero(), acceleration_ = Vector3::Zero();
  bool acts_ = false;
};

}  // namespace limber
