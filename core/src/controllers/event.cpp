// Events in words.
#include "limber/controllers/event.hpp"

#include <fmt/format.h>

namespace limber {

std::string sentence(const Event& event, const std::string& joint) {
  switch (event.kind) {
    case Event::Kind::kFault:
      return sentence(event.fault, joint);
    case Event::Kind::kFaultReset:
      return "fault reset; starting again";
    case Event::Kind::kState:
      return fmt::format("now {}", name(event.state));
    case Event::Kind::kTareDone:
      return "tare done: the new bias is taken over";
    case Event::Kind::kTareRefusedMoving:
      return "tare refused: the arm moved; tare only at rest";
    case Event::Kind::kTareRefusedVarying:
      return "tare refused: the wrench varied; tare only with nothing touching the tool";
    case Event::Kind::kChangeWaits:
      return fmt::format("the change of compliance waits: it would cost {:.3g} J more than the tank has", event.value);
    case Event::Kind::kChangeArrived:
      return fmt::format("the change of compliance is complete, {:.2f} s late", event.value);
    case Event::Kind::kTrajectoryStarted:
      return fmt::format("trajectory started; it lasts {:.3g} s", event.value);
    case Event::Kind::kTrajectoryWaits:
      return fmt::format("trajectory taken; it starts in {:.3g} s", event.value);
    case Event::Kind::kTrajectoryPast:
      return fmt::format("trajectory refused: it ended {:.3g} s ago by the robot's clock", event.value);
    case Event::Kind::kTrajectoryTooEarly:
      return fmt::format("trajectory refused: it would start in {:.3g} s; at most {:.3g} s are allowed", event.value,
                         kLongestWait);
    case Event::Kind::kTrajectoryDone:
      return "trajectory done; holding its last pose";
    case Event::Kind::kTrajectoryAbandoned:
      return fmt::format("trajectory abandoned with {:.3g} s of it left", event.value);
    case Event::Kind::kPathRefused:
      return fmt::format("activation refused: the path cannot be followed at s = {:.3g}", event.value);
    case Event::Kind::kWaypointRefused:
      return "waypoint refused: the arm cannot reach it with this orientation";
    case Event::Kind::kPaused:
      return "the robot is paused: holding until it goes on";
    case Event::Kind::kResumed:
      return "the robot goes on: starting again from where it stands";
    case Event::Kind::kRequestRefused:
      return fmt::format("request not possible while {}", name(event.state));
  }
  return "";
}

}  // namespace limber
