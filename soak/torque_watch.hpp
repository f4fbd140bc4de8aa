// Checks the torques of the variable stiffness controller from outside: efforts, their rate, the rate of stiffness and
// its payment by the tank, and a target without steps.
#pragma once

#include "limber/arm.hpp"
#include "limber/robot.hpp"
#include "limber/telemetry.hpp"
#include "limber/variable_stiffness_parameters.hpp"
#include "verdict.hpp"

namespace limber::soak {

class TorqueWatch {
 public:
  TorqueWatch(const Arm& arm, const VariableStiffnessParameters& p, Tally& tally) : arm_(arm), tally_(tally) {
    expect(p);
  }

  // These parameters apply from the next command on.
  void expect(const VariableStiffnessParameters& p);
  void start(const RobotState& state);
  // `period`: as given to the controller, in s; `asked`: the controller was asked to continue, or its robot continues,
  // and it may have done so for a moment.
  void see(const Command& command, const StiffnessTelemetry& t, double period, bool asked);

 private:
  void see_torque(const Command& command, double h);
  void see_stiffness(const StiffnessTelemetry& t, double h, bool asked);
  void see_target(const StiffnessTelemetry& t, double h);
  double acted(const StiffnessTelemetry& t, double h) const;
  void see_pace(const StiffnessTelemetry& t, double h, bool asked);
  void see_stop(const StiffnessTelemetry& t, double h, bool asked);

  const Arm& arm_;
  Tally& tally_;
  VariableStiffnessParameters p_;
  JointVector most_;          // N m
  JointVector torque_;        // N m, of the previous command
  double quickest_ = 1e9;     // s, shortest duration of any motion of the target
  double fastest_ = 0.0;      // m/s, of the target so far
  double farthest_ = 0.0;     // m, largest distance of the target from its first position
  double stopped_for_ = 0.0;  // s
  double pace_ = 1.0;         // 0..1: upper bound of the time scale of the motion
  Vector3 p_first_ = Vector3::Zero();
  StiffnessTelemetry before_;
  bool compared_ = false;
};

}  // namespace limber::soak
