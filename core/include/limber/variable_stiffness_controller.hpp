/// @file
/// Controller C: a torque arm whose stiffness changes along its way.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "limber/arm.hpp"
#include "limber/event.hpp"
#include "limber/path_report.hpp"
#include "limber/robot.hpp"
#include "limber/telemetry.hpp"
#include "limber/variable_stiffness_parameters.hpp"

namespace limber {

class TorqueCycle;

/// What became of a waypoint.
enum class WaypointAnswer {
  kTaken,        ///< it is kept, and gone to when its turn comes
  kQueueFull,    ///< refused: 64 wait already
  kNotFinite,    ///< refused: its position is not finite
  kUnreachable,  ///< refused: the arm cannot reach it with the path's orientation
  kInactive      ///< refused: the controller is not active
};

/// The answer in one sentence. Allocates.
std::string sentence(WaypointAnswer answer);

/// Controller C, of torque arms: τ = g(q) + modelled joint damping · q̇_R + Jᵀ(K∘e + D ė) + posture
///
/// It homes, then goes forward and back along a validated path; waypoints lead it away and it comes back. Effort and
/// torque rate are limited, and gravity has priority. Threads as in CompliantController.
class VariableStiffnessController {
 public:
  /// Validates the path, which may take milliseconds. Throws ArmError if the parameters do not fit the arm, which must
  /// outlive this. A path that cannot be followed is in path(), and activate() refuses it.
  VariableStiffnessController(const Arm& arm, const VariableStiffnessParameters& parameters);
  ~VariableStiffnessController();
  VariableStiffnessController(const VariableStiffnessController&) = delete;
  VariableStiffnessController& operator=(const VariableStiffnessController&) = delete;

  /// @name The control thread
  /// @{

  /// Starts from any pose and any motion. False, with an event that says why, if the path or the state cannot be used:
  /// then the controller is not active.
  [[nodiscard]] bool activate(const RobotState& state) noexcept;
  /// Ends what is under way. From now on update() returns an empty command: the robot must hold the arm.
  void deactivate() noexcept;
  /// One cycle; `period` in s. Command::effort is always finite and within limits, whatever comes in; q and qd are the
  /// posture reference. While the controller is not active: an empty command, because no torque at all lets an arm
  /// fall, and gravity's needs joints that somebody vouches for. What holds the arm then is the robot, such as by its
  /// brakes.
  Command update(const RobotState& state, double period) noexcept;
  /// The record of the last cycle; overwritten by the next update().
  const StiffnessTelemetry& telemetry() const noexcept;
  /// @}

  /// @name One other thread
  /// @{

  /// Validates the path again with the elbow that `q` (rad, m) has: worth calling before activation, with the measured
  /// joints. Does nothing to a controller that runs.
  const PathReport& prepare(const JointVector& q);
  /// What was found of the path when it was validated last; overwritten by prepare() and set_parameters().
  const PathReport& path() const noexcept;
  /// Takes new parameters whole, from the next cycle on. Throws ArmError, and changes nothing, if they do not fit, or
  /// if a running controller is to take another path, one that cannot be followed, or a lowered effort limit that could
  /// not hold the arm where it is. While inactive, a path that cannot be followed is taken: it is in path(), and
  /// activate() refuses it.
  void set_parameters(const VariableStiffnessParameters& parameters);
  /// Throws what set_parameters() would throw; nothing changes.
  void check(const VariableStiffnessParameters& parameters) const;
  /// Hands in a waypoint; 64 may wait. Activation begins without any, and so does a start after a fault.
  WaypointAnswer add_waypoint(const Waypoint& waypoint) noexcept;
  /// Asks for something: kHold, kRun or kResetFault; an event refuses the others. Refused at once while inactive, or if
  /// too many wait. The outcome is an event with `ticket`.
  Answer request(Request request, std::uint32_t ticket = 0) noexcept;
  /// Takes the oldest record that waits; false if there is none. 1024 are kept.
  bool take_telemetry(StiffnessTelemetry& record) noexcept;
  /// Takes the oldest event that waits; false if there is none. 64 are kept.
  bool take_event(Event& event) noexcept;
  /// The event as a sentence, with the names of the arm's joints. Allocates.
  std::string sentence(const Event& event) const;
  /// Records that were lost because nobody took them.
  long lost_records() const noexcept;
  /// @}

  /// The state, from any thread; it may be a cycle old.
  SupervisorState state() const noexcept;
  /// The arm it was made for, from any thread.
  const Arm& arm() const noexcept;

 protected:
  std::unique_ptr<TorqueCycle> cycle_;  ///< the implementation; never null
};

}  // namespace limber
