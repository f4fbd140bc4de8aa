// What must be true of a led arm when a disturbance is over: it is back with its lead, moves with it and for nobody
// else, and renders the law as a second opinion has it.
#pragma once

#include <array>

#include "led_arm.hpp"

namespace limber::soak {

constexpr double kCalm = 1e-5;  // m, rad: what a law leaves after its time, and a stream's extrapolation adds

class LivenessChecks : public LedArm {
 protected:
  using LedArm::LedArm;

  // s: an approach, the ramp, and many times what the slowest part of the law takes.
  double settling_time() const;
  // Waits until a disturbance is over; false if a limit or a singularity was in the way: then the tool has a minute
  // more to catch up with its lead, as fast as its joints are.
  bool settle();
  // Nobody pushed: without springs the tool is off its lead as it was `before`.
  void see_offset_kept(const Vector6& before);
  // Half a second: springs have the tool where its lead is, and where there are none it keeps its distance.
  void see_that_it_follows();
  // Some millimetres or a good turn, whatever the law is.
  void push();
  // The lead goes on to where it is at rest, and stays there.
  void stop_the_lead();
  // The lead stops where it is at rest; after a while so does the tool.
  void come_to_rest();
  // A push that no limit cuts off: the tool moves as the textbook says.
  void see_the_law();
  // Limits are at work, and nothing pushes any more. From the cycle in which they end the tool moves as the textbook
  // says, with the velocity against its reference that it was seen to have, be the reference turning or not.
  void see_the_law_after_limits();
  static Vector6 difference(const Pose& from, const Pose& to);
  // m, rad: how near the tool must be to where its lead is. Beside a singularity an arm of few joints follows slowly;
  // what a stream of twists leaves open within a cycle, its springs make up for behind it.
  double nearness() const;
  // The reference is where its lead is, and does not catch up with it.
  bool on_its_lead() const;
  // A vector in the base, in the axes of C.
  Vector6 in_C(const Vector6& e) const;

  // Of the tool from where its lead wants it, in the base.
  Vector6 offset() const { return difference(X_stands_, commanded()); }

  std::array<bool, 6> held_where_it_is_{};  // an axis of C that got its stiffness where no lead was
  bool keeps_offset_ = false;               // the last disturbance gives the tool no offset

 private:
  // A hand has led it to where it cannot go on with its lead.
  bool out_of_reach() const;
  // If C turns with a reference that turns, an offset along a free axis comes to lie along a stiff one, which pulls: no
  // more than a bound can be told then.
  void see_offset(const Vector6& first);
  bool held(int axis) const { return held_where_it_is_[static_cast<std::size_t>(axis)]; }
  bool stiff(int axis) const { return p_.compliance.stiffness(axis, axis) > 0.0; }
};

}  // namespace limber::soak
