// What fills the tank of controller C: only dissipation that really acted on the arm, not what the start ramp, the
// effort limit, the torque rate or the filter near a singularity removed.
#include <cmath>

#include "stiffness_loop.hpp"

namespace limber {
namespace {

using test::quick_cycle;
using test::StiffnessLoop;

struct Balance {
  double taken_in = 0.0;  // J, what telemetry says the tank took in
  double absorbed = 0.0;  // J, what the torques beyond gravity took from the arm: -∫ (τ - g) q̇ dt
};

// A damper without a spring, whose reference stands: all that the torques beyond gravity take from the arm, they
// dissipate, and nothing else may be in the tank. The arm is pushed to and fro.
Balance shake(VariableStiffnessParameters p, const JointVector& q, double push) {
  p.tank = {true, 1.0, 1e3};
  p.torque.wall_margin = 0.0;
  p.torque.posture_stiffness = 0.0;
  p.torque.posture_damping = 0.0;
  p.supervisor.tracking = kUnlimited;
  p.tracking_orientation = kUnlimited;
  StiffnessLoop loop(p, q);
  EXPECT_TRUE(loop.activate());
  loop.controller.request(Request::kHold);  // before the first cycle, which would begin a spring
  Balance balance;
  for (int k = 0; k < 600; ++k) {
    loop.robot.push_B.head<3>() = push * std::sin(0.03 * k) * Vector3(0.5, 1.0, 0.6);
    const JointVector before = loop.robot.read().q;
    const JointVector torque = loop.last_effort - loop.arm.gravity_torque(before, {0, 0, -9.81});
    loop.cycle();
    balance.absorbed -= torque.dot(loop.robot.read().q - before);
    balance.taken_in += loop.record().tank_inflow * loop.record().period;
    // A torque held over a cycle and a velocity at its ends: half of what one cycle changes may be missed.
    EXPECT_LE(balance.taken_in, 1.02 * balance.absorbed + 2e-4) << "cycle " << k;
  }
  return balance;
}

VariableStiffnessParameters damper() {
  VariableStiffnessParameters p = quick_cycle();
  p.torque.ramp_time = 0.01;
  p.torque.rate_limit = 1e5;
  return p;
}

const JointVector kBent = (JointVector(4) << 0.3, -0.5, 0.5, 0.4).finished();

// What is there to be taken is taken: the checks below do not pass by an empty tank.
TEST(TorqueTank, TakesInWhatItsDamperDissipates) {
  const Balance balance = shake(damper(), kBent, 1.0);
  EXPECT_GT(balance.absorbed, 0.01);
  EXPECT_GT(balance.taken_in, 0.9 * balance.absorbed);
}

TEST(TorqueTank, TakesInNothingThatTheStartRampKeptBack) {
  VariableStiffnessParameters p = damper();
  p.torque.ramp_time = 5.0;
  const Balance balance = shake(p, kBent, 0.6);
  EXPECT_GT(balance.taken_in, 0.8 * balance.absorbed);
}

TEST(TorqueTank, TakesInNothingThatTheEffortLimitKeptBack) {
  VariableStiffnessParameters p = damper();
  p.stiffness.damping_default.setConstant(20.0);
  p.torque.effort_limit = {1.0};
  const Balance balance = shake(p, kBent, 8.0);
  EXPECT_GT(balance.taken_in, 0.5 * balance.absorbed);
}

TEST(TorqueTank, TakesInNothingThatTheTorqueRateKeptBack) {
  VariableStiffnessParameters p = damper();
  p.stiffness.damping_default.setConstant(10.0);
  p.torque.rate_limit = 4.0;
  shake(p, kBent, 3.0);
}

// Stretched: the filter takes the wrench along the arm away.
TEST(TorqueTank, TakesInNothingThatTheSingularityFilterKeptBack) {
  const JointVector stretched = (JointVector(4) << 0.0, -0.1, -std::atan2(0.128, 0.024), 1.6).finished();
  shake(damper(), stretched, 0.6);
}

}  // namespace
}  // namespace limber
