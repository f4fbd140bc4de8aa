#include "compliance/surface_normal.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace limber {
namespace {

// rad: without a path, the normal is within the friction cone of the force (a coefficient of 0.5).
constexpr double kFrictionCone = 0.46;
// m: a measurement needs this much path.
constexpr double kPathStep = 1e-3;
// rad²/m: how fast the normal wanders along the path; a radius of 0.1 m turns 0.01 rad in a step.
constexpr double kWander = 0.05;
// rad: how far the direction of a step of the path is off, besides noise: the tool tilts, and sticks before it slides.
constexpr double kPathError = 0.03;
// Share of the deflection by which the path may be wrong.
constexpr double kDeflectionError = 0.3;
// rad, and N: how far the direction of the mean force of a step is off, besides friction.
constexpr double kForceError = 0.03;
constexpr double kMeanForceNoise = 0.1;
// Share of what a measurement turns the normal by that is attributed to the curvature of the surface.
constexpr double kCurving = 0.15;
constexpr double kMostCurved = 30.0;  // rad/m
// rad, and m of path since the touch: before that, the normal turns because it is learnt, not because the surface
// curves. The tool sticks before it slides, so the first measurements agree with each other and are wrong.
constexpr double kNormalKnown = 0.1;
constexpr double kSlides = 0.012;
// Until then, the normal wanders faster by this factor.
constexpr double kSticking = 10.0;
// Of the force across the path: a larger force against the path, or this much of one along it, is not friction, but a
// hand's.
constexpr double kMostFriction = 0.6;
constexpr double kDriven = 0.1;
// The same: so much more or less friction than on the path so far is a hand's, too. m of path: over it, friction is
// averaged; if it stays changed for kBelieved, it is another one.
constexpr double kFrictionChange = 0.2;
constexpr double kFrictionPath = 5e-3;
// Measurements farther off than this many standard deviations are rejected.
constexpr double kGate = 3.0;
// m: if path or force contradict for as long as the path before has fitted, within these bounds, the surface itself has
// changed, or n was learnt from a tool that still stuck.
constexpr double kBelieved = 0.05;
constexpr double kLeastBelieved = 3e-3;

}  // namespace

void SurfaceNormal::begin(const Vector3& n) noexcept {
  const Vector3 begins = n;  // NOLINT(performance-unnecessary-copy-initialization): n may be n_
  *this = SurfaceNormal();
  n_ = begins;
  P_ = kFrictionCone * kFrictionCone * across_normal();
}

// n · across = 0 with this variance (rad²). False if it contradicts what is known.
bool SurfaceNormal::measure(const Vector3& across, double variance) noexcept {
  const Vector3 Ph = P_ * across;
  const double innovation = n_.dot(across), expected = across.dot(Ph) + variance;
  if (innovation * innovation > kGate * kGate * expected) return false;
  n_ -= (innovation / expected) * Ph;
  n_.normalize();
  P_ -= Ph * (Ph.transpose() / expected);
  const Matrix3 tangent = across_normal();
  P_ = tangent * P_ * tangent;
  return true;
}

void SurfaceNormal::step(const Vector3& moved_B, double deflected, const Vector3& force_B, double noise) noexcept {
  step_.way += moved_B;
  step_.deflected += deflected;
  step_.force += force_B;
  step_.cycles += 1.0;
  if (step_.way.norm() < kPathStep) return;
  const PathStep step = std::exchange(step_, PathStep());
  path_ += step.way.norm();
  t_ = step.way.normalized();
  n_ = turned_by(step.way.norm());
  P_ += (path_ < kSlides ? kSticking : 1.0) * kWander * step.way.norm() * across_normal();
  learn(step, noise);
  if (contradicted_ > std::clamp(fitted_, kLeastBelieved, kBelieved)) begin(n_);
}

// Whether the force along the path is not the friction of the surface.
bool SurfaceNormal::hand_helps(const Vector3& force, double length) noexcept {
  const double friction = -force.dot(t_) / std::max(force.cross(t_).norm(), kMeanForceNoise);
  const bool changed = path_ > kSlides && std::abs(friction - friction_) > kFrictionChange;
  const bool by_hand = friction > kMostFriction || friction < -kDriven || changed;
  friction_ += -std::expm1(-length / (by_hand ? kBelieved : kFrictionPath)) * (friction - friction_);
  return by_hand;
}

// A step on which the force along the path is not friction is not used: a hand tilts the tool, too.
void SurfaceNormal::learn(const PathStep& step, double noise) noexcept {
  const double length = step.way.norm(), force = step.force.norm();
  const bool by_hand = hand_helps(step.force, length);
  const bool settled = P_.trace() < kNormalKnown * kNormalKnown && path_ > kSlides;
  const double off = kPathError + (noise + kDeflectionError * std::abs(step.deflected)) / length;
  const Vector3 expected = n_;
  const bool along = !by_hand && measure(t_, off * off);
  const double curved = curvature_ + kCurving / length * t_.dot(n_ - expected);
  curvature_ = settled && along ? std::clamp(curved, -kMostCurved, kMostCurved) : 0.0;
  const double error = kForceError + kMeanForceNoise * step.cycles / std::max(force, kMeanForceNoise);
  const bool fits = along && measure(step.force.cross(t_) / force, error * error);
  contradicted_ = fits || by_hand ? 0.0 : contradicted_ + length;
  if (fits) fitted_ += length;
}

Matrix3 SurfaceNormal::across_normal() const noexcept { return Matrix3::Identity() - n_ * n_.transpose(); }

Vector3 SurfaceNormal::turned_by(double way) const noexcept { return (n_ + way * curvature_ * t_).normalized(); }

// The last measurement is that of the middle of its step.
Vector3 SurfaceNormal::value(double ahead) const noexcept {
  return turned_by(0.5 * kPathStep + step_.way.norm() + ahead);
}

double SurfaceNormal::uncertainty() const noexcept {
  // The largest of the two eigenvalues in the tangent plane; the third is 0.
  const double trace = P_.trace(), squares = P_.squaredNorm();
  return std::sqrt(std::max(0.0, 0.5 * (trace + std::sqrt(std::max(0.0, 2.0 * squares - trace * trace)))));
}

}  // namespace limber
