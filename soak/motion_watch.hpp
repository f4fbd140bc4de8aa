// Watches the joint commands of a compliant controller from outside: limits, braking curves and a velocity without
// steps, by finite differences of the commands. It never asks the controller whether it kept them.
#pragma once

#include <optional>

#include "limber/admittance_parameters.hpp"
#include "limber/arm.hpp"
#include "limber/robot.hpp"
#include "limber/telemetry.hpp"
#include "safety/motion_limits.hpp"
#include "verdict.hpp"

namespace limber::soak {

class MotionWatch {
 public:
  MotionWatch(const Arm& arm, const AdmittanceParameters& p, Tally& tally) : arm_(arm), tally_(tally) { expect(p); }

  // From the next command on these parameters count.
  void expect(const AdmittanceParameters& p);
  // The controller was activated with this reading.
  void start(const RobotState& state);
  // Somebody asked it to go on; where the fault is still there it stops again within the cycle, and no state tells.
  void went_on() {
    stop_left_.reset();
    since_went_on_ = 0.0;
    fault_ = FaultCode::kNone;
  }
  // `period` is what the controller was told, in s.
  void see(const Command& command, const Telemetry& t, double period);

 private:
  struct Joints {
    JointVector lower, upper, velocity, acceleration, deceleration;
  };

  static Joints joints_of(const Arm& arm, const LimitParameters& limits);
  double stoppable_speed(int i, double q, double qd) const;
  double stopping_time(const Telemetry& t) const;
  void see_pace(const Telemetry& t);
  void see_period(const Telemetry& t, double period);
  void see_finite(const Command& command, const Telemetry& t);
  void see_joint(int i, const Command& command, double acceleration, double h);
  void see_tool(const Command& command, const Telemetry& t, double h);
  bool may_give_way(const Telemetry& t);
  void see_stop(const Telemetry& t, double h);

  const Arm& arm_;
  Tally& tally_;
  AdmittanceParameters p_;
  Joints joints_;
  Frame frame_;
  JointVector q_, qd_;  // of the command before
  JointVector from_;    // where this command starts from: the one before, or the measured joints
  Pose X_;              // of C at q_
  Vector6 twist_ = Vector6::Zero();
  bool fresh_frame_ = false;
  bool stands_ = false;  // the robot: it is paused
  double pace_ = 1.0;    // the share of its speed that the robot allows itself, or did before it stood
  FaultCode fault_ = FaultCode::kNone;
  bool soon_ = false;                                              // it came soon after somebody asked the arm to go on
  double since_went_on_ = 0.0;                                     // s
  bool pushed_ = false;                                            // a force above its limit was there since the fault
  double lowest_force_ = kUnlimited, lowest_torque_ = kUnlimited;  // N, N m: limits since then
  std::optional<double> stop_left_;  // s until a hold or fault must have brought the arm to a stand
};

}  // namespace limber::soak
