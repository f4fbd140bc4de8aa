// A virtual fixture: a field that keeps the control point C at a set of positions. With the distance d from this set
//
//   plane, cone, keep-out sphere:  d = 0 inside,   F = -(K d + D ḋ) ∇d, and never towards the forbidden side
//   guide line:                    d from the line, F = -K d ∇d - D v⊥
//
// The potential is ½ K d²; where K d exceeds max_force, it goes on with this slope. It has a continuous gradient
// everywhere: behind the apex of a cone, d is the distance from the apex; within a tenth of the radius of a sphere from
// its centre, the force fades to zero at the centre.
//
// Over a step, the force is the discrete gradient of the potential: its work is exactly the change of the potential.
#pragma once

#include <array>

#include "limber/admittance_parameters.hpp"
#include "limber/types.hpp"

namespace limber {

struct Fixture {
  FixtureKind kind = FixtureKind::kNone;
  Vector3 point = Vector3::Zero();       // m
  Vector3 direction = Vector3::UnitZ();  // unit vector
  double cosine = 1.0, sine = 0.0;       // of the half angle of a cone
  double radius = 0.0;                   // m, of a sphere
  double stiffness = 0.0;                // N/m
  double damping = 0.0;                  // N s/m
  double max_force = kUnlimited;         // N

  bool operator==(const Fixture&) const = default;
};

using FixtureSet = std::array<Fixture, kMaxFixtures>;

// From checked parameters.
Fixture make_fixture(const FixtureParameters& parameters);

// The fixture with stiffness, damping and largest force times `share`, 0..1.
Fixture scaled(Fixture fixture, double share) noexcept;
// A fixture of the base, in axes R_BC with their origin at p_B.
Fixture seen_from(const Fixture& fixture, const Vector3& p_B, const Matrix3& R_BC) noexcept;

// J: the potential at p.
double potential(const Fixture& fixture, const Vector3& p) noexcept;
// N: minus its gradient.
Vector3 elastic_force(const Fixture& fixture, const Vector3& p) noexcept;

// The constant force over a step of h s from p to q that does the work of the field.
struct FixtureStep {
  Vector3 force = Vector3::Zero();  // N
  double dissipated = 0.0;          // J, by its damping; never negative
};
FixtureStep step_of(const Fixture& fixture, const Vector3& p, const Vector3& q, double h) noexcept;

}  // namespace limber
