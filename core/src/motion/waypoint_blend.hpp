// Leaves the cycle for waypoints and comes back to it: the target the tool is given. Position only; the orientation
// stays the cycle's. The target is C¹ throughout, and no faster than the joints can follow: a blend that is too short
// for its way takes longer.
#pragma once

#include <cstddef>
#include <cstdint>

#include "limber/lock_free.hpp"
#include "limber/variable_stiffness_parameters.hpp"
#include "motion/paced_target.hpp"
#include "motion/pose_blend.hpp"

namespace limber {

inline constexpr std::size_t kMaxWaypoints = 64;

// One thread hands waypoints in, the control thread takes them out; a full queue refuses and never blocks.
using WaypointQueue = Ring<Waypoint, kMaxWaypoints>;

class WaypointBlend {
 public:
  // The target is `from` and goes to the cycle within `duration`, 0: it is there.
  void start(const MovingPose& from, double duration) noexcept;
  // Brakes the target to a stand, where it stays until start() or resume(). `rate`, 0..1: how fast the time of its
  // motion passed until now; from now on it is the robot's. One that was that much slower stands that much sooner.
  void stop(double rate) noexcept;
  // From where it stands back to the cycle.
  void resume(double duration) noexcept { start(target(), duration); }

  // How many waypoints leave the queue now; where any, `next` is the one to activate() if it can be reached.
  int take_next(WaypointQueue& queue, WaypointPolicy policy, Waypoint& next) const noexcept;
  void activate(const Vector3& p_B, double duration) noexcept;

  // One cycle on, with the cycle's own target now and what the joints can follow.
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
