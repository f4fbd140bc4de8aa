/// @file
/// What a controller and people tell each other: states, faults, requests, answers, events. The control thread makes
/// numbers; sentences are made elsewhere.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace limber {

/// What can go wrong.
enum class FaultCode {
  kNone,
  kInvalidState,
  kInvalidWrench,
  kStaleWrench,
  kStaleState,
  kOverforce,
  kLostContact,
  kOverrun,
  kKinematics,
  kTracking,
  kInternal,
};

/// How many codes there are.
inline constexpr int kFaultCodes = 11;

/// A fault with its numbers.
struct Fault {
  FaultCode code = FaultCode::kNone;
  double value = 0.0;      // what was found
  double limit = 0.0;      // what is allowed
  int index = -1;          // the joint or axis, -1 where it is none in particular
  double time = 0.0;       // s, of the robot's clock
  bool at_start = false;   // found by activation, in one reading: nothing moved
  bool of_motion = false;  ///< not where the joint is cannot be true, but how it got there: a jump, or standing

  /// Indices of what is no joint or axis.
  static constexpr int kToolTurn = -2;      // tracking: of the tool's orientation
  static constexpr int kClock = -3;         // invalid_state
  static constexpr int kSpeedScaling = -4;  ///< invalid_state
  static constexpr int kJointCount = -5;    // invalid_state
  static constexpr int kUnchanged = -6;     // stale: the readings repeat, whatever their stamps say

  explicit operator bool() const noexcept { return code != FaultCode::kNone; }
};

/// Its name in snake_case, as in telemetry and messages.
std::string_view name(FaultCode code) noexcept;

/// One sentence: what happened, its numbers, what the arm does now. `joint` names joint `fault.index` where known.
std::string sentence(const Fault& fault, const std::string& joint = "");

/// The states of a controller. Starting and Running follow the law; Holding and Faulted brake, then stand.
enum class SupervisorState { kInactive, kStarting, kRunning, kHolding, kFaulted };

/// Its name in snake_case.
std::string_view name(SupervisorState state) noexcept;

/// What people may ask of a running controller.
enum class Request {
  kHold,           ///< brake and stand
  kRun,            ///< follow the law again
  kTare,           ///< take the present wrench as bias; refused if that is more than wrench.tare_max_force
  kResetFault,     ///< go on after a fault
  kReferenceHere,  ///< the reference stands where the tool is
  kTareAnyway,     ///< the same as kTare whatever the force: somebody has looked, and nothing touches the tool
};

/// What a controller answers when something is handed to it: taken, or why not.
struct Answer {
  enum class Code {
    kTaken,
    kInactive,    ///< nothing acts before activation, and nothing is kept for it
    kQueueFull,   ///< value: how many wait
    kNotFinite,   ///< value at index
    kTooLarge,    ///< value at index beyond limit
    kNoRotation,  ///< value: how far off unit length and right angles, limit: allowed
    kMirrored,    ///< value: the determinant
    kOutOfReach,  ///< value: how far the position is out of reach at least, limit: how far the arm reaches
  };
  Code code = Code::kTaken;
  const char* what = "";  ///< "desired pose: position", with static storage
  int index = 0;          ///< of its numbers
  double value = 0.0;     ///< what was read
  double limit = 0.0;     ///< what is allowed
  const char* unit = "";

  explicit operator bool() const noexcept { return code == Code::kTaken; }
};

/// One sentence. Allocates.
std::string sentence(const Answer& answer);

/// s: a trajectory that starts later than this after it is handed in was stamped by another clock.
inline constexpr double kLongestWait = 3600.0;

/// Something worth telling people.
struct Event {
  enum class Kind {
    kFault,
    kFaultReset,
    kState,
    kTareDone,  ///< value: N taken away, turning: N m
    kTareRefusedMoving,
    kTareRefusedVarying,
    kTareRefusedForce,     ///< value: N that it would take away, turning: N m
    kTareRefusedPressing,  ///< value: N felt
    kTareRefusedContact,   ///< value: N felt
    kTareAbandoned,        ///< the controller was switched off or on meanwhile
    kTareReplaced,         ///< by another one
    kReferenceHere,
    kRequestRefused,  ///< value: the Request
    kAlreadySo,       ///< the state is already the one asked for
    kRunInPause,
    kChangeWaits,        ///< value: J missing
    kChangeArrived,      ///< value: s it waited
    kTrajectoryStarted,  ///< value: s it lasts, turning: s of them that it does not say
    kTrajectoryWaits,    ///< value: s until it starts
    kTrajectoryWaitsForRobot,
    kTrajectoryPast,       ///< value: s since it ended
    kTrajectoryTooEarly,   ///< value: s until it would start
    kTrajectoryDone,       ///< value: m between the tool and its last pose, turning: rad
    kTrajectoryAbandoned,  ///< value: s of it that were left
    kPathRefused,          ///< value: s of the path where the problem is
    kTooHeavy,             ///< activation refused; value: N m that gravity needs of joint fault.index, turning: allowed
    kWaypointRefused,      ///< out of reach
    kContactLost,          ///< value: N of the press
    kSteadyForce,          ///< value: N in the mean
    kSteadyTorque,         ///< value: N m in the mean
    kHeldByLimits,         ///< value: m between the tool and its reference, turning: rad
    kPaused,               ///< the robot stands whatever it is told
    kResumed,
  };
  Kind kind = Kind::kState;
  Fault fault;
  SupervisorState state = SupervisorState::kInactive;
  double value = 0.0;
  double turning = 0.0;      ///< the rotational part of value: N m of a tare, rad of a distance
  std::uint32_t ticket = 0;  ///< of the request whose outcome it is; 0: of none
  /// Of a torque arm's fault: which joint readings are left. kSome: of each joint one of position and velocity.
  /// kStrained: all, but some joint is at its effort limit.
  enum class Sight { kAll, kStrained, kSome, kNone };
  Sight sight = Sight::kAll;
};

/// Whether it says that a request was refused.
bool is_refusal(Event::Kind kind) noexcept;

/// One sentence. `joint` names the fault's joint if it is known. Allocates.
std::string sentence(const Event& event, const std::string& joint = "");

}  // namespace limber
