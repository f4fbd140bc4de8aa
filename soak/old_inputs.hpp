// Inputs sent to a controller just before it is switched off, and while it is off: none of them may act later.
#pragma once

#include "lead_changes.hpp"

namespace limber::soak {

constexpr double kStays = 1e-3;  // m, rad: allowed motion of an arm that stood and has no lead

class OldInputs : public LeadChanges {
 protected:
  using LeadChanges::LeadChanges;

  // Off and on again, with inputs sent just before and in between: nothing from before the activation may act.
  void switch_off();
  // Without a lead: after the settling time of the law, the tool stands. Returns how far it was from its start
  // meanwhile, m and rad.
  double stand_for_nobody(const char* when);

 private:
  // `taken`: whether the controller must take it.
  void say_everything(bool taken);
};

}  // namespace limber::soak
