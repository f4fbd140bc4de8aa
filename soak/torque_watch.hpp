// Watches the torques of the variable stiffness controller from outside: efforts, their rate, the rate of stiffness and
// what the tank paid for it, and a target without steps.
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

  // From the next command on these parameters count.
  void expect(const VariableStiffnessParameters& p);
  void start(const RobotState& state);
  // `period` is what the controller was told, in s; `asked`: somebody asked it to go on, or its robot goes on, and it
  // may have for a moment.
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
  JointVector torque_;        // N m, of the command before
  double quickest_ = 1e9;     // s, the shortest time in which the target has been led anywhere
  double fastest_ = 0.0;      // m/s, of the target so far
  double farthest_ = 0.0;     // m, that the target has been from where it was first
  double stopped_for_ = 0.0;  // s
  double pace_ = 1.0;         // 0..1: how fast the time of the motion may pass, at most
  Vector3 p_first_ = Vector3::Zero();
  StiffnessTelemetry before_;
  bool compared_ = false;
};

}  // namespace limber::soak
