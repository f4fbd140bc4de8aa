// Controller C in closed loop with a rigid arm: it homes, cycles, holds, and keeps its limits.
#include <cmath>
#include <random>

#include "controllers/variable_stiffness_settings.hpp"
#include "stiffness_loop.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

using test::quick_cycle;
using test::StiffnessLoop;

TEST(VariableStiffness, HomesThenGoesForwardAndBack) {
  StiffnessLoop loop(quick_cycle());
  ASSERT_TRUE(loop.controller.path()) << loop.controller.path().sentence;
  ASSERT_TRUE(loop.activate());
  loop.cycles(1000);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
  // Soft springs and a stiff joint damping: the tool is near, not on, its start.
  EXPECT_LT((loop.record().p_measured - Vector3(0.18, -0.08, 0.15)).norm(), 0.01);
  loop.cycles(1000);
  EXPECT_LT((loop.record().p_measured - Vector3(0.18, 0.08, 0.15)).norm(), 0.02);
  loop.cycles(1250);
  EXPECT_LT((loop.record().p_measured - Vector3(0.18, -0.08, 0.15)).norm(), 0.02);
  EXPECT_LT(loop.worst_error, 0.03);
  EXPECT_LE(loop.worst_torque_rate, 200.0 * (1.0 + 1e-9));
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
}

TEST(VariableStiffness, FirstCommandIsTheTorqueThatWasThere) {
  StiffnessLoop loop(quick_cycle());
  const JointVector before = loop.robot.read().effort;
  ASSERT_TRUE(loop.activate());
  const Command first = loop.cycle();
  EXPECT_LE((first.effort - before).cwiseAbs().maxCoeff(), 200.0 * 0.002 + 1e-12);
  EXPECT_LT(loop.record().stiffness.maxCoeff(), 50.0 * 0.002 + 1e-12);
}

TEST(VariableStiffness, RendersItsStiffnessAtRest) {
  VariableStiffnessParameters p = quick_cycle();
  p.cycle.wait_duration = 3600.0;
  p.cycle.move_duration = 0.1;
  p.cycle.end_position = p.cycle.start_position;
  p.stiffness.stiffness_homing = Vector3(30, 40, 50);
  StiffnessLoop loop(p);
  ASSERT_TRUE(loop.activate());
  loop.cycles(4000);
  const Vector3 before = loop.record().p_measured;
  loop.robot.push_B.head<3>() = Vector3(0.3, -0.4, 0.5);
  loop.cycles(6000);
  // F = K e, axis by axis, against forces the controller knows nothing of.
  const Vector3 moved = loop.record().p_measured - before;
  EXPECT_NEAR(moved.x(), 0.3 / 30.0, 2e-4);
  EXPECT_NEAR(moved.y(), -0.4 / 40.0, 2e-4);
  EXPECT_NEAR(moved.z(), 0.5 / 50.0, 2e-4);
  EXPECT_TRUE(loop.record().contact_valid);
  EXPECT_LT((loop.record().contact.head<3>() - Vector3(0.3, -0.4, 0.5)).norm(), 0.01);
}

TEST(VariableStiffness, StiffnessNeverChangesFasterThanItsRateWhateverHappens) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  for (int run = 0; run < test::scaled(4); ++run) {
    VariableStiffnessParameters p = quick_cycle();
    p.waypoints.policy = run % 2 == 0 ? WaypointPolicy::kFifo : WaypointPolicy::kLatest;
    p.waypoints.blend_duration = 0.5;
    StiffnessLoop loop(p);
    ASSERT_TRUE(loop.activate());
    for (int k = 0; k < 4000; ++k) {
      if (k % 50 == 0) loop.controller.add_waypoint({{0.03 * uniform(random), 0.03 * uniform(random), 0.0}, true});
      if (k % 400 == 150) loop.controller.request(Request::kHold);
      if (k % 400 == 250) loop.controller.request(Request::kRun);
      if (k % 700 == 300) {
        VariableStiffnessParameters other = p;
        for (auto* profile :
             {&other.stiffness.stiffness_x, &other.stiffness.stiffness_y, &other.stiffness.stiffness_z}) {
          profile->assign(static_cast<std::size_t>(2 + k % 5), 60.0 + 40.0 * uniform(random));
        }
        other.stiffness.stiffness_homing = Vector3::Constant(60.0 + 40.0 * uniform(random));
        loop.controller.set_parameters(other);
      }
      loop.cycle();
    }
    EXPECT_LE(loop.worst_rise, 50.0 * (1.0 + 1e-9)) << "run " << run;
    EXPECT_GT(loop.worst_rise, 40.0);
    EXPECT_LE(loop.worst_torque_rate, 200.0 * (1.0 + 1e-9));
  }
}

TEST(VariableStiffness, TakesProfilesOfAnyLengthWhileItRuns) {
  StiffnessLoop loop(quick_cycle());
  ASSERT_TRUE(loop.activate());
  loop.cycles(1200);
  VariableStiffnessParameters other = quick_cycle();
  other.stiffness.stiffness_x.assign(1000, 70.0);
  loop.controller.set_parameters(other);
  const double before = loop.record().stiffness[0];
  loop.cycle();
  EXPECT_NEAR(loop.record().stiffness[0], before + 0.1, 1e-9);
  loop.cycles(600);
  EXPECT_NEAR(loop.record().stiffness[0], 70.0, 1e-9);
  other.cycle.end_position.x() += 0.01;
  EXPECT_THROW(loop.controller.set_parameters(other), ArmError);
}

