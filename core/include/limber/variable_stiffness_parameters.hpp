/// @file
/// All parameters of the VariableStiffnessController as plain values with their defaults.
/// docs/configuration_variable_stiffness.md lists the YAML keys with the bounds of each; here each comment gives the
/// unit.
#pragma once

#include <string>
#include <vector>

#include "limber/admittance_parameters.hpp"
#include "limber/types.hpp"

namespace limber {

/// The path of the cycle. On the default path, both `link5` and `end_effector_link` of an OpenManipulator-X stay away
/// from singularities and joint limits.
struct CycleParameters {
  Vector3 start_position = Vector3(0.18, -0.08, 0.15);  ///< m, of the tip in the base: start of the path
  Vector3 end_position = Vector3(0.18, 0.08, 0.15);     ///< m, of the tip in the base: end of the path
  /// Of the tip in the base: roll, pitch, yaw in rad (as in URDF), or a quaternion x, y, z, w of unit length. With four
  /// or five joints only pitch is controlled.
  std::vector<double> orientation{0.0, 0.3, 0.0};
  double homing_duration = 5.0;  ///< s from the current pose to the start
  double move_duration = 10.0;   ///< s from start to end, and back
  double wait_duration = 2.0;    ///< s of waiting at either end
};

/// Stiffness and damping along the path; without a profile, the value of homing applies.
struct StiffnessParameters {
  Vector3 stiffness_homing = Vector3::Constant(30.0);  ///< N/m, along the axes of the base, also while waiting
  Vector3 stiffness_rot = Vector3::Constant(15.0);     ///< N m/rad, about the axes of the tool
  Vector3 damping_rot = Vector3::Constant(0.8);        ///< N m s/rad, about the axes of the tool
  Vector3 damping_default = Vector3::Constant(2.0);    ///< N s/m, along the axes of the base
  /// N/m/s, N m/rad/s, up and down; for damping a tenth of it, in N s/m/s and N m s/rad/s.
  double max_rise_rate = 50.0;

  /// @name Profiles
  /// Along the axes of the base over s from 0 to 1: two or more samples, evenly spaced, linear between; empty: as in
  /// homing.
  /// @{
  std::vector<double> stiffness_x;  ///< N/m
  std::vector<double> stiffness_y;  ///< N/m
  std::vector<double> stiffness_z;  ///< N/m
  std::vector<double> damping_x;    ///< N s/m
  std::vector<double> damping_y;    ///< N s/m
  std::vector<double> damping_z;    ///< N s/m
  /// @}
};

/// Validation of the path, and behaviour near a singularity.
struct PathParameters {
  /// The joints found for each point are the posture reference there; false: those of the start are.
  bool use_joint_space_trajectory = false;
  int num_trajectory_samples = 50;  ///< equal parts of the path; one more point is checked
  /// Smallest allowed singular value of the task Jacobian on a path, m and rad mixed.
  double min_manipulability_threshold = 0.02;
  double dls_damping_factor = 0.1;  ///< largest damping of the wrench, at a singular value of 0
  double dls_onset_factor = 1.5;    ///< times the threshold: damping starts below this value
};

/// Which waypoint is next.
enum class WaypointPolicy {
  kFifo,   ///< one after the other, in the order in which they were added
  kLatest  ///< the newest at once, instead of all others
};

/// How the arm goes to waypoints.
struct WaypointParameters {
  double blend_duration = 2.0;  ///< s to a waypoint, and back to the cycle; longer if the joints cannot follow
  WaypointPolicy policy = WaypointPolicy::kFifo;  ///< which one is next
};

/// A position to go to besides the cycle.
struct Waypoint {
  Vector3 p = Vector3::Zero();  ///< m, in the base; if `relative`, added to the target of the cycle when its turn comes
  bool relative = false;        ///< p is relative to the target of the cycle, along the axes of the base
};

/// Limits of the torques, and torques besides those of the law.
struct TorqueParameters {
  double scale = 200.0;              ///< motor counts per N m; used by the simulated drive, not by the controller
  std::vector<double> effort_limit;  ///< N m, N: one, or one per joint; empty: that of the URDF; the tighter applies
  /// N m/s: largest rate of change of a torque. If springs and joint walls reach this limit, it acts as a lag and
  /// shakes them. The default allows the full effort in 20 ms.
  double rate_limit = 200.0;
  double ramp_time = 1.0;                  ///< s over which all torques but gravity are ramped up
  std::vector<double> joint_damping;       ///< N m s/rad, of the gears: one, or one per joint; empty: that of the URDF
  double posture_stiffness = 2.0;          ///< N m/rad, in the null space of the task
  double posture_damping = 0.2;            ///< N m s/rad, likewise
  double wall_margin = 0.1;                ///< rad, m before a joint limit: start of a soft wall; 0: none
  Vector3 gravity = Vector3(0, 0, -9.81);  ///< m/s², in the base
};

/// Supervisor of a torque arm: `tracking` is the distance of the tool from its reference in m; overforce and overtorque
/// are off, because the contact estimate of a geared arm is coarse.
inline SupervisorParameters torque_supervisor_defaults() {
  SupervisorParameters s;
  s.tracking = 0.3;          // m of the tool from its reference
  s.overforce = kUnlimited;  // off by default
  s.overtorque = kUnlimited;
  return s;
}

/// All parameters of VariableStiffnessController.
struct VariableStiffnessParameters {
  std::string name = "variable_stiffness_controller";  ///< of the controller: its section in a YAML file
  std::vector<std::string> joints;                     ///< names, from base to tip; empty: all joints of the arm
  std::string root_link = "world";                     ///< must be the arm's base; empty: the arm's base
  std::string tip_link;                                ///< the controlled link, on the tool; empty: the arm's tip
  /// ROS only: the node that publishes the robot description.
  std::string robot_description_node = "/omx/robot_state_publisher";
  double update_rate = 500.0;      ///< Hz, nominal
  bool dynamic_parameters = true;  ///< whether config::set() takes changes with Change::kLive
  CycleParameters cycle;           ///< path and times
  StiffnessParameters stiffness;   ///< stiffness and damping along the path
  PathParameters path;             ///< validation of the path, singularities
  WaypointParameters waypoints;    ///< positions besides the cycle
  TorqueParameters torque;         ///< limits of torques, posture
  TankParameters tank;             ///< energy for a rising stiffness
  /// Faults. Only these are used: tracking, stale_timeout, max_late, max_overruns, count_lateness_only and overforce.
  SupervisorParameters supervisor = torque_supervisor_defaults();
  double tracking_orientation = 1.0;  ///< rad from the reference, about the controlled axes
};

}  // namespace limber
