/// @file
/// States, faults, requests, answers and events of a controller. The control thread only produces numbers; other
/// threads turn them into sentences.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace limber {

struct Joint;  // limber/arm.hpp

/// The faults.
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
  kTracking,       ///< a joint or the tool is too far from its command or reference
  kInternal,       ///< a motion or a torque that is not finite
};

/// Number of fault codes.
inline constexpr int kFaultCodes = 11;

/// A fault with its numbers.
struct Fault {
  FaultCode code = FaultCode::kNone;  ///< which fault
  double value = 0.0;                 ///< what was found, in the unit of the fault's sentence
  double limit = 0.0;                 ///< what is allowed, in the same unit
  /// The joint or axis, from 0; -1 if none. kOverforce: 0 force (N), 3 torque (N m). kLostContact: 0 distance (m), 1
  /// speed (m/s).
  int index = -1;
  double time = 0.0;         ///< s, on the clock of the robot
  bool at_start = false;     ///< found at activation, in one reading; nothing has moved
  bool of_motion = false;    ///< the position may be right, but its change is not: a jump, or no change
  bool of_velocity = false;  ///< invalid_state: value and limit are the velocity of the joint

  /// @name Indices that are not a joint or an axis
  /// @{
  static constexpr int kToolTurn = -2;      ///< tracking: orientation of the tool
  static constexpr int kClock = -3;         ///< invalid_state: time of the robot
  static constexpr int kSpeedScaling = -4;  ///< invalid_state: speed scaling of the robot
  static constexpr int kJointCount = -5;    ///< invalid_state: the number of joints
  static constexpr int kUnchanged = -6;     ///< stale: the readings do not change, even if their stamps do
  /// @}

  /// Whether there is a fault.
  explicit operator bool() const noexcept { return code != FaultCode::kNone; }
};

/// The name of the fault in snake_case, as in telemetry and messages.
std::string_view name(FaultCode code) noexcept;

/// One sentence: what happened, its numbers, what an arm that moves in positions does now. `joint`: that of
/// `fault.index`, for its name and unit; null if unknown. Allocates.
std::string sentence(const Fault& fault, const Joint* joint = nullptr);

/// The states of a controller. Starting and Running follow the law; Holding and Faulted brake, then stand.
enum class SupervisorState {
  kInactive,  ///< not activated, or deactivated
  kStarting,  ///< follows the law; stiffness (of a torque arm: all but gravity) engages
  kRunning,   ///< follows the law
  kHolding,   ///< brakes on request or because the robot is paused, then stands
  kFaulted    ///< brakes for a fault, stands and waits for a reset
};

/// The name of the state in snake_case.
std::string_view name(SupervisorState state) noexcept;

/// Requests to a running controller.
enum class Request {
  kHold,           ///< brake and stand
  kRun,            ///< follow the law again
  kTare,           ///< take the current wrench as bias; refused if that is more than wrench.tare_max_force
  kResetFault,     ///< continue after a fault
  kReferenceHere,  ///< the reference stands where the tool is
  kTareAnyway,     ///< like kTare for any force: the user has checked that nothing touches the tool
};

