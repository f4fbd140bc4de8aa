// Which readings of a torque arm can be trusted.
#include "safety/torque_joint_guard.hpp"

#include <gtest/gtest.h>

#include "safety/motion_limits.hpp"

namespace limber {
namespace {

constexpr double kStep = 0.002;  // s

struct Watched {
  TorqueJointGuard guard;
  JointBounds bounds;
  SupervisorParameters supervisor;
  JointDemand demand;
  RobotState state;

  Watched() {
    bounds.lower = JointVector::Constant(2, -3.0);
    bounds.upper = JointVector::Constant(2, 3.0);
    bounds.velocity = JointVector::Constant(2, 2.0);
    demand.effort = demand.beyond = JointVector::Zero(2);
    demand.most = JointVector::Ones(2);
    state.q = JointVector::Zero(2);
    state.qd = JointVector::Zero(2);
    EXPECT_FALSE(guard.start(state, bounds));
  }
  Fault see(double seconds) {
    Fault fault;
    for (double t = 0.0; t < seconds; t += kStep) {
      state.joint_stamp = state.time += kStep;
      fault = guard.check(state, kStep, demand, bounds, supervisor);
    }
    return fault;
  }
  // The first joint jumps, with a velocity that says nothing of it, and stands from then on.
  void jump() {
    see(0.2);
    state.q[0] += 0.06;
    see(0.3);
    EXPECT_TRUE(guard.reckons());
  }
};

TEST(TorqueJointGuard, AReadingThatStandsIsTakenAtItsWordIfSomebodyVouchesForIt) {
  Watched arm;
  arm.jump();
  EXPECT_EQ(arm.see(5.0).code, FaultCode::kStaleState) << "by itself it is never trusted again";
  arm.guard.trust_standing(arm.supervisor);
  EXPECT_FALSE(arm.see(5.0));
  EXPECT_FALSE(arm.guard.reckons());
}

TEST(TorqueJointGuard, WhatWasVouchedForIsFoundAgainWhenTheArmIsAskedToMove) {
  Watched arm;
  arm.see(0.2);
  arm.demand.effort[0] = 0.1;
  EXPECT_EQ(arm.see(0.2).code, FaultCode::kStaleState);
  arm.guard.trust_standing(arm.supervisor);
  EXPECT_FALSE(arm.see(1.0));
  arm.demand.effort[0] = 0.2;
  EXPECT_EQ(arm.see(0.2).code, FaultCode::kStaleState);
}

// An arm at rest with coarse encoders holds 0.5 N m.
TEST(TorqueJointGuard, OtherEffortLimitsAskNothingOfAnArmAtRest) {
  Watched arm;
  arm.demand.effort[0] = 0.5;
  EXPECT_FALSE(arm.see(1.0));
  arm.demand.most[0] = 0.8;
  EXPECT_FALSE(arm.see(1.0));
  arm.demand.most[0] = 10.0;
  EXPECT_FALSE(arm.see(1.0));
  arm.demand.effort[0] = 1.0;
  EXPECT_EQ(arm.see(0.2).code, FaultCode::kStaleState) << "5 % of what the joint has now";
}

// One joint stands on its stop while the others move.
TEST(TorqueJointGuard, JointsAreVouchedForOneByOne) {
  Watched arm;
  arm.jump();
  for (int k = 0; k < 200; ++k) {
    arm.state.qd[1] = 0.1 + 1e-5 * k;
    arm.state.q[1] += kStep * arm.state.qd[1];
    arm.see(0.5 * kStep);
  }
  EXPECT_TRUE(arm.guard.reckons());
  arm.guard.trust_standing(arm.supervisor);
  arm.state.q[1] += 1e-4;
  EXPECT_FALSE(arm.see(0.5 * kStep));
}

TEST(TorqueJointGuard, NobodyCanVouchForAReadingThatContradictsItself) {
  Watched arm;
  arm.state.qd[0] = 0.1;  // and stays where it is
  EXPECT_EQ(arm.see(0.5).code, FaultCode::kStaleState);
  arm.guard.trust_standing(arm.supervisor);
  EXPECT_EQ(arm.see(0.5 * kStep).code, FaultCode::kStaleState);
}

}  // namespace
}  // namespace limber
