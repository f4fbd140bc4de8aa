// How a frame follows a moving target within an acceleration limit, and catches up if it lags.
#pragma once

#include <limits>

#include "limber/types.hpp"
#include "math/motion_rates.hpp"

namespace limber {

// The twist of the follower for the next h seconds. `gap` is the motion to the target's pose at their end (m, rad),
// `twist` the twist of the follower in the previous cycle, `target_twist` that of the target in this one:
//
//   gap / h                   exactly, if the accelerations of tool and joints allow it
//   target_twist + closing    otherwise, with the change limited to acceleration * h
//
// It closes the gap on one straight line in position and rotation together. It uses at most half of the speeds of tool
// and joints and can always brake with half of their accelerations; the other half is reserved for the motion of the
// target. It stands if joint limits block the line. Separate lines for position and rotation would require extra joint
// motions, in which a poorly conditioned arm can be slow.
Vector6 catch_up(const Vector6& gap, const Vector6& twist, const Vector6& target_twist, const MotionRates& limits,
                 const JointTimes& joints, double h) noexcept;

// Whether a follower at its limits still approaches a target that stands. After some seconds without progress it stands
// too; otherwise it would move back and forth at its limits for ever.
class CatchUpProgress {
 public:
  // One cycle of h seconds, the gap in m and rad. Returns false if the follower shall stand.
  bool step(const Vector6& gap, bool hindered, double h) noexcept;
  // The target has moved, or a hand has moved the tool: the way may be open now.
  void reset() noexcept { *this = CatchUpProgress(); }

 private:
  double nearest_ = std::numeric_limits<double>::infinity();  // m and rad
  double since_ = 0.0;                                        // s
};

}  // namespace limber
