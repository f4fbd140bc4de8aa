// If two inputs exclude each other, the newest one wins; dropped inputs are reported; and nothing continues from one
// activation, or one compliance frame, to the next.
#include "loop.hpp"
#include "math/so3.hpp"

namespace limber {
namespace {

using test::IdealRobot;
using test::TrajectoryLoop;
using test::WatchedLoop;

std::vector<CompliantPoint> way_to(const Pose& from, const Vector3& way, double seconds, double press = 0.0) {
  std::vector<CompliantPoint> points(2);
  points[0].X_BR = points[1].X_BR = from;
  points[1].X_BR.p += way;
  points[1].time_from_start = seconds;
  if (press != 0.0) points[0].wrench = points[1].wrench = press * Vector6::Unit(2);
  return points;
}

template <typename Loop>
void pause_for(Loop& loop, int cycles) {
  loop.robot.stands = true;
  for (int k = 0; k < cycles; ++k) loop.cycle([](RobotState& state, double&) { state.speed_scaling = 0.0; });
  loop.robot.stands = false;
}

template <typename Loop>
int times_said(Loop& loop, const std::string& words) {
  int times = 0;
  for (const std::string& sentence : loop.sentences()) times += sentence.find(words) != std::string::npos ? 1 : 0;
  return times;
}

// The first runs for 10 s along y. In a pause a second comes, for 2 s along x.
TEST(TrajectorySentInAPause, RunsAfterItInPlaceOfTheOldOne) {
  for (const bool stamped : {false, true}) {
    TrajectoryLoop loop(test::compliant_ur(300.0));
    loop.activate();
    loop.cycles(200);
    const Pose home = loop.robot.tool();
    loop.controller.set_trajectory(way_to(home, {0, 0.2, 0}, 10.0));
    loop.cycles(1000);
    loop.sentences();
    pause_for(loop, 100);
    const Pose stands = loop.robot.tool();
    // It comes due in the pause, whose end it waits for all the same.
    loop.controller.set_trajectory(way_to(stands, {0.1, 0, 0}, 2.0), stamped ? loop.robot.time() + 0.3 : 0.0);
    pause_for(loop, 400);
    EXPECT_EQ(times_said(loop, "trajectory started"), 0) << "nothing starts in a pause";
    EXPECT_LT((loop.robot.tool().p - stands.p).norm(), 1e-3);
    loop.cycles(500);
    EXPECT_EQ(times_said(loop, "trajectory started"), 1);
    EXPECT_NEAR(loop.robot.tool().p.x() - stands.p.x(), 0.05, 2e-3) << "its clock starts when the robot goes on";
    loop.cycles(1500);
    EXPECT_LT((loop.robot.tool().p - stands.p - Vector3(0.1, 0, 0)).norm(), 1e-3);
    EXPECT_EQ(times_said(loop, "trajectory done"), 1);
    EXPECT_LE(loop.worst_step, 1.0 + 1e-6);
  }
}

TEST(TrajectorySentInAPause, IsTheNewestOfThem) {
  TrajectoryLoop loop(test::compliant_ur(300.0));
  loop.activate();
  loop.cycles(200);
  const Pose home = loop.robot.tool();
  pause_for(loop, 50);
  loop.controller.set_trajectory(way_to(home, {0, 0.1, 0}, 2.0));
  pause_for(loop, 50);
  loop.controller.set_trajectory(way_to(home, {0, 0, 0.1}, 2.0));
  pause_for(loop, 50);
  loop.cycles(2000);
  EXPECT_LT((loop.robot.tool().p - home.p - Vector3(0, 0, 0.1)).norm(), 1e-3);
  EXPECT_EQ(times_said(loop, "trajectory started"), 1);
}

TEST(PausedTrajectory, GoesOnWithoutStartingAgain) {
  TrajectoryLoop loop(test::compliant_ur(300.0));
  loop.activate();
  loop.cycles(200);
  loop.controller.set_trajectory(way_to(loop.robot.tool(), {0, 0.1, 0}, 3.0));
  loop.cycles(500);
  pause_for(loop, 100);
  loop.cycles(2500);
  EXPECT_EQ(times_said(loop, "trajectory started"), 1);
}

TEST(DroppedTrajectory, IsSaidWhateverDropsIt) {
  for (const bool waits : {false, true}) {
    for (const int how : {0, 1, 2}) {
      TrajectoryLoop loop(test::compliant_ur(300.0));
      loop.activate();
      loop.cycles(200);
      const double stamp = waits ? loop.robot.time() + 5.0 : 0.0;
      loop.controller.set_trajectory(way_to(loop.robot.tool(), {0, 0.1, 0}, 3.0), stamp);
      loop.cycles(500);
      if (how == 0) loop.controller.request(Request::kReferenceHere);
      if (how == 1) loop.controller.request(Request::kHold);
      if (how == 2) loop.controller.deactivate();
      loop.cycles(2);
      EXPECT_EQ(times_said(loop, "trajectory abandoned"), 1) << waits << " " << how;
    }
  }
}

// A window of 2 s, switched off after 1 s, another load, on again.
TEST(Tare, EndsWithTheActivationThatBeganIt) {
  for (const bool deactivates : {true, false}) {
    AdmittanceParameters p = test::compliant_ur(300.0);
    p.compliance.admittance_ratio = 0.0;
    p.wrench.tare_window = 2.0;
    WatchedLoop loop(p);
    loop.robot.push_B = [](const IdealRobot&) -> Vector6 { return 3.0 * Vector6::Unit(2); };
    loop.activate();
    loop.cycles(300);
    loop.controller.request(Request::kTare);
    loop.cycles(500);
    if (deactivates) loop.controller.deactivate();
    loop.robot.push_B = [](const IdealRobot&) -> Vector6 { return 4.0 * Vector6::Unit(2); };
    loop.robot.step(60.0);
    loop.activate();
    loop.cycles(1500);
    const std::vector<std::string> said = loop.sentences();
    const auto told = [&](const std::string& words) {
      return std::any_of(said.begin(), said.end(), [&](const std::string& s) { return s.starts_with(words); });
    };
    EXPECT_FALSE(told("tare done"));
    EXPECT_TRUE(told("tare abandoned"));
    EXPECT_NEAR(loop.record().wrench_external.head<3>().norm(), 4.0, 0.1);
  }
}

// F_control in the base, as it presses.
Vector3 press_B(const TrajectoryLoop& loop) {
  const Matrix3 R = loop.parameters.frame_id == "base_link" ? Matrix3::Identity()
                                                            : loop.record().orientation_reference.toRotationMatrix();
  return R * loop.record().wrench_control.head<3>();
}

void change_frame(TrajectoryLoop& loop, const char* frame) {
  loop.parameters.frame_id = frame;
  loop.controller.set_parameters(loop.parameters);
}

// The tool's z points down: what presses down in the base would press up in numbers of the tool.
TEST(AnotherComplianceFrame, AbandonsTheTrajectoryAndTurnsNoPressRound) {
  for (const char* to : {"tool0", "wrist_3_link"}) {
    AdmittanceParameters p = test::compliant_ur(300.0);
    p.compliance.stiffness(2, 2) = 0.0;
    TrajectoryLoop loop(p);
    loop.activate();
    loop.cycles(200);
    loop.controller.set_trajectory(way_to(loop.robot.tool(), {0, 0.2, 0}, 10.0, -5.0));
    loop.cycles(1000);
    ASSERT_LT(press_B(loop).z(), -4.0);
    loop.sentences();
    change_frame(loop, to);
    for (int k = 0; k < 100; ++k) {
      loop.cycle();
      ASSERT_LE(press_B(loop).z(), 1e-9) << to << " " << k;
      ASSERT_LT(press_B(loop).head<2>().norm(), 1.0) << to << " " << k;
    }
    EXPECT_EQ(times_said(loop, "trajectory abandoned"), 1) << to;
    loop.cycles(500);
    EXPECT_EQ(loop.record().wrench_control, Vector6::Zero()) << to;
    const Pose stands = loop.robot.tool();
    loop.cycles(1000);
    EXPECT_LT((loop.robot.tool().p - stands.p).norm(), 1e-3) << to;
    EXPECT_LE(loop.worst_step, 1.0 + 1e-6) << to;
  }
}

// Said in the old frame before the change, and in the new one after it, in the same cycle or in others.
TEST(AnotherComplianceFrame, LeavesAControlWrenchPressAsItDid) {
  for (const int silent_cycles : {0, 50}) {
    TrajectoryLoop loop(test::compliant_ur(300.0));
    loop.activate();
    const Vector6 down = -5.0 * Vector6::Unit(2);
    for (int k = 0; k < 300; ++k) {
      loop.controller.set_control_wrench(down);
      loop.cycle();
    }
    ASSERT_LT(press_B(loop).z(), -4.9);
    loop.controller.set_control_wrench(down);
    change_frame(loop, "tool0");
    for (int k = 0; k < silent_cycles; ++k) {
      loop.cycle();
      ASSERT_LT((press_B(loop) - down.head<3>()).norm(), 0.1) << k;
    }
    for (int k = 0; k < 300; ++k) {
      const Matrix3 R_CB = loop.record().orientation_reference.toRotationMatrix().transpose();
      loop.controller.set_control_wrench((Vector6() << R_CB * down.head<3>(), Vector3::Zero()).finished());
      loop.cycle();
      ASSERT_LT((press_B(loop) - down.head<3>()).norm(), 0.1) << k;
    }
  }
}

TEST(TrajectoryOfAnotherFrame, IsNotFollowedInTheNewOne) {
  TrajectoryLoop loop(test::compliant_ur(300.0));
  loop.activate();
  loop.cycles(200);
  const Pose home = loop.robot.tool();
  loop.controller.set_trajectory(way_to(home, {0, 0.1, 0}, 1.0));
  change_frame(loop, "tool0");
  loop.cycles(1000);
  EXPECT_LT((loop.robot.tool().p - home.p).norm(), 1e-3);
  EXPECT_EQ(times_said(loop, "trajectory abandoned"), 1);
  loop.controller.set_trajectory(way_to(home, {0, 0.1, 0}, 1.0));
  loop.cycles(1000);
  EXPECT_NEAR(loop.robot.tool().p.y() - home.p.y(), 0.1, 1e-3);
}

// A trajectory presses with 3 N, and goes on doing so at its end; then another wrench is said.
TEST(ControlWrench, SaidAfterATrajectoryTakesItsPlace) {
  for (const int cycles_of_it : {300, 1000}) {
    for (const double said : {0.0, 2.0}) {
      TrajectoryLoop loop(test::compliant_ur(300.0));
      loop.activate();
      loop.cycles(200);
      loop.controller.set_trajectory(way_to(loop.robot.tool(), {0, 0.02, 0}, 1.0, -3.0));
      loop.cycles(cycles_of_it);
      ASSERT_LT(loop.record().wrench_control[2], -2.9);
      for (int k = 0; k < 250; ++k) {
        EXPECT_TRUE(loop.controller.set_control_wrench(said * Vector6::Unit(2)));
        loop.cycle();
      }
      EXPECT_NEAR(loop.record().wrench_control[2], said, 0.01);
      // Silent, it ends as any other.
      loop.cycles(500);
      EXPECT_EQ(loop.record().wrench_control[2], 0.0);
      loop.controller.set_trajectory(way_to(loop.robot.tool(), {0, 0.02, 0}, 1.0, -3.0));
      loop.cycles(400);
      EXPECT_LT(loop.record().wrench_control[2], -2.9) << "the newest again";
    }
  }
}

TEST(ControlWrench, AndTrajectoryOfTheSameCycleAreTakenInTheirOrder) {
  for (const bool wrench_first : {true, false}) {
    TrajectoryLoop loop(test::compliant_ur(300.0));
    loop.activate();
    loop.cycles(200);
    if (wrench_first) loop.controller.set_control_wrench(2.0 * Vector6::Unit(2));
    loop.controller.set_trajectory(way_to(loop.robot.tool(), {0, 0.02, 0}, 1.0, -3.0));
    if (!wrench_first) loop.controller.set_control_wrench(2.0 * Vector6::Unit(2));
    loop.cycles(200);
    EXPECT_NEAR(loop.record().wrench_control[2], wrench_first ? -3.0 : 2.0, 0.1);
  }
}

}  // namespace
}  // namespace limber
