/// @file
/// How a torque-driven joint answers a command: the torque is rounded to whole counts of current, kept within the
/// effort limit, and acts some cycles later; the servo tells what it applies. The joint it acts on has a rotor behind
/// its gear,
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

/// Steps of an XM430-W350: torque_scale is 200 counts to the N m, 4096 counts to the turn, 0.229 rev/min to the count.
inline constexpr double kXm430EffortStep = 1.0 / 200.0;                              ///< N m a count
inline constexpr double kXm430PositionStep = 2.0 * std::numbers::pi / 4096.0;        ///< rad a count
inline constexpr double kXm430VelocityStep = 0.229 * 2.0 * std::numbers::pi / 60.0;  ///< rad/s a count

/// Motors and gears of a torque-driven arm. Vectors have one number for each joint, or one for all of them, or none for
/// the default.
struct TorqueDriveParameters {
  /// kg m² (kg on a slide): the rotor seen through the gear. Default 0.0125: a rotor of 1 g cm², as coreless motors of
  /// this size have, times 353.5². (ROBOTIS publishes none. MuJoCo Menagerie's ROBOTIS OP3, of such servos, has 0.045.)
  JointVector armature{};
  JointVector damping{};                  ///< N m s/rad (N s/m). Default: the URDF's `<dynamics damping>`
  JointVector friction{};                 ///< N m (N), Coulomb's. Default: none
  JointVector effort_limit{};             ///< N m (N), either way. Default: the URDF's `<limit effort>`
  double effort_step = kXm430EffortStep;  ///< N m (N) a count of current; 0: any torque
  int delay = 1;              ///< cycles, from write() until the torque acts; 0: in the cycle that follows it
  double effort_noise = 0.0;  ///< N m (N), standard deviation of each joint's reading
};

/// What the parameters come to for an arm, a number for each joint.
struct TorqueJoints {
  JointVector armature;      ///< kg m² (kg on a slide)
  JointVector damping;       ///< N m s/rad (N s/m)
  JointVector friction;      ///< N m (N)
  JointVector effort_limit;  ///< N m (N), either way
};
/// The parameters with their defaults, a number for each joint. Throws SimulationError.
TorqueJoints torque_joints(const Arm& arm, const TorqueDriveParameters& parameters);

/// The motors: torques on their way from write() to the joints.
class TorqueDrive {
 public:
  /// At zero torque; `seed` of the noise of its readings. Throws SimulationError.
  TorqueDrive(const Arm& arm, const TorqueDriveParameters& parameters, std::uint64_t seed);

  /// Applies this torque (N m or N), unrounded, until a command acts: whatever held the arm before the first cycle.
  void hold(const JointVector& torque);
  /// A torque (N m or N) from the next cycle on, by the delay. False, and the last one goes on, if it is not a finite
  /// number a joint.
  bool command(const JointVector& effort);
  /// A cycle begins: torques come one cycle nearer to acting.
  void advance();
  /// The torque that acts now: N m or N.
  const JointVector& applied() const { return in_flight_[oldest_]; }
  /// What the servo tells of the torque it applies (N m or N), with fresh noise.
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
