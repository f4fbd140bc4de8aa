// Controller C with a flood of waypoints: for any rate, policy and blend, joints keep their limits and the target has
// no step.
#include <cmath>
#include <random>

#include "controllers/variable_stiffness_settings.hpp"
#include "stiffness_loop.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

using test::quick_cycle;
using test::StiffnessLoop;

struct Extremes {
  double speed = 0.0;         // of a joint, as a share of its limit
  double beyond = -1.0;       // rad that a joint was beyond its limit
  double acceleration = 0.0;  // m/s², the target's largest acceleration
};

// Anywhere the arm reaches, mostly near its edges.
Vector3 anywhere(const Arm& arm, std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  JointVector q(arm.joint_count());
  for (int i = 0; i < arm.joint_count(); ++i) {
    const JointLimits& limits = arm.joints()[static_cast<std::size_t>(i)].limits;
    q[i] = limits.lower + (limits.upper - limits.lower) * uniform(random);
  }
  return arm.pose(q, arm.tip()).p;
}

Extremes flood(double blend, WaypointPolicy policy, double K, int every, unsigned seed) {
  VariableStiffnessParameters p = quick_cycle();
  p.stiffness = StiffnessParameters();
  p.stiffness.stiffness_homing.setConstant(K);
  p.stiffness.damping_default.setConstant(2.0 * std::sqrt(K / 30.0));
  p.waypoints.policy = policy;
  p.supervisor.tracking = kUnlimited;
  p.tracking_orientation = kUnlimited;
  StiffnessLoop loop(p);
  VariableStiffnessSettings settings = limber::bind(loop.arm, p);
  settings.waypoints.blend_duration = blend;  // below what a configuration may ask for, too
  loop.controller.set_settings(settings);
  EXPECT_TRUE(loop.activate());
  loop.cycles(1000);
  std::mt19937 random(seed);
  Extremes worst;
  Vector3 v_before = loop.record().twist_reference.head<3>();
  int taken = 0;
  for (int k = 0; k < 3000; ++k) {
    if (k % every == 0) {
      taken += loop.controller.add_waypoint({anywhere(loop.arm, random), false}) == WaypointAnswer::kTaken ? 1 : 0;
    }
    loop.cycle();
    for (int j = 0; j < loop.arm.joint_count(); ++j) {
      const JointLimits& limits = loop.arm.joints()[static_cast<std::size_t>(j)].limits;
      const double q = loop.robot.read().q[j];
      worst.speed = std::max(worst.speed, std::abs(loop.robot.read().qd[j]) / limits.velocity);
      worst.beyond = std::max({worst.beyond, limits.lower - q, q - limits.upper});
    }
    const Vector3 v = loop.record().twist_reference.head<3>();
    worst.acceleration = std::max(worst.acceleration, (v - v_before).norm() / 0.002);
    v_before = v;
  }
  EXPECT_GT(taken, 0);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
  return worst;
}

class WaypointFlood : public testing::TestWithParam<WaypointPolicy> {};

// Ranges are kept without tolerance. A speed is kept by a torque, and coupled joints that all brake drive each other: a
// tenth above the limit is what that may do.
TEST_P(WaypointFlood, KeepsEveryJointWithinItsSpeedAndItsRange) {
  Extremes all;
  std::mt19937 random(23);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  for (int n = 0; n < test::scaled(60); ++n) {
    const double blend = n < 3 ? 0.02 : 0.02 * std::pow(100.0, uniform(random));
    const double K = 10.0 * std::pow(15.0, uniform(random));
    const int every = static_cast<int>(std::lround(2.0 * std::pow(400.0, uniform(random))));
    const Extremes worst = flood(blend, GetParam(), K, every, static_cast<unsigned>(n));
    EXPECT_LE(worst.speed, 1.1) << "blend " << blend << " s, " << K << " N/m, every " << every << " cycles";
    EXPECT_LE(worst.beyond, 0.0) << "blend " << blend << " s, " << K << " N/m, every " << every << " cycles";
    all.speed = std::max(all.speed, worst.speed);
    all.beyond = std::max(all.beyond, worst.beyond);
    all.acceleration = std::max(all.acceleration, worst.acceleration);
  }
  std::printf("fastest joint %.2f of its limit, %.3f rad beyond its range, target's acceleration at most %.1f m/s²\n",
              all.speed, all.beyond, all.acceleration);
  // A step of 0.1 m/s in one cycle would be 50 m/s².
  EXPECT_LT(all.acceleration, 40.0);
}

INSTANTIATE_TEST_SUITE_P(Policies, WaypointFlood, testing::Values(WaypointPolicy::kFifo, WaypointPolicy::kLatest));

}  // namespace
}  // namespace limber
