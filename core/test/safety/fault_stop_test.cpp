// The motion of a stop for a fault: the arm brakes, gives way to a force that is too large, and finds a way out of a
// fault that a reset meets again.
#include "safety/fault_stop.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "math/so3.hpp"
#include "safety/stopped_arm.hpp"

namespace limber {
namespace {

using test::kStopForce;
using test::kStopPeriod;
using test::StoppedArm;

Fault fault_with(FaultCode code) {
  Fault fault;
  fault.code = code;
  return fault;
}

TEST(FaultStop, BrakesAsHardAsTheJointsCanAndStands) {
  StoppedArm arm;
  const JointVector qd = JointVector::LinSpaced(6, -0.4, 0.5);
  arm.motion.start(arm.motion.q(), qd);
  arm.begin(fault_with(FaultCode::kOverrun));
  int cycles = 0;
  for (; !arm.motion.at_rest() && cycles < 1000; ++cycles) arm.cycle();
  EXPECT_NEAR(cycles, std::ceil(0.5 / (20.0 * kStopPeriod)), 1);
  const JointVector stood = arm.motion.q();
  arm.run(0.2);
  EXPECT_EQ(arm.motion.q(), stood);
}

TEST(FaultStop, GivesWayAlongTheForceUntilLessThanHalfOfTheLimitIsLeft) {
  StoppedArm arm;
  arm.force = 180.0;
  arm.begin(arm.overforce());
  arm.run(1.0);
  EXPECT_LT(arm.wrench().F_B.norm(), 0.5 * kStopForce);
  EXPECT_GT(arm.wrench().F_B.norm(), 0.0) << "no farther than it needs";
  EXPECT_LT(arm.aside(), 0.02 * arm.way());
  EXPECT_TRUE(arm.motion.at_rest());
}

TEST(FaultStop, GivesWayNoFartherThanTheParametersAllow) {
  for (const double retreat : {0.0, 0.002, 0.005}) {
    StoppedArm arm;
    arm.parameters.overforce_retreat = retreat;
    arm.force = 300.0;
    arm.begin(arm.overforce());
    arm.run(1.0);
    EXPECT_NEAR(arm.way(), retreat, 1e-4);
  }
}

TEST(FaultStop, BrakesFirstAndGivesWayThen) {
  StoppedArm arm;
  arm.motion.start(arm.motion.q(), JointVector::Constant(6, 0.3));
  arm.force = 180.0;
  arm.begin(arm.overforce());
  for (int k = 0; k < 1000 && !arm.motion.at_rest(); ++k) {
    const JointVector before = arm.motion.qd();
    arm.cycle();
    for (int i = 0; i < 6; ++i) {
      ASSERT_GE(arm.motion.qd()[i], 0.0) << "it turned round before it stood";
      ASSERT_LE(arm.motion.qd()[i], before[i]);
    }
  }
  arm.run(1.0);
  EXPECT_LT(arm.wrench().F_B.norm(), 0.5 * kStopForce);
}

TEST(FaultStop, FindsAWayOutOfAForceThatAResetMeetsAgain) {
  for (const double after : {0.01, 1.0}) {  // s from the reset to the next stop
    StoppedArm arm;
    arm.parameters.overforce_retreat = 0.0;
    arm.force = 180.0;
    arm.begin(arm.overforce());
    arm.run(0.2);
    EXPECT_EQ(arm.way(), 0.0);
    arm.stop.fault_was_reset();
    arm.stop.pass_time(after);
    arm.begin(arm.overforce());
    arm.run(1.0);
    if (after < 0.1) {
      EXPECT_LT(arm.wrench().F_B.norm(), 0.5 * kStopForce);
      EXPECT_LE(arm.way(), 0.0201);
    } else {
      EXPECT_EQ(arm.way(), 0.0);
    }
  }
}

TEST(FaultStop, EndsGivingWayWithAReadingThatCannotBeTrusted) {
  StoppedArm arm;
  arm.force = 250.0;
  arm.begin(arm.overforce());
  arm.run(0.04);
  ASSERT_FALSE(arm.motion.at_rest());
  arm.stop.see(arm.overforce(), arm.parameters, arm.wrench());
  arm.stop.see(Fault(), arm.parameters, arm.wrench());
  arm.cycle();
  ASSERT_FALSE(arm.motion.at_rest()) << "neither the same fault nor none ends it";
  arm.stop.see(fault_with(FaultCode::kInvalidState), arm.parameters, arm.wrench());
  arm.run(0.1);
  EXPECT_TRUE(arm.motion.at_rest());
  EXPECT_GT(arm.wrench().F_B.norm(), kStopForce);
}

TEST(FaultStop, TakesASaturatedSensorForAForceAndNonsenseForNone) {
  for (const double beyond : {1.5, 50.0}) {  // times the sensor's range
    StoppedArm arm;
    arm.force = 250.0;
    Fault fault = fault_with(FaultCode::kInvalidWrench);
    fault.index = 1;
    fault.limit = 200.0;
    fault.value = -beyond * fault.limit;
    arm.begin(fault);
    arm.run(1.0);
    EXPECT_EQ(arm.way() > 0.01, beyond < 3.0) << beyond;
  }
}

TEST(FaultStop, TurnsAlongATorqueAboutTheSensor) {
  StoppedArm arm;
  const Vector3 axis = Vector3(2, 1, -2) / 3.0;
  const Pose began = arm.sensor();
  SensorWrench wrench{Vector6::Zero(), began};
  wrench.F_B.tail<3>() = 25.0 * axis;
  Fault fault = fault_with(FaultCode::kOverforce);
  fault.index = 3;
  fault.value = 25.0;
  fault.limit = arm.parameters.overtorque = 20.0;
  arm.stop.begin(fault, arm.parameters, arm.motion.q());
  arm.stop.see(fault, arm.parameters, wrench);
  Vector3 turn = Vector3::Zero();
  for (int k = 0; k < 500; ++k) {
    wrench.X_BS = arm.sensor();
    turn = log_so3(Matrix3(wrench.X_BS.R * began.R.transpose()));
    wrench.F_B.tail<3>() = (25.0 - 200.0 * axis.dot(turn)) * axis;
    ASSERT_TRUE(arm.motion.update_kinematics());
    arm.stop.move(arm.motion, arm.settings, wrench, arm.motion.q(), kStopPeriod);
  }
  EXPECT_LT(wrench.F_B.tail<3>().norm(), 10.0);
  EXPECT_LT(turn.cross(axis).norm(), 1e-3);
  EXPECT_LT((arm.sensor().p - began.p).norm(), 1e-3) << "the sensor stays where it is";
}

TEST(FaultStop, LeadsTheCommandToJointsThatAreStillTooFarAwayAfterAReset) {
  for (const bool reset_before : {false, true}) {
    StoppedArm arm;
    const JointVector command = arm.motion.q();
    arm.measured = command + JointVector::Constant(6, 0.4);
    if (reset_before) arm.stop.fault_was_reset();
    arm.stop.begin(fault_with(FaultCode::kTracking), arm.parameters, arm.measured);
    arm.run(5.0);
    EXPECT_LT((arm.motion.q() - (reset_before ? arm.measured : command)).norm(), 1e-3);
  }
}

TEST(FaultStop, OfARobotThatTakesVelocitiesPutsTheCommandWhereTheJointsStand) {
  StoppedArm arm;
  arm.settings.by_velocity = true;
  arm.measured = arm.motion.q() + JointVector::Constant(6, 0.4);
  arm.stop.fault_was_reset();
  arm.stop.begin(fault_with(FaultCode::kTracking), arm.parameters, arm.measured);
  arm.cycle();
  EXPECT_EQ(arm.motion.q(), arm.measured);
  EXPECT_TRUE(arm.motion.at_rest());
}

}  // namespace
}  // namespace limber
