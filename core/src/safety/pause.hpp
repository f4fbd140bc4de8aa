// A robot whose program is paused, or whose speed slider is at 0, stands whatever is commanded. The controller holds
// during the pause and continues after it. A hold that a person requested is not a pause.
#pragma once

#include "limber/types.hpp"
#include "safety/supervisor.hpp"

namespace limber {

class Pause {
 public:
  enum class Change { kNone, kBegins, kEnds };

  // Once per cycle. `q`: the measured joints.
  Change step(bool robot_stands, Supervisor& supervisor, const JointVector& q) noexcept;
  // A hold, a fault or an activation replaces the pause. True if there was one.
  bool cancel() noexcept;

  bool active() const noexcept { return active_; }
  // The joints have not moved (by more than 2 mrad, 2 mm) since the pause began.
  bool stood_still(const JointVector& q) const noexcept;

 private:
  bool active_ = false;
  JointVector began_at_;
};

}  // namespace limber
