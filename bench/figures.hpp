// What is measured. Each adds its lines to the report; `share` (0..1) of the full number of calls is made.
#pragma once

#include "limber/admittance_parameters.hpp"
#include "limber/arm/arm.hpp"
#include "report.hpp"

namespace limber::bench {

void measure_cycle_back_to_back(Report& report, double share);
void measure_cycle_paced(Report& report, double share);
void measure_parts(Report& report, double share);
void measure_simulation(Report& report, double share);

inline Arm ur5e() { return Arm::from_urdf_file(LIMBER_SOURCE_DIR "/robots/ur5e.urdf", "base_link", "tool0"); }

// rad: the tool points down in front of the arm.
inline JointVector ready_posture() { return JointVector{{0.1, -1.4, 1.6, -1.8, -1.5, 0.2}}; }

// A spring on all six axes, in the frame of the tool, with a filter: every part of the cycle has work to do.
inline AdmittanceParameters on_springs() {
  AdmittanceParameters p;
  p.ft_frame = "ft_frame";
  p.compliance.mass = Vector6(5, 5, 5, 0.5, 0.5, 0.5).asDiagonal();
  p.compliance.stiffness = Vector6(200, 200, 200, 10, 20, 30).asDiagonal();
  p.wrench.filter_cutoff = 30.0;
  p.wrench.tool_mass = 0.5;
  p.supervisor.overforce = p.supervisor.overtorque = kUnlimited;
  return p;
}

}  // namespace limber::bench
