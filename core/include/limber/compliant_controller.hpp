/// @file
/// Common base of the two compliant controllers for position- or velocity-controlled arms.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "limber/admittance_parameters.hpp"
#include "limber/arm.hpp"
#include "limber/event.hpp"
#include "limber/input_counts.hpp"
#include "limber/robot.hpp"
#include "limber/telemetry.hpp"

namespace limber {

class CompliantCycle;

/// Base of controllers A and B. Input: joint positions and a wrench; output: joint positions and velocities. Between
/// them is a virtual body that the wrench pushes and a spring pulls to its reference. AdmittanceController and
/// CartesianAdmittanceController generate the reference.
///
/// There are two threads. The control thread calls activate(), update() and deactivate(); they never allocate, lock,
/// throw, log or make a system call. One other thread (several must take turns) calls everything else; it never waits
/// and never makes the control thread wait.
class CompliantController {
 public:
  virtual ~CompliantController();
  CompliantController(const CompliantController&) = delete;
  CompliantController& operator=(const CompliantController&) = delete;

  /// @name The control thread
  /// @{

  /// Starts from any pose and any motion without a bump. Returns false, with an event that says why, if the state is
  /// not usable; the controller is then not active.
  [[nodiscard]] bool activate(const RobotState& state) noexcept;
  /// Ends everything. The arm is not braked: stop it first, or let the robot hold it.
  void deactivate() noexcept;
  /// One cycle; `period` is the time since the last one, s. The command is always finite and within limits, for any
  /// input. While the controller is not active: the measured joints, at rest, or an empty command if they cannot be
  /// read.
  Command update(const RobotState& state, double period) noexcept;
  /// The record of the last cycle; overwritten by the next update().
  const Telemetry& telemetry() const noexcept;
  /// The inputs that were taken up to the last cycle.
  InputCounts inputs_taken() const noexcept;
  /// @}

  /// @name One other thread
  /// @{

  /// Takes all new parameters, from the next cycle on. Throws ArmError and changes nothing if they do not fit the arm.
  void set_parameters(const AdmittanceParameters& parameters);
  /// F_control at C, in the axes of C of the last parameters: N, N m. Must be repeated within control_wrench.timeout.
  /// If C changes, the same wrench continues to act on the tool. Refused while inactive, or beyond
  /// TrajectoryBounds::kMaxForce and kMaxTorque.
  Answer set_control_wrench(const Vector6& F_C) noexcept;
  /// Sends a request. Refused while inactive, or if the queue is full. The outcome is an event with `ticket`.
  Answer request(Request request, std::uint32_t ticket = 0) noexcept;
  /// The inputs that were handed in so far; those that were refused do not count.
  InputCounts inputs_given() const noexcept;
  /// Takes the oldest waiting record; false if there is none. 1024 are kept.
  bool take_telemetry(Telemetry& record) noexcept;
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
  /// Takes the cycle of the derived controller.
  explicit CompliantController(std::unique_ptr<CompliantCycle> cycle);

  std::unique_ptr<CompliantCycle> cycle_;  ///< the implementation; never null
};

/// The result of binding parameters to an arm. Matrices are in C.
struct FittedCompliance {
  Frame frame;        ///< C on the tool
  Matrix6 mass;       ///< kg, kg m²
  Matrix6 damping;    ///< N s/m, N m s/rad: including arm damping and damping derived from the damping ratio
  Matrix6 stiffness;  ///< N/m, N m/rad
};

/// C, M, D and K of these parameters on this arm. Throws ArmError if a name, a count or a matrix does not fit the arm;
/// the sentence begins with the key. Allocates: not for the control thread.
FittedCompliance fit(const Arm& arm, const AdmittanceParameters& parameters);

}  // namespace limber
