// A torque arm whose readings stop, on the simulated OpenManipulator-X with a model error of up to 10 %: while each
// joint has a position or a velocity, it is held; without either, it keeps its last holding torque. And one whose robot
// is paused.
#include <functional>
#include <limits>
#include <vector>

#include "limber/telemetry.hpp"
#include "torque_loop.hpp"

namespace limber::sim {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
constexpr double kMoving = 4.0, kResting = 6.8;  // s: in the middle of the move, and at the end of the wait after it
constexpr double kFastest = 0.126;               // m/s: 0.16 m in 2 s on a cosine

VariableStiffnessParameters brisk(const std::string& tip) {
  VariableStiffnessParameters p;
  p.tip_link = tip;
  p.stiffness.stiffness_homing.setConstant(60.0);
  p.stiffness.damping_default.setConstant(4.0);
  p.cycle.homing_duration = 3.0;
  p.cycle.move_duration = 2.0;
  p.cycle.wait_duration = 3.0;
  return p;
}

using Spoil = std::function<void(RobotState& state, const RobotState& last)>;
struct Dead {
  const char* what;
  Spoil spoil;
};

struct Watched {
  const Arm arm = load_arm("open_manipulator_x");
  TorqueLoop loop;
  RobotState last;
  Vector3 p_last;

