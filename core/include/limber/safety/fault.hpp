// What can go wrong, each with a code, its numbers, and a sentence for people. The control thread makes the numbers;
// the sentence is made elsewhere.
#pragma once

#include <string>
#include <string_view>

namespace limber {

enum class FaultCode {
  kNone,
  kInvalidState,
  kInvalidWrench,
  kStaleWrench,
  kStaleState,
  kOverforce,
  kLostContact,
  kOverrun,
  kKinematics,
  kTracking,
  kInternal,
};

inline constexpr int kFaultCodes = 11;

struct Fault {
  FaultCode code = FaultCode::kNone;
  double value = 0.0;      // what was found
  double limit = 0.0;      // what is allowed
  int index = -1;          // the joint or axis, -1 where it is none in particular
  double time = 0.0;       // s, of the robot's clock
  bool at_start = false;   // found by activation, in one reading: nothing moved
  bool of_motion = false;  // not where the joint is cannot be true, but how it got there: a jump, or standing

  // Indices of what is no joint or axis.
  static constexpr int kToolTurn = -2;      // tracking: of the tool's orientation
  static constexpr int kClock = -3;         // invalid_state
  static constexpr int kSpeedScaling = -4;  // invalid_state
  static constexpr int kJointCount = -5;    // invalid_state
  static constexpr int kUnchanged = -6;     // stale: the readings repeat, whatever their stamps say

  explicit operator bool() const noexcept { return code != FaultCode::kNone; }
};

// snake_case, as in telemetry and messages.
std::string_view name(FaultCode code) noexcept;

// One sentence: what happened, its numbers, what the arm does now. `joint` names joint `fault.index` where known.
std::string sentence(const Fault& fault, const std::string& joint = "");

}  // namespace limber
