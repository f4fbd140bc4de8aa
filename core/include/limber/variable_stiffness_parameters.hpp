/// @file
/// Every parameter of the VariableStiffnessController, as plain values with the documents' defaults. The YAML keys are
/// those of docs/configuration_variable_stiffness.md, with the bounds of each; each value here has the unit of its
/// comment.
#pragma once

#include <string>
#include <vector>

#include "limber/admittance_parameters.hpp"
#include "limber/types.hpp"

namespace limber {

/// Where the cycle goes. On this path both `link5` and `end_effector_link` of an OpenManipulator-X stay away from
/// singularities and joint limits.
struct CycleParameters {
  Vector3 start_position = Vector3(0.18, -0.08, 0.15);  ///< m, of the tip in the base: where the cycle starts
  Vector3 end_position = Vector3(0.18, 0.08, 0.15);     ///< m, of the tip in the base: where it turns back
  /// Of the tip in the base: roll, pitch, yaw in rad (as in URDF), or a quaternion x, y, z, w of unit length.
  /// Four or five joints keep its pitch only.
  std::vector<double> orientation{0.0, 0.3, 0.0};
  double homing_duration = 5.0;  ///< s from where the arm is to the start
  double move_duration = 10.0;   ///< s from start to end, and back
  double wait_duration = 2.0;    ///< s that it waits at either
};

/// Stiffness and damping along the way; what has no profile keeps the value of homing.
struct StiffnessParameters {
  Vector3 stiffness_homing = Vector3::Constant(30.0);  ///< N/m, along the base's axes, also while it waits
  Vector3 stiffness_rot = Vector3::Constant(15.0);     ///< N m/rad, about the tool's axes
  Vector3 damping_rot = Vector3::Constant(0.8);        ///< N m s/rad, about the tool's axes
  Vector3 damping_default = Vector3::Constant(2.0);    ///< N s/m, along the base's axes
  /// N/m/s, N m/rad/s, up and down; of damping a tenth of it, in N s/m/s and N m s/rad/s.
  double max_rise_rate = 50.0;

  /// @name Profiles
  /// Along the base's axes over s from 0 to 1: two samples or more, evenly spaced, linear between; empty: as in homing.
  /// @{
  std::vector<double> stiffness_x;  ///< N/m
  std::vector<double> stiffness_y;  ///< N/m
  std::vector<double> stiffness_z;  ///< N/m
  std::vector<double> damping_x;    ///< N s/m
  std::vector<double> damping_y;    ///< N s/m
  std::vector<double> damping_z;    ///< N s/m
  /// @}
};

/// How the path is validated, and what is done near a singularity.
struct PathParameters {
  /// The joints found for each point are the posture there; false: those of the start are.
  bool use_joint_space_trajectory = false;
  int num_trajectory_samples = 50;  ///< equal parts of the path; points checked are one more
  /// Least singular value of the task's Jacobian that a path may have, m and rad mixed.
  double min_manipulability_threshold = 0.02;
  double dls_damping_factor = 0.1;  ///< largest damping of the wrench, reached if that value is 0
  double dls_onset_factor = 1.5;    ///< times the threshold: damping starts below that
};

/// Which waypoint is next.
enum class WaypointPolicy {
  kFifo,   ///< one after the other, in the order in which they were handed in
  kLatest  ///< the newest at once, in place of all others
};

/// How waypoints are gone to.
struct WaypointParameters {
  double blend_duration = 2.0;  ///< s to a waypoint, and back to the cycle; longer if the joints cannot follow
  WaypointPolicy policy = WaypointPolicy::kFifo;  ///< which one is next
};

/// A place to go to beside the cycle.
struct Waypoint {
  Vector3 p = Vector3::Zero();  ///< m, in the base; if `relative`, added to the cycle's target when its turn comes
  bool relative = false;        ///< p is counted from the cycle's target, along the base's axes
};

/// Torques: their limits, and those beside the law's.
struct TorqueParameters {
  double scale = 200.0;              ///< counts per N m: for the hardware's shell, never applied here
  std::vector<double> effort_limit;  ///< N m, N: one or one a joint; empty: the URDF's; the tighter wins
  /// N m/s: fastest change of a torque. A limit that springs and joint walls reach is a lag that shakes them: this is
  /// the whole effort in 20 ms.
  double rate_limit = 200.0;
  double ramp_time = 1.0;                  ///< s over which all but gravity comes in
  std::vector<double> joint_damping;       ///< N m s/rad, of the joints' gears: one or one a joint; empty: the URDF's
  double posture_stiffness = 2.0;          ///< N m/rad, in what the task leaves free
  double posture_damping = 0.2;            ///< N m s/rad, likewise
  double wall_margin = 0.1;                ///< rad, m before a joint limit at which a soft wall begins; 0: none
  Vector3 gravity = Vector3(0, 0, -9.81);  ///< m/s², in the base
};

/// Supervisor of a torque arm: `tracking` is m of the tool from its reference; overforce and overtorque are off,
/// because the contact estimate of a geared arm is coarse.
inline SupervisorParameters torque_supervisor_defaults() {
  SupervisorParameters s;
  s.tracking = 0.3;          // m of the tool from its reference
  s.overforce = kUnlimited;  // off unless asked for
  s.overtorque = kUnlimited;
  return s;
}

/// Every parameter of VariableStiffnessController.
struct VariableStiffnessParameters {
  std::string name = "variable_stiffness_controller";  ///< of the controller: its section in a YAML file
  std::vector<std::string> joints;                     ///< names, from base to tip; empty: every joint of the arm
  std::string root_link = "world";                     ///< must be the arm's base; empty: the arm's base
  std::string tip_link;                                ///< the link that is led, on the tool; empty: the arm's tip
  /// ROS only: the node that publishes the robot's description.
  std::string robot_description_node = "/omx/robot_state_publisher";
  double update_rate = 500.0;      ///< Hz, nominal
  bool dynamic_parameters = true;  ///< whether config::set() takes changes with Change::kLive
  CycleParameters cycle;           ///< where it goes, and when
  StiffnessParameters stiffness;   ///< stiffness and damping along the way
  PathParameters path;             ///< validation of the path, singularities
  WaypointParameters waypoints;    ///< places beside the cycle
  TorqueParameters torque;         ///< limits of torques, posture
  TankParameters tank;             ///< energy for a rising stiffness
  /// Faults. Of these act: tracking, stale_timeout, max_late, max_overruns, count_lateness_only and overforce.
  SupervisorParameters supervisor = torque_supervisor_defaults();
  double tracking_orientation = 1.0;  ///< rad of the tool from its reference, as far as the task holds it
};

}  // namespace limber
