#include "compliance/fixture_field.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace limber {
namespace {

constexpr int kMostRounds = 12;
// Error of the force: relative to it, and by the rounding of positions (m).
constexpr double kFieldError = 1e-12, kPositionRounding = 4e-15;
// Differences for the slope of the force: relative to the error of the position, and at least (m).
constexpr double kDifference = 1e-3, kLeastDifference = 1e-11;

}  // namespace

void FixtureField::add(const Fixture& fixture) noexcept {
  if (fixture.kind == FixtureKind::kNone || count_ == fixtures_.size()) return;
  fixtures_[count_++] = fixture;
}

double FixtureField::potential(const Vector3& p) const noexcept {
  double sum = 0.0;
  for (std::size_t i = 0; i < count_; ++i) sum += limber::potential(fixtures_[i], p);
  return sum;
}

Vector3 FixtureField::elastic_force(const Vector3& p) const noexcept {
  Vector3 sum = Vector3::Zero();
  for (std::size_t i = 0; i < count_; ++i) sum += limber::elastic_force(fixtures_[i], p);
  return sum;
}

FixtureStep FixtureField::step_of(const Vector3& p, const Vector3& q, double h) const noexcept {
  FixtureStep sum;
  for (std::size_t i = 0; i < count_; ++i) {
    const FixtureStep step = limber::step_of(fixtures_[i], p, q, h);
    sum.force += step.force;
    sum.dissipated += step.dissipated;
  }
  return sum;
}

double FixtureField::rate(const Vector3& p, const Vector3& q, double mobility) const noexcept {
  double stiffness = 0.0, damping = 0.0;
  for (std::size_t i = 0; i < count_; ++i) {
    const Fixture& f = fixtures_[i];
    if (!(limber::potential(f, p) > 0.0) && !(limber::potential(f, q) > 0.0)) continue;
    stiffness += f.stiffness;
    damping += f.damping;
  }
  return std::max(std::sqrt(mobility * stiffness), mobility * damping);
}

// dF/dq by differences of the size of the present error, as in Steffensen's method: it converges quadratically, also
// next to the surface of a fixture.
Matrix3 FixtureField::force_slope(const Vector3& p, const Vector3& moved, const Vector3& force, double size,
                                  double h) const noexcept {
  Matrix3 slope;
  for (int i = 0; i < 3; ++i) {
    const double q = p[i] + moved[i];
    Vector3 beside = p + moved;
    beside[i] = q + size;
    slope.col(i) = (step_of(p, beside, h).force - force) / (beside[i] - q);
  }
  return slope;
}

std::optional<Vector3> FixtureField::solve(const Vector3& p, const Vector3& free, const Matrix3& response,
                                           double h) const noexcept {
  double stiffness = 0.0;  // N/m, of all fixtures with their dampers over the step
  for (std::size_t i = 0; i < count_; ++i) stiffness += fixtures_[i].stiffness + fixtures_[i].damping / h;
  Vector3 moved = free;
  for (int round = 0; round < kMostRounds; ++round) {
    const Vector3 force = step_of(p, p + moved, h).force;
    const Vector3 error = moved - free - response * force;
    const double off = error.norm();
    if (stiffness * off <= kFieldError * force.norm() + kPositionRounding * stiffness) return force;
    if (!std::isfinite(off)) return std::nullopt;
    const double size = std::max(kDifference * off, kLeastDifference);
    const Matrix3 slope = Matrix3::Identity() - response * force_slope(p, moved, force, size, h);
    moved -= slope.inverse() * error;
  }
  return std::nullopt;
}

}  // namespace limber
