// Something worth telling people, made in the control thread, put into words elsewhere.
#pragma once

#include <cstdint>
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
    kTareDone,  // value: N taken away, turning: N m
    kTareRefusedMoving,
    kTareRefusedVarying,
    kTareRefusedForce,     // value: N that it would take away, turning: N m
    kTareRefusedPressing,  // value: N felt
    kTareRefusedContact,   // value: N felt
    kTareAbandoned,        // the controller was switched off or on meanwhile
    kTareReplaced,         // by another one
    kReferenceHere,
    kRequestRefused,  // value: the Request
    kAlreadySo,       // what was asked for is the state it is in
    kRunInPause,
    kChangeWaits,        // value: J missing
    kChangeArrived,      // value: s it waited
    kTrajectoryStarted,  // value: s it lasts, turning: s of them that it does not say
    kTrajectoryWaits,    // value: s until it starts
    kTrajectoryWaitsForRobot,
    kTrajectoryPast,       // value: s since it ended
    kTrajectoryTooEarly,   // value: s until it would start
    kTrajectoryDone,       // value: m between the tool and its last pose, turning: rad
    kTrajectoryAbandoned,  // value: s of it that were left
    kPathRefused,          // value: s of the path where the problem is
    kTooHeavy,             // activation refused; value: N m that gravity needs of joint fault.index, turning: allowed
    kWaypointRefused,      // out of reach
    kContactLost,          // value: N of the press
    kSteadyForce,          // value: N in the mean
    kSteadyTorque,         // value: N m in the mean
    kHeldByLimits,         // value: m between the tool and its reference, turning: rad
    kPaused,               // the robot stands whatever it is told
    kResumed,
  };
  Kind kind = Kind::kState;
  Fault fault;
  SupervisorState state = SupervisorState::kInactive;
  double value = 0.0;
  double turning = 0.0;      // the rotational part of value: N m of a tare, rad of a distance
  std::uint32_t ticket = 0;  // of the request whose outcome it is; 0: of none
  // Of a torque arm's fault: what is left of its joints' readings. kSome: of each joint one of position and velocity.
  // kStrained: all, but some joint is at its effort limit.
  enum class Sight { kAll, kStrained, kSome, kNone };
  Sight sight = Sight::kAll;
};

// Whether it says that what was asked for is not done.
bool is_refusal(Event::Kind kind) noexcept;

// One sentence. `joint` names the fault's joint where known.
std::string sentence(const Event& event, const std::string& joint = "");

}  // namespace limber
