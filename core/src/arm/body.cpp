#include "arm/body.hpp"

namespace limber {
namespace {

// Parallel axis theorem: inertia of a point mass at `offset` from the centre, m (|r|² I - r rᵀ).
Matrix3 steiner(double mass, const Vector3& offset) {
  return mass * (offset.squaredNorm() * Matrix3::Identity() - offset * offset.transpose());
}

}  // namespace

Body moved(const Pose& X_JL, const Body& body) {
  return {body.mass, X_JL * body.com, X_JL.R * body.inertia * X_JL.R.transpose()};
}

Body welded(const Body& a, const Body& b) {
  Body sum;
  sum.mass = a.mass + b.mass;
  if (sum.mass > 0.0) sum.com = (a.mass * a.com + b.mass * b.com) / sum.mass;
  sum.inertia = a.inertia + b.inertia + steiner(a.mass, a.com - sum.com) + steiner(b.mass, b.com - sum.com);
  return sum;
}

}  // namespace limber
