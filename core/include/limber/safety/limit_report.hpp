// What was limited in a cycle and why: bits that name themselves.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace limber {

enum class Limit : std::uint32_t {
  kJointPosition = 1u << 0,
  kJointVelocity = 1u << 1,
  kJointAcceleration = 1u << 2,
  kLinearVelocity = 1u << 3,
  kAngularVelocity = 1u << 4,
  kLinearAcceleration = 1u << 5,
  kAngularAcceleration = 1u << 6,
  kWorkspace = 1u << 7,
  kApproachSpeed = 1u << 8,
  kSingularity = 1u << 9,
  kOrientationError = 1u << 10,
  kEffort = 1u << 11,
  kEffortRate = 1u << 12,
};

inline constexpr std::array<std::string_view, 13> kLimitNames{
    "joint_position",   "joint_velocity",      "joint_acceleration",   "linear_velocity",
    "angular_velocity", "linear_acceleration", "angular_acceleration", "workspace",
    "approach_speed",   "singularity",         "orientation_error",    "effort",
    "effort_rate"};

// A set of limits.
struct LimitSet {
  std::uint32_t bits = 0;

  void add(Limit limit) noexcept { bits |= static_cast<std::uint32_t>(limit); }
  bool has(Limit limit) const noexcept { return (bits & static_cast<std::uint32_t>(limit)) != 0; }
  bool any() const noexcept { return bits != 0; }
};

struct LimitReport {
  LimitSet reshaped;   // what changed the motion in this cycle
  LimitSet conflicts;  // what is broken in this cycle because something of higher priority, or the start, demanded it
  bool not_finite = false;               // the motion asked for was no number; the arm braked instead
  double smallest_singular_value = 0.0;  // of the Jacobian, m and rad mixed
};

}  // namespace limber
