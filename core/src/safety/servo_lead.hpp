// Commands a servo ahead of the motion that the arm shall make. A servo with lag T and delay T_d, which gets a new
// command u every h, follows
//
//   T q̇ + q = u(t - T_d),      so the arm makes the motion q if      u = q + t_lead q̇,   t_lead = T + T_d + h/2
//
// to second order in T_d; h/2 is the delay of the hold. The command stays within what a driver accepts: the positions
// of the joints, and their largest speeds. Whatever it lacks because of that, or because the lead has begun or changed
// in motion, fades with a time constant of 0.1 s, so that the command never jumps.
#pragma once

#include "limber/types.hpp"

namespace limber {

// What the driver of a robot accepts.
struct DriverBounds {
  JointVector lower, upper;  // rad, m
  JointVector velocity;      // rad/s, m/s
};

class ServoLead {
 public:
  // The servo was commanded to `sent` in the last cycle; the motion begins at q with qd.
  void start(const JointVector& sent, const JointVector& q, const JointVector& qd) noexcept;

  // One cycle of h s: the command for the motion that is at q, with qd as its mean velocity over this cycle. `time`: s
  // ahead; 0: the motion itself.
  void step(const JointVector& q, const JointVector& qd, double time, const DriverBounds& bounds, double h) noexcept;

  const JointVector& q() const noexcept { return sent_; }
  // The mean rate of q() over this cycle. A servo of velocities with the same lag is led by it.
  const JointVector& qd() const noexcept { return rate_; }

 private:
  JointVector sent_, rate_;
  JointVector qd_;     // rad/s, m/s: of the motion in the last cycle
  double time_ = 0.0;  // s ahead in the last cycle
  JointVector lacks_;  // rad, m: command minus q + time * qd
};

}  // namespace limber
