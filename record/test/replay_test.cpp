// A replay commands what was commanded, bit for bit, from the file alone: whatever the robot reported, whoever spoke to
// the controller, and whenever.
#include "limber/record/replay.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <random>
#include <thread>

#include "chance.hpp"
#include "limber/configuration.hpp"
#include "limber/record/mcap_reader.hpp"
#include "recorded_session.hpp"
#include "support/scale.hpp"
#include "support/torque_robot.hpp"

namespace limber::record::test {
namespace {

using limber::test::IdealRobot;
using limber::test::kOpenManipulatorX;
using limber::test::kUr5e;
using limber::test::ready_posture;
using limber::test::scaled;
using limber::test::TorqueRobot;

constexpr double kPeriod = 0.002;

std::string words(const ArmReplayReport& arm) {
  if (!arm.first) return "same";
  return "cycle " + std::to_string(arm.first->cycle) + " " + arm.first->what + " of " + arm.first->joint;
}

void expect_same(const Bytes& file, int cycles) {
  const ReplayReport report = replay(file);
  ASSERT_EQ(report.arms.size(), 1U);
  EXPECT_EQ(report.arms[0].cycles, cycles);
  EXPECT_TRUE(report.same()) << words(report.arms[0]);
  EXPECT_TRUE(report.whole);
}

TEST(Replay, AdmittanceIsTheSameToTheLastBit) {
  for (unsigned seed = 0; seed < static_cast<unsigned>(scaled(10)); ++seed) {
    Chance chance{std::mt19937(seed)};
    AdmittanceParameters p = soft();
    RecordedSession<AdmittanceController, AdmittanceParameters> session(kUr5e, p, "a.mcap");
    IdealRobot robot(session.arm, ready_posture(session.arm), *session.arm.find_frame("ft_frame"), 0.05);
    robot.step(kPeriod);
    ASSERT_TRUE(session.activate(robot.read()));
    const Pose start = robot.tool();
    robot.push_B = [&](const IdealRobot&) { return chance.wrench(8.0, 0.5); };
    constexpr int kCycles = 3000;
    for (int i = 0; i < kCycles; ++i) {
      ask(chance, session);
      if (chance.one_in(100)) {
        change(chance, p);
        session.set_parameters(p);
      }
      if (chance.one_in(30)) {
        const Vector6 F_C = chance.wrench(10.0, 0.2);
        if (session.controller.set_control_wrench(F_C))
          session.handed_in({.kind = InputKind::kControlWrench, .F_C = F_C});
      }
      if (chance.one_in(20)) {
        const Pose there{start.R, start.p + chance.vector(0.02)};
        const Vector6 twist = chance.wrench(0.01, 0.0);
        if (session.controller.set_desired_pose(there, twist)) {
          session.handed_in(
              {.kind = InputKind::kDesiredPose, .points = {{0.0, there, twist, Vector6(Vector6::Zero()), {}, {}}}});
        }
      }
      robot.step(kPeriod);
      RobotState state = robot.read();
      double period = kPeriod;
      spoil(chance, state, period);
      const bool leads = i > 2000 && chance.one_in(3);
      const JointVector joints = leads ? JointVector(robot.read().q.array() + chance.within(1e-4)) : JointVector();
      robot.write(session.update(state, period, joints));
      if (chance.one_in(50)) session.collect();
    }
    const Bytes file = session.finish();
    EXPECT_GT(session.faults, 0);
    expect_same(file, kCycles);
  }
}

std::vector<CompliantPoint> drawn_trajectory(Chance& chance, const Pose& from) {
  std::vector<CompliantPoint> points;
  for (int i = 0; i < 4; ++i) {
    CompliantPoint point;
    point.time_from_start = 0.3 * (i + 1);
    point.X_BR = {from.R, from.p + chance.vector(0.02)};
    if (chance.one_in(2)) point.wrench = chance.wrench(3.0, 0.1);
    if (chance.one_in(2)) point.compliance.stiffness = Matrix6((Vector6::Ones() * 300.0).asDiagonal());
    points.push_back(point);
  }
  return points;
}

TEST(Replay, TrajectoriesAreTheSameToTheLastBit) {
  for (unsigned seed = 0; seed < static_cast<unsigned>(scaled(10)); ++seed) {
    Chance chance{std::mt19937(seed)};
    AdmittanceParameters p = soft();
    RecordedSession<CartesianAdmittanceController, AdmittanceParameters> session(kUr5e, p, "b.mcap");
    IdealRobot robot(session.arm, ready_posture(session.arm), *session.arm.find_frame("ft_frame"), 0.05);
    robot.step(kPeriod);
    ASSERT_TRUE(session.activate(robot.read()));
    const Pose start = robot.tool();
    constexpr int kCycles = 3000;
    for (int i = 0; i < kCycles; ++i) {
      ask(chance, session);
      if (chance.one_in(300)) {
        change(chance, p);
        session.set_parameters(p);
      }
      if (chance.one_in(150)) {
        const std::vector<CompliantPoint> points = drawn_trajectory(chance, start);
        const double stamp = chance.one_in(3) ? robot.time() + 0.2 : 0.0;
        session.controller.set_trajectory(points, stamp);
        session.handed_in({.kind = InputKind::kTrajectory, .points = points, .start_stamp = stamp});
      }
      robot.step(kPeriod);
      RobotState state = robot.read();
      double period = kPeriod;
      if (chance.one_in(3)) spoil(chance, state, period);
      state.speed_scaling = i / 500 % 3 == 2 ? 0.4 : 1.0;
      robot.write(session.update(state, period));
      if (chance.one_in(50)) session.collect();
    }
    expect_same(session.finish(), kCycles);
  }
}

TEST(Replay, TorqueArmsAreTheSameToTheLastBit) {
  for (unsigned seed = 0; seed < static_cast<unsigned>(scaled(6)); ++seed) {
    Chance chance{std::mt19937(seed)};
    VariableStiffnessParameters p;
    p.cycle.homing_duration = p.cycle.move_duration = 1.0;
    RecordedSession<VariableStiffnessController, VariableStiffnessParameters> session(kOpenManipulatorX, p, "c.mcap");
    TorqueRobot robot(session.arm, ready_posture(session.arm));
    robot.step(kPeriod);
    ASSERT_TRUE(session.activate(robot.read()));
    constexpr int kCycles = 3000;
    for (int i = 0; i < kCycles; ++i) {
      ask(chance, session);
      if (chance.one_in(300)) {
        p.stiffness.max_rise_rate = 60.0 + chance.within(30.0);
        session.set_parameters(p);
      }
      if (chance.one_in(200)) {
        const Waypoint waypoint{chance.vector(0.02), true};
        CompliantPoint point;
        point.X_BR.p = waypoint.p;
        if (session.controller.add_waypoint(waypoint) == WaypointAnswer::kTaken) {
          session.handed_in({.kind = InputKind::kWaypoint, .points = {point}, .relative = true});
        }
      }
      robot.step(kPeriod);
      RobotState state = robot.read();
      double period = kPeriod;
      if (chance.one_in(4)) spoil(chance, state, period);
      robot.write(session.update(state, period));
      if (chance.one_in(50)) session.collect();
    }
    expect_same(session.finish(), kCycles);
  }
}

// The other thread speaks whenever it likes; the recording says what was taken when.
TEST(Replay, InputsFromAnotherThreadComeInTheCyclesThatTookThem) {
  Chance chance{std::mt19937(1)};
  RecordedSession<AdmittanceController, AdmittanceParameters> session(kUr5e, soft(), "threads.mcap");
  IdealRobot robot(session.arm, ready_posture(session.arm), *session.arm.find_frame("ft_frame"), 0.05);
  robot.step(kPeriod);
  ASSERT_TRUE(session.activate(robot.read()));
  const int cycles = scaled(20'000);
  std::atomic<int> done{0};
  std::atomic<int> collected{0};
  std::thread control([&] {
    for (int i = 0; i < cycles; ++i) {
      while (i - collected.load() > 500) std::this_thread::yield();  // the rings hold 1024
      robot.step(kPeriod);
      robot.write(session.update(robot.read(), kPeriod));
      done.store(i + 1);
    }
  });
  AdmittanceParameters p = soft();
  int asked_at = 0;
  while (done.load() < cycles) {
    const int seen = done.load();
    // Never so many that more than the queue holds are taken in one cycle: a replay hands them in before it.
    if (seen > asked_at) session.request(chance.one_in(2) ? Request::kHold : Request::kRun);
    asked_at = seen;
    if (chance.one_in(5)) {
      change(chance, p);
      session.set_parameters(p);
    }
    const Vector6 F_C = chance.wrench(10.0, 0.2);
    if (session.controller.set_control_wrench(F_C)) session.handed_in({.kind = InputKind::kControlWrench, .F_C = F_C});
    session.collect();
    collected.store(seen);
  }
  control.join();
  expect_same(session.finish(), cycles);
}

Bytes short_recording(int every = 1) {
  Chance chance{std::mt19937(3)};
  RecordedSession<AdmittanceController, AdmittanceParameters> session(kUr5e, soft(), "short.mcap", every);
  IdealRobot robot(session.arm, ready_posture(session.arm), *session.arm.find_frame("ft_frame"), 0.05);
  robot.push_B = [&](const IdealRobot&) { return chance.wrench(8.0, 0.5); };
  robot.step(kPeriod);
  EXPECT_TRUE(session.activate(robot.read()));
  for (int i = 0; i < 500; ++i) {
    robot.step(kPeriod);
    robot.write(session.update(robot.read(), kPeriod));
    session.collect();
  }
  return session.finish();
}

TEST(Replay, AnotherParameterShowsWhereTheCommandsPart) {
  const Bytes file = short_recording();
  const ReplayReport report = replay(file, {{"admittance.mass", "[9, 9, 9, 1, 1, 1]"}});
  ASSERT_TRUE(report.arms[0].first);
  EXPECT_GT(report.arms[0].largest->size(), 0.0);
  EXPECT_GE(report.arms[0].largest->size(), report.arms[0].first->size());
  EXPECT_TRUE(replay(file, {{"admittance.mass", "[5, 5, 5, 0.3, 0.3, 0.3]"}}).arms[0].cycles == 500);
  EXPECT_THROW(replay(file, {{"admitance.mass", "5"}}), config::ConfigError);
  EXPECT_THROW(replay(file, {{"admittance.mass", "[-1, 5, 5, 1, 1, 1]"}}), config::ConfigError);
}

TEST(Replay, WhatLacksCyclesIsRefused) {
  const Bytes thinned = short_recording(10);
  try {
    replay(thinned);
    FAIL() << "a tenth of the cycles is no replay";
  } catch (const ReplayError& error) {
    EXPECT_STREQ(error.what(),
                 "the recording has no cycles to compute again: a replay needs all of them, without --every");
  }
}

TEST(Replay, ACutOffFileIsReplayedToItsEnd) {
  const Bytes file = short_recording();
  const McapSummary::Chunk last = read_summary(file)->chunks.back();
  const ReplayReport report = replay(ByteView(file.data(), last.offset + last.length));
  EXPECT_FALSE(report.whole);
  EXPECT_TRUE(report.same());
  EXPECT_EQ(report.arms[0].cycles, 500);
}

// Parameters go through their text; all that the program's configurations set must come back to the last bit.
TEST(Replay, ParametersAreReadBackAsTheyWere) {
  int read = 0;
  for (const auto& file : std::filesystem::directory_iterator(std::string(LIMBER_SOURCE_DIR) + "/config")) {
    if (file.path().extension() != ".yaml") continue;
    const std::string text = limber::test::read_text(file.path().string());
    if (text.find("variable_stiffness") != std::string::npos) continue;
    const AdmittanceParameters p = config::load_admittance(file.path().string());
    EXPECT_EQ(yaml_of(config::parse_admittance(yaml_of(p), "text")), yaml_of(p)) << file.path();
    ++read;
  }
  EXPECT_GT(read, 5);
  const VariableStiffnessParameters c;
  EXPECT_EQ(yaml_of(config::parse_variable_stiffness(yaml_of(c), "text")), yaml_of(c));
}

}  // namespace
}  // namespace limber::record::test
