// What is in a message is what is in the telemetry, and in the CSV that is made of its fields: name by name, value by
// value.
#include "state_messages.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "message_fields.hpp"

namespace limber_controllers::test {
namespace {

using limber::JointVector;
using limber::Quaternion;
using limber::Vector3;
using limber::Vector6;

// Numbers that are all different.
class Different {
 public:
  operator double() { return next_ += 1.25; }  // NOLINT: the test reads better without a name
  void fill(double& number) { number = *this; }
  void fill(std::int64_t& number) { number = ++whole_; }
  void fill(bool& is) { is = true; }
  template <typename Vector>
  void fill(Vector& v) {
    for (Eigen::Index i = 0; i < v.size(); ++i) v[i] = *this;
  }
  void fill(Quaternion& q) { fill(q.coeffs()); }
  template <typename... Values>
  void fill_all(Values&... values) {
    (fill(values), ...);
  }

 private:
  double next_ = 0.5;
  std::int64_t whole_ = 1000;
};

void fill_cycle(Different& different, limber::CycleTelemetry& t) {
  t.q = t.qd = t.q_command = t.qd_command = JointVector::Zero(4);
  different.fill_all(t.time, t.period, t.cycle, t.overruns, t.q, t.qd, t.q_command, t.qd_command);
  t.state = limber::SupervisorState::kFaulted;
  t.fault = limber::FaultCode::kOverforce;
}

limber::Telemetry telemetry() {
  Different different;
  limber::Telemetry t;
  fill_cycle(different, t);
  different.fill_all(t.p_command, t.q_orientation, t.twist_command, t.p_reference, t.q_reference, t.q_axes,
                     t.wrench_raw, t.wrench_external, t.wrench_filtered, t.wrench_compliance, t.wrench_control,
                     t.contact, t.contacts_lost, t.wrench_law, t.error, t.error_rate, t.wrench_spring, t.wrench_damping,
                     t.guard_damping, t.stiffness, t.stiffness_ramp, t.energy.stored, t.energy.port, t.energy.control,
                     t.energy.reference, t.energy.carried, t.energy.limits, t.energy.missing, t.tank_level,
                     t.tank_inflow, t.tank_outflow, t.smallest_singular_value, t.posture_error, t.posture_velocity,
                     t.speed_scaling);
  t.energy.waits.bits = limber::WaitSet::kMass | limber::WaitSet::kAxes;
  t.limited.add(limber::Limit::kWorkspace);
  t.limited.add(limber::Limit::kEffortRate);
  t.conflicts.add(limber::Limit::kJointPosition);
  return t;
}

limber::StiffnessTelemetry stiffness_telemetry() {
  Different different;
  limber::StiffnessTelemetry t;
  fill_cycle(different, t);
  t.phase = limber::CyclePhase::kMoveReturn;
  t.torque = t.torque_gravity = t.torque_measured = JointVector::Zero(4);
  different.fill_all(t.s, t.p_measured, t.q_orientation, t.p_reference, t.twist_reference, t.error, t.error_rate,
                     t.position_error, t.wrench, t.stiffness, t.damping, t.torque, t.torque_gravity, t.torque_measured,
                     t.torque_ramp, t.torque_share, t.smallest_singular_value, t.dls_damping, t.contact,
                     t.contact_valid, t.waypoints_taken, t.waypoints_refused, t.waypoints_queued, t.waypoint_active,
                     t.tank_level, t.tank_inflow, t.tank_outflow, t.tank_waits, t.speed_scaling);
  t.limited.add(limber::Limit::kEffort);
  return t;
}

template <typename Named>
Named named(const std::string& word, int count) {
  for (int i = 0; i < count; ++i) {
    if (limber::name(static_cast<Named>(i)) == word) return static_cast<Named>(i);
  }
  ADD_FAILURE() << "nothing is named " << word;
  return {};
}

// The number that the telemetry has for what a message says in words.
double number_of(const std::string& field, const std::vector<std::string>& words) {
  if (field == "state") return static_cast<double>(named<limber::SupervisorState>(words.at(0), 5));
  if (field == "fault") return static_cast<double>(named<limber::FaultCode>(words.at(0), limber::kFaultCodes));
  if (field == "phase") return static_cast<double>(named<limber::CyclePhase>(words.at(0), 6));
  std::uint32_t bits = 0;
  for (const std::string& word : words) {
    const auto at = std::find(limber::kLimitNames.begin(), limber::kLimitNames.end(), word);
    EXPECT_NE(at, limber::kLimitNames.end()) << field << ": " << word;
    bits |= 1U << (at - limber::kLimitNames.begin());
  }
  return static_cast<double>(bits);
}

// energy.stored is energy_stored, one number; error.x and q.2 are parts of a field.
std::string in_message(const std::string& name, const MessageFields& fields) {
  if (fields.numbers.contains(name) || fields.words.contains(name)) return name;
  std::string flat = name;
  std::replace(flat.begin(), flat.end(), '.', '_');
  return flat;
}

template <typename Message, typename Telemetry>
void expect_same(const Telemetry& t) {
  Message message;
  fill(message, t);
  const MessageFields fields = FieldReader::read(message);
  std::set<std::string> seen{"lost_records"};  // of the controller, not of a cycle
  std::set<double> values;
  int different = 0;
  limber::for_each_field(t, [&](const std::string& name, double value) {
    const std::string field = in_message(name, fields);
    seen.insert(field);
    if (fields.words.contains(field)) {
      EXPECT_EQ(number_of(field, fields.words.at(field)), value) << name;
    } else {
      ASSERT_TRUE(fields.numbers.contains(field)) << name << " is not in the message";
      EXPECT_EQ(fields.numbers.at(field), value) << name;
      different += value != 1.0 ? 1 : 0;
      if (value != 1.0) values.insert(value);
    }
  });
  EXPECT_EQ(values.size(), different) << "two fields have the same value, and this test would not see them swapped";
  for (const auto& [name, value] : fields.numbers)
    EXPECT_TRUE(seen.contains(name)) << name << " is only in the message";
  for (const auto& [name, value] : fields.words) EXPECT_TRUE(seen.contains(name)) << name << " is only in the message";
}

TEST(AdmittanceState, HasEveryFieldOfTheTelemetryWithItsValue) {
  expect_same<limber_msgs::msg::AdmittanceState>(telemetry());
}

TEST(VariableStiffnessState, HasEveryFieldOfTheTelemetryWithItsValue) {
  expect_same<limber_msgs::msg::VariableStiffnessState>(stiffness_telemetry());
}

TEST(TankWaits, IsTheSumOfTheMessagesConstants) {
  using Message = limber_msgs::msg::AdmittanceState;
  EXPECT_EQ(Message::WAITS_STIFFNESS, limber::WaitSet::kStiffness);
  EXPECT_EQ(Message::WAITS_MASS, limber::WaitSet::kMass);
  EXPECT_EQ(Message::WAITS_AXES, limber::WaitSet::kAxes);
}

}  // namespace
}  // namespace limber_controllers::test
