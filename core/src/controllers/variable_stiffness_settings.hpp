// The parameters of a VariableStiffnessController, bound to an arm and in the form the control thread uses: no strings,
// everything expensive already done, the path validated. Handed over whole, on the heap, since profiles and paths may
// be of any length.
#pragma once

#include <optional>
#include <string>

#include "arm/task_path.hpp"
#include "limber/arm.hpp"
#include "limber/variable_stiffness_parameters.hpp"
#include "math/task_axes.hpp"
#include "motion/homing_cycle.hpp"
#include "safety/motion_limits.hpp"

namespace limber {

struct VariableStiffnessSettings {
  TaskRotation rotation = TaskRotation::kPitch;
  Frame tip;
  CyclePath path;
  CycleTimes times;
  PathReport report;  // of the path: what was found at each of its points, or why it is refused
  StiffnessParameters stiffness;
  PathParameters singularity;
  WaypointParameters waypoints;
  TankParameters tank;
  SupervisorParameters supervisor;
  double tracking_orientation = 0.0;  // rad
  double nominal_period = 0.002;      // s
  JointBounds joints;
  JointVector effort_limit;        // N m
  JointVector joint_damping;       // N m s/rad
  double torque_rate = 0.0;        // N m/s
  double ramp_time = 0.0;          // s
  double posture_stiffness = 0.0;  // N m/rad
  double posture_damping = 0.0;    // N m s/rad
  double wall_margin = 0.0;        // rad, m
  Vector3 gravity = Vector3::Zero();
  // Made for a controller that stood. If it runs by the time they reach it, another path or elbow waits until it is
  // activated again.
  bool for_a_stand = false;

  // The joints of the path at s, or of its start where the posture does not follow it.
  JointVector posture_at(double s) const noexcept;
};

// Throws ArmError where a name or a count does not fit the arm. A path that cannot be followed is no exception: it is
// in `report`, and activation refuses it. `near`: joints whose elbow the path's joints should have.
VariableStiffnessSettings bind(const Arm& arm, const VariableStiffnessParameters& parameters,
                               const std::optional<JointVector>& near = std::nullopt);

// N m or N of each joint: the URDF's, and no more than effort_limit. Throws ArmError where neither gives one.
JointVector effort_limits(const Arm& arm, const VariableStiffnessParameters& parameters);

// What a running controller may take in place of `running`. Throws ArmError where they do not fit the arm, where the
// path cannot be followed, or where it is another one.
VariableStiffnessSettings rebind(const Arm& arm, const VariableStiffnessParameters& parameters,
                                 const VariableStiffnessSettings& running);

// Whether both lead the same tool along the same path with the same elbow.
bool same_path(const VariableStiffnessSettings& a, const VariableStiffnessSettings& b) noexcept;

// Whether the tool can be at p_B with the path's orientation, from joints near `start`, within their limits. Bounded,
// for any thread.
bool can_reach(const Arm& arm, const VariableStiffnessSettings& settings, const Vector3& p_B,
               const JointVector& start) noexcept;

// Whether the straight way from where the tool is with joints q to the start of the path stays within joint limits and
// arrives with the path's elbow. Bounded, no allocation: for activation.
bool can_home_straight(const Arm& arm, const VariableStiffnessSettings& settings, const JointVector& q) noexcept;

// The arm these parameters name, from a URDF. Where the URDF does not have their links but has them without the prefix
// that joints, root_link and tip_link share (robot1_link5, robot1_joint1), it is read with that prefix. Throws
// ArmError.
Arm load_arm(const std::string& urdf_path, const VariableStiffnessParameters& parameters);

// "robot1_" of robot1_world, robot1_link5 and robot1_joint1; "" where there is none.
std::string name_prefix(const VariableStiffnessParameters& parameters);

}  // namespace limber
