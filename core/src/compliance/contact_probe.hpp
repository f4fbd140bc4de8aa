// How stiff is what the tool touches, along which axes, and does it swing there? From wrench and measured motion alone.
//
// Torques count as forces at a lever of 0.1 m, turns as ways there, so that a contact, wherever and however it touches,
// is one spring along one direction n of six axes: F = -K n nᵀ x. In a contact, F and x less their means over 1/(2π
// frequency) are the parts above that frequency, and K is the slope between them along F. It counts where the force
// above the frequency is more than noise, more than a share of that below and in step with the position; and where the
// wrench swings, or where something drives the tool out of free space into what it touches: at such a first touch there
// is no need to wait until it bounces. A hand that leads, lets go or starts to push has it the other way round, and one
// that stops a coasting arm does not swing.
#pragma once

#include <limits>

#include "limber/types.hpp"

namespace limber {

// m: torque over it is force, turn times it is way. The deadband's lever too.
inline constexpr double kContactLever = 0.1;

// N of N and N m; m of m and rad.
inline Vector6 force_at_lever(Vector6 F) noexcept {
  F.tail<3>() /= kContactLever;
  return F;
}
inline Vector6 way_at_lever(Vector6 displacement) noexcept {
  displacement.tail<3>() *= kContactLever;
  return displacement;
}

struct ProbeThresholds {
  double frequency;  // Hz: below it is leading and pressing, above it is swinging
  double contact;    // N: less is free space
  double swing;      // N: less above the frequency is noise
};

class ContactProbe {
 public:
  // One cycle of h seconds: wrench (N, N m) and displacement (m, rad), both filtered alike; driven: something else than
  // the world moves the tool against this wrench.
  void step(const Vector6& F, const Vector6& displacement, bool driven, const ProbeThresholds& thresholds,
            double h) noexcept;

  bool touching() const noexcept { return age_ > 0.0; }
  // The wrench changed its side within the last period of the frequency.
  bool swinging() const noexcept { return swings_ > 0; }
  // N: below the frequency, rotation at the lever.
  const Vector6& mean_force() const noexcept { return mean_F_; }
  // For some cycles it was free, or touched what does not give way with the force: what is seen then is noise.
  bool unexplained() const noexcept;
  // The tool goes with the wrench.
  bool led() const noexcept { return led_; }
  // N/m, as measured in this cycle; 0 where it does not count.
  double stiffness() const noexcept { return stiffness_; }
  // n², as far as it is more than noise: the share of each axis.
  Vector6 shares() const noexcept;

 private:
  void leave(double h) noexcept;
  void touch(const Vector6& F, const Vector6& displacement, bool driven, double frequency, double h) noexcept;
  void count_swings(const Vector6& f, double least, double period, double h) noexcept;
  double measure(const Vector6& F, const Vector6& displacement, const ProbeThresholds& thresholds) const noexcept;

  double age_ = 0.0;  // s, of the contact; 0: none
  int cycles_ = 0;
  double swing_ = 0.0;                                           // N: the threshold
  Vector6 mean_F_ = Vector6::Zero(), mean_v_ = Vector6::Zero();  // below the frequency
  Vector6 x_ = Vector6::Zero();                                  // the position less its mean
  Vector6 FF_ = Vector6::Zero();                                 // means of squares above the frequency
  double Fx_ = 0.0, xx_ = 0.0;                                   // of products along F
  double free_for_ = std::numeric_limits<double>::infinity();    // s without contact
  int free_cycles_ = 0;
  bool first_touch_ = false;          // out of free space, and driven
  double since_first_touch_ = 0.0;    // s in contact
  Vector6 last_F_ = Vector6::Zero();  // N: the mean of the contact before
  Vector6 side_ = Vector6::Zero();    // N: where the wrench swung last
  int swings_ = 0;                    // changes of side within a period each
  double since_swing_ = 0.0;          // s
  bool led_ = false;
  double stiffness_ = 0.0;
};

}  // namespace limber
