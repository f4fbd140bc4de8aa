// The sum of several virtual fixtures, as the law needs it: one potential, one force, and the force of a step that it
// itself moves.
#pragma once

#include <optional>

#include "compliance/fixture.hpp"

namespace limber {

class FixtureField {
 public:
  void clear() noexcept { count_ = 0; }
  // At most kMaxFixtures; one of kind none is left out.
  void add(const Fixture& fixture) noexcept;
  bool empty() const noexcept { return count_ == 0; }

  // J, at p.
  double potential(const Vector3& p) const noexcept;
  // N, at p: minus the gradient of the potential.
  Vector3 elastic_force(const Vector3& p) const noexcept;
  // Over a step of h s from p to q: force and dissipation.
  FixtureStep step_of(const Vector3& p, const Vector3& q, double h) const noexcept;

  // 1/s: the fastest rate that the fixtures which act between p and q give to a body with this mobility (1/kg, the
  // largest eigenvalue of M⁻¹ in translation); 0 if none acts.
  double rate(const Vector3& p, const Vector3& q, double mobility) const noexcept;

  // The force F of a step of h s from p to q = p + free + response * F. Nothing if the iteration does not converge.
  std::optional<Vector3> solve(const Vector3& p, const Vector3& free, const Matrix3& response, double h) const noexcept;

 private:
  Matrix3 force_slope(const Vector3& p, const Vector3& moved, const Vector3& force, double size,
                      double h) const noexcept;

  FixtureSet fixtures_;
  std::size_t count_ = 0;
};

}  // namespace limber
