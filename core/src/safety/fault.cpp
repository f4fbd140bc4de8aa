// Names and sentences of faults.
#include <fmt/format.h>

#include <cmath>

#include "limber/event.hpp"

namespace limber {

std::string_view name(FaultCode code) noexcept {
  switch (code) {
    case FaultCode::kNone:
      return "none";
    case FaultCode::kInvalidState:
      return "invalid_state";
    case FaultCode::kInvalidWrench:
      return "invalid_wrench";
    case FaultCode::kStaleWrench:
      return "stale_wrench";
    case FaultCode::kStaleState:
      return "stale_state";
    case FaultCode::kOverforce:
      return "overforce";
    case FaultCode::kLostContact:
      return "lost_contact";
    case FaultCode::kOverrun:
      return "overrun";
    case FaultCode::kKinematics:
      return "kinematics";
    case FaultCode::kTracking:
      return "tracking";
    case FaultCode::kInternal:
      return "internal";
  }
  return "internal";
}

namespace {

// The sentence for a bad stamp of `whose`; `age` in s.
std::string stamp_sentence(const char* whose, double age, double allowed) {
  if (std::isnan(age)) return fmt::format("{} stamp is not a number; braked, holding", whose);
  if (age >= 0.0)
    return fmt::format("{} stamp is {:.3f} s old (allowed: {:.3f} s); braked, holding", whose, age, allowed);
  return fmt::format(
      "{} stamp is {:.3f} s in the future (allowed: {:.3f} s): two clocks that differ would hide a dead sensor; "
      "braked, "
      "holding",
      whose, -age, allowed);
}

// The value of the robot's state that is invalid, and what is allowed.
std::string invalid_sentence(const Fault& fault, const std::string& which) {
  if (fault.of_motion) {
    return fmt::format("{} reads {:.4g} away from its last good reading (allowed: finite, at most {:.4g} in size)",
                       which, fault.value, fault.limit);
  }
  if (fault.of_velocity) {
    return fmt::format("{} reads a velocity of {:.4g} (allowed: finite, at most {:.4g} in size)", which, fault.value,
                       fault.limit);
  }
  switch (fault.index) {
    case Fault::kClock:
      return fmt::format("the robot's clock reads {:.4g} (allowed: finite)", fault.value);
    case Fault::kSpeedScaling:
      return fmt::format("the robot's speed scaling reads {:.4g} (allowed: 0 to 1)", fault.value);
    case Fault::kJointCount:
      return fmt::format("{:.0f} joints are read (the arm has {:.0f})", fault.value, fault.limit);
    default:
      return fmt::format("{} reads {:.4g} (allowed: finite, {} {:.4g})", which, fault.value,
                         fault.value < fault.limit ? "at least" : "at most", fault.limit);
  }
}

std::string invalid_wrench_sentence(const Fault& fault) {
  return fmt::format("axis {} of the force sensor reads {:.4g} (allowed: finite, at most {:.4g} in size)",
                     fault.index + 1, fault.value, fault.limit);
}

// How long the fault lasted, and what the arm does now.
const char* outcome(const Fault& fault) {
  return fault.at_start ? " at activation; not activated" : " for more than 3 cycles; braked, holding";
}

std::string stale_sentence(const Fault& fault, const std::string& which) {
  if (fault.of_motion) {
    return fmt::format(
        "{} has read the same for {:.3f} s while it should have moved (allowed: {:.3f} s); braked, holding", which,
        fault.value, fault.limit);
  }
  if (fault.index >= 0) {
    return fmt::format(
        "position and velocity of {} contradict each other, and one of them has not changed for {:.3f} s (allowed: "
        "{:.3f} s); braked, holding",
        which, fault.value, fault.limit);
  }
  if (fault.index != Fault::kUnchanged) return stamp_sentence("the joints'", fault.value, fault.limit);
  return fmt::format(
      "the joints have read the same for {:.3f} s while they should have moved (allowed: {:.3f} s); braked, holding",
      fault.value, fault.limit);
}

}  // namespace

std::string sentence(const Fault& fault, const std::string& joint) {
  const std::string which = joint.empty() ? fmt::format("joint {}", fault.index + 1) : fmt::format("joint '{}'", joint);
  const double v = fault.value;
  const double l = fault.limit;
  switch (fault.code) {
    case FaultCode::kNone:
      return "no fault";
    case FaultCode::kInvalidState:
      return "invalid_state: " + invalid_sentence(fault, which) + outcome(fault);
    case FaultCode::kInvalidWrench:
      return "invalid_wrench: " + invalid_wrench_sentence(fault) + outcome(fault);
    case FaultCode::kStaleWrench:
      if (fault.index != Fault::kUnchanged) return "stale_wrench: " + stamp_sentence("the force sensor's", v, l);
      return fmt::format(
          "stale_wrench: the force sensor has read the same for {:.3f} s (allowed: {:.3f} s); braked, holding", v, l);
    case FaultCode::kStaleState:
      return "stale_state: " + stale_sentence(fault, which);
    case FaultCode::kOverforce:
      return fmt::format("overforce: {:.1f} {} on the tool (allowed: {:.1f}); braked, holding until reset", v,
                         fault.index == 0 ? "N" : "N m", l);
    case FaultCode::kLostContact:
      return fmt::format("lost_contact: the press moved {} without contact (allowed: {:.3f}); braked, holding",
                         fault.index == 0 ? fmt::format("{:.3f} m", v) : fmt::format("at {:.3f} m/s", v), l);
    case FaultCode::kOverrun:
      return fmt::format(
          "overrun: a cycle took {:.4f} s (allowed: above 0, at most {:.4f} s), repeatedly; braked, holding", v, l);
    case FaultCode::kKinematics:
      return "kinematics: the arm's kinematics have no finite solution here; braked, holding";
    case FaultCode::kTracking:
      if (fault.index < 0) {
        const char* unit = fault.index == Fault::kToolTurn ? "rad" : "m";
        return fmt::format("tracking: the tool is {:.4f} {} from its reference (allowed: {:.4f}); braked, holding", v,
                           unit, l);
      }
      return fmt::format("tracking: {} is {:.4f} from its command (allowed: {:.4f}); braked, holding", which, v, l);
    case FaultCode::kInternal:
      return "internal: the control computed a number that is not finite; braked, holding the last good command";
  }
  return "internal: unknown fault";
}

}  // namespace limber
