// The parameters of a VariableStiffnessController, bound to an arm and in the form that the control thread uses: no
// strings, expensive work already done, the path validated. Handed over on the heap, because profiles and paths may
// have any length.
#pragma once

#include <cstdint>
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
  PathReport report;  // of the path: the result at each of its points, or why it is refused
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
  // Made for an inactive controller. If it is active when they arrive, another path or elbow waits for the next
  // activation.
  bool for_a_stand = false;
  std::uint64_t number = 0;  // of all that were handed in, from 1

  // The joints of the path at s, or those of its start if the posture does not follow the path.
  JointVector posture_at(double s) const noexcept;
};

// Throws ArmError if a parameter is out of its bounds, or a name or a count does not fit the arm. A path that cannot be
// followed is no exception: `report` says why, and activation refuses it. `near`: joints whose elbow the path should
// have.
VariableStiffnessSettings bind(const Arm& arm, const VariableStiffnessParameters& parameters,
                               const std::optional<JointVector>& near = std::nullopt);

// N m or N of each joint: the limit of the URDF, and no more than effort_limit. Throws ArmError if neither is given.
JointVector effort_limits(const Arm& arm, const VariableStiffnessParameters& parameters);

// Settings that a running controller may take instead of `running`. Throws ArmError if they do not fit the arm, if the
// path cannot be followed, or if it is another path.
VariableStiffnessSettings rebind(const Arm& arm, const VariableStiffnessParameters& parameters,
                                 const VariableStiffnessSettings& running);

// Whether both move the same tool along the same path with the same elbow.
bool same_path(const VariableStiffnessSettings& a, const VariableStiffnessSettings& b) noexcept;

// Whether the tool can be at p_B with the orientation of the path, searched from `start`, within the joint limits.
// Bounded, for any thread.
bool can_reach(const Arm& arm, const VariableStiffnessSettings& settings, const Vector3& p_B,
               const JointVector& start) noexcept;

// Whether the straight way from the pose at q to the start of the path stays within the joint limits and arrives with
// the elbow of the path. Bounded, no allocation: for activation.
bool can_home_straight(const Arm& arm, const VariableStiffnessSettings& settings, const JointVector& q) noexcept;

// The arm that these parameters name, from a URDF. If the URDF has their links only without the common prefix of
// joints, root_link and tip_link (robot1_link5, robot1_joint1), it is read with that prefix. Throws ArmError.
Arm load_arm(const std::string& urdf_path, const VariableStiffnessParameters& parameters);

// "robot1_" for robot1_world, robot1_link5 and robot1_joint1; "" if there is none.
std::string name_prefix(const VariableStiffnessParameters& parameters);

}  // namespace limber
