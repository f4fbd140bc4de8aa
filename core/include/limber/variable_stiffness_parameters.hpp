/// @file
/// Every parameter of the VariableStiffnessController, as plain values with the documents' defaults. The YAML keys are
/// those of config/variable_stiffness_schema.cpp; each value here has the unit of its comment.
#pragma once

#include <string>
#include <vector>

#include "limber/admittance_parameters.hpp"
#include "limber/types.hpp"

namespace limber {

/// Where the cycle goes. On this path both `link5` and `end_effector_link` of an OpenManipulator-X stay away from
/// singularities and joint limits.
struct CycleParameters {
  Vector3 start_position = Vector3(0.18, -0.08, 0.15);  ///< m, of the tip in the base
  Vector3 end_position = Vector3(0.18, 0.08, 0.15);     // m
  /// Of the tip in the base: roll, pitch, yaw in rad (as in URDF), or a quaternion x, y, z, w of unit length.
  std::vector<double> orientation{0.0, 0.3, 0.0};
  double homing_duration = 5.0;  ///< s
  double move_duration = 10.0;   // s
  double wait_duration = 2.0;    // s
};

/// Stiffness and damping along the way; what has no profile keeps the value of homing.
struct StiffnessParameters {
  Vector3 stiffness_homing = Vector3::Constant(30.0);  ///< N/m, also while it waits
  Vector3 stiffness_rot = Vector3::Constant(15.0);     // N m/rad, about the tool's axes
  Vector3 damping_rot = Vector3::Constant(0.8);        // N m s/rad
  Vector3 damping_default = Vector3::Constant(2.0);    // N s/m
  double max_rise_rate = 50.0;                         // N/m/s, N m/rad/s, up and down
  /// N/m and N s/m over s from 0 to 1, evenly spaced, linear between; empty: as in homing.
  std::vector<double> stiffness_x, stiffness_y, stiffness_z;
  std::vector<double> damping_x, damping_y, damping_z;
};

struct PathParameters {
  bool use_joint_space_trajectory = false;     // the joints found for each point are the posture there
  int num_trajectory_samples = 50;             // points checked are one more
  double min_manipulability_threshold = 0.02;  ///< smallest singular value of the task's Jacobian, m and rad mixed
  double dls_damping_factor = 0.1;             // largest damping, reached where that value is 0
  double dls_onset_factor = 1.5;               // times the threshold: damping starts below that
};

enum class WaypointPolicy { kFifo, kLatest };

struct WaypointParameters {
  double blend_duration = 2.0;  ///< s
  WaypointPolicy policy = WaypointPolicy::kFifo;
};

/// A place to go to beside the cycle.
struct Waypoint {
  Vector3 p = Vector3::Zero();  ///< m, in the base; if `relative`, added to the cycle's target when its turn comes
  bool relative = false;
};

struct TorqueParameters {
  double scale = 200.0;              // counts per N m: for the hardware's shell, never applied here
  std::vector<double> effort_limit;  ///< N m, one or one a joint; empty: the URDF's; the tighter wins
  /// N m/s. A limit that springs and joint walls reach is a lag that shakes them: this is the whole effort in 20 ms.
  double rate_limit = 200.0;
  double ramp_time = 1.0;                  // s over which all but gravity comes in
  std::vector<double> joint_damping;       // N m s/rad, one or one a joint; empty: the URDF's
  double posture_stiffness = 2.0;          // N m/rad, in what the task leaves free
  double posture_damping = 0.2;            // N m s/rad
  double wall_margin = 0.1;                // rad, m before a joint limit where a soft wall begins; 0: none
  Vector3 gravity = Vector3(0, 0, -9.81);  ///< m/s², in the base
};

inline SupervisorParameters torque_supervisor_defaults() {
  SupervisorParameters s;
  s.tracking = 0.3;          // m of the tool from its reference
  s.overforce = kUnlimited;  ///< the contact estimate of a geared arm is coarse: off unless asked for
  s.overtorque = kUnlimited;
  return s;
}

struct VariableStiffnessParameters {
  std::string name = "variable_stiffness_controller";
  std::vector<std::string> joints;  ///< empty: every joint of the arm
  std::string root_link = "world";
  std::string tip_link;  ///< empty: the arm's tip
  std::string robot_description_node = "/omx/robot_state_publisher";
  double update_rate = 500.0;  ///< Hz, nominal
  bool dynamic_parameters = true;
  CycleParameters cycle;
  StiffnessParameters stiffness;
  PathParameters path;
  WaypointParameters waypoints;
  TorqueParameters torque;
  TankParameters tank;
  SupervisorParameters supervisor = torque_supervisor_defaults();
  double tracking_orientation = 1.0;  ///< rad of the tool from its reference, as far as the task holds it
};

}  // namespace limber
