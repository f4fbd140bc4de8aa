// Checks from outside whether a torque arm does its task: it detects frozen readings, stands if nothing is requested,
// and, left alone, continues and comes to the rest position of its springs.
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
    frozen_for_ = unread_for_ = 0.0;  // another rate, gravity or time-out: the time counts again
  }
  void start() {
    compared_ = false;
    unread_for_ = 0.0;
  }
  // Every cycle. `frozen`: its readings are frozen; `reset`: a reset was requested.
  void see(const StiffnessTelemetry& t, bool frozen, bool reset);

  // While only waypoints and the cycle lead the arm: checks its true positions and speeds.
  void see_joints(const TorqueRobot& robot);
  // The target never requires more than the joints can do, so it is no faster than the joint that moves the tool
  // fastest.
  void see_target(const StiffnessTelemetry& t, const TorqueRobot& robot);
  // m from the target to the point where the cycle waits; kUnlimited while it does not wait.
  double way_left(const StiffnessTelemetry& t) const;
  // The target stands there.
  bool waits(const StiffnessTelemetry& t) const;
  // The arm is slow, and only its springs hold it.
  bool rests(const StiffnessTelemetry& t, const TorqueRobot& robot) const;
  // s, half a period of the slowest undamped oscillation on its springs: a heavy arm on soft springs is slow for long
  // without being at rest.
  double half_a_swing(const StiffnessTelemetry& t, const TorqueRobot& robot) const;
  // At rest, K e = (Jᵀ)⁺ of the weight that is not in the model.
  void see_rest(const StiffnessTelemetry& t, const TorqueRobot& robot);
  // While held, it was at p when it stood.
  void see_held(const Vector3& p, const TorqueRobot& robot);

 private:
  void see_one_by_one(const StiffnessTelemetry& t, bool anew);
  bool frozen_too_long(const StiffnessTelemetry& t) const;
  void see_blind(const StiffnessTelemetry& t);
  void see_unread(const StiffnessTelemetry& t, bool frozen);

  const Arm& arm_;
  Tally& tally_;
  VariableStiffnessParameters p_;
  StiffnessTelemetry before_;
  StiffnessTelemetry changed_;  // the record after the last change of its joints
  double unchanged_for_ = 0.0;  // s
  int unchanged_cycles_ = 0;
  JointVector stood_for_;      // s, of each joint since its reading last changed
  JointVector asked_;          // N m beyond gravity, of each joint at that time
  double frozen_for_ = 0.0;    // s since it was detected and reported
  double unread_for_ = 0.0;    // s since all readings froze
  double unread_speed_ = 0.0;  // rad/s, m/s: the fastest joint, as it was read then
  bool compared_ = false;
};

}  // namespace limber::soak
