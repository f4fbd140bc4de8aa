// The wrench that acts on a tool that touches nothing: bias of the sensor, a hand that carries it, foam that it is
// pushed through. Free motion is told from contact by change, not by level: while the tool moves freely, its wrench
// hardly changes along the motion. What is known of it ends where the wrench rises as on a stiff spring.
//
// Six axes, rotation at the lever of the contact probe. Along a contact, only motion along its force shows that it has
// ended: a tool that slides on a surface moves without a change of force, too. And on a soft wall the force may hardly
// change for a millimetre, because the tool brakes and the wall has damping: so a press on a known spring ends by that
// spring alone, which the contact guard compares.
#pragma once

#include <cmath>

#include "limber/types.hpp"

namespace limber {

class FreeForce {
 public:
  void reset() noexcept { *this = FreeForce(); }
  // One cycle of h s. F: N; moved: m, behind the same filter; soft: N/m, a force that rises less is that of free
  // motion; noise: N, of a difference of forces; held: in a contact of known stiffness nothing is free motion.
  void step(const Vector6& F, const Vector6& moved, double soft, double noise, bool held, double h) noexcept;

  // N.
  const Vector6& value() const noexcept { return free_; }
  // Not known to be free since the force was last seen to rise.
  bool touching() const noexcept { return touching_; }
  // 0..1: share of the last third of a second in which the tool was seen to move freely.
  double share() const noexcept { return share_; }
  // N rms: how much the wrench of free motion has varied in the last second. A wall does not change it; a hand that
  // shakes the tool does.
  double variation() const noexcept { return std::sqrt(power_); }

 private:
  void begin_piece(const Vector6& F) noexcept;
  double way_along() const noexcept;
  void judge(double soft, double noise) noexcept;

  Vector6 free_ = Vector6::Zero();       // N
  Vector6 mean_ = Vector6::Zero();       // N, of free_
  double power_ = 0.0;                   // N²: mean square of its deviation
  Vector6 from_ = Vector6::Zero();       // N, at the beginning of this piece of the way
  Vector6 sum_ = Vector6::Zero();        // N s, over this piece
  Vector6 F_ = Vector6::Zero();          // N, now
  Vector6 way_ = Vector6::Zero();        // m, of this piece
  Vector6 direction_ = Vector6::Zero();  // of the force of the contact
  double time_ = 0.0;                    // s, of this piece
  double share_ = 0.0;
  bool begun_ = false;
  bool touching_ = false;
  bool flies_ = false;
  bool rose_ = false;  // the force was seen to rise along direction_
};

}  // namespace limber
