// What happens when, told to the controller as a person or another program would: presses and moves are streamed,
// requests and parameter changes are made once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "limber/admittance_controller.hpp"
#include "limber/cartesian_admittance_controller.hpp"
#include "limber/configuration.hpp"
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
  double at;  // s
  std::variant<Press, Move, TrajectoryStart, HandPush, Request, ParameterChange> what;
  std::string place = {};  // where it was read, before what is wrong with it: "file:12: "

  double duration() const;  // s that it is told again and again
};

// Throws ConfigError, ArmError or TrajectoryError, with a sentence, where `arm` cannot do what the action asks.
// `parameters` are those that hold then, and become those that hold after it; X_BR_start is where the reference stands
// at the start.
void try_out(const Action& action, const Arm& arm, const Pose& X_BR_start, AdmittanceParameters& parameters);

enum class ControllerKind { kAdmittance, kCartesianAdmittance };

// As `limber.controller` has it.
constexpr const char* name(ControllerKind kind) {
  return kind == ControllerKind::kCartesianAdmittance ? "cartesian_admittance" : "admittance";
}

// What actions act on: a controller of one of the kinds, what only that kind takes (poses or trajectories), and the
// hand.
struct Stage {
  CompliantController& controller;
  AdmittanceController* poses;
  CartesianAdmittanceController* trajectories;
  LiveHand& hand;
  std::optional<Pose> X_BR{};  // where the newest record has the reference
};

// Plays actions in the order of their times. Not for the control thread, unless that is the only one.
class ScriptPlayer {
 public:
  // X_BR is where the reference stands at the start.
  ScriptPlayer(std::vector<Action> actions, const AdmittanceParameters& parameters, const Pose& X_BR);

  // Does what is due at t (s); to be called 20 times a second or more often, t never falling. Returns what was refused,
  // a sentence each.
  std::vector<std::string> step(double t, const Stage& stage);
  // Does one more, at t. Empty where it was done or goes on being done, else why not: then nothing is changed.
  std::string act(const Action& action, double t, const Stage& stage);
  // Somebody else asks this of the controller.
  void see_request(Request request);
  // Where the next move begins, and where the reference stood at the start.
  Pose reference(const Stage& stage) const { return elsewhere_ && stage.X_BR ? *stage.X_BR : X_BR_; }
  const Pose& reference_at_start() const { return X_BR_start_; }
  // As they are now, changes of the script included.
  const AdmittanceParameters& parameters() const { return parameters_; }

 private:
  std::string perform(const Action& action, double t, const Stage& stage);
  Answer move(const Move& move, double since, AdmittanceController& controller);
  void begin_move(double at, const Stage& stage);
  void change(const ParameterChange& change, CompliantController& controller);

  std::vector<Action> actions_;
  std::vector<bool> done_;
  AdmittanceParameters parameters_;
  Pose X_BR_start_;
  Pose X_BR_;               // at the end of every move done
  bool elsewhere_ = false;  // a stop or somebody has put the reference elsewhere since
  double move_at_ = -1.0;   // s, of the last move that began
};

}  // namespace limber::app
