// Names and sentences of faults.
#include <fmt/format.h>

#include <cmath>

#include "limber/arm.hpp"
#include "safety/fault_words.hpp"

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

// A reading more than this many times the sensor's range is wrong, not saturated.
constexpr double kSaturated = 3.0;

// The words for the joint of a fault. Without a joint, the unit may be either.
struct JointWords {
  std::string name, position_unit, velocity_unit;

  JointWords(const Fault& fault, const Joint* joint)
      : name(joint == nullptr ? fmt::format("joint {}", fault.index + 1) : fmt::format("joint '{}'", joint->name)) {
    const bool slides = joint != nullptr && joint->type == JointType::kPrismatic;
    position_unit = joint == nullptr ? "rad or m" : slides ? "m" : "rad";
    velocity_unit = joint == nullptr ? "rad/s or m/s" : slides ? "m/s" : "rad/s";
  }
};

// A bad stamp of `whose`; `age` in s.
std::string stamp_finding(const char* whose, double age, double allowed) {
  if (std::isnan(age)) return fmt::format("{} stamp is not a number", whose);
  if (age >= 0.0) return fmt::format("{} stamp is {:.3f} s old (allowed: {:.3f} s)", whose, age, allowed);
  return fmt::format(
      "{} stamp is {:.3f} s in the future (allowed: {:.3f} s): two clocks that differ would hide a dead sensor", whose,
      -age, allowed);
}

// The value of the robot's state that is invalid, and what is allowed.
std::string invalid_finding(const Fault& fault, const JointWords& joint) {
  if (fault.of_motion) {
    return fmt::format("{} reads {:.4g} {} away from its last good reading (allowed: finite, at most {:.4g} in size)",
                       joint.name, fault.value, joint.position_unit, fault.limit);
  }
  if (fault.of_velocity) {
    return fmt::format("{} reads a velocity of {:.4g} {} (allowed: finite, at most {:.4g} in size)", joint.name,
                       fault.value, joint.velocity_unit, fault.limit);
  }
  switch (fault.index) {
    case Fault::kClock:
      return fmt::format("the robot's clock reads {:.4g} (allowed: finite)", fault.value);
    case Fault::kSpeedScaling:
      return fmt::format("the robot's speed scaling reads {:.4g} (allowed: 0 to 1)", fault.value);
    case Fault::kJointCount:
      return fmt::format("{:.0f} joints are read (the arm has {:.0f})", fault.value, fault.limit);
    default:
      return fmt::format("{} reads {:.4g} {} (allowed: finite, {} {:.4g})", joint.name, fault.value,
                         joint.position_unit, fault.value < fault.limit ? "at least" : "at most", fault.limit);
  }
}

std::string invalid_wrench_finding(const Fault& fault) {
  return fmt::format("axis {} of the force sensor reads {:.4g} {} (allowed: finite, at most {:.4g} in size)",
                     fault.index + 1, fault.value, fault.index < 3 ? "N" : "N m", fault.limit);
}

const char* how_long(const Fault& fault) { return fault.at_start ? " at activation" : " for more than 3 cycles"; }

std::string stale_finding(const Fault& fault, const JointWords& joint) {
  if (fault.of_motion) {
    return fmt::format("{} has read the same for {:.3f} s while it should have moved (allowed: {:.3f} s)", joint.name,
                       fault.value, fault.limit);
  }
  if (fault.index >= 0) {
    return fmt::format(
        "position and velocity of {} contradict each other, and one of them has not changed for {:.3f} s (allowed: "
        "{:.3f} s)",
        joint.name, fault.value, fault.limit);
  }
  if (fault.index != Fault::kUnchanged) return stamp_finding("the joints'", fault.value, fault.limit);
  return fmt::format("the joints have read the same for {:.3f} s while they should have moved (allowed: {:.3f} s)",
                     fault.value, fault.limit);
}

std::string tracking_finding(const Fault& fault, const JointWords& joint) {
  if (fault.index >= 0) {
    return fmt::format("{} is {:.4f} {} from its command (allowed: {:.4f})", joint.name, fault.value,
                       joint.position_unit, fault.limit);
  }
  return fmt::format("the tool is {:.4f} {} from its reference (allowed: {:.4f})", fault.value,
                     fault.index == Fault::kToolTurn ? "rad" : "m", fault.limit);
}

std::string finding(const Fault& fault, const Joint* of) {
  const JointWords joint(fault, of);
  const double v = fault.value;
  const double l = fault.limit;
  switch (fault.code) {
    case FaultCode::kNone:
      return "";
    case FaultCode::kInvalidState:
      return invalid_finding(fault, joint) + how_long(fault);
    case FaultCode::kInvalidWrench:
      return invalid_wrench_finding(fault) + how_long(fault);
    case FaultCode::kStaleWrench:
      if (fault.index != Fault::kUnchanged) return stamp_finding("the force sensor's", v, l);
      return fmt::format("the force sensor has read the same for {:.3f} s (allowed: {:.3f} s)", v, l);
    case FaultCode::kStaleState:
      return stale_finding(fault, joint);
    case FaultCode::kOverforce:
      return fmt::format("{:.1f} {} on the tool (allowed: {:.1f})", v, fault.index == 0 ? "N" : "N m", l);
    case FaultCode::kLostContact:
      return fmt::format("the press moved {} without contact (allowed: {:.3f})",
                         fault.index == 0 ? fmt::format("{:.3f} m", v) : fmt::format("at {:.3f} m/s", v), l);
    case FaultCode::kOverrun:
      return fmt::format("a cycle took {:.4f} s (allowed: above 0, at most {:.4f} s), repeatedly", v, l);
    case FaultCode::kKinematics:
      return "the arm's kinematics have no finite solution here";
    case FaultCode::kTracking:
      return tracking_finding(fault, joint);
    case FaultCode::kInternal:
      return "the control computed a number that is not finite";
  }
  return "unknown fault";
}

// What an arm that moves in positions does after the fault (fault_stop.hpp).
const char* outcome(const Fault& fault) {
  if (fault.at_start) return "not activated";
  if (is_too_much_force(fault)) {
    return "braked, giving way as far as overforce.retreat allows, then holding until reset";
  }
  return fault.code == FaultCode::kInternal ? "braked, holding the last good command" : "braked, holding";
}

}  // namespace

bool is_too_much_force(const Fault& fault) noexcept {
  return fault.code == FaultCode::kOverforce ||
         (fault.code == FaultCode::kInvalidWrench && std::abs(fault.value) < kSaturated * fault.limit);
}

std::string fault_sentence(const Fault& fault, const Joint* joint, std::string_view outcome) {
  return fmt::format("{}: {}; {}", name(fault.code), finding(fault, joint), outcome);
}

std::string sentence(const Fault& fault, const Joint* joint) {
  return fault ? fault_sentence(fault, joint, outcome(fault)) : "no fault";
}

}  // namespace limber
