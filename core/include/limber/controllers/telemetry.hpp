// One record a cycle: state, wrench at each stage, law terms, what was limited and why, faults, times. Its field names
// are the same in CSV, ROS messages and everything that shows or stores it.
#pragma once

#include <cstdint>

#include "limber/compliance/passive_law.hpp"
#include "limber/safety/fault.hpp"
#include "limber/safety/limit_report.hpp"
#include "limber/safety/supervisor.hpp"
#include "limber/types.hpp"

namespace limber {

// What every controller records.
struct CycleTelemetry {
  double time = 0.0;    // s
  double period = 0.0;  // s, as stepped
  std::int64_t cycle = 0;
  SupervisorState state = SupervisorState::kInactive;
  FaultCode fault = FaultCode::kNone;
  std::int64_t overruns = 0;
  JointVector q, qd;                  // measured
  JointVector q_command, qd_command;  // rad, rad/s
};

struct Telemetry : CycleTelemetry {
  Vector3 p_command = Vector3::Zero();                // m, C in the base as commanded
  Quaternion q_orientation = Quaternion::Identity();  // of C in the base as commanded
  Vector6 twist_command = Vector6::Zero();            // of C in the base
  Vector3 p_reference = Vector3::Zero();              // m, R in the base
  Quaternion q_reference = Quaternion::Identity();    // of R in the base
  Quaternion q_axes = Quaternion::Identity();         // C's axes in the base: the law's, and of all that is "at C"
  Vector6 wrench_raw = Vector6::Zero();               // N, N m at S
  Vector6 wrench_external = Vector6::Zero();          // bias and weight removed, at S
  Vector6 wrench_filtered = Vector6::Zero();          // at S
  Vector6 wrench_compliance = Vector6::Zero();        // at C
  Vector6 wrench_control = Vector6::Zero();           // F_control at C
  bool contact = false;                               // a press feels what it presses on
  std::int64_t contacts_lost = 0;                     // by presses so far, faults or not
  Vector6 wrench_law = Vector6::Zero();               // what the law received
  Vector6 error = Vector6::Zero();                    // e: m, rad, in C's axes
  Vector6 error_rate = Vector6::Zero();               // ė
  Vector6 wrench_spring = Vector6::Zero();            // K∘e
  Vector6 wrench_damping = Vector6::Zero();           // D ė, the guard's damping included
  Vector6 guard_damping = Vector6::Zero();            // N s/m, N m s/rad: what the contact guard adds to D
  Vector6 stiffness = Vector6::Zero();                // N/m, N m/rad: the diagonal of K as it is now
  double stiffness_ramp = 0.0;                        // 0..1
  EnergyAccount energy;                               // J
  double tank_level = 0.0;                            // J
  double tank_inflow = 0.0;                           // W
  double tank_outflow = 0.0;                          // W
  LimitSet limited;
  LimitSet conflicts;
  double smallest_singular_value = 0.0;  // of the scaled Jacobian (arm/conditioning.hpp)
  double posture_error = 0.0;            // rad, m: of the joint that is farthest from its posture; 0 with six or fewer
  double posture_velocity = 0.0;         // rad/s, m/s: of the joint that moves fastest without moving the tool
  double speed_scaling = 1.0;            // 0..1: the share of its speed that the robot allows itself
};

// Calls visit(name, value) for every number of a record, in a fixed order; vectors give one call an element, named
// name.0, name.1 or with the axis, e.g. error.x and error.rx.
template <typename Visitor>
void for_each_field(const Telemetry& t, Visitor&& visit);

}  // namespace limber

#include "limber/controllers/telemetry_fields.hpp"
