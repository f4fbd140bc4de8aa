// What the other thread may do to a compliant controller: hand things in, and put events into words.
#include <fmt/format.h>

#include "limber/controllers/compliant_controller.hpp"

namespace limber {

void CompliantController::set_parameters(const AdmittanceParameters& parameters) {
  set_settings(bind(*arm_, parameters));
}

bool CompliantController::set_control_wrench(const Vector6& F_C) noexcept {
  if (!F_C.allFinite()) return false;
  control_wrench_in_.write({F_C});
  return true;
}

std::string CompliantController::sentence(const Event& event) const {
  const auto joint = [&] {
    const auto index = static_cast<std::size_t>(event.fault.index);
    return event.fault.index >= 0 && index < arm_->joints().size() ? arm_->joints()[index].name : std::string();
  };
  switch (event.kind) {
    case Event::Kind::kFault: return limber::sentence(event.fault, joint());
    case Event::Kind::kFaultReset: return "fault reset; starting again";
    case Event::Kind::kState: return fmt::format("now {}", name(event.state));
    case Event::Kind::kTareDone: return "tare done: the new bias is taken over";
    case Event::Kind::kTareRefusedMoving: return "tare refused: the arm moved; tare only at rest";
    case Event::Kind::kTareRefusedVarying: return "tare refused: the wrench varied; tare only with nothing touching the tool";
    case Event::Kind::kChangeWaits:
      return fmt::format("the change of compliance waits: it would cost {:.3g} J more than the tank has", event.value);
    case Event::Kind::kChangeArrived: return fmt::format("the change of compliance is complete, {:.2f} s late", event.value);
    case Event::Kind::kTrajectoryStarted: return fmt::format("trajectory started; it lasts {:.3g} s", event.value);
    case Event::Kind::kTrajectoryWaits: return fmt::format("trajectory taken; it starts in {:.3g} s", event.value);
    case Event::Kind::kTrajectoryPast:
      return fmt::format("trajectory refused: it ended {:.3g} s ago by the robot's clock", event.value);
    case Event::Kind::kTrajectoryTooEarly:
      return fmt::format("trajectory refused: it would start in {:.3g} s; at most {:.3g} s are allowed", event.value, kLongestWait);
    case Event::Kind::kTrajectoryDone: return "trajectory done; holding its last pose";
    case Event::Kind::kTrajectoryAbandoned: return fmt::format("trajectory abandoned with {:.3g} s of it left", event.value);
    case Event::Kind::kRequestRefused: return fmt::format("request not possible while {}", name(event.state));
  }
  return "";
}

}  // namespace limber
