// Damping of a plate, plates like surfaces, timing of the hand, position of the ball.
#include "limber/sim/scene.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace limber::sim {

double plate_damping(const Plate& plate) {
  constexpr double kDampingRatio = 0.1;
  return plate.damping.value_or(2.0 * kDampingRatio * std::sqrt(plate.stiffness * plate.mass));
}

Plate tangent_plate(const Surface& surface, const Vector3& p_B) {
  const SurfacePoint nearest = nearest_point(surface, p_B);
  Plate plate{.name = surface.name, .p_B = nearest.p_B, .normal_B = nearest.normal_B, .stiffness = surface.stiffness};
  plate.damping = surface_damping(surface);
  plate.mass = 0.0;
  plate.friction = surface.friction;
  return plate;
}

std::vector<Plate> touchable(const Scene& scene, const Vector3& p_B) {
  std::vector<Plate> plates = scene.plates;
  for (const Surface& surface : scene.surfaces) plates.push_back(tangent_plate(surface, p_B));
  return plates;
}

double push_share(const Push& push, double t) {
  const double to_nearest_end = std::min(t - push.start, push.start + push.duration - t);
  if (!(to_nearest_end > 0.0)) return 0.0;
  const double rise = std::min(push.rise, 0.5 * push.duration);
  if (to_nearest_end >= rise) return 1.0;
  return 0.5 - 0.5 * std::cos(std::numbers::pi * to_nearest_end / rise);
}

Vector3 ball_centre(const Tool& tool) { return tool.p_TQ - tool.radius * tool.axis.normalized(); }

}  // namespace limber::sim
