// The fields, in the order of the messages.
#include "state_messages.hpp"

#include "limber/safety/limit_report.hpp"

namespace limber_controllers {
namespace {

using limber::Vector6;

void fill(std::array<double, 6>& to, const Vector6& from) { std::copy_n(from.data(), 6, to.begin()); }
void fill(std::vector<double>& to, const limber::JointVector& from) {
  to.assign(from.data(), from.data() + from.size());
}
std::vector<std::string> names(const limber::LimitSet& limits) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < limber::kLimitNames.size(); ++i) {
    if ((limits.bits >> i & 1U) != 0) all.emplace_back(limber::kLimitNames[i]);
  }
  return all;
}
Vector6 turned(const limber::Quaternion& q, const Vector6& v) {
  Vector6 result;
  result << q * v.head<3>(), q * v.tail<3>();
  return result;
}
std_msgs::msg::Float64MultiArray diagonal(const limber::Matrix6& m) {
  std_msgs::msg::Float64MultiArray array;
  for (int i = 0; i < 6; ++i) array.data.push_back(m(i, i));
  return array;
}

template <typename Message>
void fill_cycle(Message& m, const limber::CycleTelemetry& t) {
  m.time = t.time;
  m.period = t.period;
  m.cycle = t.cycle;
  m.state = limber::name(t.state);
  m.fault = t.fault == limber::FaultCode::kNone ? "" : limber::name(t.fault);
  m.overruns = t.overruns;
  fill(m.q, t.q);
  fill(m.qd, t.qd);
  fill(m.q_command, t.q_command);
  fill(m.qd_command, t.qd_command);
}

}  // namespace

geometry_msgs::msg::Point to_point(const limber::Vector3& p) {
  geometry_msgs::msg::Point message;
  message.x = p.x();
  message.y = p.y();
  message.z = p.z();
  return message;
}

geometry_msgs::msg::Quaternion to_quaternion(const limber::Quaternion& q) {
  geometry_msgs::msg::Quaternion message;
  message.x = q.x();
  message.y = q.y();
  message.z = q.z();
  message.w = q.w();
  return message;
}

geometry_msgs::msg::Twist to_twist(const Vector6& v) {
  geometry_msgs::msg::Twist message;
  message.linear.x = v[0];
  message.linear.y = v[1];
  message.linear.z = v[2];
  message.angular.x = v[3];
  message.angular.y = v[4];
  message.angular.z = v[5];
  return message;
}

geometry_msgs::msg::Twist error_in_base(const limber::Telemetry& t) { return to_twist(turned(t.q_axes, t.error)); }

geometry_msgs::msg::Wrench to_wrench(const Vector6& F) {
  geometry_msgs::msg::Wrench message;
  message.force.x = F[0];
  message.force.y = F[1];
  message.force.z = F[2];
  message.torque.x = F[3];
  message.torque.y = F[4];
  message.torque.z = F[5];
  return message;
}

limber::Vector3 from_point(const geometry_msgs::msg::Point& p) { return {p.x, p.y, p.z}; }

limber::Quaternion from_quaternion(const geometry_msgs::msg::Quaternion& q) { return {q.w, q.x, q.y, q.z}; }

Vector6 from_twist(const geometry_msgs::msg::Twist& twist) {
  Vector6 v;
  v << twist.linear.x, twist.linear.y, twist.linear.z, twist.angular.x, twist.angular.y, twist.angular.z;
  return v;
}

Vector6 from_wrench(const geometry_msgs::msg::Wrench& wrench) {
  Vector6 F;
  F << wrench.force.x, wrench.force.y, wrench.force.z, wrench.torque.x, wrench.torque.y, wrench.torque.z;
  return F;
}

