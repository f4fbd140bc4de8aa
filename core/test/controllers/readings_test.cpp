// Readings compared with each other and with the command: frozen ones are detected; slow, coarse and late ones are not
// taken for frozen; and every refusal names its cause.
#include <deque>

#include "loop.hpp"

namespace limber {
namespace {

using test::IdealRobot;
using test::TrajectoryLoop;
using test::WatchedLoop;

constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

void push_along_y(IdealRobot& robot, double newtons) {
  robot.push_B = [newtons](const IdealRobot&) -> Vector6 { return newtons * Vector6::Unit(1); };
}

std::string said(WatchedLoop& loop) {
  std::string all;
  for (const std::string& sentence : loop.sentences()) all += sentence + "\n";
  return all;
}

// What the joints did `cycles` ago: a robot with dead time, and without noise.
class DeadTime {
 public:
  explicit DeadTime(int cycles) : cycles_(static_cast<std::size_t>(cycles)) {}
  void operator()(RobotState& state, double&) {
    past_.emplace_back(state.q, state.qd);
    if (past_.size() > cycles_ + 1) past_.pop_front();
    state.q = past_.front().first;
    state.qd = past_.front().second;
  }

 private:
  std::size_t cycles_;
  std::deque<std::pair<JointVector, JointVector>> past_;
};

// At rest for seconds, to the bit; then led, by joints or by a push.
TEST(DeadTimeOfARobot, BelowTheTimeOutIsNoSilence) {
  for (const int cycles : {5, 15, 25, 40}) {
    for (const bool by_joints : {true, false}) {
      WatchedLoop loop(test::compliant_ur(300.0));
      loop.activate();
      DeadTime late(cycles);
      JointVector q = loop.robot.read().q;
      for (int k = 0; k < 3000; ++k) {
        if (by_joints && k > 1500) q[5] += 0.5 * loop.h;
        if (by_joints) loop.controller.set_joint_reference(q);
        if (!by_joints && k == 1500) push_along_y(loop.robot, 40.0);
        loop.cycle(late);
        ASSERT_NE(loop.controller.state(), SupervisorState::kFaulted)
            << cycles << " cycles, " << k << ": " << said(loop);
      }
    }
  }
}

// Encoders of up to 0.01 rad, velocities in steps of 0.02 rad/s, a servo that lags 30 ms, pushed or led at any speed.
TEST(CoarseEncoder, IsNeverTakenForADeadOne) {
  for (const double step : {0.001, 0.005, 0.01}) {
    for (const double newtons : {0.0, 1.5, 3.0, 15.0}) {
      WatchedLoop loop(test::compliant_ur(newtons > 10.0 ? 100.0 : 0.0));
      JointVector q = loop.robot.read().q;
      const JointVector start = q;
      const auto coarse = [&](RobotState& state, double&) {
        const JointVector moved = (1.0 - std::exp(-loop.h / 0.03)) * (state.q - q);
        q += moved;
        for (int i = 0; i < 6; ++i) {
          state.q[i] = step * std::round(q[i] / step);
          state.qd[i] = 0.02 * std::round(moved[i] / loop.h / 0.02);
        }
      };
      loop.activate();
      for (int k = 0; k < 8000; ++k) {
        if (newtons == 0.0) {
          const double t = k * loop.h;
          loop.controller.set_joint_reference(start + 0.1 * std::sin(0.05 * t * t) * JointVector::Unit(6, 5));
        }
        push_along_y(loop.robot, k < 500 ? 0.0 : (k / 1000) % 2 == 0 ? newtons : -newtons);
        loop.cycle(coarse);
        ASSERT_NE(loop.controller.state(), SupervisorState::kFaulted)
            << step << " rad, " << newtons << " N, " << k << ": " << said(loop);
      }
    }
  }
}

// Joint 3 moves on, and says so; its position does not.
TEST(FrozenPosition, OfOneJointWithALiveVelocityIsFound) {
  WatchedLoop loop(test::compliant_ur(0.0));
  loop.activate();
  push_along_y(loop.robot, 20.0);
  loop.cycles(300);
  const JointVector q = loop.robot.read().q;
  Eigen::Index fastest = 0;
  loop.robot.read().qd.cwiseAbs().maxCoeff(&fastest);
  for (int k = 0; k < 1000 && loop.controller.state() != SupervisorState::kFaulted; ++k) {
    loop.cycle([&](RobotState& state, double&) { state.q[fastest] = q[fastest]; });
  }
  EXPECT_EQ(loop.record().fault, FaultCode::kStaleState);
  EXPECT_LT(std::abs(loop.robot.read().q[fastest] - q[fastest]), 0.2);
  const std::string sentences = said(loop);
  EXPECT_NE(sentences.find("contradict each other"), std::string::npos) << sentences;
  // It stands now, and its velocity says so. The position is as dead as it was.
  for (int k = 0; k < 2000; ++k) {
    if (k % 500 == 499) loop.controller.request(Request::kResetFault);
    loop.cycle([&](RobotState& state, double&) { state.q[fastest] = q[fastest]; });
  }
  EXPECT_EQ(loop.controller.state(), SupervisorState::kFaulted);
}

TEST(FrozenVelocity, ThatPositionsContradictIsFound) {
  WatchedLoop loop(test::compliant_ur(0.0));
  loop.activate();
  push_along_y(loop.robot, 20.0);
  loop.cycles(300);
  const JointVector qd = loop.robot.read().qd;
  ASSERT_GT(qd.cwiseAbs().maxCoeff(), 0.1);
  push_along_y(loop.robot, 0.0);
  loop.sentences();
  for (int k = 0; k < 1000; ++k) loop.cycle([&](RobotState& state, double&) { state.qd = qd; });
  EXPECT_EQ(loop.record().fault, FaultCode::kStaleState);
  // A robot that measures no velocities tells none.
  WatchedLoop without(test::compliant_ur(0.0));
  without.activate();
  push_along_y(without.robot, 15.0);
  for (int k = 0; k < 500; ++k) without.cycle([&](RobotState& state, double&) { state.qd.setZero(); });
  EXPECT_NE(without.controller.state(), SupervisorState::kFaulted) << said(without);
}

struct Spoiled {
  const char* what;
  std::function<void(RobotState&)> spoil;
  FaultCode fault;
  const char* sentence;
};

std::vector<Spoiled> spoiled_once() {
  return {
      {"wrench stamp 10 s old", [](RobotState& s) { s.wrench_stamp -= 10.0; }, FaultCode::kStaleWrench,
       "the force sensor's stamp is 10.000 s old"},
      {"wrench stamp ahead", [](RobotState& s) { s.wrench_stamp += 10.0; }, FaultCode::kStaleWrench,
       "the force sensor's stamp is 10.000 s in the future"},
      {"wrench stamp NaN", [](RobotState& s) { s.wrench_stamp = kNotANumber; }, FaultCode::kStaleWrench,
       "the force sensor's stamp is not a number"},
      {"a little too old", [](RobotState& s) { s.wrench_stamp -= 0.11; }, FaultCode::kStaleWrench,
       "the force sensor's stamp is 0.110 s old"},
      {"joint stamp old", [](RobotState& s) { s.joint_stamp -= 10.0; }, FaultCode::kStaleState,
       "the joints' stamp is 10.000 s old"},
      {"joint stamp ahead", [](RobotState& s) { s.joint_stamp += 1.0; }, FaultCode::kStaleState,
       "the joints' stamp is 1.000 s in the future"},
      {"clock NaN", [](RobotState& s) { s.time = kNotANumber; }, FaultCode::kInvalidState,
       "the robot's clock reads nan (allowed: finite)"},
      {"speed scaling NaN", [](RobotState& s) { s.speed_scaling = kNotANumber; }, FaultCode::kInvalidState,
       "the robot's speed scaling reads nan (allowed: 0 to 1)"},
      {"speed scaling below 0", [](RobotState& s) { s.speed_scaling = -1.0; }, FaultCode::kInvalidState,
       "the robot's speed scaling reads -1 (allowed: 0 to 1)"},
      {"a joint too few", [](RobotState& s) { s.qd.conservativeResize(5); }, FaultCode::kInvalidState,
       "5 joints are read (the arm has 6)"},
  };
}

TEST(BadReading, OfAnyKindIsBridgedForThreeCyclesAndThenNamed) {
  for (const Spoiled& spoiled : spoiled_once()) {
    WatchedLoop loop(test::compliant_ur(150.0));
    loop.activate();
    loop.cycles(300);
    for (int round = 0; round < 5; ++round) {
      for (int bad = 0; bad < 3; ++bad) loop.cycle([&](RobotState& state, double&) { spoiled.spoil(state); });
      loop.cycles(2);
    }
    EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning) << spoiled.what << ": " << said(loop);
    loop.sentences();
    for (int bad = 0; bad < 4; ++bad) loop.cycle([&](RobotState& state, double&) { spoiled.spoil(state); });
    EXPECT_EQ(loop.controller.state(), SupervisorState::kFaulted) << spoiled.what;
    EXPECT_EQ(loop.record().fault, spoiled.fault) << spoiled.what;
    const std::string sentences = said(loop);
    EXPECT_NE(sentences.find(spoiled.sentence), std::string::npos) << spoiled.what << ": " << sentences;
  }
}

// A force that came with a bad stamp is an old one: it moves nobody.
TEST(BadReading, OfAWrenchFromThePastDoesNotAct) {
  WatchedLoop loop(test::compliant_ur(150.0));
  loop.activate();
  loop.cycles(300);
  loop.cycle([](RobotState& state, double&) {
    state.wrench_stamp -= 10.0;
    state.F_S_S.setConstant(90.0);
  });
  EXPECT_LT(loop.record().wrench_external.cwiseAbs().maxCoeff(), 0.1);
}

TEST(FrozenJoints, AreNamedAsWhatTheyAre) {
  WatchedLoop loop(test::compliant_ur(0.0));
  loop.activate();
  loop.cycles(300);
  const RobotState stood = loop.robot.read();
  push_along_y(loop.robot, 20.0);
  for (int k = 0; k < 500; ++k) {
    loop.cycle([&](RobotState& state, double&) {
      state.q = stood.q;
      state.qd = stood.qd;
    });
  }
  const std::string sentences = said(loop);
  EXPECT_NE(sentences.find("stale_state: the joints have read the same for 0.1"), std::string::npos) << sentences;
  EXPECT_NE(sentences.find("while they should have moved (allowed: 0.100 s)"), std::string::npos) << sentences;
}

TEST(Tare, OfATorqueSaysHowManyNewtonMetres) {
  AdmittanceParameters p = test::compliant_ur(300.0);
  p.compliance.admittance_ratio = 0.0;
  WatchedLoop loop(p);
  loop.robot.push_B = [](const IdealRobot&) -> Vector6 { return 0.9 * Vector6::Unit(5); };
  loop.activate();
  loop.cycles(300);
  loop.sentences();
  loop.controller.request(Request::kTare);
  loop.cycles(400);
  const std::string refused = said(loop);
  EXPECT_NE(refused.find("tare refused: it would remove 0.0 N and 0.90 N m"), std::string::npos) << refused;
  loop.controller.request(Request::kTareAnyway);
  loop.cycles(400);
  const std::string done = said(loop);
  EXPECT_NE(done.find("tare done: 0.0 N and 0.90 N m"), std::string::npos) << done;
}

TEST(Run, InAPauseIsAnsweredWithThePause) {
  WatchedLoop loop(test::compliant_ur(300.0));
  loop.activate();
  loop.cycles(200);
  const auto paused = [](RobotState& state, double&) { state.speed_scaling = 0.0; };
  for (int k = 0; k < 10; ++k) loop.cycle(paused);
  loop.sentences();
  loop.controller.request(Request::kRun);
  loop.cycle(paused);
  const std::string sentences = said(loop);
  EXPECT_NE(sentences.find("the robot is paused"), std::string::npos) << sentences;
  loop.cycles(300);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
}

}  // namespace
}  // namespace limber
