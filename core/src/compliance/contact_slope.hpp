// The stiffness of a contact: the slope of force against position in a moving window,
//
//   K = - <(f·n)(x·n)> / <(x·n)²>        f, x: force and position minus their means, twice: a surface that moves
//                                         with a constant speed is not soft
//
// along the normal n; in the first moments, along the main direction in which the force changes. The tool may slide
// meanwhile.
#pragma once

#include "limber/types.hpp"

namespace limber {

class ContactSlope {
 public:
  void reset() noexcept { *this = ContactSlope(); }
  // One cycle of h s in contact: force on the tool (N) and its motion (m), both behind the same low-pass; n: the normal
  // as far as it is known.
  void step(const Vector3& force, const Vector3& moved, const Vector3& n, double h) noexcept;
  // N/m; 0 until it is known. Kept while the force does not change.
  double stiffness() const noexcept { return stiffness_; }

 private:
  double age_ = 0.0;                       // s
  Vector3 x_ = Vector3::Zero();            // m: position minus its mean
  Vector3 mean_force_ = Vector3::Zero();   // N
  Matrix3 spread_ = Matrix3::Zero();       // N²: of the force
  Vector3 rises_ = Vector3::Zero();        // its main direction
  double mean_x_ = 0.0, mean_f_ = 0.0;     // m, N along n: constant while the surface moves with a constant speed
  double xx_ = 0.0, fx_ = 0.0, ff_ = 0.0;  // means of products, along the change of the force
  double stiffness_ = 0.0;
};

}  // namespace limber
