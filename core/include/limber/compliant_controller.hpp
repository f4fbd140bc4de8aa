/// @file
/// What the two compliant controllers of position- or velocity-controlled arms have in common.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "limber/admittance_parameters.hpp"
#include "limber/arm.hpp"
#include "limber/event.hpp"
#include "limber/robot.hpp"
#include "limber/telemetry.hpp"

namespace limber {

class CompliantCycle;

/// Base of controllers A and B: joint positions and a wrench in, joint positions and velocities out; between them a
/// virtual body that the wrench moves and a spring pulls to its reference. AdmittanceController and
/// CartesianAdmittanceController generate that reference.
///
/// Two threads meet here. The control thread calls activate(), update() and deactivate(): they never allocate, lock,
/// throw, log or call the system. One other thread (several must take turns) calls everything else; it never waits and
/// never makes the control thread wait.
class CompliantController {
 public:
  virtual ~CompliantController();
  CompliantController(const CompliantController&) = delete;
  CompliantController& operator=(const CompliantController&) = delete;

  /// @name The control thread
  /// @{

  /// Starts from any pose and any motion, without a bump. False, with an event that says why, if the state cannot be
  /// used: then the controller is not active.
  [[nodiscard]] bool activate(const RobotState& state) noexcept;
  /// Ends what is under way. The arm is not braked: stop it first, or let the robot hold it.
  void deactivate() noexcept;
  /// One cycle; `period` is the time since the last one, s. The command is always finite and within limits, whatever
  /// comes in. While the controller is not active: the measured joints, at rest, or an empty command if they cannot be
  /// read.
  Command update(const RobotState& state, double period) noexcept;
  /// The record of the last cycle; overwritten by the next update().
  const Telemetry& telemetry() const noexcept;
  /// @}

  /// @name One other thread
  /// @{

  /// Takes new parameters whole, from the next cycle on. Throws ArmError, and changes nothing, if they do not fit the
  /// arm.
  void set_parameters(const AdmittanceParameters& parameters);
  /// F_control at C, in C as the last parameters have it: N, N m. Must be repeated within its time-out
  /// (control_wrench.timeout). If C changes meanwhile, the same wrench goes on acting on the tool. Refused while
  /// inactive, or beyond TrajectoryBounds::kMaxForce and kMaxTorque.
  Answer set_control_wrench(const Vector6& F_C) noexcept;
  /// Asks for something. Refused while inactive, or if too many wait. The outcome is an event with `ticket`.
  Answer request(Request request, std::uint32_t ticket = 0) noexcept;
  /// Takes the oldest record that waits; false if there is none. 1024 are kept.
  bool take_telemetry(Telemetry& record) noexcept;
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
  /// Takes the cycle of the derived controller.
  explicit CompliantController(std::unique_ptr<CompliantCycle> cycle);

  std::unique_ptr<CompliantCycle> cycle_;  ///< the implementation; never null
};

/// What parameters come to on an arm. Matrices are in C.
struct FittedCompliance {
  Frame frame;        ///< C on the tool
  Matrix6 mass;       ///< kg, kg m²
  Matrix6 damping;    ///< N s/m, N m s/rad: arm damping, and what is derived from the damping ratio, included
  Matrix6 stiffness;  ///< N/m, N m/rad
};

/// C, M, D and K of these parameters on this arm. Throws ArmError, with a sentence that begins with the key it is
/// about, if the parameters do not fit the arm: a name, a count, a matrix. Allocates: not for the control thread.
FittedCompliance fit(const Arm& arm, const AdmittanceParameters& parameters);

}  // namespace limber
