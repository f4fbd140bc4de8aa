// What people may ask of a running compliant controller.
#include <utility>

#include "limber/controllers/compliant_controller.hpp"

namespace limber {

// A tare takes what the sensor feels for its bias: with a press on, or against a contact, it would take that away.
void CompliantController::start_tare(bool whatever_the_force) noexcept {
  const double force = wrench_.stages().external_S.head<3>().norm();
  if (!control_C_.isZero(0.0) || !control_target_.isZero(0.0))
    return tell_outcome(Event::Kind::kTareRefusedPressing, force);
  if (!contact_guard_.damping().isZero(0.0)) return tell_outcome(Event::Kind::kTareRefusedContact, force);
  if (wrench_.taring()) tell_outcome(Event::Kind::kTareReplaced, 0.0, tare_ticket_);
  tare_ticket_ = ticket();
  wrench_.start_tare(whatever_the_force);
}

void CompliantController::tell_tare() noexcept {
  const double force = wrench_.tared().head<3>().norm(), torque = wrench_.tared().tail<3>().norm();
  switch (wrench_.tare_outcome()) {
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

void CompliantController::handle(Request request) noexcept {
  bool done = true;
  switch (request) {
    case Request::kHold:
      done = std::exchange(paused_, false) || supervisor_.hold();
      break;
    case Request::kRun:
      if (paused_) return tell_outcome(Event::Kind::kRunInPause, 0.0);
      done = supervisor_.run();
      if (done) restart_law();
      break;
    case Request::kTare:
    case Request::kTareAnyway:
      return start_tare(request == Request::kTareAnyway);
    case Request::kResetFault:
      done = supervisor_.reset();
      if (done) {
        give_way_.stop();
        drop_control_wrench();
        press_.reset();
        period_guard_.start();
        since_reset_ = 0.0;
        guard_.forget_command();
        drop_what_is_no_number();
        restart_law();
        tell(Event::Kind::kFaultReset, 0.0);
      }
      break;
    case Request::kReferenceHere:
      with_body_kept([&] { reference_.stand(body_.pose(reference_.now())); });
      drop_reference();
      return tell_outcome(Event::Kind::kReferenceHere, 0.0);
  }
  if (!done) return tell_not_done(request);
  tell_outcome(Event::Kind::kState, static_cast<double>(request));
}

}  // namespace limber
