/// @file
/// An arm in MuJoCo behind the Robot interface of core: position servo or torque drive, wrist sensor, tool, plates
/// and surfaces to touch, a hand that pushes. The caller owns the clock:
///
///   while (...) { arm.write(controller.update(arm.read(), period)); arm.step(period); }
///
/// Physics runs in equal substeps on its own time grid. If a cycle ends between two substeps, it reads the measurements
/// of the last one, with that time as the stamp. The next cycle catches up, so time never drifts.
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

/// How the arm follows a command: its position control follows q or qd regardless of external forces, or its motors
/// apply effort and the arm moves by its dynamics.
enum class Drive {
  kPositionServo,  ///< the servo of ServoParameters
  kTorque          ///< the motors of TorqueDriveParameters
};

/// Resolution of the joint readings; 0: exact.
struct EncoderParameters {
  double position_step = 0.0;  ///< rad or m, such as kXm430PositionStep
  double velocity_step = 0.0;  ///< rad/s or m/s, such as kXm430VelocityStep
};

/// A simulated arm and its surroundings.
struct SimulationParameters {
  Scene scene{};                             ///< what to touch, scripted pushes
  Tool tool{};                               ///< mounted behind the sensor
  ServoParameters servo{};                   ///< for Drive::kPositionServo
  SensorParameters sensor{};                 ///< the force-torque sensor
  Vector3 gravity_B = Vector3(0, 0, -9.81);  ///< m/s², in the base
  double substep = 0.001;                    ///< s, physics step, above 0 and at most 0.005
  std::uint64_t seed = 1;                    ///< of all noise: the same seed gives the same run
  Drive drive = Drive::kPositionServo;       ///< how it follows a command
  TorqueDriveParameters torque{};            ///< for Drive::kTorque
  EncoderParameters encoder{};               ///< resolution of the joint readings
  /// Factor on the masses and inertias of the links, not of the tool: with a value other than 1, the model of a
  /// controller is wrong.
  double mass_scale = 1.0;
};

class Physics;  // the only class that uses MuJoCo

/// A robot for controllers; step() replaces real time. One thread at a time.
class SimulatedArm : public Robot {
 public:
  /// At rest at q0 (rad or m) at time 0. If the tool starts inside a plate, the plate starts pressed in. A
  /// torque-driven arm is held at q0 until the first command acts. Throws SimulationError, also for a surface that is
  /// too stiff for a light arm at this substep.
  SimulatedArm(const Arm& arm, const JointVector& q0, const SimulationParameters& parameters = {});
  ~SimulatedArm() override;

  /// The reading of the last step(). read(), write() and step() are the three calls of a cycle: no allocation, no lock.
  const RobotState& read() override { return state_; }
  /// A command that is not finite, or without the values that the drive follows, is ignored and counted. A torque acts
  /// from the first substep of the step() given by its delay.
  void write(const Command& command) override;
  /// Advances the time by `period` (s, 0 or more), and makes a reading.
  void step(double period);

  /// A second hand, at the tool point, besides the scripted one: N, N m, base axes; stays until set again.
  void set_push(const Vector6& F_B);
  /// 0 to 1: fraction of its speed that a position servo uses from now on; 0: paused. Reported in its readings.
  void set_speed_scaling(double share);
  /// Faults of its readings; set them between two cycles.
  Faults& faults() { return faults_; }

  /// @name True values at the last substep, for tests and summaries
  /// @{

  /// s, the sum of all periods.
  double time() const { return time_; }
  /// X_BQ: the tool point Q in the base, with the axes of T.
  Pose tool_pose() const;
  /// V_BQ_B: the twist of the tool at Q, base axes; m/s, rad/s.
  Vector6 tool_velocity() const;
  /// N, force of all plates and surfaces on the tool, base axes.
  Vector3 contact_force() const;
  /// N, force of one plate (its index in Scene::plates) on the tool, base axes.
  Vector3 contact_force(std::size_t plate) const;
  /// m, deflection of the surface of a plate.
  double plate_deflection(std::size_t plate) const;
  /// The contact with a surface (its index in Scene::surfaces). On a torque-driven arm, depth and force are the
  /// means over the next substep, at the present speed.
  SurfaceContact surface_contact(std::size_t surface) const;
  /// Whether a plate or a surface pushes the tool.
  bool in_contact() const;
  /// N, N m: wrench of the hands on the tool, at the tool point, base axes.
  Vector6 hand_wrench() const;
  /// Number of commands that write() ignored.
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
  std::optional<TorqueDrive> torque_;  ///< for Drive::kTorque
  WristSensor sensor_;
  Faults faults_;
  RobotState state_, reading_;
  JointVector q_interface_;
  Vector6 live_push_ = Vector6::Zero();
  double time_ = 0.0;
  long tick_ = 0;
  bool outdated_ = false;  ///< a command or a push has changed the next substep
  long rejected_commands_ = 0;
};

}  // namespace limber::sim
