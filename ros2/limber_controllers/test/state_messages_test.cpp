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
  void fill(JointVector& v) {
    v = JointVector::NullaryExpr(4, [this](Eigen::Index) { return double(*this); });
  }
  void fill(Vector3& v) { v = Vector3(*this, *this, *this); }
  void fill(Vector6& v) {
    v = Vector6::NullaryExpr([this](Eigen::Index) { return double(*this); });
  }
  void fill(Quaternion& q) { q = Quaternion(*this, *this, *this, *this); }
  void fill(limber::SupervisorState& state) { state = limber::SupervisorState::kFaulted; }
  void fill(limber::FaultCode& fault) { fault = limber::FaultCode::kOverforce; }
  void fill(limber::CyclePhase& phase) { phase = limber::CyclePhase::kMoveReturn; }
  void fill(limber::WaitSet& set) { set.bits = limber::WaitSet::kMass | limber::WaitSet::kAxes; }
  void fill(limber::LimitSet& set) { set.bits = next_limit_ <<= 1; }

 private:
  double next_ = 0.5;
  std::int64_t whole_ = 1000;
  std::uint32_t next_limit_ = 5;
};

#define LIMBER_SIGNAL(type, name, unit, meaning) different.fill(t.name);

limber::Telemetry telemetry() {
  Different different;
  limber::Telemetry t;
#include "limber/signals/admittance.def"
#include "limber/signals/cycle.def"
  return t;
}

limber::StiffnessTelemetry stiffness_telemetry() {
  Different different;
  limber::StiffnessTelemetry t;
#include "limber/signals/cycle.def"
#include "limber/signals/stiffness.def"
  return t;
}

#undef LIMBER_SIGNAL

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

template <typename Message, typename Telemetry>
void expect_same(const Telemetry& t) {
  Message message;
  fill(message, t);
  const MessageFields fields = FieldReader::read(message);
  std::set<std::string> seen{"lost_records"};  // of the controller, not of a cycle
  std::set<double> values;
  int different = 0;
  limber::for_each_field(t, [&](const std::string& name, double value) {
    seen.insert(name);
    if (fields.words.contains(name)) {
      EXPECT_EQ(number_of(name, fields.words.at(name)), value) << name;
    } else {
      ASSERT_TRUE(fields.numbers.contains(name)) << name << " is not in the message";
      EXPECT_EQ(fields.numbers.at(name), value) << name;
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
  EXPECT_EQ(Message::WAITS_FIXTURES, limber::WaitSet::kFixtures);
}

}  // namespace
}  // namespace limber_controllers::test