/// The answer of a controller to an input: taken, or why not.
struct Answer {
  /// Taken, or the reason why not.
  enum class Code {
    kTaken,       ///< it will act
    kInactive,    ///< there is no effect before activation, and the input is not kept
    kQueueFull,   ///< value: number of waiting inputs
    kNotFinite,   ///< value, at index, is not finite
    kTooLarge,    ///< value, at index, is above limit
    kNoRotation,  ///< value: deviation from unit length and right angles, limit: allowed
    kMirrored,    ///< a mirror image, not a rotation; value: the determinant
    kOutOfReach,  ///< value: m, smallest distance of the position from the reach; limit: m, reach of the arm
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

/// The answer as one sentence. Allocates.
std::string sentence(const Answer& answer);

/// s: if a trajectory starts later than this, its stamp is from another clock.
inline constexpr double kLongestWait = 3600.0;

/// A message to the user.
struct Event {
  /// The kind of event, and the meaning of its numbers.
  enum class Kind {
    kFault,                    ///< the arm stops; fault: which one
    kFaultReset,               ///< starting again after a fault
    kState,                    ///< the state is now `state`; if it is the outcome of a request, value: the Request
    kTareDone,                 ///< value: N removed, turning: N m
    kTareRefusedMoving,        ///< a joint moved faster than wrench.tare_max_speed
    kTareRefusedVarying,       ///< the wrench varied by more than wrench.tare_max_deviation
    kTareRefusedForce,         ///< value: N that it would remove, turning: N m
    kTareRefusedPressing,      ///< a control wrench acts; value: N felt
    kTareRefusedContact,       ///< in a stiff contact; value: N felt
    kTareAbandoned,            ///< the controller was deactivated or activated in the meantime
    kTareReplaced,             ///< another tare began before it was done
    kReferenceHere,            ///< the reference stands where the tool is
    kRequestRefused,           ///< not possible in `state`; value: the Request
    kAlreadySo,                ///< the state is already the one asked for
    kRunInPause,               ///< run is not needed: the arm continues when the paused robot does
    kChangeWaits,              ///< a change of compliance waits for the tank; value: J missing
    kChangeArrived,            ///< it is complete; value: s it waited
    kTrajectoryStarted,        ///< value: s until its end, turning: s that this is longer than its points say
    kTrajectoryWaits,          ///< value: s until it starts
    kTrajectoryWaitsForRobot,  ///< it starts when the paused robot continues
    kTrajectoryPast,           ///< refused; value: s since it ended
    kTrajectoryTooEarly,       ///< refused; value: s until it would start
    kTrajectoryDone,           ///< value: m between the tool and its last pose, turning: rad
    kTrajectoryAbandoned,      ///< value: s that were left
    kPathRefused,              ///< activation refused; value: position of the problem on the path, 0 to 1
    kTooHeavy,         ///< activation refused; value: N m that gravity needs at joint fault.index, turning: allowed
    kWaypointRefused,  ///< a relative waypoint is out of reach
    kPressEnded,       ///< the contact was lost and the press ends; value: N of the press
    kContactLost,      ///< the press approaches again; value: N of the press
    kSteadyForce,      ///< a force has moved a tool without a spring for 10 s: a bias? value: N, mean
    kSteadyTorque,     ///< likewise; value: N m, mean
    kHeldByLimits,     ///< limits block the way; value: m between the tool and its reference, turning: rad
    kLeadReduced,      ///< joint fault.index is off its told servo by `turning` of its motion; value: share of the lead
    kPaused,           ///< the robot stands and ignores commands
    kResumed,          ///< the robot and the arm continue
  };
  Kind kind = Kind::kState;  ///< what it is about
  Fault fault;               ///< for kFault; for kTooHeavy and kLeadReduced only its index, the joint
  SupervisorState state = SupervisorState::kInactive;  ///< after the event
  double value = 0.0;                                  ///< see `kind`
  double turning = 0.0;      ///< rotational part of value (N m of a tare, rad of a distance), or see `kind`
  std::uint32_t ticket = 0;  ///< of the request whose outcome it is; 0: none
  /// For a fault of a torque arm: which joint readings are left.
  enum class Sight {
    kAll,       ///< all of them
    kStrained,  ///< all, but a joint is at its effort limit
    kSome,      ///< position or velocity of each joint
    kNone       ///< neither position nor velocity of some joint
  };
  Sight sight = Sight::kAll;  ///< for kFault
};

/// Whether this kind of event means that a Request was refused.
bool is_refusal(Event::Kind kind) noexcept;

/// The event as one sentence. `joint`: that of `event.fault.index`; null if unknown. Allocates.
std::string sentence(const Event& event, const Joint* joint = nullptr);

}  // namespace limber
