// Finds single joints whose readings stand although the joint must have moved. A reading that has not changed by a bit
// for longer than `stale_timeout` may be that of a joint at rest. It is dead if the joint
//
//   moved in the cycle before, or reads a speed        a joint neither stops at once nor keeps its speed exactly
//   is asked for another torque, beyond gravity        a free joint moves, whatever its friction
//
// A joint held by a rigid contact is asked for other torques, too, and its reading does not change if its encoder is
// coarse. But then the other joints do not move either: a small change of torque counts only if another joint has moved
// meanwhile.
#pragma once

#include <array>
#include <cstddef>

#include "limber/event.hpp"
#include "limber/types.hpp"

namespace limber {

// What has been asked of the arm up to now.
struct JointDemand {
  Pose X_BR;           // reference of the tool
  JointVector effort;  // N m, N: the last torques commanded
  JointVector beyond;  // the same without gravity
  JointVector most;    // N m, N: the effort limits now; other limits ask nothing of the arm
};

class StandingJoints {
 public:
  void start(const JointVector& q, const JointVector& qd) noexcept;
  // Every cycle, also without a good reading: what was asked of the arm since its readings changed last.
  void ask(const JointDemand& demand) noexcept;
  // One good reading, `passed` s after the last one. The fault names the first dead joint.
  Fault step(const JointVector& q, const JointVector& qd, const JointDemand& demand, double passed,
             double stale_timeout, double time) noexcept;
  // Dead until a bit of its reading changes.
  bool frozen(std::size_t i) const noexcept { return joints_[i].frozen; }
  bool just_found(std::size_t i) const noexcept { return joints_[i].just_found; }
  // rad/s, m/s: speed of a dead joint when its readings stopped.
  double speed_before(std::size_t i) const noexcept { return joints_[i].speed; }
  double age(std::size_t i) const noexcept { return joints_[i].age; }  // s since a bit changed
  // Checks standing joints anew: a person has confirmed them, or the robot is paused.
  void look_anew(const JointVector& q) noexcept;

 private:
  struct Joint {
    double q = 0.0, qd = 0.0;
    double speed = 0.0;     // rad/s, m/s: before the last change, if that change stopped the joint
    double age = 0.0;       // s
    double beyond = 0.0;    // N m, N: JointDemand::beyond after the last change
    JointVector others;     // positions of all joints at the last change
    bool compared = false;  // `beyond` is known
    bool frozen = false;
    bool just_found = false;  // found dead by the last step
  };
  // `asked`: how far the torque changed meanwhile, as a share of the effort limit.
  static bool must_have_moved(const Joint& joint, double asked, const JointVector& q) noexcept;

  std::array<Joint, kMaxJoints> joints_{};
};

}  // namespace limber
