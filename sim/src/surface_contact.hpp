// The force of a surface on the tool's ball, substep by substep.
#pragma once

#include "limber/sim/surface.hpp"
#include "limber/types.hpp"

namespace limber::sim {

// The ball of the tool.
struct Ball {
  double radius;  // m
  Vector3 p_B;    // m, its centre
  Vector6 V_B;    // its twist there: m/s, rad/s
};

class TouchedSurface {
 public:
  // `ahead` (s): the force is that of the mean depth in this time from now, at the present speed.
  TouchedSurface(const Surface& surface, double substep, double ahead);

  // The force in the present substep. May be repeated; the friction spring is only stretched by keep().
  void meet(const Ball& ball);
  // The substep is over.
  void keep() { kept_stretch_B_ = stretch_B_; }
  // Friction forgets.
  void release() { kept_stretch_B_.setZero(); }

  const SurfaceContact& contact() const { return contact_; }
  const Vector3& point() const { return p_BC_; }  // m, in the base: where the force acts
  const Surface& surface() const { return surface_; }
  // (stiffness h + 2 damping) h / mass, for a substep h and a mass in kg. A force that is constant over a substep is
  // stable up to 4 on a free mass, and up to 1 on a joint that a servo corrects in every substep.
  double stiffness_number(double mass) const;

 private:
  Vector3 rub(double pressing, const Vector3& v_B);

  Surface surface_;
  double damping_;          // N s/m
  double substep_, ahead_;  // s
  SurfaceContact contact_;
  Vector3 p_BC_ = Vector3::Zero();
  Vector3 stretch_B_ = Vector3::Zero(), kept_stretch_B_ = Vector3::Zero();  // m, of the friction spring
};

// Throws SimulationError for a surface that is not possible, or not with this ball (m).
void check(const Surface& surface, double ball_radius);

}  // namespace limber::sim
