// Nearest points of surfaces.
#include "limber/sim/surface.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "limber/sim/scene.hpp"
#include "surface_contact.hpp"

namespace limber::sim {
namespace {

// In axes of the surface: z is its normal, x the way of a sine wave or across the axis of a cylinder.
struct LocalPoint {
  Vector3 normal;
  double height;  // m
};

LocalPoint nearest(const PlaneShape&, const Vector3& p) { return {Vector3::UnitZ(), p.z()}; }

// From a line or a point under the origin; `p`: from there, without the part along the line.
LocalPoint nearest_of_round(double radius, const Vector3& p) {
  const double distance = p.norm();
  return {distance > 0.0 ? Vector3(p / distance) : Vector3::UnitZ(), distance - radius};
}

LocalPoint nearest(const CylinderShape& shape, const Vector3& p) {
  return nearest_of_round(shape.radius, {p.x(), 0.0, p.z() + shape.radius});
}

LocalPoint nearest(const SphereShape& shape, const Vector3& p) {
  return nearest_of_round(shape.radius, {p.x(), p.y(), p.z() + shape.radius});
}

// The curve y(s) = A sin(k s), and half the derivative of the square of its distance from (x, z).
struct Wave {
  double A, k, x, z;

  double y(double s) const { return A * std::sin(k * s); }
  double slope(double s) const { return A * k * std::cos(k * s); }
  double distance2(double s) const { return (s - x) * (s - x) + (y(s) - z) * (y(s) - z); }
  double gradient(double s) const { return s - x + (y(s) - z) * slope(s); }
  double curvature(double s) const { return 1.0 + slope(s) * slope(s) - (y(s) - z) * k * k * y(s); }
};

// Newton's rule; where it leaves the bracket, which the sign of the gradient narrows, bisection.
double root(const Wave& wave, double low, double high) {
  constexpr int kRounds = 60;
  constexpr double kClose = 1e-12;  // m; the height is then wrong by the square of it
  double s = 0.5 * (low + high);
  for (int round = 0; round < kRounds; ++round) {
    const double g = wave.gradient(s);
    (g > 0.0 ? high : low) = s;
    const double newton = s - g / wave.curvature(s);
    const double next = newton > low && newton < high ? newton : 0.5 * (low + high);
    const bool close = std::abs(next - s) < kClose;
    s = next;
    if (close) break;
  }
  return s;
}

// The nearest point lies between the same crest and valley as (x, z): mirrored there, a point beyond would be nearer.
double nearest_s(const Wave& wave) {
  constexpr int kSamples = 8;
  const double half = std::numbers::pi / wave.k;
  const double first = (std::floor(wave.x / half - 0.5) + 0.5) * half;
  int best = 0;
  for (int i = 1; i <= kSamples; ++i) {
    if (wave.distance2(first + i * half / kSamples) < wave.distance2(first + best * half / kSamples)) best = i;
  }
  const double step = half / kSamples;
  return root(wave, first + std::max(0, best - 1) * step, first + std::min(kSamples, best + 1) * step);
}

LocalPoint nearest(const SineShape& shape, const Vector3& p) {
  const Wave wave{shape.amplitude, 2.0 * std::numbers::pi / shape.wavelength, p.x(), p.z()};
  const double s = nearest_s(wave);
  const Vector3 normal = Vector3(-wave.slope(s), 0.0, 1.0).normalized();
  return {normal, normal.dot(Vector3(p.x() - s, 0.0, p.z() - wave.y(s)))};
}

// The x axis of the surface before it is turned across the normal; of a cylinder, its y axis.
Vector3 given_axis(const Surface& surface) {
  if (const auto* cylinder = std::get_if<CylinderShape>(&surface.shape)) return cylinder->axis_B;
  if (const auto* sine = std::get_if<SineShape>(&surface.shape)) return sine->along_B;
  return surface.normal_B.normalized().unitOrthogonal();
}

Matrix3 surface_axes(const Surface& surface) {
  const Vector3 z_B = surface.normal_B.normalized();
  const Vector3 axis_B = (given_axis(surface) - given_axis(surface).dot(z_B) * z_B).normalized();
  Matrix3 R_BS;
  if (std::holds_alternative<CylinderShape>(surface.shape)) {
    R_BS << axis_B.cross(z_B), axis_B, z_B;
  } else {
    R_BS << axis_B, z_B.cross(axis_B), z_B;
  }
  return R_BS;
}

[[noreturn]] void refuse(const Surface& surface, const std::string& words) {
  throw SimulationError(fmt::format("surface \"{}\": {}", surface.name, words));
}

void expect_above_0(const Surface& surface, const char* what, double value, const char* unit) {
  if (value > 0.0 && std::isfinite(value)) return;
  refuse(surface, fmt::format("{} is {:g} {}; it must be above 0, and finite", what, value, unit));
}

void expect_0_or_more(const Surface& surface, const char* what, double value, const char* unit) {
  if (value >= 0.0 && std::isfinite(value)) return;
  refuse(surface, fmt::format("{} is {:g}{}; it must be 0 or more, and finite", what, value, unit));
}

void check_shape(const Surface& surface, double ball_radius) {
  const auto above_0 = [&](const char* what, double value) { expect_above_0(surface, what, value, "m"); };
  if (const auto* cylinder = std::get_if<CylinderShape>(&surface.shape)) above_0("radius", cylinder->radius);
  if (const auto* sphere = std::get_if<SphereShape>(&surface.shape)) above_0("radius", sphere->radius);
  const auto* sine = std::get_if<SineShape>(&surface.shape);
  if (sine == nullptr) return;
  above_0("wavelength", sine->wavelength);
  expect_0_or_more(surface, "amplitude", sine->amplitude, " m");
  const double k = 2.0 * std::numbers::pi / sine->wavelength;
  const double valley = 1.0 / (sine->amplitude * k * k);
  if (valley > ball_radius) return;
  refuse(surface,
         fmt::format("its valleys have a radius of {:.1f} mm; it must be above that of the tool's ball, {:.1f} mm",
                     1e3 * valley, 1e3 * ball_radius));
}

}  // namespace

SurfacePoint nearest_point(const Surface& surface, const Vector3& p_B) {
  const Matrix3 R_BS = surface_axes(surface);
  const Vector3 p_S = R_BS.transpose() * (p_B - surface.p_B);
  const LocalPoint there = std::visit([&](const auto& shape) { return nearest(shape, p_S); }, surface.shape);
  const Vector3 normal_B = R_BS * there.normal;
  return {p_B - there.height * normal_B, normal_B, there.height};
}

double surface_damping(const Surface& surface) {
  return surface.damping.value_or(plate_damping({.stiffness = surface.stiffness}));
}

void check(const Surface& surface, double ball_radius) {
  expect_above_0(surface, "stiffness", surface.stiffness, "N/m");
  expect_0_or_more(surface, "damping", surface_damping(surface), " N s/m");
  expect_0_or_more(surface, "friction", surface.friction, "");
  if (!surface.p_B.allFinite()) refuse(surface, "p_B must be finite");
  const double length = surface.normal_B.norm();
  if (!(length > 1e-9) || !std::isfinite(length)) refuse(surface, "its normal must be finite, and not 0");
  const Vector3 axis_B = given_axis(surface);
  // Radians: an axis nearer to the normal than this is a mistake.
  constexpr double kLeastAngle = 0.01;
  if (!axis_B.allFinite() || !(axis_B.normalized().cross(surface.normal_B.normalized()).norm() > kLeastAngle)) {
    refuse(surface, "its axis must be finite, and neither 0 nor along its normal");
  }
  check_shape(surface, ball_radius);
}

}  // namespace limber::sim
