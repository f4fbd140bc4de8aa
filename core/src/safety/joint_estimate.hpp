// Estimates position and velocity of the joints of a torque arm if some of their readings are dead:
//
//   position alive          q as read; the velocity as read, otherwise from position differences
//   only velocity alive     q = ∫ q̇ dt, from the last position that was alive
//   neither                 the joint is assumed to brake from its last velocity, and then to stand
//
// While every joint has a reading that is alive, the arm is known and can be held.
#pragma once

#include <array>

#include "limber/types.hpp"

namespace limber {

struct AliveReadings {
  std::array<bool, kMaxJoints> position{}, velocity{};
};

class JointEstimate {
 public:
  void start(const JointVector& q, const JointVector& qd) noexcept;
  // One cycle of h seconds in which all readings are good.
  void follow(const JointVector& q, const JointVector& qd, double h) noexcept;
  // The reading of `joint` stopped at velocity 0 and is dead: the joint moved on at `speed` for `seconds`.
  void went_on(Eigen::Index joint, double speed, double seconds) noexcept;
  // One cycle in which some are not. Dead readings are ignored, whatever their value; a vector of dead readings may be
  // empty.
  void reckon(const JointVector& q, const JointVector& qd, const AliveReadings& alive, double h) noexcept;

  const JointVector& q() const noexcept { return q_; }
  const JointVector& qd() const noexcept { return qd_; }
  // rad/s² or m/s²: assumed acceleration of joints without a reading, which brake; 0 for all others.
  const JointVector& braking() const noexcept { return braking_; }
  // The position or velocity of some joint is estimated.
  bool reckons() const noexcept { return reckons_; }
  bool known() const noexcept { return known_; }

 private:
  JointVector q_, qd_;
  // rad or m: integral of the velocity since the position last changed, over about the last second. A dead position is
  // detected late.
  JointVector gap_;
  JointVector brakes_from_, dead_for_;  // for joints without a reading: rad/s or m/s, s
  JointVector braking_;
  bool reckons_ = false;
  bool known_ = true;
};

}  // namespace limber
