// The stiffness of a contact: the slope of force against position in a moving window,
//
//   K = - <(f·n)(x·n)> / <(x·n)²>        f, x: force and position minus their means
//
// along the normal n; until it is known, along the direction in which the force changes. The tool may slide meanwhile.
#pragma once

#include "limber/types.hpp"

namespace limber {

class ContactSlope {
 public:
  void reset() noexcept { *this = ContactSlope(); }
  // One cycle of h s in contact: force on the tool (N) and its motion (m), both behind the same low-pass; n: the normal
  // if it is known, otherwise null.
  void step(const Vector3& force, const Vector3& moved, const Vector3* n, double h) noexcept;
  // N/m; 0 until it is known. Kept while the force does not change.
  double stiffness() const noexcept { return stiffness_; }

 private:
  double age_ = 0.0;                       // s
  Vector3 x_ = Vector3::Zero();            // m: position minus its mean
  Vector3 mean_force_ = Vector3::Zero();   // N
  double xx_ = 0.0, fx_ = 0.0, ff_ = 0.0;  // means of products, along the change of the force
  double stiffness_ = 0.0;
};

}  // namespace limber
