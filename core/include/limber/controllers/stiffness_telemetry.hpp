// One record a cycle of the variable stiffness controller; its field names are the same in CSV, ROS messages and
// everything that shows or stores it.
#pragma once

#include <cstdint>

#include "limber/controllers/telemetry.hpp"
#include "limber/motion/homing_cycle.hpp"

namespace limber {

struct StiffnessTelemetry : CycleTelemetry {  // q_command, qd_command: the posture reference
  CyclePhase phase = CyclePhase::kInit;
  double s = 0.0;                                     // 0..1 along the path
  Vector3 p_measured = Vector3::Zero();               // m, the tip in the base
  Quaternion q_orientation = Quaternion::Identity();  // of the tip in the base, measured
  Vector3 p_reference = Vector3::Zero();              // m
  Vector6 twist_reference = Vector6::Zero();          // m/s, rad/s in the base
  Vector6 error = Vector6::Zero();                    // e: m in the base, rad about the tool's axes; 0 where off
  Vector6 error_rate = Vector6::Zero();               // ė
  double position_error = 0.0;                        // m
  Vector6 wrench = Vector6::Zero();                   // N, N m: K∘e + D ė after the filter, in the same axes
  Vector6 stiffness = Vector6::Zero();                // N/m, N m/rad in use
  Vector6 damping = Vector6::Zero();                  // N s/m, N m s/rad in use
  JointVector torque;                                 // N m, commanded
  JointVector torque_gravity;                         // N m
  JointVector torque_measured;                        // N m, NaN where the robot does not say
  double torque_ramp = 0.0;                           // 0..1
  double torque_share = 1.0;                          // 0..1 of the wrench's torque within the effort limits
  double smallest_singular_value = 0.0;               // of the task's Jacobian
  double dls_damping = 0.0;                           // λ
  Vector6 contact = Vector6::Zero();                  // N, N m in the base: estimate of what the world does to the tool
  bool contact_valid = false;
  std::int64_t waypoints_taken = 0;    // handed in, and kept
  std::int64_t waypoints_refused = 0;  // a full queue, or out of reach
  std::int64_t waypoints_queued = 0;   // waiting now
  bool waypoint_active = false;
  double tank_level = 0.0;    // J
  double tank_inflow = 0.0;   // W
  double tank_outflow = 0.0;  // W
  bool tank_waits = false;    // a stiffness waits for it
  LimitSet limited;
  double speed_scaling = 1.0;  // 0..1: the share of its speed that the robot allows itself
};

// Calls visit(name, value) for every number of a record, in a fixed order, as for Telemetry.
template <typename Visitor>
void for_each_field(const StiffnessTelemetry& t, Visitor&& visit) {
  using namespace telemetry_fields;
  visit_cycle(t, visit);
  visit(std::string("phase"), static_cast<double>(t.phase));
  visit(std::string("s"), t.s);
  visit_axes("p_measured", t.p_measured, visit);
  visit(std::string("q_orientation.w"), t.q_orientation.w());
  visit_axes("q_orientation", Vector3(t.q_orientation.vec()), visit);
  visit_axes("p_reference", t.p_reference, visit);
  visit_axes("twist_reference", t.twist_reference, visit);
  visit_axes("error", t.error, visit);
  visit_axes("error_rate", t.error_rate, visit);
  visit(std::string("position_error"), t.position_error);
  visit_axes("wrench", t.wrench, visit);
  visit_axes("stiffness", t.stiffness, visit);
  visit_axes("damping", t.damping, visit);
  visit_joints("torque", t.torque, visit);
  visit_joints("torque_gravity", t.torque_gravity, visit);
  visit_joints("torque_measured", t.torque_measured, visit);
  visit(std::string("torque_ramp"), t.torque_ramp);
  visit(std::string("torque_share"), t.torque_share);
  visit(std::string("smallest_singular_value"), t.smallest_singular_value);
  visit(std::string("dls_damping"), t.dls_damping);
  visit_axes("contact", t.contact, visit);
  visit(std::string("contact_valid"), t.contact_valid ? 1.0 : 0.0);
  visit(std::string("waypoints.taken"), static_cast<double>(t.waypoints_taken));
  visit(std::string("waypoints.refused"), static_cast<double>(t.waypoints_refused));
  visit(std::string("waypoints.queued"), static_cast<double>(t.waypoints_queued));
  visit(std::string("waypoints.active"), t.waypoint_active ? 1.0 : 0.0);
  visit(std::string("tank.level"), t.tank_level);
  visit(std::string("tank.inflow"), t.tank_inflow);
  visit(std::string("tank.outflow"), t.tank_outflow);
  visit(std::string("tank.waits"), t.tank_waits ? 1.0 : 0.0);
  visit(std::string("limited"), static_cast<double>(t.limited.bits));
  visit(std::string("speed_scaling"), t.speed_scaling);
}

}  // namespace limber
