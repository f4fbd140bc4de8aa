// Watches from outside whether a torque arm does what it is there for: it notices that its readings are dead, it stands
// while nobody asks for anything, and left alone it goes on and comes to where its springs hold it.
#pragma once

#include "limber/arm.hpp"
#include "limber/telemetry.hpp"
#include "limber/variable_stiffness_parameters.hpp"
#include "torque_robot.hpp"
#include "verdict.hpp"

namespace limber::soak {

class TorqueLiveness {
 public:
  TorqueLiveness(const Arm& arm, const VariableStiffnessParameters& p, Tally& tally) : arm_(arm), tally_(tally) {
    expect(p);
  }

  void expect(const VariableStiffnessParameters& p) {
    p_ = p;
    stood_for_.setZero(arm_.joint_count());
    frozen_for_ = 0.0;  // another rate, another gravity: it has to get there anew
  }
  void start() { compared_ = false; }
  // Every cycle. `frozen`: its readings are, and have been told as they were; `reset`: somebody asked for that.
  void see(const StiffnessTelemetry& t, bool frozen, bool reset);

  // While waypoints and the cycle alone lead the arm: its ranges and speeds, as they are.
  void see_joints(const TorqueRobot& robot);
  // The target asks no more of the joints than they can, so it is no faster than the joint that moves the tool most.
  void see_target(const StiffnessTelemetry& t, const TorqueRobot& robot);
  // m from the target to the place where the cycle waits; kUnlimited while it does not.
  double way_left(const StiffnessTelemetry& t) const;
  // The target stands there.
  bool waits(const StiffnessTelemetry& t) const;
  // The arm is slow, and nothing but its springs holds it.
  bool rests(const StiffnessTelemetry& t, const TorqueRobot& robot) const;
  // s from one turning point to the next of the slowest swing that it has on its springs, were they not damped: a heavy
  // arm on soft ones is slow for long without being at rest.
  double half_a_swing(const StiffnessTelemetry& t, const TorqueRobot& robot) const;
  // Where it stands is K e = (Jᵀ)⁺ of the weight that the model does not know.
  void see_rest(const StiffnessTelemetry& t, const TorqueRobot& robot);
  // Held, it was at p when it stood.
  void see_held(const Vector3& p, const TorqueRobot& robot);

 private:
  void see_one_by_one(const StiffnessTelemetry& t, bool anew);
  bool frozen_too_long(const StiffnessTelemetry& t) const;
  void see_blind(const StiffnessTelemetry& t);

  const Arm& arm_;
  Tally& tally_;
  VariableStiffnessParameters p_;
  StiffnessTelemetry before_;
  StiffnessTelemetry changed_;  // the record after the last change of its joints
  double unchanged_for_ = 0.0;  // s
  int unchanged_cycles_ = 0;
  JointVector stood_for_;    // s, of each joint since a bit of it changed
  JointVector asked_;        // N m beyond gravity, of each joint then
  double frozen_for_ = 0.0;  // s, found and told
  bool compared_ = false;
};

}  // namespace limber::soak
