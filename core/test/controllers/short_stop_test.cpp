// Stops too short for the arm to come to rest: the motion continues as before, and leaves no offset without a push.
#include <functional>

#include "math/so3.hpp"
#include "runaway.hpp"

namespace limber {
namespace {

using test::free_ur;
using test::set_push;
using test::TrajectoryLoop;
using test::WatchedLoop;

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

template <typename Loop>
void pause(Loop& loop, int cycles) {
  loop.robot.stands = true;
  for (int k = 0; k < cycles; ++k) loop.cycle([](RobotState& state, double&) { state.speed_scaling = 0.0; });
  loop.robot.stands = false;
}

template <typename Loop>
void fault_and_reset(Loop& loop) {
  for (int k = 0; k < 4; ++k) loop.cycle([](RobotState& state, double&) { state.F_S_S[0] = kNoNumber; });
  loop.cycle();
  loop.controller.request(Request::kResetFault);
}

template <typename Loop>
void hold_and_run(Loop& loop, int cycles) {
  loop.controller.request(Request::kHold);
  loop.cycles(cycles);
  loop.controller.request(Request::kRun);
}

// A tool that a hand has turned by a radian about one axis, and joints that lead it round another: the offset stays.
TEST(ShortStop, OfATurnedToolThatIsLedRoundLeavesItsOffset) {
  const std::function<void(WatchedLoop&)> stops[] = {
      [](WatchedLoop&) {},
      [](WatchedLoop& loop) { pause(loop, 1); },
      [](WatchedLoop& loop) { pause(loop, 3); },
      [](WatchedLoop& loop) { hold_and_run(loop, 5); },
      [](WatchedLoop& loop) { fault_and_reset(loop); },
  };
  for (std::size_t i = 0; i < std::size(stops); ++i) {
    WatchedLoop loop(free_ur());
    loop.activate();
    JointVector q = loop.robot.read().q;
    const auto follow = [&](int cycles, double speed) {
      for (int k = 0; k < cycles; ++k) {
        q[5] += speed * loop.h;
        loop.controller.set_joint_reference(q);
        loop.cycle();
      }
    };
    const auto offset = [&] {
      const Pose X = loop.arm.pose(q, loop.arm.tip()), V = loop.robot.tool();
      return Pose{V.R * X.R.transpose(), V.p - X.p};
    };
    follow(300, 0.0);
    set_push(loop.robot, (Vector6() << 0, 0, 0, 3.0, 2.0, 0).finished());
    follow(500, 0.0);
    set_push(loop.robot, Vector6::Zero());
    follow(500, 0.0);
    const Pose given = offset();
    ASSERT_GT(log_so3(given.R).norm(), 0.5);
    for (double speed = 0.0; speed < 0.7; speed += 0.01) follow(5, speed);
    follow(200, 0.7);
    stops[i](loop);
    for (double speed = 0.7; speed > 0.0; speed -= 0.01) follow(5, speed);
    follow(3000, 0.0);
    EXPECT_LT(pose_difference(given, offset()).norm(), 1e-6) << "stop " << i;
  }
}

// A trajectory that a short stop abandons in motion: the next one ends where it says.
TEST(ShortStop, OfATrajectoryLeavesTheNextOneWhereItIs) {
  const std::function<void(TrajectoryLoop&)> stops[] = {
      [](TrajectoryLoop&) {},
      [](TrajectoryLoop& loop) { hold_and_run(loop, 2); },
      [](TrajectoryLoop& loop) { fault_and_reset(loop); },
      [](TrajectoryLoop& loop) { hold_and_run(loop, 250); },
  };
  for (std::size_t i = 0; i < std::size(stops); ++i) {
    TrajectoryLoop loop(free_ur());
    loop.activate();
    loop.cycles(250);
    const Pose home = loop.robot.tool();
    const auto point = [&](double t, const Vector3& by, double turn) {
      CompliantPoint result;
      result.time_from_start = t;
      result.X_BR = {exp_so3(Vector3(0, 0, turn)).toRotationMatrix() * home.R, home.p + by};
      return result;
    };
    loop.controller.set_trajectory({point(0.0, Vector3::Zero(), 0.0), point(1.0, {0, 0.2, 0}, 0.4)});
    loop.cycles(250);
    ASSERT_GT(loop.record().twist_command.head<3>().norm(), 0.2);
    stops[i](loop);
    loop.cycles(2000);
    const CompliantPoint next = point(2.0, {0.05, 0, 0}, 0.0);
    loop.controller.set_trajectory({next});
    loop.cycles(4000);
    EXPECT_LT(pose_difference(next.X_BR, loop.robot.tool()).norm(), 1e-6) << "stop " << i;
    EXPECT_LE(loop.worst_step, 1.0 + 1e-6) << "stop " << i;
  }
}

// Joints that lead fall silent, and say the same again: the turn that a hand gave the tool stays, as its shift does.
TEST(SilentJointReference, KeepsTheTurnThatAHandGave) {
  WatchedLoop loop(free_ur());
  loop.activate();
  const JointVector q = loop.robot.read().q;
  const auto follow = [&](int cycles) {
    for (int k = 0; k < cycles; ++k) {
      loop.controller.set_joint_reference(q);
      loop.cycle();
    }
  };
  follow(300);
  set_push(loop.robot, (Vector6() << 0, 8, 0, 0.8, 0, 0).finished());
  follow(200);
  set_push(loop.robot, Vector6::Zero());
  follow(500);
  const Pose left = loop.robot.tool();
  ASSERT_GT(log_so3(Matrix3(left.R * loop.arm.pose(q, loop.arm.tip()).R.transpose())).norm(), 0.05);
  loop.cycles(1000);
  follow(2000);
  EXPECT_LT(pose_difference(left, loop.robot.tool()).norm(), 1e-6);
}

}  // namespace
}  // namespace limber
