// Measures the stiffness of what the tool touches, its axes, and whether the contact oscillates; only from wrench and
// measured motion.
//
// Torques count as forces at a lever of 0.1 m, rotations as motions there. So any contact is one spring along one
// direction n of six axes: F = -K n nᵀ x. F and x minus their means over 1/(2π frequency) are the parts above that
// frequency; K is the slope between them along F. It counts if the force above the frequency is more than noise, more
// than a fraction of the force below it and in phase with the position; and if the wrench oscillates, or if something
// drives the tool from free space into the contact (a first touch; no need to wait for a bounce). If a hand leads, lets
// go or starts to push, force and displacement have the opposite phase; a hand that stops a coasting arm does not
// oscillate.
#pragma once

#include <limits>

#include "limber/types.hpp"

namespace limber {

// m: force = torque / lever, displacement = rotation * lever. Also the lever of the deadband.
inline constexpr double kContactLever = 0.1;

// N from N and N m; m from m and rad.
inline Vector6 force_at_lever(Vector6 F) noexcept {
  F.tail<3>() /= kContactLever;
  return F;
}
inline Vector6 way_at_lever(Vector6 displacement) noexcept {
  displacement.tail<3>() *= kContactLever;
  return displacement;
}

struct ProbeThresholds {
  double frequency;  // Hz: leading and pressing are below it, oscillations above
  double contact;    // N: below it, free space
  double swing;      // N: smaller forces above the frequency are noise
};

class ContactProbe {
 public:
  // One cycle of h seconds: wrench and displacement at the lever (N, m), both behind the same filter; free: the wrench
  // of free motion (N, at the lever); driven: something else than external forces moves the tool against this wrench.
  void step(const Vector6& F, const Vector6& free, const Vector6& displacement, bool driven,
            const ProbeThresholds& thresholds, double h) noexcept;

  bool touching() const noexcept { return age_ > 0.0; }
  // The wrench changed its direction within the last two periods of the frequency; how often without a longer break.
  bool swinging() const noexcept { return swings_ > 0; }
  int swings() const noexcept { return swings_; }
  // N: of the contact, below the frequency, torques at the lever.
  Vector6 mean_force() const noexcept { return touching() ? Vector6(mean_F_ - free_) : Vector6(Vector6::Zero()); }
  // For some cycles the tool was free, or its motion did not explain the force: what is measured then is noise.
  bool unexplained() const noexcept;
  // How often the tool has come back into the contact, each time within a second, at the same place.
  int landings() const noexcept { return landings_; }
  // The tool moves in the direction of the wrench.
  bool led() const noexcept { return led_; }
  // What is measured is the first touch, before any bounce.
  bool first_hit() const noexcept { return first_hit_; }
  // N/m, measured in this cycle; 0 if it does not count.
  double stiffness() const noexcept { return stiffness_; }
  // Force and position are so exactly one line that a hand does not do it.
  bool exact() const noexcept { return exact_; }
  // n² without noise: the share of each axis.
  Vector6 shares() const noexcept;
  // n, or -n.
  Vector6 direction() const noexcept;

 private:
  // Force and position minus their means over a short time. Each cycle counts with the square of its force, so that
  // stretches in which the force hardly changes (flight, foam in front of a hard core) count for nothing.
  class LocalSlope {
   public:
    void reset() noexcept { *this = LocalSlope(); }
    void step(const Vector6& F, const Vector6& displacement, double share, double h) noexcept;
    // N/m, of a force of at least `least` N; 0 if force and position are not one line.
    double stiffness(double least, double correlation) const noexcept;

   private:
    double age_ = 0.0;                                        // s
    Vector6 mean_F_ = Vector6::Zero(), x_ = Vector6::Zero();  // N; m: the position minus its mean
    double ff_ = 0.0, ffff_ = 0.0, fffx_ = 0.0, ffxx_ = 0.0;  // means of products along the force
  };

  void leave(double h) noexcept;
  void touch(const Vector6& F, const Vector6& displacement, bool driven, double frequency, double h) noexcept;
  void land(const Vector6& F) noexcept;
  void count_swings(const Vector6& f, double least, double period, double h) noexcept;
  double measure(const Vector6& F, const Vector6& displacement, const ProbeThresholds& thresholds) noexcept;

  double age_ = 0.0;  // s, of the contact; 0 if none
  int cycles_ = 0;
  double swing_ = 0.0;                                           // N: the threshold
  Vector6 free_ = Vector6::Zero();                               // N: the wrench of free motion
  Vector6 mean_F_ = Vector6::Zero(), mean_v_ = Vector6::Zero();  // below the frequency
  Vector6 x_ = Vector6::Zero();                                  // the position minus its mean
  Vector6 FF_ = Vector6::Zero();                                 // means of squares above the frequency
  double Fx_ = 0.0, xx_ = 0.0;                                   // means of products along F
  LocalSlope local_;
  Vector6 along_ = Vector6::Zero();                            // N²: mean of F |F|, with the sign of n
  double free_for_ = std::numeric_limits<double>::infinity();  // s without contact
  int free_cycles_ = 0;
  bool first_touch_ = false;          // from free space, and driven
  double since_first_touch_ = 0.0;    // s in contact
  Vector6 last_F_ = Vector6::Zero();  // N: the mean of the previous contact
  Vector6 side_ = Vector6::Zero();    // N: last direction of the oscillation
  int swings_ = 0;                    // changes of direction, each within a period
  double since_swing_ = 0.0;          // s
  int landings_ = 0;
  Vector6 way_ = Vector6::Zero();      // m, since the last landing
  Vector6 landing_ = Vector6::Zero();  // direction of the force there
  bool led_ = false;
  bool first_hit_ = false, exact_ = false;
  double stiffness_ = 0.0;
};

}  // namespace limber
