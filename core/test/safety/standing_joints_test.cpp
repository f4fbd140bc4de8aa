// One joint whose reading freezes while the others continue.
#include "safety/standing_joints.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "safety/motion_limits.hpp"
#include "safety/torque_joint_guard.hpp"

namespace limber {
namespace {

constexpr double kCycle = 0.002;  // s

// The second of two joints swings; the first is what a test says.
struct OneOfTwo {
  TorqueJointGuard guard;
  JointBounds bounds;
  SupervisorParameters supervisor;
  JointDemand demand;
  RobotState state;
  Fault fault;
  double other_swings = 0.1;  // rad

  OneOfTwo() {
    bounds.lower = JointVector::Constant(2, -3.0);
    bounds.upper = JointVector::Constant(2, 3.0);
    bounds.velocity = JointVector::Constant(2, 4.8);
    demand.effort = demand.beyond = JointVector::Zero(2);
    demand.most = JointVector::Ones(2);
    state.q = state.qd = JointVector::Zero(2);
    EXPECT_FALSE(guard.start(state, bounds));
  }
  void cycle() {
    state.joint_stamp = state.time += kCycle;
    state.q[1] = other_swings * std::sin(3.0 * state.time);
    state.qd[1] = 3.0 * other_swings * std::cos(3.0 * state.time);
    fault = guard.check(state, kCycle, demand, bounds, supervisor);
  }
  // s until it is a fault; `seconds` if it is none.
  double found_within(double seconds) {
    const double begin = state.time;
    while (!fault && state.time - begin < seconds) cycle();
    return state.time - begin;
  }
  void move(double speed, double seconds) {
    for (int k = 0; k < std::lround(seconds / kCycle); ++k) {
      state.qd[0] = speed + 1e-6 * k;
      state.q[0] += kCycle * state.qd[0];
      cycle();
      ASSERT_FALSE(fault);
    }
  }
};

TEST(StandingJoint, ThatMovedInTheCycleBeforeIsFoundAfterTheTimeOut) {
  OneOfTwo arm;
  arm.move(0.5, 0.4);
  const double q_last = arm.state.q[0];
  arm.state.qd[0] = 0.0;
  EXPECT_LT(arm.found_within(1.0), arm.supervisor.stale_timeout + 5 * kCycle);
  EXPECT_EQ(arm.fault.code, FaultCode::kStaleState);
  EXPECT_EQ(arm.fault.index, 0);
  EXPECT_TRUE(arm.guard.blind());
  EXPECT_NEAR(arm.guard.q()[0], q_last + 0.5 * 0.1, 0.01) << "it went on as it did";
  EXPECT_NE(sentence(arm.fault).find("joint 1 has read the same for 0.10"), std::string::npos) << sentence(arm.fault);
}

TEST(StandingJoint, ThatStopsSlowerThanACoarseVelocityShowsIsNotFound) {
  OneOfTwo arm;
  arm.move(0.045, 0.4);
  arm.state.qd[0] = 0.0;
  EXPECT_GE(arm.found_within(5.0), 5.0);
}

// Until it turns round, a friction of 1.7 % takes twice as much.
TEST(StandingJoint, ThatIsAskedForAnotherTorqueIsFoundIfAnotherMovedMeanwhile) {
  OneOfTwo arm;
  arm.move(0.01, 0.1);
  arm.state.qd[0] = 0.0;
  EXPECT_GE(arm.found_within(2.0), 2.0);
  arm.demand.beyond[0] = 0.035;
  EXPECT_GE(arm.found_within(2.0), 2.0) << "friction holds it";
  arm.demand.beyond[0] = 0.045;
  EXPECT_LT(arm.found_within(2.0), 5 * kCycle);
  EXPECT_EQ(arm.fault.index, 0);
}

// Its torque rises from 0.9 to 1.8 N m and its limit from 1 to 2 N m: it is 90 % before and after. Found by the soak.
TEST(StandingJoint, ThatIsAskedForAnotherTorqueIsFoundAlthoughItsLimitRisesAlike) {
  OneOfTwo arm;
  arm.demand.beyond[0] = 0.9;
  arm.move(0.01, 0.1);
  arm.state.qd[0] = 0.0;
  EXPECT_GE(arm.found_within(2.0), 2.0);
  arm.demand.most[0] = 2.0;
  arm.demand.beyond[0] = 1.8;
  EXPECT_LT(arm.found_within(2.0), 5 * kCycle);
  EXPECT_EQ(arm.fault.index, 0);
}

// Single invalid readings are replaced by the last good ones; the arm is asked for torques meanwhile.
TEST(StandingJoint, ThatIsAskedForAnotherTorqueDuringInvalidReadingsIsFound) {
  OneOfTwo arm;
  arm.move(0.01, 0.1);
  arm.state.qd[0] = 0.0;
  arm.cycle();
  const double q = arm.state.q[0];
  for (int k = 0; k < 3; ++k) {
    arm.state.q[0] = std::nan("");
    arm.cycle();
    ASSERT_FALSE(arm.fault);
    arm.demand.beyond[0] = 0.5;
  }
  arm.state.q[0] = q;
  EXPECT_LT(arm.found_within(2.0), arm.supervisor.stale_timeout + 5 * kCycle);
}

TEST(StandingJoint, WhoseLimitChangesIsAskedForNothing) {
  OneOfTwo arm;
  arm.demand.beyond[0] = 0.4;
  arm.move(0.01, 0.1);
  arm.state.qd[0] = 0.0;
  EXPECT_GE(arm.found_within(2.0), 2.0);
  arm.demand.most[0] = 0.5;
  EXPECT_GE(arm.found_within(2.0), 2.0);
}

// A rigid contact: all joints give way by less than their encoders tell.
TEST(StandingJoint, ThatPressesOnSomethingRigidIsNotFound) {
  OneOfTwo arm;
  arm.other_swings = 1e-3;
  arm.demand.beyond[0] = 0.09;
  EXPECT_GE(arm.found_within(2.0), 2.0);
  arm.demand.beyond[0] = -0.02;
  EXPECT_LT(arm.found_within(2.0), 5 * kCycle) << "more than an encoder's step of any structure";
}

TEST(StandingJoint, IsNotFoundInAPauseAndWhenSomebodyVouchesForIt) {
  OneOfTwo arm;
  arm.state.speed_scaling = 0.0;
  arm.cycle();
  arm.demand.beyond[0] = 0.2;
  EXPECT_GE(arm.found_within(1.0), 1.0);
  arm.state.speed_scaling = 1.0;
  EXPECT_GE(arm.found_within(1.0), 1.0);
  arm.demand.beyond[0] = 0.4;
  EXPECT_LT(arm.found_within(1.0), 5 * kCycle);
  arm.guard.trust_standing(arm.supervisor);
  arm.fault = {};
  EXPECT_GE(arm.found_within(1.0), 1.0);
}

// 0.5 rad in a cycle are 250 rad/s.
TEST(JumpingJoint, IsInvalidAfterThreeCyclesAndThenIsWhereItReads) {
  OneOfTwo arm;
  arm.move(0.5, 0.2);
  const double q_last = arm.state.q[0];
  arm.state.q[0] += 0.5;
  for (int k = 0; k < 3; ++k) {
    arm.cycle();
    EXPECT_FALSE(arm.fault);
    EXPECT_EQ(arm.guard.q()[0], q_last);
  }
  arm.cycle();
  EXPECT_EQ(arm.fault.code, FaultCode::kInvalidState);
  EXPECT_EQ(arm.fault.index, 0);
  EXPECT_NEAR(arm.fault.value, 0.5, 0.01);
  EXPECT_NEAR(arm.guard.q()[0], q_last, 0.01) << "by its velocity";
  arm.state.qd[0] = 0.49;
  arm.cycle();
  EXPECT_FALSE(arm.fault);
  EXPECT_EQ(arm.guard.q()[0], arm.state.q[0]);
}

TEST(JumpingJoint, ForACycleIsForgotten) {
  OneOfTwo arm;
  arm.move(0.5, 0.2);
  const double q_last = arm.state.q[0];
  arm.state.q[0] += 0.5;
  arm.cycle();
  arm.state.q[0] = q_last;
  arm.move(0.5, 0.2);
  EXPECT_FALSE(arm.fault);
}

}  // namespace
}  // namespace limber
