#include "motion/waypoint_blend.hpp"

namespace limber {

void WaypointBlend::start(const MovingPose& from, double duration) noexcept {
  paced_.start(from);
  aim_ = Aim::kCycle;
  blend_.start(from, duration);
}

void WaypointBlend::stop(double rate) noexcept {
  if (aim_ == Aim::kNothing) return;
  aim_ = Aim::kNothing;
  stopped_from_ = target();
  stopped_from_.twist *= rate;
  stopped_for_ = 0.0;
  stops_within_ = rate * kBrakingTime;
}

int WaypointBlend::take_next(WaypointQueue& queue, WaypointPolicy policy, Waypoint& next) const noexcept {
  if (aim_ == Aim::kNothing) return 0;
  if (policy == WaypointPolicy::kFifo) {
    return (aim_ == Aim::kCycle || arrived()) && queue.try_pop(next) ? 1 : 0;
  }
  int taken = 0;
  // Bounded: a sender that is faster than this loop must not block the control thread.
  while (taken < static_cast<int>(kMaxWaypoints) && queue.try_pop(next)) ++taken;
  return taken;
}

void WaypointBlend::activate(const Vector3& p_B, double duration) noexcept {
  waypoint_ = p_B;
  aim_ = Aim::kWaypoint;
  blend_.start(target(), duration);
}

MovingPose WaypointBlend::destination(const MovingPose& cycle) const noexcept {
  if (aim_ == Aim::kCycle) return cycle;
  MovingPose there = cycle;
  there.X_BR.p = waypoint_;
  there.twist.head<3>().setZero();
  return there;
}

void WaypointBlend::step(const MovingPose& cycle, double h, double duration, const PaceMatrix& A) noexcept {
  if (aim_ == Aim::kNothing) {
    stopped_for_ += h;
    paced_.start(braked(stopped_from_, stopped_for_, stops_within_));
    return;
  }
  if (aim_ == Aim::kWaypoint && arrived()) {
    aim_ = Aim::kCycle;
    blend_.start(target(), duration);
  }
  blend_.step(h);
  paced_.step(blend_.towards(destination(cycle)), A, h);
}

}  // namespace limber
