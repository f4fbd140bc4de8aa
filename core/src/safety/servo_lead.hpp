// Commands a servo ahead of the motion that the arm shall make. A servo with lag T and delay T_d, which gets a new
// command u every h, follows
//
//   T q̇ + q = u(t - T_d),      so the arm makes the motion q if      u = q + t₁ q̇ + t₂ q̈,
//
// with t₁ and t₂ from the series of e^(s d) (1 + T s), d = T_d + h/2; h/2 is the delay of the hold. The command stays
// within what a driver accepts: the positions of the joints, and their largest speeds. Whatever it lacks because of
// that fades with a time constant of 0.1 s, and a lead that changes in motion is followed in about 0.2 s, so that the
// command never jumps.
#pragma once

#include "limber/types.hpp"

namespace limber {

// What the driver of a robot accepts.
struct DriverBounds {
  JointVector lower, upper;  // rad, m
  JointVector velocity;      // rad/s, m/s
};

// How far ahead: u = q + time * q̇ + square * q̈. All 0: the motion itself.
struct Lead {
  double time = 0.0;    // s
  double square = 0.0;  // s²

  bool none() const noexcept { return time == 0.0 && square == 0.0; }
  bool operator==(const Lead& other) const noexcept { return time == other.time && square == other.square; }
};

inline Lead operator*(double share, const Lead& lead) noexcept { return {share * lead.time, share * lead.square}; }

// The lead of a servo with lag and delay (s), commanded every `period` s; none without a lag. Only a lag smooths what
// the lead amplifies, so the delay and the hold count up to the lag.
Lead whole_lead(double lag, double delay, double period) noexcept;

class ServoLead {
 public:
  // The servo was commanded to `sent` in the last cycle; the motion begins at q with qd.
  void start(const JointVector& sent, const JointVector& q, const JointVector& qd, const Lead& lead) noexcept;

  // One cycle of h s: the command for the motion that is at q, with qd as its mean velocity over this cycle.
  void step(const JointVector& q, const JointVector& qd, const Lead& lead, const DriverBounds& bounds,
            double h) noexcept;

  const JointVector& q() const noexcept { return sent_; }
  // The mean rate of q() over this cycle. A servo of velocities with the same lag is led by it.
  const JointVector& qd() const noexcept { return rate_; }

 private:
  struct Follower {
    double value = 0.0, rate = 0.0;

    void jump(double goal) noexcept { value = goal, rate = 0.0; }
    void step(double goal, double h) noexcept;
  };

  bool none() const noexcept { return time_.value == 0.0 && square_.value == 0.0 && lacks_.isZero(0.0); }

  JointVector sent_, rate_;
  JointVector qd_;          // rad/s, m/s: of the motion in the last cycle
  Follower time_, square_;  // of the present lead
  JointVector lacks_;       // rad, m: command minus the motion with its lead
  bool led_ = false;        // in the last cycle
};

}  // namespace limber
