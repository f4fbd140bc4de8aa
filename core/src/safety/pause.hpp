// A robot whose program is paused, or whose speed slider is at 0, stands whatever it is told. The controller holds with
// it and continues with it. A hold that a person asked for is no pause.
#pragma once

#include "limber/types.hpp"
#include "safety/supervisor.hpp"

namespace limber {

class Pause {
 public:
  enum class Change { kNone, kBegins, kEnds };

  // Once a cycle. `q`: the measured joints.
  Change step(bool robot_stands, Supervisor& supervisor, const JointVector& q) noexcept;
  // A hold, a fault or an activation takes its place. True if there was one.
  bool cancel() noexcept;

  bool active() const noexcept { return active_; }
  // The joints have not moved (2 mrad, 2 mm) since it began.
  bool stood_still(const JointVector& q) const noexcept;

 private:
  bool active_ = false;
  JointVector began_at_;
};

}  // namespace limber
