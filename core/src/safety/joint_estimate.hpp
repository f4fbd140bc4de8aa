// Where the joints of a torque arm are, and how fast, if some of their readings are dead:
//
//   position alive          q as it is read; the velocity as it is read, or else by differences
//   only velocity alive     q = ∫ q̇ dt, from the last position that was alive
//   neither                 the joint is taken to brake from the velocity it had, and to stand from then on
//
// While every joint has one that is alive the arm is known, and can be held where it is.
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
  // A joint whose reading of 0 is dead has gone on at `speed` for `seconds`, unseen.
  void went_on(Eigen::Index joint, double speed, double seconds) noexcept;
  // One in which some are not. Those that are dead are not looked at, whatever they are; a vector of them may be empty.
  void reckon(const JointVector& q, const JointVector& qd, const AliveReadings& alive, double h) noexcept;

  const JointVector& q() const noexcept { return q_; }
  const JointVector& qd() const noexcept { return qd_; }
  // rad/s² or m/s²: how joints that have no reading are taken to brake; 0 of all others.
  const JointVector& braking() const noexcept { return braking_; }
  // A joint is not where it is read.
  bool reckons() const noexcept { return reckons_; }
  bool known() const noexcept { return known_; }

 private:
  JointVector q_, qd_;
  // rad or m that velocities tell of since a position changed last, in the last second or so: a position that is dead
  // is found late.
  JointVector gap_;
  JointVector brakes_from_, dead_for_;  // of joints that have no reading: rad/s or m/s, s
  JointVector braking_;
  bool reckons_ = false;
  bool known_ = true;
};

}  // namespace limber
