// Checks the commands that are sent to a robot whose servo is led (docs/architecture.md, "Servo lead"), from outside.
// With the motion q, the sent command u, and what was told about the servo:
//
//   u within the ranges of the joints, u̇ within the speeds of the URDF
//   |Δ(u - q)| <= t₁ |Δq̇| + t₂ |Δq̈| + (1 - e^(-2h/τ)) d       nothing jumps: what the lead lacks, d, fades with τ or
//   τ/2 q̇ = 0:  |u - q| falls with τ, or with the speed of the joint nothing told:  u = q, bit for bit
//
// t₁ and t₂ are bounds: a controller may lead by less.
#pragma once

#include "joint_values.hpp"
#include "limber/robot.hpp"
#include "limber/telemetry.hpp"
#include "verdict.hpp"

namespace limber::soak {

class SentWatch {
 public:
  SentWatch(const Arm& arm, const AdmittanceParameters& p, Tally& tally) : arm_(arm), tally_(tally) { expect(p); }

  // These parameters apply from the next command on.
  void expect(const AdmittanceParameters& p);
  void start(const RobotState& state);
  // `anew`: the motion has started anew at the joints of a robot of velocities.
  void see(const Command& sent, const Telemetry& t, bool anew);

  // A joint in this cycle was sent to the end of its range or with its largest speed.
  bool bounded() const { return bounded_; }

 private:
  struct Lead {
    double time = 0.0, square = 0.0;  // s, s²: bounds of t₁, t₂
  };

  static Lead lead_of(const AdmittanceParameters& p);
  void see_joint(int i, double sent, const Telemetry& t);
  void see_smooth(int i, double offset, const Telemetry& t);
  void see_rest(int i, double offset, double h);

  const Arm& arm_;
  Tally& tally_;
  JointValues joints_;
  JointVector fastest_;  // rad/s, m/s: what the driver accepts
  Lead lead_, last_;     // by the present parameters, and by those of the last cycle
  Lead most_;            // within the time that a change takes
  double since_ = 0.0;   // s since a change
  bool measured_ = false, by_velocity_ = false;
  bool ever_led_ = false;  // since activation
  bool first_ = true;
  bool bounded_ = false;
  JointVector sent_, offset_, qd_, qdd_;  // of the last cycle; offset: u - q
  JointVector unfaded_;                   // rad, m: bound of what the lead lacks
  JointVector at_bound_;                  // 1: in the last cycle a bound acted
};

}  // namespace limber::soak
