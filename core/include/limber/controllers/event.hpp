// Something worth telling people, made in the control thread, put into words elsewhere.
#pragma once

#include <string>

#include "limber/safety/fault.hpp"
#include "limber/safety/supervisor.hpp"

namespace limber {

// s: a trajectory that starts later than that after it is handed in was stamped by another clock.
inline constexpr double kLongestWait = 3600.0;

struct Event {
  enum class Kind {
    kFault,
    kFaultReset,
    kState,
    kTareDone,
    kTareRefusedMoving,
    kTareRefusedVarying,
    kRequestRefused,
    kChangeWaits,         // value: J missing
    kChangeArrived,       // value: s it waited
    kTrajectoryStarted,   // value: s it lasts
    kTrajectoryWaits,     // value: s until it starts
    kTrajectoryPast,      // value: s since it ended
    kTrajectoryTooEarly,  // value: s until it would start
    kTrajectoryDone,
    kTrajectoryAbandoned,  // value: s of it that were left
    kPathRefused,          // value: s of the path where the problem is
    kWaypointRefused,      // out of reach
    kPaused,               // the robot stands whatever it is told
    kResumed,
  };
  Kind kind = Kind::kState;
  Fault fault;
  SupervisorState state = SupervisorState::kInactive;
  double value = 0.0;
};

// One sentence. `joint` names the fault's joint where known.
std::string sentence(const Event& event, const std::string& joint = "");

}  // namespace limber
