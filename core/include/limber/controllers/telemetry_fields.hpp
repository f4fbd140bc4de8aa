// The names of telemetry's numbers, in one place.
#pragma once

#include <array>
#include <string>

#include "limber/controllers/telemetry.hpp"

namespace limber {

namespace telemetry_fields {

inline constexpr std::array<const char*, 6> kAxes{"x", "y", "z", "rx", "ry", "rz"};

template <typename Vector, typename Visitor>
void visit_axes(const std::string& name, const Vector& v, Visitor& visit) {
  for (Eigen::Index i = 0; i < v.size(); ++i) visit(name + "." + kAxes[static_cast<std::size_t>(i)], v[i]);
}

template <typename Visitor>
void visit_joints(const std::string& name, const JointVector& v, Visitor& visit) {
  for (Eigen::Index i = 0; i < v.size(); ++i) visit(name + "." + std::to_string(i + 1), v[i]);
}

template <typename Visitor>
void visit_cycle(const CycleTelemetry& t, Visitor& visit) {
  visit(std::string("time"), t.time);
  visit(std::string("period"), t.period);
  visit(std::string("cycle"), static_cast<double>(t.cycle));
  visit(std::string("state"), static_cast<double>(t.state));
  visit(std::string("fault"), static_cast<double>(t.fault));
  visit(std::string("overruns"), static_cast<double>(t.overruns));
  visit_joints("q", t.q, visit);
  visit_joints("qd", t.qd, visit);
  visit_joints("q_command", t.q_command, visit);
  visit_joints("qd_command", t.qd_command, visit);
}

}  // namespace telemetry_fields

template <typename Visitor>
void for_each_field(const Telemetry& t, Visitor&& visit) {
  using namespace telemetry_fields;
  visit_cycle(t, visit);
  visit_axes("p_command", t.p_command, visit);
  visit(std::string("q_orientation.w"), t.q_orientation.w());
  visit_axes("q_orientation", Vector3(t.q_orientation.vec()), visit);
  visit_axes("twist_command", t.twist_command, visit);
  visit_axes("p_reference", t.p_reference, visit);
  visit(std::string("q_reference.w"), t.q_reference.w());
  visit_axes("q_reference", Vector3(t.q_reference.vec()), visit);
  visit(std::string("q_axes.w"), t.q_axes.w());
  visit_axes("q_axes", Vector3(t.q_axes.vec()), visit);
  visit_axes("wrench_raw", t.wrench_raw, visit);
  visit_axes("wrench_external", t.wrench_external, visit);
  visit_axes("wrench_filtered", t.wrench_filtered, visit);
  visit_axes("wrench_compliance", t.wrench_compliance, visit);
  visit_axes("wrench_control", t.wrench_control, visit);
  visit(std::string("contact"), t.contact ? 1.0 : 0.0);
  visit(std::string("contacts_lost"), static_cast<double>(t.contacts_lost));
  visit_axes("wrench_law", t.wrench_law, visit);
  visit_axes("error", t.error, visit);
  visit_axes("error_rate", t.error_rate, visit);
  visit_axes("wrench_spring", t.wrench_spring, visit);
  visit_axes("wrench_damping", t.wrench_damping, visit);
  visit_axes("guard_damping", t.guard_damping, visit);
  visit_axes("stiffness", t.stiffness, visit);
  visit(std::string("stiffness_ramp"), t.stiffness_ramp);
  visit(std::string("energy.stored"), t.energy.stored);
  visit(std::string("energy.port"), t.energy.port);
  visit(std::string("energy.control"), t.energy.control);
  visit(std::string("energy.reference"), t.energy.reference);
  visit(std::string("energy.carried"), t.energy.carried);
  visit(std::string("energy.limits"), t.energy.limits);
  visit(std::string("tank.level"), t.tank_level);
  visit(std::string("tank.inflow"), t.tank_inflow);
  visit(std::string("tank.outflow"), t.tank_outflow);
  visit(std::string("tank.missing"), t.energy.missing);
  visit(std::string("tank.waits"), static_cast<double>(t.energy.waits.bits));
  visit(std::string("limited"), static_cast<double>(t.limited.bits));
  visit(std::string("conflicts"), static_cast<double>(t.conflicts.bits));
  visit(std::string("smallest_singular_value"), t.smallest_singular_value);
  visit(std::string("posture_error"), t.posture_error);
  visit(std::string("posture_velocity"), t.posture_velocity);
  visit(std::string("speed_scaling"), t.speed_scaling);
}

}  // namespace limber
