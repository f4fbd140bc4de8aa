// Predicts first touches, and tries what would make them softer.
#include "touch_outlook.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "contact_loops.hpp"
#include "explain_command.hpp"

namespace limber::app {
namespace {

constexpr double kLargestPress = 0.95;   // of the accepted force: a larger press is too much by itself
constexpr double kHelps = 0.9;           // of the peak: what lowers it less is no help
constexpr double kSlowestUseful = 1e-4;  // m/s
constexpr double kLeastWall = 100.0;     // N/m: of press.stiffest_wall
constexpr int kWallHalvings = 30;

// m/s²: of the tool against a contact.
double touch_deceleration(const MotionPlan& plan, std::size_t axis) {
  const ToolBounds& tool = plan.settings.tool;
  return std::min(tool.linear_acceleration + tool.touch_deceleration,
                  least_deceleration(plan, compliance_axis(plan, axis)));
}

// N/m: the stiffest wall on which the touch peaks no higher; 0 if none is known.
double wall_for(FirstTouch touch, double force) {
  double low = 0.0, high = touch.wall;
  for (int n = 0; n < kWallHalvings; ++n) {
    touch.wall = 0.5 * (low + high);
    (touch_peak(touch) <= force ? low : high) = touch.wall;
  }
  return low < kLeastWall ? 0.0 : low;
}

std::string deceleration_key(const MotionPlan& plan) {
  const ToolBounds& tool = plan.settings.tool;
  return std::isfinite(tool.touch_deceleration) ? "limits.max_touch_deceleration" : "limits.joint_deceleration";
}

// What makes the slowest touch softer, in words.
std::vector<std::string> helps(const MotionPlan& plan, const FirstTouch& slowest, double force) {
  std::vector<std::string> words;
  const double peak = touch_peak(slowest);
  const auto offer = [&](const FirstTouch& other, const std::string& what) {
    if (touch_peak(other) < kHelps * peak) words.push_back(what);
  };
  const double speed = speed_for_peak(slowest, force), wall = wall_for(slowest, force);
  if (speed > kSlowestUseful) words.push_back(fmt::format("a press.approach_speed of at most {:.2g} m/s", speed));
  if (wall > 0.0) words.push_back(fmt::format("a press.stiffest_wall of at most {:.3g} kN/m", 1e-3 * wall));
  FirstTouch other = slowest;
  if (plan.settings.lead.none()) {
    const Lead lead = whole_lead(other.loop.servo_lag, other.loop.servo_delay, other.loop.period);
    other.loop.servo_lead = lead.time;
    other.loop.servo_lead_square = lead.square;
    offer(other, plan.parameters.servo.lag > 0.0 ? "servo.lead: true" : "servo.lag and servo.delay, if they are known");
  }
  other = slowest;
  other.deceleration = TouchSpeeds::kDecelerations.back();
  offer(other, "a larger " + deceleration_key(plan));
  other = slowest;
  other.loop.damping *= 2.0;
  other.press += slowest.loop.damping * slowest.speed;
  offer(other, "more damping");
  other = slowest;
  other.loop.filter_time_constant *= 0.25;
  offer(other, "a faster filter of the wrench");
  other = slowest;
  other.deadband = 0.0;
  other.press -= slowest.deadband;
  offer(other, "a smaller admittance.min_motion_threshold");
  return words;
}

std::string servo_words(double lag, double delay) { return fmt::format("{:g} and {:g} ms", 1e3 * lag, 1e3 * delay); }

// A controller that knows another servo than the arm has approaches too fast.
std::string servo_blame(const MotionPlan& plan) {
  const ServoParameters& told = plan.parameters.servo;
  const sim::ServoParameters& has = plan.simulation.servo;
  if (told.lag == has.lag && told.delay == has.delay) return "";
  return fmt::format("; servo.lag and servo.delay say {}, the simulated robot has {} (limber.servo)",
                     servo_words(told.lag, told.delay), servo_words(has.lag, has.delay));
}

// Empty: the force is kept.
std::string doubt_along(const MotionPlan& plan, std::size_t axis) {
  const double force = plan.settings.touch.force;
  const TouchOutlook outlook = touch_outlook(plan, axis);
  if (outlook.out_of_reach(force)) {
    const double speed = std::min(plan.settings.supervisor.press_approach_speed, TouchSpeeds::kSlowest);
    const std::vector<std::string> words =
        helps(plan, touch_along(plan, axis, speed, plan.settings.press.stiffest_wall), force);
    return fmt::format(
        "even the slowest approach ({:g} m/s) peaks at {:.3g} N; {}", speed, outlook.slowest_peak,
        words.empty() ? "only a larger force would do" : fmt::format("what would help: {}", fmt::join(words, ", or ")));
  }
  if (!outlook.exceeds(force)) return "";
  return fmt::format("a press of {:.3g} N approaches at {:.2g} m/s and peaks at {:.3g} N{}", outlook.press,
                     outlook.speed, outlook.peak, servo_blame(plan));
}

}  // namespace

std::vector<std::size_t> free_axes(const MotionPlan& plan) {
  std::vector<std::size_t> axes;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const bool free = plan.settings.dynamics.K.row(static_cast<Eigen::Index>(axis)).isZero(0.0);
    if (free && plan.settings.enabled_axes[axis]) axes.push_back(axis);
  }
  return axes;
}

