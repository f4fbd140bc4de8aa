// What the controller derives from the servo as it is told: the lead, what the contact guard needs to know of it, and
// the contact loop that all predictions use.
#pragma once

#include "controllers/admittance_settings.hpp"
#include "limber/contact_stability.hpp"

namespace limber {

// The loop along a translational axis with this mass (kg) and damping (N s/m), on the servo as it is told.
ContactLoop told_loop(const ServoParameters& servo, const AdmittanceSettings& s, double mass, double damping);

// The lead of this servo for the virtual body of the settings. The inertia of the tool, which the sensor feels behind
// the servo, must stay harmless in free space; if the body is too light for the whole lead, the lead is less, and first
// without the part for the acceleration.
BodyLead lead_of(const ServoParameters& servo, const AdmittanceSettings& s);

// s: the lag that remains of a servo that is led: that of a servo without lead with the same stiffest stable wall, by
// the approximation in compliance/contact_guard.hpp.
double lag_behind_lead(const ServoParameters& servo, const AdmittanceSettings& s);

}  // namespace limber
