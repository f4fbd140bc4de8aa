/// @file
/// One record per cycle: joints, wrench at each stage, terms of the law, active limits, faults, times.
///
/// Every signal is defined once, in limber/signals/*.def, with type, name, unit and meaning. The structs here, the CSV
/// columns, the ROS 2 messages and docs/telemetry.md are made from these lists.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "limber/event.hpp"
#include "limber/types.hpp"

namespace limber {

/// The limits of a motion or a torque.
enum class Limit : std::uint32_t {
  kJointPosition = 1u << 0,        ///< a joint brakes before the end of its range
  kJointVelocity = 1u << 1,        ///< largest speed of a joint
  kJointAcceleration = 1u << 2,    ///< largest acceleration of a joint
  kLinearVelocity = 1u << 3,       ///< LimitParameters::max_linear_velocity
  kAngularVelocity = 1u << 4,      ///< LimitParameters::max_angular_velocity
  kLinearAcceleration = 1u << 5,   ///< LimitParameters::max_linear_acceleration
  kAngularAcceleration = 1u << 6,  ///< LimitParameters::max_angular_acceleration
  kWorkspace = 1u << 7,            ///< a plane or the box of the workspace
  kApproachSpeed = 1u << 8,        ///< SupervisorParameters::press_approach_speed
  kSingularity = 1u << 9,          ///< the inverse is damped near a singularity, or did not converge
  kOrientationError = 1u << 10,    ///< AdmittanceParameters::orientation_error_limit
  kEffort = 1u << 11,              ///< largest torque of a joint (torque arms)
  kEffortRate = 1u << 12,          ///< largest rate of change of a torque (torque arms)
};

/// The names of the limits, in the order of their bits.
inline constexpr std::array<std::string_view, 13> kLimitNames{
    "joint_position",   "joint_velocity",      "joint_acceleration",   "linear_velocity",
    "angular_velocity", "linear_acceleration", "angular_acceleration", "workspace",
    "approach_speed",   "singularity",         "orientation_error",    "effort",
    "effort_rate"};

/// A set of limits.
struct LimitSet {
  std::uint32_t bits = 0;  ///< one per Limit

  /// Puts `limit` into the set.
  void add(Limit limit) noexcept { bits |= static_cast<std::uint32_t>(limit); }
  /// Whether `limit` is in the set.
  bool has(Limit limit) const noexcept { return (bits & static_cast<std::uint32_t>(limit)) != 0; }
  /// Whether any limit is in the set.
  bool any() const noexcept { return bits != 0; }
};

/// Parts of a pending change of compliance that lack tank energy.
struct WaitSet {
  static constexpr std::uint32_t kStiffness = 1;  ///< a larger stiffness waits
  static constexpr std::uint32_t kMass = 2;       ///< a larger mass waits
  static constexpr std::uint32_t kAxes = 4;       ///< a rotation of the axes of mass and stiffness waits
  static constexpr std::uint32_t kFixtures = 8;   ///< the growth of a virtual fixture waits
  std::uint32_t bits = 0;                         ///< the sum of the parts

