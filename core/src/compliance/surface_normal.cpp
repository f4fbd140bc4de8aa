#include "compliance/surface_normal.hpp"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

// rad: without a path, the normal is within the friction cone of the force (a coefficient of 0.5).
constexpr double kFrictionCone = 0.46;
// m: a measurement needs this much path.
constexpr double kPathStep = 1e-3;
// rad²/m: how fast the normal wanders along the path; a radius of 0.1 m turns 0.01 rad in a step.
constexpr double kWander = 0.1;
// Share of the deflection by which the path may be wrong.
constexpr double kDeflectionError = 0.3;
// rad, and N over the force: how far the direction of the force is off, besides friction.
constexpr double kForceError = 0.03;
constexpr double kNoiseOverForce = 0.1;
// Measurements farther off than this many standard deviations are rejected.
constexpr double kGate = 3.0;
// m: if the force contradicts on a path as long as this, the surface itself has changed.
constexpr double kBelieved = 0.05;

}  // namespace

void SurfaceNormal::begin(const Vector3& n) noexcept {
  *this = SurfaceNormal();
  n_ = n;
  P_ = kFrictionCone * kFrictionCone * (Matrix3::Identity() - n * n.transpose());
}

// n · across = 0 with this variance (rad²). False if it contradicts what is known.
bool SurfaceNormal::measure(const Vector3& across, double variance) noexcept {
  const Vector3 Ph = P_ * across;
  const double innovation = n_.dot(across), expected = across.dot(Ph) + variance;
  if (innovation * innovation > kGate * kGate * expected) return false;
  n_ -= (innovation / expected) * Ph;
  n_.normalize();
  P_ -= Ph * (Ph.transpose() / expected);
  const Matrix3 tangent = Matrix3::Identity() - n_ * n_.transpose();
  P_ = tangent * P_ * tangent;
  return true;
}

void SurfaceNormal::step(const Vector3& moved_B, double deflected, const Vector3& force_B, double noise) noexcept {
  way_ += moved_B;
  deflected_ += deflected;
  force_sum_ += force_B;
  const double length = way_.norm();
  if (length < kPathStep) return;
  const Vector3 t = way_ / length;
  P_ += kWander * length * (Matrix3::Identity() - n_ * n_.transpose());
  const double off = (noise + kDeflectionError * std::abs(deflected_)) / length;
  const double force = force_sum_.norm();
  const double error = kForceError + kNoiseOverForce * kPathStep / length;
  const bool fits = measure(t, off * off) && (force == 0.0 || measure(force_sum_.cross(t) / force, error * error));
  contradicted_ = fits ? 0.0 : contradicted_ + length;
  if (contradicted_ > kBelieved) begin(n_);
  way_.setZero();
  deflected_ = 0.0;
  force_sum_.setZero();
}

double SurfaceNormal::uncertainty() const noexcept {
  // The largest of the two eigenvalues in the tangent plane; the third is 0.
  const double trace = P_.trace(), squares = P_.squaredNorm();
  return std::sqrt(std::max(0.0, 0.5 * (trace + std::sqrt(std::max(0.0, 2.0 * squares - trace * trace)))));
}

}  // namespace limber
