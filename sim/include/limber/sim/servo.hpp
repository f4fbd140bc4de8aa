/// @file
/// How the arm's own position control answers a command: a delay, then a first-order lag,
///
///   T ṙ = u(t - delay) - r,
///
/// solved in closed form between the arrivals of commands. u is the commanded position, or the integral of the
/// commanded velocity. The simulated arm is put on r at every substep, whatever pushes on it.
#pragma once

#include <cstddef>
#include <vector>

#include "limber/robot.hpp"
#include "limber/types.hpp"

namespace limber::sim {

/// Which half of the command the servo obeys.
enum class CommandMode {
  kPosition,  ///< Command::q
  kVelocity   ///< Command::qd
};

/// The position control of the arm.
struct ServoParameters {
  CommandMode mode = CommandMode::kPosition;  ///< which half of the command it obeys
  double delay = 0.002;                       ///< s, from write() to the servo
  double lag = 0.030;                         ///< s, time constant T; 0: none
  /// kg m² (kg on a slide): reflected inertia of a joint. A position loop as stiff as a UR's gives way by micrometres
  /// at most, so here it is as good as immovable: large, and the same for every arm.
  double armature = 1e6;
};

/// r: where the servo has the joints at a time, by the commands written so far.
class ServoReference {
 public:
  /// At rest at q0 (rad or m) at time 0.
  ServoReference(const ServoParameters& parameters, const JointVector& q0);

  /// A command written at `time` (s, never earlier than the one before).
  void command(double time, const Command& command);
  /// When the last command written reaches the servo: s.
  double last_arrival() const { return last_arrival_; }

  /// From now on each command is obeyed by that share (0 to 1), as by a UR whose speed slider is there: of the way to a
  /// position, of a velocity.
  void set_speed_scaling(double share) { speed_scaling_ = share; }

  /// r (rad or m) at time `until` (s) by the commands known now. It stays a preview, to be repeated after more
  /// commands, until commit().
  const JointVector& preview(double until);
  /// Turns the preview into standing still: commands pass, the arm stays, and goes on from there afterwards.
  void stall() { next_.r = now_.r; }
  /// Makes the preview the state to go on from.
  void commit();

 private:
  struct Pending {
    double arrival;
    JointVector value;  ///< position or velocity, by the mode
  };
  struct State {
    double time;
    JointVector u, u_rate, r;
  };
  static void advance(State& state, double until, double lag);

  ServoParameters parameters_;
  State now_, next_;
  /// A ring, so that a command in flight costs no allocation. A full one means thousands of commands within one delay:
  /// then the newest replaces the one before it.
  std::vector<Pending> ring_;
  std::size_t first_ = 0, count_ = 0, consumed_ = 0;
  double last_arrival_ = 0.0;
  double speed_scaling_ = 1.0;
};

}  // namespace limber::sim
