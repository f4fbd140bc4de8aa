// Requests to a running compliant controller: hold, run, tare, reset, "reference here".
#include "controllers/compliant_cycle.hpp"

namespace limber {

// A tare takes the present wrench as bias. During a press or in contact it would remove the contact force.
void CompliantCycle::start_tare(bool whatever_the_force) noexcept {
  const double force = wrench_.stages().external_S.head<3>().norm();
  if (control_.acts() || control_.is_asked_for()) return tell_outcome(Event::Kind::kTareRefusedPressing, force);
  if (!contact_guard_.damping().isZero(0.0)) return tell_outcome(Event::Kind::kTareRefusedContact, force);
  if (wrench_.taring()) tell_outcome(Event::Kind::kTareReplaced, 0.0, tare_ticket_);
  tare_ticket_ = ticket();
  wrench_.start_tare(whatever_the_force);
}

void CompliantCycle::tell_tare() noexcept {
  const Tare::Outcome outcome = wrench_.tare_outcome();
  if (outcome == Tare::Outcome::kNone) return;
  const double force = wrench_.tared().head<3>().norm(), torque = wrench_.tared().tail<3>().norm();
  switch (outcome) {
    case Tare::Outcome::kNone:
      return;
    case Tare::Outcome::kDone:
      return tell_outcome(Event::Kind::kTareDone, force, tare_ticket_, torque);
    case Tare::Outcome::kArmMoved:
      return tell_outcome(Event::Kind::kTareRefusedMoving, 0.0, tare_ticket_);
    case Tare::Outcome::kWrenchVaried:
      return tell_outcome(Event::Kind::kTareRefusedVarying, 0.0, tare_ticket_);
    case Tare::Outcome::kTooMuch:
      return tell_outcome(Event::Kind::kTareRefusedForce, force, tare_ticket_, torque);
  }
}

bool CompliantCycle::reset_fault() noexcept {
  if (!supervisor_.reset()) return false;
  fault_stop_.fault_was_reset();
  control_.drop();
  press_.reset();
  period_guard_.start();
  guard_.forget_command();
  drop_what_is_no_number();
  restart_law();
  tell(Event::Kind::kFaultReset, 0.0);
  return true;
}

void CompliantCycle::handle(Request request) noexcept {
  bool done = true;
  switch (request) {
    case Request::kHold:
      done = pause_.cancel() || supervisor_.hold();
      break;
    case Request::kRun:
      if (pause_.active()) return tell_outcome(Event::Kind::kRunInPause, 0.0);
      done = supervisor_.run();
      if (done) restart_law();
      break;
    case Request::kTare:
    case Request::kTareAnyway:
      return start_tare(request == Request::kTareAnyway);
    case Request::kResetFault:
      done = reset_fault();
      break;
    case Request::kReferenceHere:
      led_.stand_on_body();
      drop_reference();
      return tell_outcome(Event::Kind::kReferenceHere, 0.0);
  }
  if (!done) return tell_not_done(request);
  tell_outcome(Event::Kind::kState, static_cast<double>(request));
}

}  // namespace limber
