// The state messages have a field for every signal, of the same name.
#include "state_messages.hpp"

#include "limber/telemetry.hpp"

namespace limber_controllers {
namespace {

using limber::Vector6;

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

// A signal as a message has it.
template <typename Number>
requires(std::is_arithmetic_v<Number>) void set(Number& to, Number from) { to = from; }
void set(std::array<double, 6>& to, const Vector6& from) { std::copy_n(from.data(), 6, to.begin()); }
void set(std::vector<double>& to, const limber::JointVector& from) {
  to.assign(from.data(), from.data() + from.size());
}
void set(geometry_msgs::msg::Point& to, const limber::Vector3& from) { to = to_point(from); }
void set(geometry_msgs::msg::Quaternion& to, const limber::Quaternion& from) { to = to_quaternion(from); }
void set(std::string& to, limber::SupervisorState from) { to = limber::name(from); }
void set(std::string& to, limber::FaultCode from) { to = from == limber::FaultCode::kNone ? "" : limber::name(from); }
void set(std::string& to, limber::CyclePhase from) { to = limber::name(from); }
void set(std::vector<std::string>& to, const limber::LimitSet& from) { to = names(from); }
void set(std::uint32_t& to, const limber::WaitSet& from) { to = from.bits; }

#define LIMBER_SIGNAL(type, name, unit, meaning) set(m.name, t.name);

template <typename Message>
void fill_cycle(Message& m, const limber::CycleTelemetry& t) {
#include "limber/signals/cycle.def"
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

geometry_msgs::msg::Twist error_in_base(const limber::Telemetry& t) {
  return to_twist(turned(t.orientation_axes, t.error));
}

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
#include "limber/signals/admittance.def"
}

void fill(limber_msgs::msg::VariableStiffnessState& m, const limber::StiffnessTelemetry& t) {
  fill_cycle(m, t);
#include "limber/signals/stiffness.def"
}

#undef LIMBER_SIGNAL

void fill(control_msgs::msg::AdmittanceControllerState& m, const limber::Telemetry& t,
          const limber::AdmittanceParameters& parameters, const limber::FittedCompliance& fitted) {
  m.mass = diagonal(fitted.mass);
  m.damping = diagonal(fitted.damping);
  m.stiffness.data.assign(t.stiffness.data(), t.stiffness.data() + 6);
  m.rot_base_control = to_quaternion(t.orientation_axes);
  m.selected_axes.data.clear();
  for (const bool enabled : parameters.compliance.enabled_axes) m.selected_axes.data.push_back(enabled ? 1 : 0);
  m.ft_sensor_frame.data = parameters.ft_frame;
  m.admittance_position.transform.translation.x = t.p_command.x();
  m.admittance_position.transform.translation.y = t.p_command.y();
  m.admittance_position.transform.translation.z = t.p_command.z();
  m.admittance_position.transform.rotation = to_quaternion(t.orientation_command);
  m.admittance_velocity.twist = to_twist(t.twist_command);
  m.wrench_base.wrench = to_wrench(turned(t.orientation_axes, t.wrench_law));
  m.joint_state.position.assign(t.q_command.data(), t.q_command.data() + t.q_command.size());
  m.joint_state.velocity.assign(t.qd_command.data(), t.qd_command.data() + t.qd_command.size());
}

}  // namespace limber_controllers
