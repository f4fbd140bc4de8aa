/// @file
/// An arm in MuJoCo behind core's Robot interface: position servo or torque drive, wrist sensor, tool, plates to touch,
/// a hand that pushes. The caller owns the clock:
///
///   while (...) { arm.write(controller.update(arm.read(), period)); arm.step(period); }
///
/// Physics runs in equal substeps on a grid of its own. A cycle may end between two of them: then it reads what the
/// last one measured, with that time as its stamp, and the next cycle makes up for it, so time never drifts.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "limber/arm.hpp"
#include "limber/robot.hpp"
#include "limber/sim/faults.hpp"
#include "limber/sim/scene.hpp"
#include "limber/sim/sensor.hpp"
#include "limber/sim/servo.hpp"
#include "limber/sim/torque_drive.hpp"

namespace limber::sim {

/// What the arm does with a command: its position control obeys q or qd whatever pushes on it, or its motors apply
/// effort and it moves as physics says.
enum class Drive {
  kPositionServo,  ///< the servo of ServoParameters
  kTorque          ///< the motors of TorqueDriveParameters
};

/// How finely the joints are read; 0: exactly.
struct EncoderParameters {
  double position_step = 0.0;  ///< rad or m, such as kXm430PositionStep
  double velocity_step = 0.0;  ///< rad/s or m/s, such as kXm430VelocityStep
};

/// A simulated arm and its surroundings.
struct SimulationParameters {
  Scene scene{};                             ///< plates to touch, scripted pushes
  Tool tool{};                               ///< what is mounted beyond the sensor
  ServoParameters servo{};                   ///< of Drive::kPositionServo
  SensorParameters sensor{};                 ///< the force-torque sensor
  Vector3 gravity_B = Vector3(0, 0, -9.81);  ///< m/s², in the base
  double substep = 0.001;                    ///< s of a step of physics, above 0 and at most 0.005
  std::uint64_t seed = 1;                    ///< of all noise: the same seed gives the same run
  Drive drive = Drive::kPositionServo;       ///< what it does with a command
  TorqueDriveParameters torque{};            ///< of Drive::kTorque
  EncoderParameters encoder{};               ///< steps of the joints' readings
  /// Factor on the masses and inertias of the arm's links, not of the tool: with another than 1 a controller has a
  /// wrong model.
  double mass_scale = 1.0;
};

class Physics;  // the one place that knows MuJoCo

/// A robot for controllers, with step() in place of time that passes. One thread at a time.
class SimulatedArm : public Robot {
 public:
  /// At rest at q0 (rad or m) at time 0. A plate that the tool would start inside of starts pressed in. A torque-driven
  /// arm is held by the torque that keeps it there until the first command acts. Throws SimulationError.
  SimulatedArm(const Arm& arm, const JointVector& q0, const SimulationParameters& parameters = {});
  ~SimulatedArm() override;

  /// The reading that the last step() made. read(), write() and step() are the three calls of a cycle: no allocation,
  /// no lock.
  const RobotState& read() override { return state_; }
  /// A command with a number that is not finite, or without what the drive obeys, is not obeyed, only counted. Torques
  /// act from the first substep of the step() that their delay says.
  void write(const Command& command) override;
  /// Lets `period` pass (s, 0 or more), and makes a reading.
  void step(double period);

  /// A hand moved live, at the tool point, besides the scripted one: N, N m, axes of the base; holds until set again.
  void set_push(const Vector6& F_B);
  /// 0 to 1: the share of its speed that a position servo allows itself from now on; 0: it is paused. Told in its
  /// readings.
  void set_speed_scaling(double share);
  /// Faults of its readings, to be set between two cycles.
  Faults& faults() { return faults_; }

  /// @name The truth, for tests and summaries, at the last substep
  /// @{

  /// s, the sum of all periods.
  double time() const { return time_; }
  /// X_BQ: the tool point Q in the base, with the axes of T.
  Pose tool_pose() const;
  /// V_BQ_B: the twist of the tool at Q, axes of the base; m/s, rad/s.
  Vector6 tool_velocity() const;
  /// N, what all plates do to the tool, axes of the base.
  Vector3 contact_force() const;
  /// N, what one plate (its index in Scene::plates) does to the tool, axes of the base.
  Vector3 contact_force(std::size_t plate) const;
  /// m, how far the surface of a plate is pressed in.
  double plate_deflection(std::size_t plate) const;
  /// Whether a plate pushes the tool.
  bool in_contact() const;
  /// N, N m: what the hands do to the tool, at the tool point, axes of the base.
  Vector6 hand_wrench() const;
  /// How many commands write() did not obey.
  long rejected_commands() const { return rejected_commands_; }
  /// @}

 private:
  double grid_time() const { return static_cast<double>(tick_) * parameters_.substep; }
  void evaluate();
  void move_hands();
  void follow_servo();
  void substep();
  void deliver();

  SimulationParameters parameters_;
  std::unique_ptr<Physics> physics_;
  ServoReference servo_;
  std::optional<TorqueDrive> torque_;  ///< of Drive::kTorque
  WristSensor sensor_;
  Faults faults_;
  RobotState state_, reading_;
  JointVector q_interface_;
  Vector6 live_push_ = Vector6::Zero();
  double time_ = 0.0;
  long tick_ = 0;
  bool outdated_ = false;  ///< a command or a push has come in that the coming substep must know of
  long rejected_commands_ = 0;
};

}  // namespace limber::sim
