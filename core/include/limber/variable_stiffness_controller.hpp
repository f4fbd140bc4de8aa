/// @file
/// Controller C: a torque arm whose stiffness changes along its path.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "limber/arm.hpp"
#include "limber/event.hpp"
#include "limber/input_counts.hpp"
#include "limber/path_report.hpp"
#include "limber/robot.hpp"
#include "limber/telemetry.hpp"
#include "limber/variable_stiffness_parameters.hpp"

namespace limber {

class TorqueCycle;

/// The answer to a waypoint.
enum class WaypointAnswer {
  kTaken,        ///< taken; the arm goes there when its turn comes
  kQueueFull,    ///< refused: 64 are already waiting
  kNotFinite,    ///< refused: its position is not finite
  kUnreachable,  ///< refused: the arm cannot reach it with the orientation of the path
  kInactive      ///< refused: the controller is not active
};

/// The answer as one sentence. Allocates.
std::string sentence(WaypointAnswer answer);

/// Controller C, for torque arms: τ = g(q) + modelled joint damping · q̇_R + Jᵀ(K∘e + D ė) + posture
///
/// It homes, then moves forward and back along a validated path. Waypoints lead it away, then it returns. Effort and
/// torque rate are limited, and gravity has priority. Threads as in CompliantController.
class VariableStiffnessController {
 public:
  /// Validates the path, which may take milliseconds. Throws ArmError if the parameters do not fit the arm; the arm
  /// must outlive the controller. If the path cannot be followed, path() says so and activate() refuses.
  VariableStiffnessController(const Arm& arm, const VariableStiffnessParameters& parameters);
  ~VariableStiffnessController();
  VariableStiffnessController(const VariableStiffnessController&) = delete;
  VariableStiffnessController& operator=(const VariableStiffnessController&) = delete;

  /// @name The control thread
  /// @{

  /// Starts from any pose and any motion. Returns false, with an event that says why, if the path or the state is not
  /// usable; the controller is then not active.
  [[nodiscard]] bool activate(const RobotState& state) noexcept;
  /// Ends everything. From now on update() returns an empty command: the robot must hold the arm.
  void deactivate() noexcept;
  /// One cycle; `period` in s. Command::effort is always finite and within limits, for any input; q and qd are the
  /// posture reference. While the controller is not active: an empty command. Zero torque would let the arm fall, and
  /// gravity torque needs validated joint positions; the robot must hold the arm, for example with its brakes.
  Command update(const RobotState& state, double period) noexcept;
  /// The record of the last cycle; overwritten by the next update().
  const StiffnessTelemetry& telemetry() const noexcept;
  /// The inputs that were taken up to the last cycle. A waypoint is taken when it leaves the queue.
  InputCounts inputs_taken() const noexcept;
  /// @}

  /// @name One other thread
  /// @{

  /// Validates the path again, near the posture `q` (rad, m), for example elbow up or down. Call it before activation
  /// with the measured joints. No effect on a running controller.
  const PathReport& prepare(const JointVector& q);
  /// The result of the last validation of the path; overwritten by prepare() and set_parameters().
  const PathReport& path() const noexcept;
  /// Takes all new parameters, from the next cycle on. Throws ArmError and changes nothing if they do not fit; or,
  /// while running, if they have another path, a path that cannot be followed, or an effort limit too low to hold the
  /// arm at its position. While inactive, a path that cannot be followed is taken: path() says so and activate()
  /// refuses.
  void set_parameters(const VariableStiffnessParameters& parameters);
  /// Throws what set_parameters() would throw; changes nothing.
  void check(const VariableStiffnessParameters& parameters) const;
  /// Adds a waypoint; 64 may wait. Activation, and a start after a fault, begin with an empty queue.
  WaypointAnswer add_waypoint(const Waypoint& waypoint) noexcept;
  /// Sends a request: kHold, kRun or kResetFault; an event refuses the others. Refused at once while inactive, or if
  /// the queue is full. The outcome is an event with `ticket`.
  Answer request(Request request, std::uint32_t ticket = 0) noexcept;
  /// The inputs that were handed in so far; those that were refused do not count.
  InputCounts inputs_given() const noexcept;
  /// Takes the oldest waiting record; false if there is none. 1024 are kept.
  bool take_telemetry(StiffnessTelemetry& record) noexcept;
  /// Takes the oldest waiting event; false if there is none. 64 are kept.
  bool take_event(Event& event) noexcept;
  /// The event as a sentence, with the names of the joints. Allocates.
  std::string sentence(const Event& event) const;
  /// Records that were lost because they were not taken in time.
  long lost_records() const noexcept;
  /// Events that were lost because they were not taken in time.
  long lost_events() const noexcept;
  /// @}

  /// The state, from any thread; it may be a cycle old.
  SupervisorState state() const noexcept;
  /// The arm of this controller, from any thread.
  const Arm& arm() const noexcept;

 protected:
  std::unique_ptr<TorqueCycle> cycle_;  ///< the implementation; never null
};

}  // namespace limber
