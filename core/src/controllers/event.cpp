// Sentences of events.
#include "limber/event.hpp"

#include <fmt/format.h>

#include <cmath>

#include "limber/arm.hpp"
#include "wrench/tare.hpp"

namespace limber {

bool is_refusal(Event::Kind kind) noexcept {
  switch (kind) {
    case Event::Kind::kTareRefusedMoving:
    case Event::Kind::kTareRefusedVarying:
    case Event::Kind::kTareRefusedForce:
    case Event::Kind::kTareRefusedPressing:
    case Event::Kind::kTareRefusedContact:
    case Event::Kind::kTareReplaced:
    case Event::Kind::kTareAbandoned:
    case Event::Kind::kRunInPause:
    case Event::Kind::kRequestRefused:
      return true;
    default:
      return false;
  }
}

namespace {

// m, rad: within this distance the tool is at the last pose.
constexpr double kNearLastPose = 0.001;
constexpr double kTurnedToLastPose = 0.01;

// s: a larger extra duration is reported.
constexpr double kLonger = 0.01;

std::string trajectory_started(double lasts, double longer) {
  std::string words = fmt::format("trajectory started; it lasts {:.3g} s", lasts);
  if (longer > kLonger)
    words += fmt::format(", {:.3g} s longer than its points say: the first one is far away", longer);
  return words;
}

std::string trajectory_done(double distance, double angle) {
  if (distance <= kNearLastPose && angle <= kTurnedToLastPose) return "trajectory done; holding its last pose";
  return fmt::format("trajectory done, but the tool is {:.1f} mm and {:.3f} rad from its last pose; holding it",
                     1000.0 * distance, angle);
}

std::string request_refused(Request request, SupervisorState state) {
  if (request == Request::kResetFault) return fmt::format("there is no fault to reset: the arm is {}", name(state));
  return fmt::format("request not possible while {}{}", name(state),
                     state == SupervisorState::kFaulted ? "; reset the fault first (reset_fault)" : "");
}

// Empty if the event is not of a tare.
std::string tare_sentence(const Event& event) {
  switch (event.kind) {
    case Event::Kind::kTareDone:
      return fmt::format("tare done: {:.1f} N and {:.2f} N m are removed gradually", event.value, event.turning);
    case Event::Kind::kTareRefusedMoving:
      return "tare refused: the arm moved; tare only at rest";
    case Event::Kind::kTareRefusedVarying:
      return "tare refused: the wrench varied; tare only with nothing touching the tool";
    case Event::Kind::kTareRefusedForce:
      return fmt::format(
          "tare refused: it would remove {:.1f} N and {:.2f} N m, more than wrench.tare_max_force allows (for the "
          "torque: {:g} m times that force); if nothing touches the tool, confirm it (tare anyway)",
          event.value, event.turning, kTorqueLever);
    case Event::Kind::kTareRefusedPressing:
      return fmt::format("tare refused: a control wrench presses ({:.1f} N felt); tare only without one", event.value);
    case Event::Kind::kTareRefusedContact:
      return fmt::format("tare refused: the tool is in a stiff contact ({:.1f} N felt); tare only in free space",
                         event.value);
    case Event::Kind::kTareAbandoned:
      return "tare abandoned: the controller was deactivated before it was done; tare again";
    case Event::Kind::kTareReplaced:
      return "tare refused: another one began before it was done";
    default:
      return "";
  }
}

// Empty if the event is not of a trajectory.
std::string trajectory_sentence(const Event& event) {
  switch (event.kind) {
    case Event::Kind::kTrajectoryStarted:
      return trajectory_started(event.value, event.turning);
    case Event::Kind::kTrajectoryWaits:
      return fmt::format("trajectory taken; it starts in {:.3g} s", event.value);
    case Event::Kind::kTrajectoryWaitsForRobot:
      return "trajectory taken; the robot is paused: it starts when the robot goes on";
    case Event::Kind::kTrajectoryPast:
      return fmt::format("trajectory refused: it ended {:.3g} s ago by the robot's clock", event.value);
    case Event::Kind::kTrajectoryTooEarly:
      return fmt::format("trajectory refused: it would start in {:.3g} s; at most {:.3g} s are allowed", event.value,
                         kLongestWait);
    case Event::Kind::kTrajectoryDone:
      return trajectory_done(event.value, event.turning);
    case Event::Kind::kTrajectoryAbandoned:
      return fmt::format("trajectory abandoned with {:.3g} s of it left", event.value);
    default:
      return "";
  }
}

// Empty if the event is not of a state or a request.
std::string state_sentence(const Event& event) {
  switch (event.kind) {
    case Event::Kind::kFaultReset:
      return "fault reset; starting again";
    case Event::Kind::kState:
      return fmt::format("now {}", name(event.state));
    case Event::Kind::kReferenceHere:
      return "the reference is where the arm is";
    case Event::Kind::kPaused:
      return "the robot is paused: holding until it goes on";
    case Event::Kind::kResumed:
      return "the robot goes on: starting again from where it stands";
    case Event::Kind::kRunInPause:
      return "run not needed: the robot is paused, and the arm goes on when the robot does";
    case Event::Kind::kRequestRefused:
      return request_refused(static_cast<Request>(std::lround(event.value)), event.state);
    case Event::Kind::kAlreadySo:
      return fmt::format("already {}", name(event.state));
    default:
      return "";
  }
}

// Compliance, path, contact and limits. Empty if the event is of none of them.
std::string motion_sentence(const Event& event, const Joint* joint) {
  switch (event.kind) {
    case Event::Kind::kChangeWaits:
      return fmt::format("the change of compliance waits: it would cost {:.3g} J more than the tank has", event.value);
    case Event::Kind::kChangeArrived:
      return fmt::format("the change of compliance is complete, {:.2f} s late", event.value);
    case Event::Kind::kPathRefused:
      return fmt::format("activation refused: the path cannot be followed at s = {:.3g}", event.value);
    case Event::Kind::kTooHeavy:
      return fmt::format(
          "activation refused: in this posture, gravity alone needs {:.4g} N m (N for a sliding joint) of joint '{}'; "
          "its effort limit is {:.4g} (effort_limit)",
          event.value, joint == nullptr ? "" : joint->name, event.turning);
    case Event::Kind::kWaypointRefused:
      return "waypoint refused: the arm cannot reach it with this orientation";
    case Event::Kind::kPressEnded:
      return fmt::format(
          "contact lost: the press of {:.1f} N feels nothing and ends; send a wrench of 0 and press again",
          event.value);
    case Event::Kind::kContactLost:
      return fmt::format("contact lost: the press of {:.1f} N feels nothing; approaching again", event.value);
    case Event::Kind::kSteadyForce:
      return fmt::format("{:.2f} N for 10 s move a tool that no spring holds: tare?", event.value);
    case Event::Kind::kSteadyTorque:
      return fmt::format("{:.3f} N m for 10 s turn a tool that no spring holds: tare?", event.value);
    case Event::Kind::kLeadReduced:
      return fmt::format(
          "joint '{}' does not follow its commands as servo.lag and servo.delay say (off by {:.0f} % of its motion): "
          "{:.0f} % of the lead is left until servo.lag or servo.delay changes or the controller is activated; measure "
          "both, or set servo.lead to false",
          joint == nullptr ? "" : joint->name, 100.0 * event.turning, 100.0 * event.value);
    case Event::Kind::kHeldByLimits:
      return fmt::format(
          "joint limits, workspace limits or a singularity hold the tool {:.0f} mm and {:.2f} rad from its reference "
          "and block the straight way there: lead the tool out by hand, or move the reference",
          1000.0 * event.value, event.turning);
    default:
      return "";
  }
}

}  // namespace

std::string sentence(const Event& event, const Joint* joint) {
  if (event.kind == Event::Kind::kFault) return sentence(event.fault, joint);
  std::string words = tare_sentence(event);
  if (words.empty()) words = trajectory_sentence(event);
  if (words.empty()) words = state_sentence(event);
  if (words.empty()) words = motion_sentence(event, joint);
  return words;
}

}  // namespace limber
