// What must hold for a led arm after a disturbance: it is back at its lead, moves only with its lead, and follows the
// law as computed independently.
#pragma once

#include <array>

#include "led_arm.hpp"

namespace limber::soak {

constexpr double kCalm = 1e-5;  // m, rad: remaining error of a settled law, and of extrapolating a stream

class LivenessChecks : public LedArm {
 protected:
  using LedArm::LedArm;

  // s: an approach, the ramp, and many time constants of the slowest part of the law.
  double settling_time() const;
  // Waits until a disturbance is over. False if a limit or a singularity interfered; then the tool gets another minute
  // to catch up, as fast as its joints allow.
  bool settle();
  // Without a push: along axes without springs, the tool has the same offset from its lead as `before`.
  void see_offset_kept(const Vector6& before);
  // For half a second: springs hold the tool at its lead; along axes without springs it keeps its distance.
  void see_that_it_follows();
  // Some millimetres or a clear rotation, for any law.
  void push();
  // The lead continues to a point of rest, and stays there.
  void stop_the_lead();
  // The lead stops at a point of rest; after a while the tool stops too.
  void come_to_rest();
  // A push without active limits: the tool moves as the law predicts.
  void see_the_law();
  // Limits act, and there is no push any more. From the cycle in which they end, the tool moves as the law predicts,
  // starting with its observed velocity relative to its reference, even if the reference turns.
  void see_the_law_after_limits();
  static Vector6 difference(const Pose& from, const Pose& to);
  // m, rad: allowed distance of the tool from its lead. Near a singularity an arm with few joints follows slowly;
  // springs follow the errors of extrapolation within a cycle with a lag.
  double nearness() const;
  // The reference is at its lead, and does not catch up.
  bool on_its_lead() const;
  // A vector in the base, expressed in the axes of C.
  Vector6 in_C(const Vector6& e) const;

  // Of the tool from the pose wanted by its lead, in the base.
  Vector6 offset() const { return difference(X_stands_, commanded()); }

  std::array<bool, 6> held_where_it_is_{};  // an axis of C that got stiffness while nothing led
  bool keeps_offset_ = false;               // the last disturbance gives the tool no offset

 private:
  // A hand has led it to a place where it cannot follow its lead.
  bool out_of_reach() const;
  // If C turns with the reference, an offset along a free axis turns towards a stiff axis, which pulls. Then only a
  // bound can be checked.
  void see_offset(const Vector6& first);
  bool held(int axis) const { return held_where_it_is_[static_cast<std::size_t>(axis)]; }
  bool outpulled(int axis) const;
  // m: largest distance from its lead along an axis without a spring.
  double aside() const;
  bool stiff(int axis) const { return p_.compliance.stiffness(axis, axis) > 0.0; }
};

}  // namespace limber::soak
