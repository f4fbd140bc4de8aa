// A record of signals as a message: its text, its bytes, and back. All from core/include/limber/signals/*.def.
#pragma once

#include <string>
#include <type_traits>

#include "limber/record/cdr.hpp"
#include "limber/telemetry.hpp"

namespace limber::record {

template <typename Value>
std::string ros_type() {
  if constexpr (std::is_same_v<Value, bool>) return "bool";
  if constexpr (std::is_same_v<Value, std::int64_t>) return "int64";
  if constexpr (std::is_same_v<Value, double>) return "float64";
  if constexpr (std::is_same_v<Value, JointVector>) return "float64[]";
  if constexpr (std::is_same_v<Value, Vector6>) return "float64[6]";
  if constexpr (std::is_same_v<Value, Vector3>) return "geometry_msgs/Point";
  if constexpr (std::is_same_v<Value, Quaternion>) return "geometry_msgs/Quaternion";
  if constexpr (std::is_same_v<Value, LimitSet>) return "string[]";
  if constexpr (std::is_same_v<Value, WaitSet>) return "uint32";
  if constexpr (std::is_enum_v<Value>) return "string";
}

// A line for each signal.
template <typename Record>
std::string signal_lines() {
  std::string text;
  for_each_signal(Record(), [&](const Signal& signal, const auto& value) {
    using Value = std::decay_t<decltype(value)>;
    const std::string unit = *signal.unit == '\0' ? "" : std::string(signal.unit) + ": ";
    text += ros_type<Value>() + " " + signal.name + "  # " + unit + signal.meaning + "\n";
    if constexpr (std::is_same_v<Value, WaitSet>) {
      text += "uint32 WAITS_STIFFNESS=" + std::to_string(WaitSet::kStiffness) +
              "\nuint32 WAITS_MASS=" + std::to_string(WaitSet::kMass) +
              "\nuint32 WAITS_AXES=" + std::to_string(WaitSet::kAxes) +
              "\nuint32 WAITS_FIXTURES=" + std::to_string(WaitSet::kFixtures) + "\n";
    }
  });
  return text;
}

template <typename Number>
requires std::is_arithmetic_v<Number>
void put_signal(CdrWriter& to, Number value) { to.put(value); }
inline void put_signal(CdrWriter& to, bool value) { to.put(static_cast<std::uint8_t>(value)); }
inline void put_signal(CdrWriter& to, const JointVector& value) { to.put_sequence(value); }
inline void put_signal(CdrWriter& to, const Vector6& value) { to.put_array(value.data(), 6); }
inline void put_signal(CdrWriter& to, const Vector3& value) { to.put_array(value.data(), 3); }
inline void put_signal(CdrWriter& to, const Quaternion& value) { to.put_array(value.coeffs().data(), 4); }
inline void put_signal(CdrWriter& to, const WaitSet& value) { to.put(value.bits); }
inline void put_signal(CdrWriter& to, SupervisorState value) { to.put(name(value)); }
inline void put_signal(CdrWriter& to, CyclePhase value) { to.put(name(value)); }
// As in ROS 2: no fault has no name.
inline void put_signal(CdrWriter& to, FaultCode value) { to.put(value == FaultCode::kNone ? "" : name(value)); }
inline void put_signal(CdrWriter& to, const LimitSet& value) {
  const auto has = [&](std::size_t i) { return (value.bits >> i & 1U) != 0; };
  std::size_t count = 0;
  for (std::size_t i = 0; i < kLimitNames.size(); ++i) count += has(i);
  to.begin_sequence(count);
  for (std::size_t i = 0; i < kLimitNames.size(); ++i) {
    if (has(i)) to.put(kLimitNames[i]);
  }
}

template <typename Record>
void put_signals(CdrWriter& to, const Record& record) {
  for_each_signal(record, [&](const Signal&, const auto& value) { put_signal(to, value); });
}

}  // namespace limber::record
