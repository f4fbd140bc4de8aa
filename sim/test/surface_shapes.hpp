// Random surfaces, and their points from their definitions alone: a second opinion on nearest points.
#pragma once

#include <cmath>
#include <numbers>
#include <random>
#include <string>

#include "limber/sim/surface.hpp"

namespace limber::sim {

inline Vector3 random_vector(std::mt19937_64& random, double size) {
  std::uniform_real_distribution<double> any(-size, size);
  return {any(random), any(random), any(random)};
}

inline double random_between(std::mt19937_64& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

// The tightest curve of the surface that a ball may lie in: m.
inline double radius_of_valleys(const SineShape& sine) {
  return std::pow(sine.wavelength / (2.0 * std::numbers::pi), 2) / sine.amplitude;
}

// Of any shape, at any place, in any direction.
inline Surface random_surface(std::mt19937_64& random, int shape) {
  Surface surface{.name = std::to_string(shape), .p_B = random_vector(random, 1.0)};
  do surface.normal_B = random_vector(random, 2.0);
  while (surface.normal_B.norm() < 0.1);
  Vector3 axis_B;
  do axis_B = random_vector(random, 2.0);
  while (axis_B.cross(surface.normal_B).norm() < 0.2 * axis_B.norm() * surface.normal_B.norm());
  if (shape == 1) surface.shape = CylinderShape{random_between(random, 0.02, 1.0), axis_B};
  if (shape == 2) surface.shape = SphereShape{random_between(random, 0.02, 1.0)};
  if (shape == 3) {
    SineShape sine{random_between(random, 0.001, 0.05), random_between(random, 0.05, 0.5), axis_B};
    while (radius_of_valleys(sine) < 0.015) sine.amplitude *= 0.5;
    surface.shape = sine;
  }
  surface.stiffness = std::exp(random_between(random, std::log(1e3), std::log(1e5)));
  return surface;
}

// A point of the surface for two numbers of about -1 to 1.
inline Vector3 point_of(const Surface& surface, double u, double v) {
  const Vector3 n = surface.normal_B.normalized();
  if (const auto* cylinder = std::get_if<CylinderShape>(&surface.shape)) {
    const Vector3 axis = (cylinder->axis_B - cylinder->axis_B.dot(n) * n).normalized();
    const Vector3 spoke = Eigen::AngleAxisd(std::numbers::pi * u, axis) * n;
    return surface.p_B + cylinder->radius * (spoke - n) + v * axis;
  }
  const Vector3 x = n.unitOrthogonal(), y = n.cross(x);
  if (const auto* sphere = std::get_if<SphereShape>(&surface.shape)) {
    const double polar = 0.5 * std::numbers::pi * (1.0 + u), turn = std::numbers::pi * v;
    const Vector3 spoke = std::cos(polar) * n + std::sin(polar) * (std::cos(turn) * x + std::sin(turn) * y);
    return surface.p_B + sphere->radius * (spoke - n);
  }
  if (const auto* sine = std::get_if<SineShape>(&surface.shape)) {
    const Vector3 along = (sine->along_B - sine->along_B.dot(n) * n).normalized();
    return surface.p_B + u * along + v * n.cross(along) +
           sine->amplitude * std::sin(2.0 * std::numbers::pi * u / sine->wavelength) * n;
  }
  return surface.p_B + u * x + v * y;
}

// The nearest point by sampling, ever finer about the best of the last round.
inline Vector3 sampled_nearest_point(const Surface& surface, const Vector3& p_B) {
  double u = 0.0, v = 0.0, reach = 2.0;
  for (int round = 0; round < 14; ++round) {
    const int samples = round == 0 ? 600 : 8;
    const int across = round == 0 ? 40 : 8;
    const double u0 = u, v0 = v;
    double least = (point_of(surface, u, v) - p_B).squaredNorm();
    for (int i = -samples; i <= samples; ++i) {
      for (int j = -across; j <= across; ++j) {
        const double at_u = u0 + reach * i / samples, at_v = v0 + reach * j / across;
        const double distance = (point_of(surface, at_u, at_v) - p_B).squaredNorm();
        if (distance < least) least = distance, u = at_u, v = at_v;
      }
    }
    reach *= round == 0 ? 0.05 : 0.3;
  }
  return point_of(surface, u, v);
}

}  // namespace limber::sim
