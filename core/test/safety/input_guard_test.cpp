// One cycle's readings of an arm with servos: which are refused, for how long an older one replaces them, and which
// fault comes first.
#include "safety/input_guard.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <vector>

namespace limber {
namespace {

constexpr double kGuardPeriod = 0.002;  // s
constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
constexpr double kEndless = std::numeric_limits<double>::infinity();

// Two joints that stand, and a sensor with a little noise.
struct GuardedRobot {
  InputGuard guard;
  JointBounds bounds;
  WrenchParameters wrench;
  SupervisorParameters supervisor;
  RobotState state;
  JointVector commanded = JointVector::Zero(2);
  int cycles = 0;

  GuardedRobot() {
    bounds.lower = JointVector::Constant(2, -3.0);
    bounds.upper = JointVector::Constant(2, 2.0);
    bounds.velocity = JointVector::Constant(2, 1.0);
    state.q = state.qd = JointVector::Zero(2);
    EXPECT_FALSE(guard.start(state, bounds, wrench));
  }
  Fault cycle(const std::function<void(RobotState&)>& spoil = {}) {
    state.joint_stamp = state.wrench_stamp = state.time += kGuardPeriod;
    state.F_S_S[0] = 1e-3 * ++cycles;
    RobotState read = state;
    if (spoil) spoil(read);
    return guard.check(read, kGuardPeriod, commanded, bounds, wrench, supervisor);
  }
};

struct Spoiled {
  const char* what;
  std::function<void(RobotState&)> spoil;
  FaultCode code;
};

const std::vector<Spoiled>& spoiled_readings() {
  static const std::vector<Spoiled> all{
      {"position nan", [](RobotState& s) { s.q[1] = kNoNumber; }, FaultCode::kInvalidState},
      {"position infinite", [](RobotState& s) { s.q[1] = kEndless; }, FaultCode::kInvalidState},
      {"position above", [](RobotState& s) { s.q[1] = 2.6; }, FaultCode::kInvalidState},
      {"position below", [](RobotState& s) { s.q[1] = -3.6; }, FaultCode::kInvalidState},
      {"velocity nan", [](RobotState& s) { s.qd[0] = kNoNumber; }, FaultCode::kInvalidState},
      {"velocity beyond", [](RobotState& s) { s.qd[0] = -5.1; }, FaultCode::kInvalidState},
      {"a joint missing", [](RobotState& s) { s.q.resize(1); }, FaultCode::kInvalidState},
      {"a velocity missing", [](RobotState& s) { s.qd.resize(1); }, FaultCode::kInvalidState},
      {"clock nan", [](RobotState& s) { s.time = kNoNumber; }, FaultCode::kInvalidState},
      {"scaling nan", [](RobotState& s) { s.speed_scaling = kNoNumber; }, FaultCode::kInvalidState},
      {"scaling negative", [](RobotState& s) { s.speed_scaling = -0.1; }, FaultCode::kInvalidState},
      {"force nan", [](RobotState& s) { s.F_S_S[2] = kNoNumber; }, FaultCode::kInvalidWrench},
      {"torque infinite", [](RobotState& s) { s.F_S_S[5] = -kEndless; }, FaultCode::kInvalidWrench},
      {"joints old", [](RobotState& s) { s.joint_stamp -= 1.0; }, FaultCode::kStaleState},
      {"joints from the future", [](RobotState& s) { s.joint_stamp += 3600.0; }, FaultCode::kStaleState},
      {"joint stamp nan", [](RobotState& s) { s.joint_stamp = kNoNumber; }, FaultCode::kStaleState},
      {"wrench old", [](RobotState& s) { s.wrench_stamp -= 1.0; }, FaultCode::kStaleWrench},
      {"wrench from the future", [](RobotState& s) { s.wrench_stamp += 3600.0; }, FaultCode::kStaleWrench},
  };
  return all;
}

TEST(InputGuard, ReplacesABadReadingForThreeCyclesThenNamesIt) {
  for (const Spoiled& bad : spoiled_readings()) {
    GuardedRobot robot;
    for (int k = 0; k < 10; ++k) ASSERT_FALSE(robot.cycle());
    EXPECT_FALSE(robot.guard.substituted());
    for (int k = 0; k < 3; ++k) {
      EXPECT_FALSE(robot.cycle(bad.spoil)) << bad.what << ", bad cycle " << k + 1;
      EXPECT_TRUE(robot.guard.substituted()) << bad.what;
    }
    EXPECT_EQ(robot.cycle(bad.spoil).code, bad.code) << bad.what;
    EXPECT_TRUE(robot.guard.q().allFinite() && robot.guard.qd().allFinite() && robot.guard.F_S_S().allFinite());
    EXPECT_EQ(robot.guard.q().size(), 2);
    EXPECT_TRUE(std::isfinite(robot.guard.time()) && robot.guard.speed_scaling() == 1.0) << bad.what;
    EXPECT_FALSE(robot.cycle()) << bad.what << ": a good reading ends it";
    EXPECT_FALSE(robot.guard.substituted()) << bad.what;
  }
}

TEST(InputGuard, RefusesToStartFromWhatIsNoReading) {
  for (const Spoiled& bad : spoiled_readings()) {
    if (bad.code == FaultCode::kStaleState || bad.code == FaultCode::kStaleWrench) continue;  // known by age alone
    GuardedRobot robot;
    bad.spoil(robot.state);
    EXPECT_EQ(robot.guard.start(robot.state, robot.bounds, robot.wrench).code, bad.code) << bad.what;
  }
}

TEST(InputGuard, NamesTheBoundThatWasBroken) {
  GuardedRobot robot;
  const auto limit_of = [&](double q, double qd) {
    robot.state.q[0] = q;
    robot.state.qd[0] = qd;
    return robot.guard.start(robot.state, robot.bounds, robot.wrench);
  };
  EXPECT_DOUBLE_EQ(limit_of(2.7, 0.0).limit, 2.5);
  EXPECT_DOUBLE_EQ(limit_of(-3.7, 0.0).limit, -3.5);
  EXPECT_NE(sentence(limit_of(-3.7, 0.0)).find("at least -3.5"), std::string::npos);
  EXPECT_NE(sentence(limit_of(0.0, 7.0)).find("a velocity of 7 rad/s or m/s (allowed: finite, at most 5 in size)"),
            std::string::npos);
}

TEST(InputGuard, ReportsInvalidJointsBeforeABadWrenchAndThatBeforeStaleJoints) {
  GuardedRobot robot;
  const auto spoil = [](bool position) {
    return [position](RobotState& s) {
      if (position) s.q[0] = kNoNumber;
      s.joint_stamp -= 1.0;
      s.F_S_S[0] = kNoNumber;
    };
  };
  for (int k = 0; k < 3; ++k) EXPECT_FALSE(robot.cycle(spoil(false)));
  EXPECT_EQ(robot.cycle(spoil(false)).code, FaultCode::kInvalidWrench);
  EXPECT_EQ(robot.cycle(spoil(true)).code, FaultCode::kInvalidState);
}

TEST(InputGuard, UsesJointsWhoseRobotTellsNoSpeedScaling) {
  GuardedRobot robot;
  for (int k = 0; k < 3; ++k) {
    robot.state.q[0] += 1e-3;
    EXPECT_FALSE(robot.cycle([](RobotState& s) { s.speed_scaling = -1.0; }));
    EXPECT_EQ(robot.guard.q()[0], robot.state.q[0]);
  }
}

TEST(InputGuard, FindsAStampThatStandsByTheSumOfThePeriodsWhateverTheClockSays) {
  GuardedRobot robot;
  const double stuck = robot.state.time;  // clock and stamps stand together: the age is always 0
  double faulted_after = 0.0;
  for (int k = 1; k < 200 && faulted_after == 0.0; ++k) {
    const Fault fault = robot.cycle([&](RobotState& s) { s.time = s.joint_stamp = s.wrench_stamp = stuck; });
    if (fault) faulted_after = k * kGuardPeriod;
  }
  EXPECT_NEAR(faulted_after, robot.supervisor.stale_timeout, 2.0 * kGuardPeriod);
}

TEST(InputGuard, KeepsTheDirectionOfAForceBeyondTheRangeOfTheSensor) {
  GuardedRobot robot;
  for (int k = 0; k < 4; ++k)
    robot.cycle([&](RobotState& s) { s.F_S_S << 0, -2.0 * robot.wrench.max_force, 0, 0, 0, 0; });
  EXPECT_DOUBLE_EQ(robot.guard.F_S_S()[1], -robot.wrench.max_force);
}

TEST(InputGuard, FindsJointsThatDoNotFollowTheirCommandUnlessTheRobotIsPaused) {
  for (const bool paused : {false, true}) {
    GuardedRobot robot;
    Fault fault;
    for (int k = 0; k < 200 && !fault; ++k) {
      robot.commanded[1] += 1e-3;
      fault = robot.cycle([&](RobotState& s) { s.speed_scaling = paused ? 0.0 : 1.0; });
    }
    EXPECT_EQ(fault.code, paused ? FaultCode::kNone : FaultCode::kStaleState);
    EXPECT_TRUE(paused || robot.commanded[1] > 0.03);
  }
}

}  // namespace
}  // namespace limber
