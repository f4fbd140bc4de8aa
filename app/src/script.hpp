// What happens when, told to the controllers as a person or another program would: presses and moves are streamed,
// waypoints, requests and parameter changes are made once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "limber/compliant_point.hpp"
#include "limber/configuration.hpp"
#include "limber/event.hpp"
#include "limber/variable_stiffness_parameters.hpp"
#include "live_hand.hpp"

namespace limber::app {

// A control wrench at C, in C: N, N m.
struct Press {
  Vector6 F_C;
  double duration;  // s
};

// The reference goes straight by `displacement` (m, in the base) and starts and stops smoothly.
struct Move {
  Vector3 displacement;
  double speed;  // m/s, above 0

  double duration() const;                 // s
  double distance_at(double t) const;      // m along the way, t s after its start
  double speed_at(double t) const;         // m/s
  double acceleration_at(double t) const;  // m/s²

 private:
  double ramp() const;
};

// A timed compliant trajectory, from a file; its poses are the base's, or begin where the reference stood at the start.
struct TrajectoryStart {
  std::vector<CompliantPoint> points;
  bool from_start = false;
  std::string frame = {};  // as the file names it; empty: the base

  std::vector<CompliantPoint> in_base(const Pose& X_BR_start) const;
};

struct ParameterChange {
  config::ParameterChanges changes;
};

// Of the events that tell what became of a script's requests; whoever else asks has another one.
inline constexpr std::uint32_t kScriptTicket = 0xffff'ffff;

struct Action {
  double at = 0.0;  // s
  std::variant<Press, Move, TrajectoryStart, Waypoint, HandPush, Request, ParameterChange> what;
  std::string place = {};  // where it was read, before what is wrong with it: "file:12: "
  int arm = -1;            // which one it is for; -1: all of them

  double duration() const;  // s that it is told again and again
  bool is_for(std::size_t index) const { return arm < 0 || index == static_cast<std::size_t>(arm); }
};

// Whether a script resets faults.
bool resets_faults(const std::vector<Action>& script);

// Plays actions in the order of their times. Not for the control thread, unless that is the only one.
class ScriptPlayer {
 public:
  // Does an action, or goes on doing it; returns why not, a sentence each.
  using Act = std::function<std::vector<std::string>(const Action&)>;

  explicit ScriptPlayer(std::vector<Action> actions);

  // Does what is due at t (s); to be called 20 times a second or more often, t never falling. Returns what was refused,
  // a sentence each.
  std::vector<std::string> step(double t, const Act& act);
  // One more, which somebody has begun.
  void go_on_with(const Action& action);

 private:
  std::vector<Action> actions_;
  std::vector<bool> done_;
};

}  // namespace limber::app
