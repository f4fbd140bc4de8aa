/// @file
/// Surfaces of known shape, stiffness, damping and friction that do not move: the simulation computes their force on
/// the tool's ball in closed form. They have no mass, they only push, and they have no edge.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "limber/types.hpp"

namespace limber::sim {

/// A plane.
struct PlaneShape {};

/// The outside of a cylinder without ends.
struct CylinderShape {
  double radius = 0.15;               ///< m, above 0
  Vector3 axis_B = Vector3::UnitY();  ///< in the base; only its part across the surface's normal counts
};

/// The outside of a sphere.
struct SphereShape {
  double radius = 0.15;  ///< m, above 0
};

/// height(s) = amplitude sin(2 pi s / wavelength) over a plane.
struct SineShape {
  double amplitude = 0.01;             ///< m, 0 or more
  double wavelength = 0.2;             ///< m, above 0
  Vector3 along_B = Vector3::UnitX();  ///< in the base, where s grows; only its part across the normal counts
};

/// A solid that is soft along the normal of each of its points: a ball that reaches in by `depth` is pushed by
///
///   N = max(0, stiffness depth + damping d(depth)/dt)
///
/// along the normal of the nearest point. Friction is Coulomb's behind a spring as stiff as the surface: a tool at rest
/// is held by up to friction N, and gives way by no more than friction x depth meanwhile.
struct Surface {
  std::string name = "surface";                                             ///< in errors and summaries
  std::variant<PlaneShape, CylinderShape, SphereShape, SineShape> shape{};  ///< what it looks like
  Vector3 p_B = Vector3::Zero();        ///< m, in the base: a point of it; of a sine wave the one at s = 0
  Vector3 normal_B = Vector3::UnitZ();  ///< in the base, out of it at p_B (of a sine wave: of its plane); not 0
  double stiffness = 20e3;              ///< N/m, above 0
  std::optional<double> damping{};      ///< N s/m; absent: see surface_damping()
  double friction = 0.0;                ///< Coulomb coefficient; 0: no friction
};

/// N s/m: the damping of the surface; if not given, that of a plate of this stiffness.
double surface_damping(const Surface& surface);

/// Where a point stands over a surface.
struct SurfacePoint {
  Vector3 p_B = Vector3::Zero();        ///< m, the nearest point of the surface
  Vector3 normal_B = Vector3::UnitZ();  ///< unit, out of the surface there
  double height = 0.0;                  ///< m, distance from it; below 0: inside
};

/// The point of the surface (without a tool in it) that is nearest to a point (m, in the base) less than its radius of
/// curvature away.
SurfacePoint nearest_point(const Surface& surface, const Vector3& p_B);

/// What a surface does to the ball of the tool.
struct SurfaceContact {
  Vector3 force_B = Vector3::Zero();    ///< N, on the tool, friction included
  Vector3 normal_B = Vector3::UnitZ();  ///< unit, out of the surface at its nearest point, also without contact
  double depth = 0.0;                   ///< m, how far the ball reaches in; below 0: how far it is away
};

}  // namespace limber::sim
