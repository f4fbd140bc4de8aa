/// @file
/// Response of a torque-driven joint: the torque is rounded to whole counts of current, limited to the effort limit,
/// and acts some cycles later; the servo reports the applied torque. The joint has a rotor behind its gear:
///
///   (M(q) + armature) q̈ + c(q, q̇) + g(q) + damping q̇ + friction sign(q̇) = τ + Jᵀ F
///
/// The defaults are those of a Dynamixel XM430-W350.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numbers>
#include <random>
#include <vector>

#include "limber/arm.hpp"
#include "limber/types.hpp"

namespace limber::sim {

/// Steps of an XM430-W350: 200 counts per N m (torque_scale), 4096 counts per turn, 0.229 rev/min per count.
inline constexpr double kXm430EffortStep = 1.0 / 200.0;                              ///< N m per count
inline constexpr double kXm430PositionStep = 2.0 * std::numbers::pi / 4096.0;        ///< rad per count
inline constexpr double kXm430VelocityStep = 0.229 * 2.0 * std::numbers::pi / 60.0;  ///< rad/s per count

/// Motors and gears of a torque-driven arm. Vectors have one number per joint, one for all, or none for the default.
struct TorqueDriveParameters {
  /// kg m² (kg for prismatic joints): rotor inertia behind the gear. Default 0.0125: a rotor of 1 g cm², typical for
  /// coreless motors of this size, times 353.5². (ROBOTIS publishes none. The ROBOTIS OP3 in MuJoCo Menagerie, with
  /// such servos, has 0.045.)
  JointVector armature{};
  JointVector damping{};                  ///< N m s/rad (N s/m). Default: `<dynamics damping>` of the URDF
  JointVector friction{};                 ///< N m (N), Coulomb friction. Default: none
  JointVector effort_limit{};             ///< N m (N), both directions. Default: `<limit effort>` of the URDF
  double effort_step = kXm430EffortStep;  ///< N m (N) per count of current; 0: any torque
  int delay = 1;                          ///< cycles from write() until the torque acts; 0: in the following cycle
  double effort_noise = 0.0;              ///< N m (N), standard deviation of each reading
};

/// The parameters for an arm, one number per joint.
struct TorqueJoints {
  JointVector armature;      ///< kg m² (kg for prismatic joints)
  JointVector damping;       ///< N m s/rad (N s/m)
  JointVector friction;      ///< N m (N)
  JointVector effort_limit;  ///< N m (N), both directions
};
/// The parameters with their defaults, one number per joint. Throws SimulationError.
TorqueJoints torque_joints(const Arm& arm, const TorqueDriveParameters& parameters);

/// The motors: torques in flight from write() to the joints.
class TorqueDrive {
 public:
  /// At zero torque; `seed`: of the noise of its readings. Throws SimulationError.
  TorqueDrive(const Arm& arm, const TorqueDriveParameters& parameters, std::uint64_t seed);

  /// Applies this torque (N m or N), not rounded, until a command acts: for the time before the first cycle.
  void hold(const JointVector& torque);
  /// A torque (N m or N) from the next cycle on, after the delay. False if it is not one finite number per joint; then
  /// the previous one continues.
  bool command(const JointVector& effort);
  /// Starts a cycle: torques in flight come one cycle closer.
  void advance();
  /// The acting torque: N m or N.
  const JointVector& applied() const { return in_flight_[oldest_]; }
  /// The reported torque (N m or N), with new noise.
  JointVector reading();

 private:
  double effort_step_, noise_;
  JointVector limit_;  ///< a whole number of counts
  JointVector newest_;
  std::vector<JointVector> in_flight_;  ///< a ring of the torques of the last cycles
  std::size_t oldest_ = 0;
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
};

}  // namespace limber::sim