FirstTouch touch_along(const MotionPlan& plan, std::size_t axis, double speed, double wall) {
  const AdmittanceSettings& s = plan.settings;
  FirstTouch touch;
  touch.loop = axis_loop(plan, axis);
  touch.wall = wall;
  touch.speed = speed;
  touch.deadband = s.force_threshold;
  touch.press = touch.loop.damping * speed + s.force_threshold;
  touch.acceleration = s.tool.linear_acceleration;
  touch.deceleration = touch_deceleration(plan, axis);
  return touch;
}

TouchOutlook touch_outlook(const MotionPlan& plan, std::size_t axis) {
  const AdmittanceSettings& s = plan.settings;
  const double fastest = s.supervisor.press_approach_speed, wall = s.press.stiffest_wall;
  FirstTouch touch = touch_along(plan, axis, fastest, wall);
  touch.press = std::min(touch.press, kLargestPress * s.touch.force);
  touch.speed = std::min({fastest, std::max(0.0, driven_speed(touch)), s.touch.at(touch.press, touch.deceleration)});
  const double slowest = std::min(fastest, TouchSpeeds::kSlowest);
  return {touch.press, touch.speed, touch_peak(touch), touch_peak(touch_along(plan, axis, slowest, wall))};
}

std::vector<std::string> touch_doubts(const MotionPlan& plan) {
  struct Doubt {
    std::string axes, words;
  };
  std::vector<Doubt> doubts;
  for (const std::size_t axis : plan.settings.touch.force > 0.0 ? free_axes(plan) : std::vector<std::size_t>()) {
    const std::string words = doubt_along(plan, axis);
    if (words.empty()) continue;
    const auto same = std::find_if(doubts.begin(), doubts.end(), [&](const Doubt& d) { return d.words == words; });
    if (same == doubts.end()) {
      doubts.push_back({kAxisWords[axis], words});
    } else {
      same->axes += std::string(", ") + kAxisWords[axis];
    }
  }
  std::vector<std::string> sentences;
  for (const Doubt& doubt : doubts) {
    sentences.push_back(
        fmt::format("press.max_touch_force is {:g} N; along {}, on a press.stiffest_wall of {:g} kN/m, {}",
                    plan.settings.touch.force, doubt.axes, 1e-3 * plan.settings.press.stiffest_wall, doubt.words));
  }
  return sentences;
}

}  // namespace limber::app