// Another path that was on its way while somebody activated the controller: it must not lead it elsewhere now.
TEST(VariableStiffness, APathThatArrivesAfterActivationWaitsForTheNext) {
  StiffnessLoop loop(quick_cycle());
  ASSERT_TRUE(loop.activate());
  loop.cycles(1200);
  VariableStiffnessParameters other = quick_cycle();
  other.tip_link = "link5";
  other.cycle.start_position = other.cycle.end_position = Vector3(0.16, 0.0, 0.16);
  VariableStiffnessSettings late = limber::bind(loop.arm, other);
  ASSERT_TRUE(late.report) << late.report.sentence;
  late.for_a_stand = true;
  const Vector3 p = loop.record().p_measured;
  loop.controller.set_settings(late);
  loop.cycle();
  EXPECT_LT((loop.record().p_measured - p).norm(), 1e-3) << "another tip, at once";
  loop.cycles(300);
  EXPECT_LT(loop.worst_error, 0.03);
  loop.controller.deactivate();
  ASSERT_TRUE(loop.activate());
  loop.cycles(1500);
  EXPECT_LT((loop.record().p_measured - Vector3(0.16, 0.0, 0.16)).norm(), 0.01);
}

// Upper arm and forearm in one line, tool ahead: the task has lost the direction along them, where it must go.
JointVector stretched() { return (JointVector(4) << 0.0, -0.1, -std::atan2(0.128, 0.024), 1.6).finished(); }

double error_after_homing_from_a_singularity(double posture_stiffness) {
  VariableStiffnessParameters p = quick_cycle();
  p.cycle.homing_duration = 5.0;
  p.cycle.start_position = Vector3(0.18, 0.0, 0.15);
  p.cycle.end_position = Vector3(0.18, 0.02, 0.15);
  p.torque.posture_stiffness = posture_stiffness;
  p.supervisor.tracking = kUnlimited;
  StiffnessLoop loop(p, stretched());
  EXPECT_TRUE(loop.activate());
  loop.cycle();
  EXPECT_LT(loop.record().smallest_singular_value, 1e-3);
  EXPECT_GT(loop.record().dls_damping, 0.09);
  loop.cycles(3000);
  return loop.record().position_error;
}

TEST(VariableStiffness, ASingularityDoesNotTrapTheArm) { EXPECT_LT(error_after_homing_from_a_singularity(2.0), 0.02); }

TEST(VariableStiffness, APathIsAcceptedFromWhateverJointsTheArmHas) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(0.01, 0.99);
  for (int k = 0; k < test::scaled(300); ++k) {
    StiffnessLoop loop(quick_cycle());
    JointVector q(4);
    for (int i = 0; i < 4; ++i) {
      const JointLimits& limits = loop.arm.joints()[static_cast<std::size_t>(i)].limits;
      q[i] = limits.lower + (limits.upper - limits.lower) * uniform(random);
    }
    loop.robot.state().q = q;
    ASSERT_TRUE(loop.controller.path());
    EXPECT_TRUE(loop.controller.prepare(q)) << q.transpose() << ": " << loop.controller.path().sentence;
    EXPECT_TRUE(loop.activate()) << q.transpose();
  }
}

TEST(VariableStiffness, ABadPathRefusesActivationAndSaysWhere) {
  VariableStiffnessParameters p = quick_cycle();
  p.cycle.end_position = Vector3(0.6, 0.0, 0.15);
  StiffnessLoop loop(p);
  EXPECT_FALSE(loop.controller.path());
  EXPECT_FALSE(loop.activate());
  const std::vector<std::string> told = loop.sentences();
  ASSERT_EQ(told.size(), 1U);
  EXPECT_NE(told[0].find("at s = 0."), std::string::npos) << told[0];
  EXPECT_TRUE(loop.controller.update(loop.robot.read(), 0.002).empty());
  EXPECT_EQ(loop.controller.state(), SupervisorState::kInactive);
}

TEST(VariableStiffness, TwoControllersInOneProcessAreEqualBitForBit) {
  StiffnessLoop one(quick_cycle());
  StiffnessLoop two(quick_cycle());
  StiffnessLoop busy(quick_cycle(), (JointVector(4) << 0.5, -0.2, 0.3, 0.4).finished());
  ASSERT_TRUE(one.activate() && two.activate() && busy.activate());
  for (int k = 0; k < 2000; ++k) {
    if (k == 1300) {
      one.controller.add_waypoint({{0.02, 0.0, 0.02}, true});
      two.controller.add_waypoint({{0.02, 0.0, 0.02}, true});
    }
    busy.controller.add_waypoint({{0.2, 0.05, 0.15}, false});
    const Command a = one.cycle();
    busy.cycle();
    const Command b = two.cycle();
    ASSERT_TRUE(a.effort == b.effort && a.q == b.q && a.qd == b.qd) << "cycle " << k;
  }
}

}  // namespace
}  // namespace limber
