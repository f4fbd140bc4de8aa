// Sudden changes of the lead: a far jump, or one trajectory instead of another. Checks how the tool reacts.
#pragma once

#include "liveness_checks.hpp"

namespace limber::soak {

class LeadChanges : public LivenessChecks {
 protected:
  using LivenessChecks::LivenessChecks;

  // The lead jumps to the other end of its path in one cycle, while the arm follows or holds. If that is far, the tool
  // approaches it, for any kind of lead, and in no less time than the parameters allow.
  void jump_far();
  // A trajectory that continues the motion of the last one, at any pace of the robot: the reference keeps its velocity.
  void replace_in_motion();
  // "Reference here" in motion, with an offset from a lead that turns: the tool continues with its observed velocity,
  // and then as the law predicts.
  void call_reference_here();
  // A trajectory that presses, replaced by one that does not.
  void press_and_forget();
  // A lead that joint limits keep the tool from, with an offset by a hand: the tool stands, and returns to its lead as
  // soon as there is a way.
  void bar_the_lead();
  bool can_be_barred() const;

 private:
  // Joint limits near the current lead and arm.
  void narrow_ranges();
  void see_barred();
  void see_approach(const Vector6& way);
  // Two points: straight on with this twist of the reference, then to rest. False if the arm cannot reach them.
  bool send_straight_on(const Vector6& twist);
  void see_steady(const Vector6& twist, double change);
  // m/s, rad/s: of the reference in the telemetry, or of the tool, in the next cycle.
  Vector6 cycle_of_reference();
  Vector6 cycle_of_tool();
  Pose told_reference() const;
};

}  // namespace limber::soak
