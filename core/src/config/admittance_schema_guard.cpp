// The rows of the contact guard.
#include "config/admittance_schema.hpp"

namespace limber::config {
namespace {

AdmittanceTable recognition_rows() {
  return {
      row(LIMBER_MEMBER(contact_guard.enabled),
          {.key = "contact_guard.enabled",
           .description = "Whether damping is raised in a stiff contact that would chatter."}),
      row(LIMBER_MEMBER(contact_guard.frequency),
          {.key = "contact_guard.frequency",
           .unit = "Hz",
           .noun = "a frequency",
           .bounds = from(0.5).to(50),
           .description =
               "The force above this frequency, in phase with the position, gives the stiffness of a contact."}),
      row(LIMBER_MEMBER(contact_guard.min_force),
          {.key = "contact_guard.min_force",
           .unit = "N",
           .noun = "a force",
           .bounds = from(0.1).to(100),
           .description =
               "Smaller forces, besides the tool's inertia, are not a contact; torques count at a lever of 0.1 m."}),
      row(LIMBER_MEMBER(contact_guard.min_stiffness),
          {.key = "contact_guard.min_stiffness",
           .unit = "N/m",
           .noun = "a stiffness",
           .bounds = from(0).to(1e6),
           .description = "Softer contacts, such as a hand, are ignored; rotation counts at a lever of 0.1 m."}),
  };
}

AdmittanceTable damping_rows() {
  return {
      row(LIMBER_MEMBER(contact_guard.lag),
          {.key = "contact_guard.lag",
           .unit = "s",
           .noun = "a lag",
           .bounds = from(0.001).to(1),
           .description =
               "Lag of the arm behind its commands, including delay; twice the lag needs twice the damping. If "
               "servo.lead acts, the guard computes what remains of it, or of servo.lag if that is longer."}),
      row(LIMBER_MEMBER(contact_guard.release_time),
          {.key = "contact_guard.release_time",
           .unit = "s",
           .noun = "a time",
           .bounds = from(0.01).to(600),
           .description = "Time constant with which the damping decays after the contact."}),
      row(LIMBER_MEMBER(contact_guard.max_damping),
          {.key = "contact_guard.max_damping",
           .unit = "N s/m",
           .noun = "a damping",
           .bounds = from(0).to(1e6),
           .description = "Largest damping that the guard adds; for rotation a hundredth of it (in N m s/rad)."}),
  };
}

}  // namespace

AdmittanceTable guard_table() { return joined({recognition_rows(), damping_rows()}); }

}  // namespace limber::config