void fill(limber_msgs::msg::AdmittanceState& m, const limber::Telemetry& t) {
  fill_cycle(m, t);
  m.p_command = to_point(t.p_command);
  m.q_orientation = to_quaternion(t.q_orientation);
  fill(m.twist_command, t.twist_command);
  m.p_reference = to_point(t.p_reference);
  m.q_reference = to_quaternion(t.q_reference);
  m.q_axes = to_quaternion(t.q_axes);
  fill(m.wrench_raw, t.wrench_raw);
  fill(m.wrench_external, t.wrench_external);
  fill(m.wrench_filtered, t.wrench_filtered);
  fill(m.wrench_compliance, t.wrench_compliance);
  fill(m.wrench_control, t.wrench_control);
  m.contact = t.contact;
  m.contacts_lost = t.contacts_lost;
  fill(m.wrench_law, t.wrench_law);
  fill(m.error, t.error);
  fill(m.error_rate, t.error_rate);
  fill(m.wrench_spring, t.wrench_spring);
  fill(m.wrench_damping, t.wrench_damping);
  fill(m.guard_damping, t.guard_damping);
  fill(m.stiffness, t.stiffness);
  m.stiffness_ramp = t.stiffness_ramp;
  m.energy_stored = t.energy.stored;
  m.energy_port = t.energy.port;
  m.energy_control = t.energy.control;
  m.energy_reference = t.energy.reference;
  m.energy_carried = t.energy.carried;
  m.energy_limits = t.energy.limits;
  m.tank_level = t.tank_level;
  m.tank_inflow = t.tank_inflow;
  m.tank_outflow = t.tank_outflow;
  m.tank_missing = t.energy.missing;
  m.tank_waits = t.energy.waits.bits;
  m.limited = names(t.limited);
  m.conflicts = names(t.conflicts);
  m.smallest_singular_value = t.smallest_singular_value;
  m.posture_error = t.posture_error;
  m.posture_velocity = t.posture_velocity;
  m.speed_scaling = t.speed_scaling;
}

void fill(limber_msgs::msg::VariableStiffnessState& m, const limber::StiffnessTelemetry& t) {
  fill_cycle(m, t);
  m.phase = limber::name(t.phase);
  m.s = t.s;
  m.p_measured = to_point(t.p_measured);
  m.q_orientation = to_quaternion(t.q_orientation);
  m.p_reference = to_point(t.p_reference);
  fill(m.twist_reference, t.twist_reference);
  fill(m.error, t.error);
  fill(m.error_rate, t.error_rate);
  m.position_error = t.position_error;
  fill(m.wrench, t.wrench);
  fill(m.stiffness, t.stiffness);
  fill(m.damping, t.damping);
  fill(m.torque, t.torque);
  fill(m.torque_gravity, t.torque_gravity);
  fill(m.torque_measured, t.torque_measured);
  m.torque_ramp = t.torque_ramp;
  m.torque_share = t.torque_share;
  m.smallest_singular_value = t.smallest_singular_value;
  m.dls_damping = t.dls_damping;
  fill(m.contact, t.contact);
  m.contact_valid = t.contact_valid;
  m.waypoints_taken = t.waypoints_taken;
  m.waypoints_refused = t.waypoints_refused;
  m.waypoints_queued = t.waypoints_queued;
  m.waypoints_active = t.waypoint_active;
  m.tank_level = t.tank_level;
  m.tank_inflow = t.tank_inflow;
  m.tank_outflow = t.tank_outflow;
  m.tank_waits = t.tank_waits ? limber_msgs::msg::AdmittanceState::WAITS_STIFFNESS : 0;
  m.limited = names(t.limited);
  m.speed_scaling = t.speed_scaling;
}

void fill(control_msgs::msg::AdmittanceControllerState& m, const limber::Telemetry& t,
          const limber::AdmittanceParameters& parameters, const limber::Dynamics& configured) {
  m.mass = diagonal(configured.M);
  m.damping = diagonal(configured.D);
  m.stiffness.data.assign(t.stiffness.data(), t.stiffness.data() + 6);
  m.rot_base_control = to_quaternion(t.q_axes);
  m.selected_axes.data.clear();
  for (const bool enabled : parameters.compliance.enabled_axes) m.selected_axes.data.push_back(enabled ? 1 : 0);
  m.ft_sensor_frame.data = parameters.ft_frame;
  m.admittance_position.transform.translation.x = t.p_command.x();
  m.admittance_position.transform.translation.y = t.p_command.y();
  m.admittance_position.transform.translation.z = t.p_command.z();
  m.admittance_position.transform.rotation = to_quaternion(t.q_orientation);
  m.admittance_velocity.twist = to_twist(t.twist_command);
  m.wrench_base.wrench = to_wrench(turned(t.q_axes, t.wrench_law));
  m.joint_state.position.assign(t.q_command.data(), t.q_command.data() + t.q_command.size());
  m.joint_state.velocity.assign(t.qd_command.data(), t.qd_command.data() + t.qd_command.size());
}

}  // namespace limber_controllers
