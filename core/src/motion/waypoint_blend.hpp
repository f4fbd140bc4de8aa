// Leaves the cycle for waypoints and returns to it: the target of the tool. Only the position; the orientation stays
// that of the cycle. The target is always C¹ and never faster than the joints can follow: a blend that is too short
// takes longer.
#pragma once

#include <cstddef>
#include <cstdint>

#include "limber/lock_free.hpp"
#include "limber/variable_stiffness_parameters.hpp"
#include "motion/paced_target.hpp"
#include "motion/pose_blend.hpp"

namespace limber {

inline constexpr std::size_t kMaxWaypoints = 64;

// One thread adds waypoints, the control thread takes them; a full queue refuses and never blocks.
using WaypointQueue = Ring<Waypoint, kMaxWaypoints>;

class WaypointBlend {
 public:
  // The target is at `from` and goes to the cycle within `duration` s; 0: at once.
  void start(const MovingPose& from, double duration) noexcept;
  // Brakes the target to rest, where it stays until start() or resume(). `rate`, 0..1: the time scale of its motion
  // until now; from now on it is real time. A slower target stops sooner in proportion.
  void stop(double rate) noexcept;
  // From rest back to the cycle.
  void resume(double duration) noexcept { start(target(), duration); }

  // The number of waypoints taken from the queue; if any, `next` is the one to activate(), provided it is reachable.
  int take_next(WaypointQueue& queue, WaypointPolicy policy, Waypoint& next) const noexcept;
  void activate(const Vector3& p_B, double duration) noexcept;

  // Advances by one cycle, with the current target of the cycle and the pace limits of the joints.
  void step(const MovingPose& cycle, double h, double duration, const PaceMatrix& A) noexcept;

  const MovingPose& target() const noexcept { return paced_.target(); }
  bool at_waypoint() const noexcept { return aim_ == Aim::kWaypoint; }
  bool stands() const noexcept { return aim_ == Aim::kNothing; }

 private:
  enum class Aim { kCycle, kWaypoint, kNothing };

  MovingPose destination(const MovingPose& cycle) const noexcept;
  bool arrived() const noexcept { return blend_.done() && paced_.arrived(); }

  Aim aim_ = Aim::kCycle;
  PoseBlend blend_;
  PacedTarget paced_;
  MovingPose stopped_from_;
  double stopped_for_ = 0.0;  // s
  double stops_within_ = kBrakingTime;
  Vector3 waypoint_ = Vector3::Zero();
};

}  // namespace limber
