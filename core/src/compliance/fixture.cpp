// Discrete gradients of the squared distance d², without cancellation: every change of d² is a product with the
// displacement. So the force of a step has no rounding noise, however short the step is.
#include "compliance/fixture.hpp"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

// Share of the radius of a sphere in which its force fades to zero at the centre.
constexpr double kCore = 0.1;

// A smaller share of a fixture is none: its numbers might underflow.
constexpr double kLeastEngagedShare = 1e-15;

// d² at both ends of a step, and its discrete gradient: gradient · (q - p) = after - before.
struct SquaredDistance {
  double before = 0.0, after = 0.0;    // m²
  Vector3 gradient = Vector3::Zero();  // m
};

Vector3 across(const Fixture& fixture, const Vector3& v) noexcept {
  return v - fixture.direction.dot(v) * fixture.direction;
}

double squared(double x) noexcept { return x * x; }
double squared_positive(double s) noexcept { return s > 0.0 ? s * s : 0.0; }

// The divided difference of max(0, s)².
double positive_slope(double from, double to) noexcept {
  if (from >= 0.0 && to >= 0.0) return from + to;
  if (from <= 0.0 && to <= 0.0) return 0.0;
  const double share = std::max(from, to) / std::abs(to - from);
  return share * std::max(from, to);
}

SquaredDistance from_plane(const Fixture& f, const Vector3& p, const Vector3& q) noexcept {
  const double from = f.direction.dot(p - f.point), to = f.direction.dot(q - f.point);
  return {squared_positive(from), squared_positive(to), positive_slope(from, to) * f.direction};
}

SquaredDistance from_line(const Fixture& f, const Vector3& p, const Vector3& q) noexcept {
  const Vector3 from = across(f, p - f.point), to = across(f, q - f.point);
  return {from.squaredNorm(), to.squaredNorm(), from + to};
}

// With z along the axis and r across it: s = r cos - z sin is the distance from the nearest generator, t = z cos + r
// sin the way along it. Behind the apex t is negative, and the distance from the apex is √(s² + t²).
SquaredDistance from_cone(const Fixture& f, const Vector3& p, const Vector3& q) noexcept {
  const Vector3 from = p - f.point, to = q - f.point;
  const Vector3 from_across = across(f, from), to_across = across(f, to);
  const double z0 = f.direction.dot(from), z1 = f.direction.dot(to);
  const double r0 = from_across.norm(), r1 = to_across.norm();
  const double s0 = r0 * f.cosine - z0 * f.sine, s1 = r1 * f.cosine - z1 * f.sine;
  const double t0 = z0 * f.cosine + r0 * f.sine, t1 = z1 * f.cosine + r1 * f.sine;
  const double s_slope = positive_slope(s0, s1), t_slope = -positive_slope(-t0, -t1);
  Vector3 outwards = Vector3::Zero();  // discrete gradient of r
  if (r0 + r1 > 0.0) outwards = (from_across + to_across) / (r0 + r1);
  return {squared_positive(s0) + squared_positive(-t0), squared_positive(s1) + squared_positive(-t1),
          (s_slope * f.cosine + t_slope * f.sine) * outwards + (t_slope * f.cosine - s_slope * f.sine) * f.direction};
}

// The distance from the centre, with a smooth minimum of half the core's radius: (r² + c²) / 2c for r < c.
double smooth_radius(double r, double core) noexcept { return r < core ? 0.5 * (r * r + core * core) / core : r; }

// The divided difference of smooth_radius by r².
double smooth_radius_slope(double r0, double r1, double core) noexcept {
  const double low = std::min(r0, r1), high = std::max(r0, r1);
  if (high <= core) return 0.5 / core;
  if (low >= core) return 1.0 / (low + high);
  const double inside = squared(core) - squared(low), outside = squared(high) - squared(core);
  return (inside * 0.5 / core + outside / (high + core)) / (inside + outside);
}

SquaredDistance from_sphere(const Fixture& f, const Vector3& p, const Vector3& q) noexcept {
  const Vector3 from = p - f.point, to = q - f.point;
  const double r0 = from.norm(), r1 = to.norm(), core = kCore * f.radius;
  const double s0 = f.radius - smooth_radius(r0, core), s1 = f.radius - smooth_radius(r1, core);
  return {squared_positive(s0), squared_positive(s1),
          -positive_slope(s0, s1) * smooth_radius_slope(r0, r1, core) * (from + to)};
}

