// Checks the joint commands of a compliant controller from outside: limits, braking curves and a velocity without
// steps, by finite differences of the commanded motion; and what is sent for it (sent_watch.hpp). It never asks the
// controller about its limits.
#pragma once

#include <optional>

#include "joint_values.hpp"
#include "limber/admittance_parameters.hpp"
#include "limber/arm.hpp"
#include "limber/robot.hpp"
#include "limber/telemetry.hpp"
#include "safety/motion_limits.hpp"
#include "sent_watch.hpp"
#include "verdict.hpp"

namespace limber::soak {

class MotionWatch {
 public:
  MotionWatch(const Arm& arm, const AdmittanceParameters& p, Tally& tally)
      : arm_(arm), tally_(tally), sent_(arm, p, tally) {
    expect(p);
  }

  // These parameters apply from the next command on.
  void expect(const AdmittanceParameters& p);
  // The controller was activated with this reading.
  void start(const RobotState& state);
  // The controller was asked to continue; if the fault is still there, it stops again within the cycle and no state
  // shows it.
  void went_on() {
    stop_left_.reset();
    since_went_on_ = 0.0;
    fault_ = FaultCode::kNone;
  }
  // `sent`: to the robot. `period`: as given to the controller, in s.
  void see(const Command& sent, const Telemetry& t, double period);
  // What was sent in this cycle was bounded by the driver.
  bool sent_bounded() const { return sent_.bounded(); }

 private:
  void see_start(const Command& command, double h);
  double stoppable_speed(int i, double q, double qd) const;
  double stopping_time(const Telemetry& t) const;
  void see_pace(const Telemetry& t);
  void see_period(const Telemetry& t, double period);
  void see_finite(const Command& command);
  void see_joint(int i, const Command& command, double acceleration, double h);
  void see_tool(const Command& command, const Telemetry& t, double h);
  bool may_give_way(const Telemetry& t);
  void see_stop(const Telemetry& t, double h);

  const Arm& arm_;
  Tally& tally_;
  AdmittanceParameters p_;
  SentWatch sent_;
  JointValues joints_;
  Frame frame_;
  JointVector q_, qd_;  // of the previous command
  JointVector from_;    // start of this command: the previous one, or the measured joints
  Pose X_;              // of C at q_
  Vector6 twist_ = Vector6::Zero();
  bool fresh_frame_ = false;
  double led_by_ = 0.0;  // s: at most, at activation
  bool first_ = false;   // cycle after activation
  bool stands_ = false;  // the robot is paused
  double pace_ = 1.0;    // current speed scaling of the robot, or that before it stood
  FaultCode fault_ = FaultCode::kNone;
  bool soon_ = false;                                              // the fault came soon after a request to continue
  double since_went_on_ = 0.0;                                     // s
  bool pushed_ = false;                                            // a force above its limit acted since the fault
  double lowest_force_ = kUnlimited, lowest_torque_ = kUnlimited;  // N, N m: smallest limits since then
  std::optional<double> stop_left_;  // s within which a hold or fault must have stopped the arm
};

}  // namespace limber::soak
