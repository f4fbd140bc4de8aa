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
  kNone,           ///< no fault
  kInvalidState,   ///< joint readings, a clock or a speed scaling that are not finite or out of range
  kInvalidWrench,  ///< a wrench that is not finite or out of the sensor's range
  kStaleWrench,    ///< a wrench that is too old or does not change
  kStaleState,     ///< joint readings that are too old or do not change
  kOverforce,      ///< a force or torque above its limit
  kLostContact,    ///< a press that goes too far or too fast without contact
  kOverrun,        ///< too many late cycles in a row
  kKinematics,     ///< the Jacobian has no usable inverse
  kTracking,       ///< a joint or the tool too far from where it should be
  kInternal,       ///< a motion or a torque that is not finite
};

/// How many codes there are.
inline constexpr int kFaultCodes = 11;

/// A fault with its numbers.
struct Fault {
  FaultCode code = FaultCode::kNone;  ///< which fault
  double value = 0.0;                 ///< what was found, in the unit of the fault's sentence
  double limit = 0.0;                 ///< what is allowed, in the same unit
  /// The joint or axis, from 0; -1 if it is none in particular. Of kOverforce: 0 force (N), 3 torque (N m). Of
  /// kLostContact: 0 way (m), 1 speed (m/s).
  int index = -1;
  double time = 0.0;         ///< s, of the robot's clock
  bool at_start = false;     ///< found by activation, in one reading: nothing moved
  bool of_motion = false;    ///< the position alone may be true, but not how the joint got there: a jump, or it stood
  bool of_velocity = false;  ///< invalid_state: value and limit are the joint's velocity

  /// @name Indices of what is no joint or axis
  /// @{
  static constexpr int kToolTurn = -2;      ///< tracking: of the tool's orientation
  static constexpr int kClock = -3;         ///< invalid_state: the robot's time
  static constexpr int kSpeedScaling = -4;  ///< invalid_state: the robot's speed scaling
  static constexpr int kJointCount = -5;    ///< invalid_state: the number of joints
  static constexpr int kUnchanged = -6;     ///< stale: the readings repeat, whatever their stamps say
  /// @}

  /// Whether there is a fault.
  explicit operator bool() const noexcept { return code != FaultCode::kNone; }
};

/// The fault's name in snake_case, as in telemetry and messages.
std::string_view name(FaultCode code) noexcept;

/// One sentence: what happened, its numbers, what the arm does now. `joint` names joint `fault.index` if it is
/// known. Allocates.
std::string sentence(const Fault& fault, const std::string& joint = "");

/// The states of a controller. Starting and Running follow the law; Holding and Faulted brake, then stand.
enum class SupervisorState {
  kInactive,  ///< not activated, or deactivated
  kStarting,  ///< follows the law; stiffness (of a torque arm all but gravity) engages
  kRunning,   ///< follows the law
  kHolding,   ///< brakes on request or in a pause of the robot, and stands
  kFaulted    ///< brakes for a fault, stands and waits for a reset
};

/// The state's name in snake_case.
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
  /// Taken, or the reason why not.
  enum class Code {
    kTaken,       ///< it will act
    kInactive,    ///< nothing acts before activation, and nothing is kept for it
    kQueueFull,   ///< value: how many wait
    kNotFinite,   ///< value, at index, is not finite
    kTooLarge,    ///< value, at index, is beyond limit
    kNoRotation,  ///< value: how far off unit length and right angles, limit: allowed
    kMirrored,    ///< a mirror image, no rotation; value: the determinant
    kOutOfReach,  ///< value: m that the position is out of reach at least, limit: m that the arm reaches
  };
  Code code = Code::kTaken;  ///< taken, or why not
  const char* what = "";     ///< "desired pose: position", with static storage
  int index = 0;             ///< of its numbers, from 0
  double value = 0.0;        ///< what was read
  double limit = 0.0;        ///< what is allowed
  const char* unit = "";     ///< of value and limit, with static storage; "" without one

  /// Whether it was taken.
  explicit operator bool() const noexcept { return code == Code::kTaken; }
};

