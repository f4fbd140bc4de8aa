// A regulated press through everything that interrupts it: limits, stops, pauses, losses and live changes. Nothing
// winds up, the commanded velocity stays continuous, and the force comes back.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "pressed_arm.hpp"

namespace limber::sim {
namespace {

constexpr double kBack = 0.5;  // N, and s until then

// The approach is that of an open-loop press, however long it lasts.
TEST(RegulatedPress, DoesNotWindUpBeforeContact) {
  double peak[2] = {0.0, 0.0};
  for (const bool on : {false, true}) {
    AdmittanceParameters parameters = regulated(kPressing);
    if (!on) parameters.press.regulation = PressRegulation::kNone;
    PressedArm arm(slope_under(kPressing, 0.0, 5e3, 0.15), parameters);
    EXPECT_LT(arm.fastest_in(kPress, 2.5), 1.05 * parameters.supervisor.press_approach_speed);
    arm.press(kPress, 1.5, [&] { peak[on] = std::max(peak[on], arm.force()); });
    EXPECT_LT(arm.worst_off(kPress, 0.5), kBack);
  }
  EXPECT_LT(peak[1], 1.1 * peak[0]);
}

// The arm cannot go further: a joint is at its limit 6 mm above the table. Then the limit is lifted.
TEST(RegulatedPress, DoesNotWindUpAtAJointLimit) {
  AdmittanceParameters parameters = regulated(kPressing);
  const Arm arm_model = load_arm("ur5e");
  JointVector q = home(arm_model);
  const SimulationParameters simulation = slope_under(kPressing, 0.0, 5e3);
  move_joints_by(arm_model, simulation.tool, 0.004 * arm_model.pose(q, arm_model.tip()).R.col(2), q);
  const JointVector way = q - home(arm_model);
  for (int i = 0; i < 6; ++i) {
    const double lower = arm_model.joints()[static_cast<std::size_t>(i)].limits.lower;
    const double upper = arm_model.joints()[static_cast<std::size_t>(i)].limits.upper;
    parameters.limits.joint_lower.push_back(way[i] < -1e-4 ? q[i] : lower);
    parameters.limits.joint_upper.push_back(way[i] > 1e-4 ? q[i] : upper);
  }
  PressedArm arm(simulation, parameters);
  arm.press(kPress, 5.0);
  EXPECT_TRUE(arm.loop.controller.telemetry().limited.has(Limit::kJointPosition));
  EXPECT_EQ(arm.force(), 0.0);
  arm.change([](auto& p) {
    p.limits.joint_lower.clear();
    p.limits.joint_upper.clear();
  });
  EXPECT_LT(arm.fastest_in(kPress, 1.5), 1.05 * parameters.supervisor.press_approach_speed);
  EXPECT_LT(arm.worst_off(kPress, 1.0), kBack);
  EXPECT_FALSE(arm.faulted());
}

// A slope of 20 degrees is led across faster than the tool may move.
TEST(RegulatedPress, DoesNotWindUpAtASpeedLimit) {
  for (const double slope : {-20.0, 20.0}) {
    AdmittanceParameters parameters = regulated(kPressing);
    parameters.limits.max_linear_velocity = 0.05;
    PressedArm arm(slope_under(kPressing, slope, 5e3), parameters);
    arm.press(kPress, 3.0);
    arm.lead(0.1);
    arm.press(kPress, 1.5);
    EXPECT_TRUE(arm.loop.controller.telemetry().limited.has(Limit::kLinearVelocity));
    arm.lead(0.0);
    arm.press(kPress, 3.0);  // the reference catches up
    EXPECT_LT(arm.worst_off(kPress, 0.5), kBack) << slope;
    EXPECT_FALSE(arm.faulted());
  }
}

TEST(RegulatedPress, KeepsItsForceWithAnyAdmittanceRatioAndDeadband) {
  for (const double ratio : {0.5, 1.0}) {
    for (const double deadband : {0.0, 1.0, 4.0}) {
      AdmittanceParameters parameters = regulated(kPressing);
      parameters.compliance.admittance_ratio = ratio;
      parameters.wrench.min_motion_threshold = deadband;
      PressedArm arm(slope_under(kPressing, 10.0, 5e3), parameters);
      arm.press(kPress, 4.0);
      EXPECT_LT(arm.worst_off(kPress, 0.5), 0.3) << ratio << ", " << deadband << " N";
      arm.lead(0.05);
      arm.press(kPress, 2.0);  // a deadband of 4 of 5 N leaves a fifth of the force loop's gain
      EXPECT_LT(arm.worst_off(kPress, 1.5), 0.3) << ratio << ", " << deadband << " N";
      arm.lead(0.0);
      arm.press(kPress, kBack);
      EXPECT_LT(arm.worst_off(kPress, 0.5), kBack) << ratio << ", " << deadband << " N";
    }
  }
}

// A plate that ends under the tool, and a floor 30 mm below.
SimulationParameters plate_with_an_edge() {
  SimulationParameters simulation = slope_under(kPressing, 0.0, 5e3);
  const Surface table = simulation.scene.surfaces[0];
  simulation.scene.surfaces.clear();
  const Pose X_BT = load_arm("ur5e").pose(home(load_arm("ur5e")), load_arm("ur5e").tip());
  simulation.scene.plates = {
      {.name = "table", .p_B = table.p_B - 0.05 * X_BT.R.col(0), .normal_B = table.normal_B, .stiffness = 5e3},
      {.name = "floor", .p_B = table.p_B - 0.03 * table.normal_B, .normal_B = table.normal_B, .stiffness = 5e3}};
  simulation.scene.plates[0].half_size = 0.1;
  return simulation;
}

TEST(RegulatedPress, ApproachesAgainAsSlowlyAfterALoss) {
  PressedArm arm(plate_with_an_edge(), regulated(kPressing));
  arm.press(kPress, 3.0);
  arm.lead(0.1);
  constexpr double kBraking = 0.1;  // s
  double fastest = 0.0, lost_at = 1e9;
  arm.press(kPress, 1.5, [&] {
    const double now = arm.loop.robot.time();
    Event event;
    while (arm.loop.controller.take_event(event)) {
      if (event.kind == Event::Kind::kContactLost) lost_at = now;
    }
    if (now < lost_at + kBraking) return;
    fastest = std::max(fastest, -arm.loop.robot.tool_velocity().head<3>().dot(arm.simulation.scene.plates[0].normal_B));
  });
  arm.lead(0.0);
  arm.press(kPress, 1.0);
  EXPECT_LT(lost_at, 1e9);
  EXPECT_GT(fastest, 0.0);
  EXPECT_LT(fastest, 1.05 * arm.parameters.supervisor.press_approach_speed);
  EXPECT_LT(arm.worst_off(kPress, 0.5), kBack);
  EXPECT_EQ(arm.loop.robot.contact_force(0).norm(), 0.0) << "on the floor";
  EXPECT_LE(arm.worst_step, 1.0 + 1e-6);
  EXPECT_FALSE(arm.faulted());
}

TEST(RegulatedPress, EndsAfterALossIfAskedTo) {
  AdmittanceParameters parameters = regulated(kPressing);
  parameters.press.on_loss = PressLoss::kEnd;
  PressedArm arm(plate_with_an_edge(), parameters);
  arm.press(kPress, 3.0);
  arm.lead(0.1);
  bool told = false;
  arm.press(kPress, 3.0, [&] {
    Event event;
    while (arm.loop.controller.take_event(event)) told = told || event.kind == Event::Kind::kPressEnded;
  });
  EXPECT_TRUE(told);
  EXPECT_TRUE(arm.loop.controller.telemetry().wrench_control.isZero(0.0));
  EXPECT_EQ(arm.force(), 0.0);
  const double height = arm.loop.robot.tool_pose().p.z();
  arm.lead(0.0);
  arm.press(kPress, 1.0);
  EXPECT_NEAR(arm.loop.robot.tool_pose().p.z(), height, 1e-3) << "it stays where the press ended";
  // A press that is asked for anew acts again.
  arm.press(0.0, 0.5);
  arm.press(kPress, 3.0);
  EXPECT_LT(arm.worst_off(kPress, 0.5), kBack);
  EXPECT_LE(arm.worst_step, 1.0 + 1e-6);
  EXPECT_FALSE(arm.faulted());
}

struct Interruption {
  const char* what;
  std::function<void(PressedArm&)> begin, end;
  double ramp;  // s that the press takes to act again
};

std::vector<Interruption> interruptions() {
  return {
      {"pause", [](PressedArm& a) { a.loop.robot.set_speed_scaling(0.0); },
       [](PressedArm& a) { a.loop.robot.set_speed_scaling(1.0); }, 0.0},
      {"hold", [](PressedArm& a) { a.loop.controller.request(Request::kHold); },
       [](PressedArm& a) { a.loop.controller.request(Request::kRun); }, 0.5},
      {"fault", [](PressedArm& a) { a.loop.robot.faults().nan_wrench = 20; },
       [](PressedArm& a) { a.loop.controller.request(Request::kResetFault); }, 0.5},
  };
}

TEST(RegulatedPress, ComesBackAfterAnyStop) {
  for (const Interruption& stop : interruptions()) {
    for (const double speed : {0.0, 0.05}) {
      PressedArm arm(slope_under(kPressing, 10.0, 5e3), regulated(kPressing));
      arm.press(kPress, 3.0);
      arm.lead(speed);
      arm.press(kPress, 1.0);
      stop.begin(arm);
      arm.lead(0.0);
      arm.press(kPress, 1.0);
      stop.end(arm);
      double most = 0.0;
      arm.press(kPress, stop.ramp + 0.5, [&] { most = std::max(most, arm.force()); });
      const double off = arm.worst_off(kPress, 1.0);
      std::printf("%-5s at %.2f m/s: at most %5.2f N on the way back, then within %.2f N\n", stop.what, speed, most,
                  off);
      EXPECT_LT(off, kBack) << stop.what;
      EXPECT_LT(most, 1.5 * kPress) << stop.what;
      EXPECT_LE(arm.worst_step, 1.0 + 1e-6) << stop.what;
      EXPECT_FALSE(arm.faulted());
    }
  }
}

struct Mode {
  const char* name;
  PressRegulation regulation;
  double stiffness;  // N/m along the axis of the tool
};
constexpr Mode kModes[] = {{"open loop", PressRegulation::kNone, 0.0},
                           {"direction", PressRegulation::kDirection, 0.0},
                           {"normal", PressRegulation::kNormal, 0.0},
                           {"spring", PressRegulation::kNormal, 100.0}};

void set(PressedArm& arm, const Mode& mode) {
  arm.change([&](auto& p) {
    p.press.regulation = mode.regulation;
    p.compliance.stiffness(2, 2) = mode.stiffness;
  });
}

constexpr double kRamp = 0.2;  // s, of the stiffness

PressedArm pressed_in(const Mode& mode, double ratio) {
  AdmittanceParameters parameters = regulated(kPressing);
  parameters.supervisor.stiffness_ramp_time = kRamp;
  parameters.compliance.admittance_ratio = ratio;
  parameters.press.regulation = mode.regulation;
  parameters.compliance.stiffness(2, 2) = mode.stiffness;
  return {slope_under(kPressing, 10.0, 5e3), parameters};
}

// A spring that engages holds the tool where it is.
TEST(RegulatedPress, SwitchesWithoutABumpAtRest) {
  for (const Mode& from : kModes) {
    for (const Mode& to : kModes) {
      PressedArm arm = pressed_in(from, 1.0);
      arm.press(kPress, 4.0);
      arm.worst_step = 0.0;
      // A spring takes its part of the press.
      const double before = from.stiffness > 0.0 ? arm.force() : kPress;
      const double after = to.stiffness > 0.0 ? before : kPress;
      ASSERT_LT(arm.worst_off(before, 0.7), kBack) << from.name;
      set(arm, to);
      const double most = std::max(before, after) + kBack;
      arm.press(kPress, kRamp + kBack, [&] { EXPECT_LT(arm.force(), most) << from.name << " to " << to.name; });
      EXPECT_LT(arm.worst_off(after, 1.0), kBack) << from.name << " to " << to.name;
      EXPECT_LT(arm.worst_step, 0.15) << from.name << " to " << to.name << ": no more than by noise";
      EXPECT_FALSE(arm.faulted());
    }
  }
}

// In motion up and down a slope: the velocity is continuous, and a regulated press has its force after half a second.
TEST(RegulatedPress, SwitchesWithoutABumpInMotion) {
  for (const double ratio : {0.5, 1.0}) {
    for (const double speed : {-0.04, 0.04}) {
      for (const Mode& from : kModes) {
        for (const Mode& to : kModes) {
          PressedArm arm = pressed_in(from, ratio);
          arm.press(kPress, 3.0);
          arm.lead(speed);
          arm.press(kPress, 1.0);
          arm.worst_step = 0.0;
          set(arm, to);
          arm.press(kPress, kRamp + kBack);
          const double off = arm.worst_off(kPress, 1.0);
          const bool regulates = to.regulation != PressRegulation::kNone && to.stiffness == 0.0;
          if (regulates) {
            EXPECT_LT(off, kBack) << from.name << " to " << to.name << ", ratio " << ratio << ", " << speed << " m/s";
          }
          EXPECT_LE(arm.worst_step, 1.0 + 1e-6) << from.name << " to " << to.name;
          EXPECT_FALSE(arm.faulted());
        }
      }
    }
  }
}

}  // namespace
}  // namespace limber::sim
