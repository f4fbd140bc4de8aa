// Spring and damper along the normal; friction is a spring that slips.
//
// A constant force over a substep h that is computed for its start would feed energy into a bounce: the map of a free
// mass on a spring then has a determinant of 1 + K h² / 2m. With the mean depth of the substep, at the present speed,
// it is 1: a bounce keeps its energy. The friction spring is stretched by h v before it pulls, with the same result.
#include "surface_contact.hpp"

#include <algorithm>
#include <cmath>

namespace limber::sim {
namespace {

Vector3 at_most(const Vector3& v, double length) {
  const double norm = v.norm();
  return norm > length ? Vector3(length / norm * v) : v;
}

// m: the mean of a depth that goes from one value to another, where it is above 0.
double mean_depth(double from, double to) {
  if (std::min(from, to) >= 0.0) return 0.5 * (from + to);
  const double most = std::max(from, to);
  return most > 0.0 ? 0.5 * most * most / std::abs(to - from) : most;
}

Vector3 tangential(const Vector3& v, const Vector3& normal) { return v - v.dot(normal) * normal; }

}  // namespace

TouchedSurface::TouchedSurface(const Surface& surface, double substep, double ahead)
    : surface_(surface), damping_(surface_damping(surface)), substep_(substep), ahead_(ahead) {}

void TouchedSurface::meet(const Ball& ball) {
  const SurfacePoint nearest = nearest_point(surface_, ball.p_B);
  const Vector3& normal_B = nearest.normal_B;
  const Vector3 arm_B = -ball.radius * normal_B;
  const double sinking = -normal_B.dot(ball.V_B.head<3>());  // m/s
  contact_.normal_B = normal_B;
  const double depth = ball.radius - nearest.height;
  contact_.depth = mean_depth(depth, depth + ahead_ * sinking);
  p_BC_ = ball.p_B + arm_B;
  const double pressing =
      contact_.depth > 0.0 ? std::max(0.0, surface_.stiffness * contact_.depth + damping_ * sinking) : 0.0;
  contact_.force_B = pressing * normal_B + rub(pressing, ball.V_B.head<3>() + ball.V_B.tail<3>().cross(arm_B));
}

// N. The spring alone holds a tool at rest, so that it does not creep; the damper only calms it.
Vector3 TouchedSurface::rub(double pressing, const Vector3& v_B) {
  const double most = surface_.friction * pressing;
  const Vector3 sliding_B = tangential(v_B, contact_.normal_B);
  const Vector3 stretched_B = tangential(kept_stretch_B_ + substep_ * sliding_B, contact_.normal_B);
  stretch_B_ = at_most(stretched_B, most / surface_.stiffness);
  return -at_most(surface_.stiffness * stretch_B_ + damping_ * sliding_B, most);
}

double TouchedSurface::stiffness_number(double mass) const {
  return (surface_.stiffness * substep_ + 2.0 * damping_) * substep_ / mass;
}

}  // namespace limber::sim
