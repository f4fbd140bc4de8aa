// What a virtual fixture stores, by plain geometry: an oracle for compliance/fixture.cpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "limber/admittance_parameters.hpp"

namespace limber::test {

// m: how far p is from what the fixture allows, by angles and lengths.
inline double distance_by_geometry(const FixtureParameters& f, const Vector3& p) {
  const Vector3 from = p - f.point;
  const Vector3 axis = f.direction / f.direction.norm();
  switch (f.kind) {
    case FixtureKind::kNone:
      return 0.0;
    case FixtureKind::kPlane:
      return std::max(0.0, from.dot(axis));
    case FixtureKind::kLine:
      return from.cross(axis).norm();
    case FixtureKind::kCone: {
      const double off = std::atan2(from.cross(axis).norm(), from.dot(axis)) - f.angle;
      if (off <= 0.0) return 0.0;
      return off < 0.5 * std::numbers::pi ? from.norm() * std::sin(off) : from.norm();
    }
    case FixtureKind::kSphere:
      return std::max(0.0, f.radius - from.norm());
  }
  return 0.0;
}

// J: the potential at this distance.
inline double potential_by_distance(const FixtureParameters& f, double d) {
  if (f.max_force == 0.0 || f.stiffness * d <= f.max_force) return 0.5 * f.stiffness * d * d;
  return f.max_force * d - 0.5 * f.max_force * f.max_force / f.stiffness;
}

}  // namespace limber::test
