// One axis with the contact guard, and a tool that hits a wall along it.
#pragma once

#include <cmath>

#include "compliance/contact_guard.hpp"

namespace limber {

// One axis with the guard: position and force in, cycle by cycle.
class GuardedAxis {
 public:
  explicit GuardedAxis(double mass = 1.0, double damping = 30.0, int axis = 2) : axis_(axis) {
    loop.mass[axis] = mass;
    loop.damping[axis] = damping;
    loop.press[axis] = 1.0;
    loop.led = true;
  }
  double step(double F, double x, double h) {
    guard.step(F * Vector6::Unit(axis_), (x - x_) * Vector6::Unit(axis_), loop, parameters, h);
    x_ = x;
    return added();
  }
  void start_at(double x) { x_ = x; }
  double added() const { return guard.damping()[axis_]; }
  double stiffness() const { return guard.probe().stiffness(); }

  ContactGuard guard;
  GuardedLoop loop;
  ContactGuardParameters parameters;

 private:
  int axis_;
  double x_ = 0.0;
};

// A virtual body with damping D and that of the guard, under F and its own spring, and a tool that lags behind it.
struct LaggingArm {
  double mass, damping, lag = 0.030, stiffness = 0.0;
  double x_V = 0.0, v = 0.0, x = 0.0;

  void step(double F, double h, double added = 0.0) {
    constexpr int kParts = 20;
    const double dt = h / kParts;
    for (int n = 0; n < kParts; ++n) {
      // Implicit in the damping, which may be large.
      v = (v + dt * (F - stiffness * x_V) / mass) / (1.0 + dt * (damping + added) / mass);
      x_V += dt * v;
      x += dt * (x_V - x) / lag;
    }
  }
};

// A tool that moves from free space into a wall at v and comes to rest there.
inline double added_by_a_hit(GuardedAxis& axis, double stiffness, double v, double h = 0.002) {
  constexpr double kStops = 0.03;  // s
  axis.start_at(-0.2 * v);
  for (double t = -0.2 + h; t < 0.0; t += h) axis.step(0.0, v * t, h);
  for (double t = h; t < 0.5; t += h) {
    const double x = v * kStops * -std::expm1(-t / kStops);
    axis.step(-stiffness * x, x, h);
  }
  return axis.added();
}

}  // namespace limber
