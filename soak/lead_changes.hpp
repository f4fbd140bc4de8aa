// A lead that changes at once: it jumps far, or one trajectory takes the place of another. What the tool makes of it.
#pragma once

#include "liveness_checks.hpp"

namespace limber::soak {

class LeadChanges : public LivenessChecks {
 protected:
  using LivenessChecks::LivenessChecks;

  // The lead is at the other end of its path from one cycle to the next, while the arm follows it or holds. If that is
  // far, the tool approaches it, whoever leads, and in no less time than the parameters say.
  void jump_far();
  // A trajectory that goes on as the last one did, at whatever pace of the robot: the reference keeps its velocity.
  void replace_in_motion();
  // "Reference here" in motion, displaced from a lead that turns: the tool goes on with the velocity it was seen to
  // have, and then as the textbook says.
  void call_reference_here();
  // A trajectory that presses, replaced by one that does not.
  void press_and_forget();
  // A lead that joint limits keep the tool from, with the offset that a hand gave it: the tool stands, and is back with
  // its lead as soon as there is a way.
  void bar_the_lead();

 private:
  // Joint limits not far from where lead and arm are.
  void narrow_ranges();
  void see_barred();
  void see_approach(const Vector6& way);
  // Two points: straight on with this twist of the reference's, then to rest. False if the arm cannot reach them.
  bool send_straight_on(const Vector6& twist);
  void see_steady(const Vector6& twist, double change);
  // m/s, rad/s: of the reference that telemetry tells of, or of the tool, in one cycle from now.
  Vector6 cycle_of_reference();
  Vector6 cycle_of_tool();
  Pose told_reference() const;
};

}  // namespace limber::soak
