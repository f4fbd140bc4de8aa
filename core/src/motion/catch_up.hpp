// How a frame follows a moving target within an acceleration, and catches up with it when it is behind.
#pragma once

#include <limits>

#include "limber/types.hpp"
#include "math/motion_rates.hpp"

namespace limber {

// The follower's twist over the next h seconds. `gap` is the way to where the target will be then (m, rad), `twist`
// what the follower did in the cycle before, and `target_twist` what the target does in this one:
//
//   gap / h                   exactly, if that changes the velocity by no more than acceleration * h
//   target_twist + closing    else, changed by that much
//
// It closes in on one straight line in position and rotation together, at no more than half of what the tool and the
// joints can, and so that it can still brake with half of their accelerations. The other half is for what the target
// does meanwhile. It stands if joint limits bar the way. Position and rotation each on their own would ask motions of
// the joints that neither the target nor the line asks for: an arm that is poorly conditioned can be slow along these.
Vector6 catch_up(const Vector6& gap, const Vector6& twist, const Vector6& target_twist, const MotionRates& limits,
                 const JointTimes& joints, double h) noexcept;

// Whether a follower that limits hinder still comes nearer to a target that stands. One that has not for some seconds
// stands too: what it does at its limits would go on for ever, to and fro.
class CatchUpProgress {
 public:
  // One cycle of h seconds, the gap in m and rad. Returns false if it is to stand.
  bool step(const Vector6& gap, bool hindered, double h) noexcept;
  // The target moved, or a hand the tool: there may be a way now.
  void reset() noexcept { *this = CatchUpProgress(); }

 private:
  double nearest_ = std::numeric_limits<double>::infinity();  // m and rad
  double since_ = 0.0;                                        // s
};

}  // namespace limber
