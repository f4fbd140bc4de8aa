// Validates the readings of the force sensor: finite, in range, fresh. A bad reading is replaced by the last good one
// for at most three cycles; then it is a fault. A stamp, or with `expect_noise` a reading, that has not changed for
// longer than `stale_timeout` is a fault at once.
#pragma once

#include "limber/admittance_parameters.hpp"
#include "limber/event.hpp"
#include "limber/robot.hpp"
#include "safety/reading_checks.hpp"

namespace limber {

class WrenchGuard {
 public:
  // Starts from a reading; a fault if it is unusable.
  Fault start(const RobotState& state, const WrenchParameters& wrench) noexcept;
  // One reading, `passed` s after the last one; `time` s by the robot's clock.
  Fault check(const RobotState& state, double time, double passed, const WrenchParameters& wrench,
              const SupervisorParameters& supervisor) noexcept;

  const Vector6& F_S_S() const noexcept { return F_S_S_; }  // the last good one; N, N m
  // The reading of this cycle was bad, and an older one replaces it.
  bool substituted() const noexcept { return bad_readings_.any(); }

 private:
  Fault find_unchanged(const Vector6& reading, double time, double passed,
                       const SupervisorParameters& supervisor) noexcept;

  Vector6 F_S_S_ = Vector6::Zero();
  Vector6 last_reading_ = Vector6::Zero();
  double unchanged_for_ = 0.0;  // s since a bit of the reading changed
  StampAge stamp_;
  BadReadings bad_readings_;
};

}  // namespace limber
