// Does the arm follow its commands as the lag and the delay say by which it is led? A lead for a servo that is another
// one can make a contact unstable that would be stable without it. The servo as it is told,
//
//   T ẋ + x = u(t - T_d),
//
// gets what was sent, and the measured joints are compared with it above the frequency 1/(T + T_d). What stands or
// drifts, like a sagging joint, says nothing. For each joint, ρ is the effective value of the difference, in a window
// of 0.2 s, over that of the told motion, or over a smallest motion that counts:
//
//   share of the lead = 1 for ρ <= 0.35, 0 for ρ >= 0.5, linear between; the smallest of all joints and times.
//
// For a lag that is told 20 % too long or too short, ρ is at most 0.25.
#pragma once

#include <array>

#include "limber/types.hpp"

namespace limber {

// A servo as it is told.
struct ToldServo {
  double lag = 0.0;    // s
  double delay = 0.0;  // s

  bool operator==(const ToldServo& other) const noexcept { return lag == other.lag && delay == other.delay; }
};

class ServoTrust {
 public:
  // It is trusted until it is disproved.
  void trust() noexcept;
  // The commands or the time are unknown: the next cycle begins anew.
  void pause() noexcept { running_ = false; }

  // `sent` was commanded h s ago, and had moved at `rate`: where the told servo is now.
  void follow(const JointVector& sent, const JointVector& rate, const ToldServo& told, double h) noexcept;
  // The joints as measured now, after follow().
  void compare(const JointVector& measured, double h) noexcept;

  // 0 to 1: of the lead. It only falls.
  double share() const noexcept { return share_; }
  // The joint with the largest difference, and this as a share of its motion.
  int worst_joint() const noexcept { return worst_joint_; }
  double worst() const noexcept { return worst_; }

 private:
  static constexpr int kLongest = 128;  // cycles: a longer delay is not checked

  void begin(const JointVector& sent, const JointVector& rate, const ToldServo& told, double h) noexcept;
  JointVector& sent_before(int cycles) noexcept;

  bool running_ = false;
  ToldServo told_;
  double since_ = 0.0, settles_ = 0.0;          // s since it began; s until the model says something
  std::array<JointVector, kLongest + 1> sent_;  // a ring
  int newest_ = 0;
  JointVector model_;                // rad, m: where the told servo is
  bool compared_ = false;            // steady_ and steady_off_ have begun
  JointVector steady_, steady_off_;  // low-passed model and difference
  JointVector motion_, off_;         // rad², m²: mean squares of what is above them
  double share_ = 1.0, worst_ = 0.0;
  int worst_joint_ = 0;
};

}  // namespace limber