  /// Whether any part waits.
  bool any() const noexcept { return bits != 0; }
};

/// The phases of the cycle of a torque arm.
enum class CyclePhase {
  kInit,         ///< not started
  kHoming,       ///< goes to the start of the path
  kMoveForward,  ///< goes along the path
  kWaitAtEnd,    ///< waits at the end of the path
  kMoveReturn,   ///< goes back along the path
  kWaitAtStart   ///< waits at the start of the path
};

/// The name of the phase in snake_case, such as "move_forward".
std::string_view name(CyclePhase phase) noexcept;

/// Description of a signal.
struct Signal {
  const char* name;     ///< of the field in the record, and of its columns
  const char* unit;     ///< "" if the number has no unit
  const char* meaning;  ///< one sentence
};

/// Initial values of signals, and their conversion to numbers.
namespace signals {

/// The value of a signal before the first cycle.
template <typename Value>
Value initial() {
  if constexpr (requires { Value::Zero(); } && !std::is_same_v<Value, JointVector>) {
    return Value::Zero();
  } else if constexpr (std::is_same_v<Value, Quaternion>) {
    return Value::Identity();
  } else {
    return Value{};
  }
}

}  // namespace signals

/// @cond
#define LIMBER_SIGNAL(type, name, unit, meaning) type name = signals::initial<type>();
/// @endcond

/// The signals of every controller.
struct CycleTelemetry {
#include "limber/signals/cycle.def"
};

/// The record of an AdmittanceController or a CartesianAdmittanceController.
struct Telemetry : CycleTelemetry {
#include "limber/signals/admittance.def"
};

/// The record of a VariableStiffnessController.
struct StiffnessTelemetry : CycleTelemetry {
#include "limber/signals/stiffness.def"
};

/// @cond
#undef LIMBER_SIGNAL

#define LIMBER_SIGNAL(type, name, unit, meaning) visit(Signal{#name, unit, meaning}, t.name);
/// @endcond

/// Calls `visit(Signal, value)` for every signal of a record, in a fixed order. From the thread that owns the record.
template <typename Visitor>
void for_each_signal(const CycleTelemetry& t, Visitor&& visit) {
#include "limber/signals/cycle.def"
}

/// The same: first the signals of CycleTelemetry, then those of Telemetry.
template <typename Visitor>
void for_each_signal(const Telemetry& t, Visitor&& visit) {
  for_each_signal(static_cast<const CycleTelemetry&>(t), visit);
#include "limber/signals/admittance.def"
}

/// The same: first the signals of CycleTelemetry, then those of StiffnessTelemetry.
template <typename Visitor>
void for_each_signal(const StiffnessTelemetry& t, Visitor&& visit) {
  for_each_signal(static_cast<const CycleTelemetry&>(t), visit);
#include "limber/signals/stiffness.def"
}

#undef LIMBER_SIGNAL

namespace signals {

/// Names of the six axes: linear, then rotation about each.
inline constexpr std::array<const char*, 6> kAxes{"x", "y", "z", "rx", "ry", "rz"};

/// Calls `visit(name, number)` for each number of a value: `name` itself, or with `.x`, `.rx`, `.w`, or `.1` for the
/// first joint. Here: `.1`, `.2` and so on. Allocates.
template <typename Visitor>
void for_each_number(const std::string& name, const JointVector& value, Visitor& visit) {
  for (Eigen::Index i = 0; i < value.size(); ++i) visit(name + "." + std::to_string(i + 1), value[i]);
}
/// The same for a vector: `.x`, `.y`, `.z`, `.rx`, `.ry`, `.rz`, as many as it has.
template <int kSize, typename Visitor>
void for_each_number(const std::string& name, const Eigen::Matrix<double, kSize, 1>& value, Visitor& visit) {
  for (int i = 0; i < kSize; ++i) visit(name + "." + kAxes[static_cast<std::size_t>(i)], value[i]);
}
/// The same for an orientation: `.w`, `.x`, `.y`, `.z`.
template <typename Visitor>
void for_each_number(const std::string& name, const Quaternion& value, Visitor& visit) {
  visit(name + ".w", value.w());
  for_each_number(name, Vector3(value.vec()), visit);
}
/// The same for a set of limits: `name` itself, with the sum of its bits.
template <typename Visitor>
void for_each_number(const std::string& name, const LimitSet& value, Visitor& visit) {
  visit(name, static_cast<double>(value.bits));
}
/// The same for the waiting parts of a change: `name` itself, with the sum of its bits.
template <typename Visitor>
void for_each_number(const std::string& name, const WaitSet& value, Visitor& visit) {
  visit(name, static_cast<double>(value.bits));
}
/// The same for a number, a boolean or an enumeration: `name` itself.
template <typename Number, typename Visitor>
requires(std::is_arithmetic_v<Number> || std::is_enum_v<Number>) void for_each_number(const std::string& name,
                                                                                      Number value, Visitor& visit) {
  visit(name, static_cast<double>(value));
}

}  // namespace signals

/// Calls `visit(name, number)` for every number of a record, in a fixed order: the columns of a CSV.
/// Allocates: not for the control thread.
template <typename Record, typename Visitor>
void for_each_field(const Record& record, Visitor&& visit) {
  for_each_signal(record, [&](const Signal& signal, const auto& value) {
    signals::for_each_number(std::string(signal.name), value, visit);
  });
}

}  // namespace limber
