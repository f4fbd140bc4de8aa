// Joints that stand although they must have moved, one by one. A reading of which no bit has changed for longer than
// `stale_timeout` may be that of a joint that stands. It is dead if the joint
//
//   moved in the cycle before the first of them        nothing but a dead reading stops from a speed in a cycle
//   is asked for another torque, beyond its weight     a joint that is free moves, whatever its friction
//
// A joint that a rigid contact holds is asked for other torques too, and stands to the bit if its encoder has coarse
// steps. But then so do the others: a small change counts only if another joint has moved meanwhile.
#pragma once

#include <array>
#include <cstddef>

#include "limber/event.hpp"
#include "limber/types.hpp"

namespace limber {

// What has been asked of the arm up to now.
struct JointDemand {
  Pose X_BR;           // where the tool should be
  JointVector effort;  // the last torques commanded, each as a share of its limit
  JointVector beyond;  // those less the arm's weight, likewise
};

class StandingJoints {
 public:
  void start(const JointVector& q, const JointVector& qd) noexcept;
  // One good reading, `passed` s after the one before. The fault names the first joint that is dead.
  Fault step(const JointVector& q, const JointVector& qd, const JointDemand& demand, double passed,
             double stale_timeout, double time) noexcept;
  // Dead until a bit of it changes.
  bool frozen(std::size_t i) const noexcept { return joints_[i].frozen; }
  bool just_found(std::size_t i) const noexcept { return joints_[i].just_found; }
  // rad/s, m/s: how fast a dead joint was when its readings stopped.
  double speed_before(std::size_t i) const noexcept { return joints_[i].speed; }
  double age(std::size_t i) const noexcept { return joints_[i].age; }  // s since a bit changed
  // Joints that stand are looked at anew: somebody vouches for them, or the robot is paused.
  void look_anew(const JointVector& q) noexcept;

 private:
  struct Joint {
    double q = 0.0, qd = 0.0;
    double speed = 0.0;     // before the last change, if the joint stopped by it
    double age = 0.0;       // s
    double beyond = 0.0;    // what was asked after the last change
    JointVector others;     // all joints then
    bool compared = false;  // `beyond` is known
    bool frozen = false;
    bool just_found = false;  // by the last step
  };
  static bool must_have_moved(const Joint& joint, double beyond, const JointVector& q) noexcept;

  std::array<Joint, kMaxJoints> joints_{};
};

}  // namespace limber
