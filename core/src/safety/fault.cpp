// Names and sentences of faults.
#include "limber/safety/fault.hpp"

#include <fmt/format.h>

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

std::string sentence(const Fault& fault, const std::string& joint) {
  const std::string which = joint.empty() ? fmt::format("joint {}", fault.index + 1) : fmt::format("joint '{}'", joint);
  const double v = fault.value;
  const double l = fault.limit;
  switch (fault.code) {
    case FaultCode::kNone:
      return "no fault";
    case FaultCode::kInvalidState:
      return fmt::format(
          "invalid_state: {} reads {:.4g} (allowed: finite, at most {:.4g} in size) for more than 3 cycles; braked, "
          "holding",
          which, v, l);
    case FaultCode::kInvalidWrench:
      return fmt::format(
          "invalid_wrench: axis {} of the force sensor reads {:.4g} (allowed: finite, at most {:.4g} in size) for more "
          "than 3 cycles; braked, holding",
          fault.index + 1, v, l);
    case FaultCode::kStaleWrench:
      return fmt::format(
          "stale_wrench: the force sensor has said nothing new for {:.3f} s (allowed: {:.3f} s); braked, holding", v,
          l);
    case FaultCode::kStaleState:
      return fmt::format(
          "stale_state: the joints have said nothing new for {:.3f} s (allowed: {:.3f} s, or no motion while "
          "commanded); braked, holding",
          v, l);
    case FaultCode::kOverforce:
      return fmt::format("overforce: {:.1f} {} on the tool (allowed: {:.1f}); braked, holding until reset", v,
                         fault.index == 0 ? "N" : "N m", l);
    case FaultCode::kLostContact:
      return fmt::format("lost_contact: the press moved {:.3f} {} without contact (allowed: {:.3f}); braked, holding",
                         v, fault.index == 0 ? "m" : "m/s", l);
    case FaultCode::kOverrun:
      return fmt::format(
          "overrun: a cycle took {:.4f} s (allowed: above 0, at most {:.4f} s), repeatedly; braked, holding", v, l);
    case FaultCode::kKinematics:
      return "kinematics: the arm's kinematics have no finite solution here; holding the last command";
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