/// The answer in one sentence. Allocates.
std::string sentence(const Answer& answer);

/// s: a trajectory that starts later than this after it is handed in was stamped by another clock.
inline constexpr double kLongestWait = 3600.0;

/// Something worth telling people.
struct Event {
  /// What it is about, and what its numbers are.
  enum class Kind {
    kFault,                    ///< the arm stops; fault: which one
    kFaultReset,               ///< starting again after a fault
    kState,                    ///< the state is now `state`; of a request's outcome, value: the Request
    kTareDone,                 ///< value: N taken away, turning: N m
    kTareRefusedMoving,        ///< a joint moved faster than wrench.tare_max_speed
    kTareRefusedVarying,       ///< the wrench varied by more than wrench.tare_max_deviation
    kTareRefusedForce,         ///< value: N that it would take away, turning: N m
    kTareRefusedPressing,      ///< a control wrench acts; value: N felt
    kTareRefusedContact,       ///< in a stiff contact; value: N felt
    kTareAbandoned,            ///< the controller was switched off or on meanwhile
    kTareReplaced,             ///< another one began before it was done
    kReferenceHere,            ///< the reference stands where the tool is
    kRequestRefused,           ///< not possible in `state`; value: the Request
    kAlreadySo,                ///< the state is already the one asked for
    kRunInPause,               ///< run is not needed: the arm goes on when the paused robot does
    kChangeWaits,              ///< a change of compliance waits for the tank; value: J missing
    kChangeArrived,            ///< it is complete; value: s it waited
    kTrajectoryStarted,        ///< value: s it lasts, turning: s of them that it does not say
    kTrajectoryWaits,          ///< value: s until it starts
    kTrajectoryWaitsForRobot,  ///< it starts when the paused robot goes on
    kTrajectoryPast,           ///< refused; value: s since it ended
    kTrajectoryTooEarly,       ///< refused; value: s until it would start
    kTrajectoryDone,           ///< value: m between the tool and its last pose, turning: rad
    kTrajectoryAbandoned,      ///< value: s of it that were left
    kPathRefused,              ///< activation refused; value: the place on the path, 0 to 1, of the problem
    kTooHeavy,         ///< activation refused; value: N m that gravity needs of joint fault.index, turning: allowed
    kWaypointRefused,  ///< a relative waypoint is out of reach
    kContactLost,      ///< the press approaches again; value: N of the press
    kSteadyForce,      ///< it moves a tool that no spring holds, for 10 s: a bias? value: N in the mean
    kSteadyTorque,     ///< likewise; value: N m in the mean
    kHeldByLimits,     ///< limits bar the way; value: m between the tool and its reference, turning: rad
    kPaused,           ///< the robot stands whatever it is told
    kResumed,          ///< the robot goes on, and so does the arm
  };
  Kind kind = Kind::kState;                            ///< what it is about
  Fault fault;                                         ///< of kFault; of kTooHeavy its index, the joint
  SupervisorState state = SupervisorState::kInactive;  ///< after what it tells
  double value = 0.0;                                  ///< as `kind` says
  double turning = 0.0;      ///< the rotational part of value (N m of a tare, rad of a distance), or as `kind` says
  std::uint32_t ticket = 0;  ///< of the request whose outcome it is; 0: of none
  /// Of a torque arm's fault: which joint readings are left.
  enum class Sight {
    kAll,       ///< all of them
    kStrained,  ///< all, but some joint is at its effort limit
    kSome,      ///< of each joint one of position and velocity at least
    kNone       ///< of some joint neither position nor velocity
  };
  Sight sight = Sight::kAll;  ///< of kFault
};

/// Whether such an event says that a Request was refused.
bool is_refusal(Event::Kind kind) noexcept;

/// The event in one sentence. `joint` names the fault's joint if it is known. Allocates.
std::string sentence(const Event& event, const std::string& joint = "");

}  // namespace limber