SquaredDistance squared_distance(const Fixture& f, const Vector3& p, const Vector3& q) noexcept {
  switch (f.kind) {
    case FixtureKind::kNone:
      return {};
    case FixtureKind::kPlane:
      return from_plane(f, p, q);
    case FixtureKind::kLine:
      return from_line(f, p, q);
    case FixtureKind::kCone:
      return from_cone(f, p, q);
    case FixtureKind::kSphere:
      return from_sphere(f, p, q);
  }
  return {};
}

// N/m: the divided difference of the potential by d², between two distances.
double potential_slope(const Fixture& f, double squared_a, double squared_b) noexcept {
  const double low = std::min(squared_a, squared_b), high = std::max(squared_a, squared_b);
  const double bend = f.max_force / f.stiffness;  // m: from here on the force is constant
  if (std::sqrt(high) <= bend) return 0.5 * f.stiffness;
  if (std::sqrt(low) >= bend) return f.max_force / (std::sqrt(low) + std::sqrt(high));
  const double before = bend * bend - low, beyond = high - bend * bend;
  return (0.5 * f.stiffness * before + f.max_force / (std::sqrt(high) + bend) * beyond) / (before + beyond);
}

// The damper of a line acts on all of the motion across it, as far as max_force allows.
FixtureStep step_of_line(const Fixture& f, const Vector3& p, const Vector3& q, double h) noexcept {
  const SquaredDistance d = from_line(f, p, q);
  const Vector3 spring = potential_slope(f, d.before, d.after) * d.gradient;
  const Vector3 moved = across(f, q - p), damper = f.damping / h * moved;
  double share = 1.0;
  if ((spring + damper).norm() > f.max_force) {
    // |spring + share damper| = max_force
    const double a = damper.squaredNorm(), b = spring.dot(damper);
    const double c = std::min(0.0, spring.squaredNorm() - squared(f.max_force));
    share = a > 0.0 ? std::clamp((std::sqrt(b * b - a * c) - b) / a, 0.0, 1.0) : 0.0;
  }
  return {-spring - share * damper, share * f.damping / h * moved.squaredNorm()};
}

}  // namespace

Fixture make_fixture(const FixtureParameters& parameters) {
  Fixture f;
  f.kind = parameters.stiffness > 0.0 ? parameters.kind : FixtureKind::kNone;
  if (f.kind == FixtureKind::kNone) return {};
  f.point = parameters.point;
  if (f.kind != FixtureKind::kSphere) f.direction = parameters.direction.normalized();
  if (f.kind == FixtureKind::kCone) {
    f.cosine = std::cos(parameters.angle);
    f.sine = std::sin(parameters.angle);
  }
  if (f.kind == FixtureKind::kSphere) f.radius = parameters.radius;
  f.stiffness = parameters.stiffness;
  f.damping = parameters.damping;
  if (parameters.max_force > 0.0) f.max_force = parameters.max_force;
  return f;
}

Fixture scaled(Fixture fixture, double share) noexcept {
  if (share < kLeastEngagedShare) return {};
  fixture.stiffness *= share;
  fixture.damping *= share;
  fixture.max_force *= share;
  return fixture;
}

Fixture seen_from(const Fixture& fixture, const Vector3& p_B, const Matrix3& R_BC) noexcept {
  Fixture seen = fixture;
  seen.point = R_BC.transpose() * (fixture.point - p_B);
  seen.direction = R_BC.transpose() * fixture.direction;
  return seen;
}

double potential(const Fixture& fixture, const Vector3& p) noexcept {
  const double distance = squared_distance(fixture, p, p).before;
  return distance > 0.0 ? potential_slope(fixture, 0.0, distance) * distance : 0.0;
}

Vector3 elastic_force(const Fixture& fixture, const Vector3& p) noexcept {
  const SquaredDistance d = squared_distance(fixture, p, p);
  if (!(d.before > 0.0)) return Vector3::Zero();
  return -potential_slope(fixture, d.before, d.before) * d.gradient;
}

FixtureStep step_of(const Fixture& f, const Vector3& p, const Vector3& q, double h) noexcept {
  if (f.kind == FixtureKind::kNone) return {};
  if (f.kind == FixtureKind::kLine) return step_of_line(f, p, q, h);
  const SquaredDistance d = squared_distance(f, p, q);
  if (!(d.before + d.after > 0.0)) return {};
  // Both parts of the force are multiples of the gradient of d².
  const double sum = std::sqrt(d.before) + std::sqrt(d.after), rise = d.after - d.before;
  const double spring = potential_slope(f, d.before, d.after);
  const double largest = std::max(spring, f.max_force / std::max(sum, d.gradient.norm()));
  const double whole = std::clamp(spring + f.damping * rise / (h * sum * sum), 0.0, largest);
  return {-whole * d.gradient, (whole - spring) * rise};
}

}  // namespace limber