  Watched(double mass, double friction, double until, const std::string& tip = "")
      : loop(arm, home(arm), brisk(tip), torque_simulation(friction, 0.0, mass)) {
    loop.run(until);
    last = loop.robot.read();
    p_last = loop.robot.tool_pose().p;
  }
  // m from where it was when its readings stopped, `seconds` later.
  double moved(double seconds, const Spoil& spoil) {
    for (long k = 0; k < std::lround(seconds / 0.002); ++k) {
      RobotState state = loop.robot.read();
      spoil(state, last);
      loop.robot.write(loop.controller.update(state, 0.002));
      loop.robot.step(0.002);
      StiffnessTelemetry record;
      while (loop.controller.take_telemetry(record)) {
      }
    }
    return (loop.robot.tool_pose().p - p_last).norm();
  }
};

std::vector<Dead> with_a_rest() {
  return {{"positions no numbers", [](RobotState& s, const RobotState&) { s.q.setConstant(kNothing); }},
          {"one position no number", [](RobotState& s, const RobotState&) { s.q[1] = kNothing; }},
          {"velocities no numbers", [](RobotState& s, const RobotState&) { s.qd.setConstant(kNothing); }},
          {"positions frozen", [](RobotState& s, const RobotState& last) { s.q = last.q; }}};
}

std::vector<Dead> without() {
  return {
      {"no numbers", [](RobotState& s, const RobotState&) { s.q.setConstant(kNothing), s.qd.setConstant(kNothing); }},
      {"stamp stands", [](RobotState& s, const RobotState& last) { s.joint_stamp = last.joint_stamp; }},
      {"frozen", [](RobotState& s, const RobotState& last) { s.q = last.q, s.qd = last.qd; }}};
}

// Frozen positions are found when the velocities have told of 0.03 rad, or the reference has gone 30 mm.
TEST(TorqueReadings, OneOfPositionAndVelocityIsEnoughToHoldTheArm) {
  for (const double mass : {0.9, 1.0, 1.1}) {
    for (const Dead& dead : with_a_rest()) {
      const double found_late = std::string(dead.what) == "positions frozen" ? 0.03 : 0.0;
      Watched resting(mass, 0.0, kResting);
      EXPECT_LT(resting.moved(5.0, dead.spoil), 0.002 + found_late) << dead.what << ", " << mass;
      Watched moving(mass, 0.0, kMoving);
      // The reference brakes within 0.3 s, and springs give way to what moves.
      EXPECT_LT(moving.moved(5.0, dead.spoil), 0.2 * kFastest + found_late) << dead.what << ", " << mass;
      EXPECT_EQ(moving.loop.controller.state(), SupervisorState::kFaulted) << dead.what;
    }
  }
}

// The weight that the model does not know is known from the springs.
TEST(TorqueReadings, WithoutAnyAnArmAtRestKeepsWhatHeldIt) {
  for (const double mass : {0.9, 1.0, 1.1}) {
    for (const Dead& dead : without()) {
      Watched free(mass, 0.0, kResting);
      EXPECT_LT(free.moved(1.0, dead.spoil), 0.002) << dead.what << ", " << mass;
      Watched geared(mass, 0.03, kResting);
      EXPECT_LT(geared.moved(5.0, dead.spoil), 0.006) << dead.what << ", " << mass;
    }
  }
}

TEST(TorqueReadings, WithoutAnyAnArmInMotionIsBraked) {
  for (const double mass : {0.9, 1.0, 1.1}) {
    for (const Dead& dead : without()) {
      // 0.1 s until it is found, 0.15 s of braking, and what springs and dampers do meanwhile.
      Watched free(mass, 0.0, kMoving);
      EXPECT_LT(free.moved(1.0, dead.spoil), 0.4 * kFastest + 0.01) << dead.what << ", " << mass;
      Watched geared(mass, 0.03, kMoving);
      EXPECT_LT(geared.moved(5.0, dead.spoil), 0.3 * kFastest) << dead.what << ", " << mass;
    }
  }
}

TEST(TorqueReadings, ThatComeBackDoNotMoveTheArm) {
  for (const Dead& dead : with_a_rest()) {
    Watched arm(1.1, 0.0, kMoving);
    arm.moved(2.0, dead.spoil);
    const Vector3 held = arm.loop.robot.tool_pose().p;
    double farthest = 0.0;
    arm.loop.run(2.0, [&] { farthest = std::max(farthest, (arm.loop.robot.tool_pose().p - held).norm()); });
    EXPECT_LT(farthest, 0.003) << dead.what;
    arm.loop.controller.request(Request::kResetFault);
    arm.loop.run(8.0);
    EXPECT_EQ(arm.loop.controller.state(), SupervisorState::kRunning) << dead.what;
    EXPECT_LT(arm.loop.now().position_error, 0.02) << dead.what;
  }
}

// m between the tool and its reference at most, until it is found that one joint reads the same, or for 4 s.
double away_until_found(int joint, double until, double friction) {
  Watched arm(1.0, friction, until, "link5");
  double away = 0.0;
  for (int k = 0; k < 2000 && arm.loop.controller.state() != SupervisorState::kFaulted; ++k) {
    arm.moved(0.002, [joint](RobotState& s, const RobotState& last) {
      s.q[joint] = last.q[joint];
      s.qd[joint] = 0.0;
    });
    const Vector3 p = arm.arm.pose(arm.loop.robot.read().q, *arm.arm.find_frame("link5")).p;
    away = std::max(away, (p - arm.loop.now().p_reference).norm());
  }
  return away;
}

// Position and velocity of one joint stop, and the others live: it went 40 cm. A joint that friction holds stands
// anyway; if it sinks later, it does so slowly, and is found when its torque has changed by more than friction holds.
TEST(TorqueReadings, OfOneJointAloneAreFoundBeforeTheToolHasGoneFar) {
  for (const double until : {kMoving, 4.6, kResting, 9.0}) {
    for (int joint = 0; joint < 4; ++joint) {
      EXPECT_LT(away_until_found(joint, until, 0.0), 0.08) << "joint " << joint + 1 << " at " << until << " s";
      EXPECT_LT(away_until_found(joint, until, 0.05), 0.16) << "joint " << joint + 1 << " at " << until << " s, geared";
    }
  }
}

TEST(TorquePause, HoldsAnArmThatIsHeavierThanItsModel) {
  Watched arm(1.1, 0.0, kMoving);
  arm.loop.robot.set_speed_scaling(0.0);
  arm.loop.run(1.0);
  const Vector3 p = arm.loop.robot.tool_pose().p, p_reference = arm.loop.now().p_reference;
  arm.loop.run(5.0);
  EXPECT_EQ(arm.loop.controller.state(), SupervisorState::kHolding);
  EXPECT_EQ(arm.loop.now().p_reference, p_reference);
  EXPECT_LT((arm.loop.robot.tool_pose().p - p).norm(), 0.001);
  arm.loop.robot.set_speed_scaling(0.5);
  arm.loop.run(3.0);
  EXPECT_EQ(arm.loop.controller.state(), SupervisorState::kRunning);
  EXPECT_EQ(arm.loop.now().phase, CyclePhase::kWaitAtEnd);
}

}  // namespace
}  // namespace limber::sim
