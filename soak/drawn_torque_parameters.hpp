// Random parameters of the variable stiffness controller. The ranges are wide; all values are allowed.
#pragma once

#include <algorithm>
#include <vector>

#include "draw.hpp"
#include "limber/arm.hpp"
#include "limber/variable_stiffness_parameters.hpp"

namespace limber::soak {

inline std::vector<double> draw_profile(Draw& draw, double low, double high) {
  std::vector<double> profile(draw.chance(0.3) ? 0U : static_cast<std::size_t>(2 + draw.below(7)));
  for (double& value : profile) value = draw.chance(0.1) ? 0.0 : draw.scale(low, high);
  return profile;
}

inline Vector3 draw_three(Draw& draw, double low, double high) {
  return {draw.scale(low, high), draw.scale(low, high), draw.scale(low, high)};
}

inline StiffnessParameters draw_stiffness(Draw& draw) {
  StiffnessParameters s;
  s.stiffness_homing = draw_three(draw, 5.0, 300.0);
  s.stiffness_rot = draw_three(draw, 0.5, 30.0);
  s.damping_rot = draw_three(draw, 0.05, 2.0);
  s.damping_default = draw_three(draw, 0.5, 30.0);
  s.max_rise_rate = draw.scale(5.0, 5000.0);
  s.stiffness_x = draw_profile(draw, 5.0, 300.0);
  s.stiffness_y = draw_profile(draw, 5.0, 300.0);
  s.stiffness_z = draw_profile(draw, 5.0, 300.0);
  s.damping_x = draw_profile(draw, 0.5, 30.0);
  s.damping_z = draw_profile(draw, 0.5, 30.0);
  return s;
}

inline TorqueParameters draw_torque(Draw& draw, const Arm& arm) {
  TorqueParameters t;
  if (draw.chance(0.3)) t.effort_limit.assign(1, draw.scale(0.5, 100.0));
  if (draw.chance(0.2)) {
    t.effort_limit.clear();
    for (const Joint& joint : arm.joints()) t.effort_limit.push_back(joint.limits.effort * draw.between(0.3, 1.5));
  }
  t.rate_limit = draw.scale(20.0, 5000.0);
  t.ramp_time = draw.chance(0.1) ? 0.0 : draw.scale(0.01, 1.0);
  if (draw.chance(0.3)) t.joint_damping.assign(1, draw.scale(0.01, 1.0));
  t.posture_stiffness = draw.scale(0.1, 10.0);
  t.posture_damping = draw.scale(0.01, 1.0);
  t.wall_margin = draw.chance(0.2) ? 0.0 : draw.between(0.01, 0.2);
  return t;
}

inline SupervisorParameters draw_torque_supervisor(Draw& draw) {
  SupervisorParameters s = torque_supervisor_defaults();
  s.tracking = draw.chance(0.4) ? kUnlimited : draw.scale(0.05, 1.0);
  s.stale_timeout = draw.scale(0.03, 0.3);
  s.max_late = draw.between(1.5, 10.0);
  s.max_overruns = 1 + draw.below(6);
  s.count_lateness_only = draw.chance(0.3);
  if (draw.chance(0.3)) s.overforce = draw.scale(5.0, 200.0);
  return s;
}

inline void draw_times(Draw& draw, CycleParameters& c) {
  c.homing_duration = draw.scale(0.3, 4.0);
  c.move_duration = draw.scale(0.3, 4.0);
  c.wait_duration = draw.scale(0.1, 1.0);
}

inline TankParameters draw_torque_tank(Draw& draw) {
  return {draw.chance(0.8), draw.chance(0.3) ? 0.0 : draw.between(0.0, 2.0), draw.scale(0.001, 10.0)};
}

// All parameters except the path.
inline VariableStiffnessParameters draw_torque_parameters(Draw& draw, const Arm& arm) {
  VariableStiffnessParameters p;
  p.root_link = arm.base_name();
  p.update_rate = draw.scale(100.0, 1000.0);
  draw_times(draw, p.cycle);
  p.stiffness = draw_stiffness(draw);
  p.path.use_joint_space_trajectory = draw.chance(0.5);
  p.path.num_trajectory_samples = 1 + draw.below(20);
  p.path.min_manipulability_threshold = draw.scale(1e-4, 0.02);
  p.path.dls_onset_factor = draw.scale(1.0, 5.0);
  p.path.dls_damping_factor = draw.scale(0.01, 0.3);
  p.waypoints.blend_duration = draw.scale(0.1, 2.0);
  p.waypoints.policy = draw.chance(0.5) ? WaypointPolicy::kFifo : WaypointPolicy::kLatest;
  p.torque = draw_torque(draw, arm);
  p.tank = draw_torque_tank(draw);
  p.supervisor = draw_torque_supervisor(draw);
  p.tracking_orientation = draw.chance(0.4) ? kUnlimited : draw.scale(0.2, 3.0);
  return p;
}

// N m/s: a limit that walls and brakes reach acts as a lag and shakes them. This one allows the full effort in 20 ms.
inline double quick_rate(const Arm& arm) {
  double most = 0.0;
  for (const Joint& joint : arm.joints()) most = std::max(most, joint.limits.effort);
  return std::max(2000.0, most / 0.02);
}

// Springs and torques with which an arm can come to rest, and a cycle that waits after its next move.
inline VariableStiffnessParameters gentle(Draw& draw, const Arm& arm, VariableStiffnessParameters p) {
  p.stiffness = StiffnessParameters();
  p.stiffness.stiffness_homing = draw_three(draw, 30.0, 150.0);
  p.stiffness.damping_default = draw_three(draw, 3.0, 15.0);
  p.stiffness.max_rise_rate = 500.0;
  p.torque = TorqueParameters();
  p.torque.rate_limit = quick_rate(arm);
  p.tank.enabled = false;
  p.supervisor = torque_supervisor_defaults();
  p.supervisor.tracking = p.tracking_orientation = kUnlimited;
  p.cycle.move_duration = p.cycle.homing_duration = draw.between(1.0, 4.0);
  p.cycle.wait_duration = 3600.0;
  p.waypoints.blend_duration = draw.scale(0.3, 2.0);
  return p;
}

}  // namespace limber::soak
