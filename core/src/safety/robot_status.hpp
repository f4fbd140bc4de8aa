// The robot's clock, the stamp of its joint readings and its speed scaling; the same for every arm.
#pragma once

#include "limber/event.hpp"
#include "limber/robot.hpp"
#include "safety/reading_checks.hpp"

namespace limber {

// A robot with a speed scaling below this stands.
inline constexpr double kStandingShare = 1e-3;

class RobotStatus {
 public:
  // Faults of one reading. A clock or stamp fault concerns all joint readings; a bad speed scaling does not, and is a
  // fault only after kGoodForCycles.
  struct Found {
    Fault clock;         // no finite time
    Fault stamp;         // old or in the future, by the robot's clock
    Fault stamp_stands;  // unchanged for longer than stale_timeout, by the sum of the periods
    Fault speed_scaling;
  };

  // Starts from a reading; a fault if it is unusable.
  Fault start(const RobotState& state) noexcept;
  // One reading, `passed` s after the last one.
  Found check(const RobotState& state, double passed, double stale_timeout) noexcept;

  // The last good values.
  double time() const noexcept { return time_; }                    // s
  double speed_scaling() const noexcept { return speed_scaling_; }  // 0..1
  // The robot's program is paused: it stands whatever is commanded.
  bool robot_stands() const noexcept { return speed_scaling_ < kStandingShare; }
  // The speed scaling of this cycle was bad, and an older one replaces it.
  bool substituted() const noexcept { return bad_scalings_.any(); }

 private:
  double time_ = 0.0;
  double speed_scaling_ = 1.0;
  BadReadings bad_scalings_;
  StampAge joint_stamp_;
};

}  // namespace limber
