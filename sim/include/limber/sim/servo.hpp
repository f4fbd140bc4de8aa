/// @file
/// Response of the arm's position control to a command: a dead time, then a first-order lag,
///
///   T ṙ = u(t - delay) - r,
///
/// or a second order that may resonate,
///
///   r̈ = ω² (u(t - delay) - r) - 2 ζ ω ṙ,
///
/// solved in closed form between the arrivals of commands. u is the commanded position, or the integral of the
/// commanded velocity. The simulated arm is set to r in every substep, regardless of external forces.
#pragma once

#include <cstddef>
#include <vector>

#include "limber/robot.hpp"
#include "limber/types.hpp"

namespace limber::sim {

/// Which part of the command the servo follows.
enum class CommandMode {
  kPosition,  ///< Command::q
  kVelocity   ///< Command::qd
};

/// The position control of the arm.
struct ServoParameters {
  CommandMode mode = CommandMode::kPosition;  ///< which part of the command it follows
  double delay = 0.002;                       ///< s, from write() to the servo
  double lag = 0.030;                         ///< s, time constant T; 0: none
  double natural_frequency = 0.0;  ///< rad/s: ω; above 0 the servo is of second order, and `lag` is not used
  double damping_ratio = 0.7;      ///< ζ of the second order
  /// kg m² (kg for prismatic joints): reflected inertia of a joint. A position loop as stiff as that of a UR yields by
  /// micrometres at most, so the joint is practically immovable: one large value for all arms.
  double armature = 1e6;
};

/// r: the joint positions of the servo over time, from the commands so far.
class ServoReference {
 public:
  /// At rest at q0 (rad or m) at time 0.
  ServoReference(const ServoParameters& parameters, const JointVector& q0);

  /// A command written at `time` (s, not before the previous one).
  void command(double time, const Command& command);
  /// s: arrival of the last command at the servo.
  double last_arrival() const { return last_arrival_; }

  /// From now on each command is followed only by this fraction (0 to 1), like the speed slider of a UR: of the
  /// distance to a position, or of a velocity.
  void set_speed_scaling(double share) { speed_scaling_ = share; }

  /// r (rad or m) at time `until` (s), from the commands known now. It is a preview that may be repeated after more
  /// commands, until commit().
  const JointVector& preview(double until);
  /// Makes the preview stand still: commands pass, the arm stays, and later continues from there.
  void stall() {
    next_.r = now_.r;
    next_.r_rate.setZero();
  }
  /// Makes the preview the current state.
  void commit();

 private:
  struct Pending {
    double arrival;
    JointVector value;  ///< position or velocity, depending on the mode
  };
  struct State {
    double time;
    JointVector u, u_rate, r, r_rate;
  };
  void advance(State& state, double until) const;

  ServoParameters parameters_;
  State now_, next_;
  /// A ring, so that a command in flight needs no allocation. It is full only with thousands of commands within one
  /// dead time; then the newest replaces the previous one.
  std::vector<Pending> ring_;
  std::size_t first_ = 0, count_ = 0, consumed_ = 0;
  double last_arrival_ = 0.0;
  double speed_scaling_ = 1.0;
};

}  // namespace limber::sim
