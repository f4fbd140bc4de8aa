// Every fault of the design, injected in every state: the arm brakes within its acceleration limits, names the fault,
// holds, and continues after a reset.
#include <functional>
#include <limits>

#include "controllers/admittance_settings.hpp"
#include "controllers/variable_stiffness_settings.hpp"
#include "loop.hpp"
#include "math/so3.hpp"

namespace limber {
namespace {

using test::IdealRobot;
using test::WatchedLoop;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

struct Injection {
  const char* what;
  FaultCode expected;
  std::function<void(WatchedLoop&, RobotState&, double&)> spoil;
  bool needs_motion = false;                         // cannot be seen on an arm that stands still
  std::function<void(WatchedLoop&)> begin{}, end{};  // for what is not in the state
};

// Freezes a copy of the state's part at the first call.
template <typename Keep>
auto frozen(Keep keep) {
  return [keep, first = std::optional<RobotState>()](WatchedLoop&, RobotState& state, double&) mutable {
    if (!first) first = state;
    keep(state, *first);
  };
}

void spoil_settings(WatchedLoop& loop, const std::function<void(AdmittanceSettings&)>& change) {
  AdmittanceSettings settings = bind(loop.arm, loop.parameters);
  change(settings);
  loop.controller.set_settings(settings);
}

void mend_settings(WatchedLoop& loop) { loop.controller.set_settings(bind(loop.arm, loop.parameters)); }

std::vector<Injection> injections() {
  const auto nothing = [](WatchedLoop&, RobotState&, double&) {};
  return {
      {"joint NaN", FaultCode::kInvalidState, [](auto&, RobotState& s, double&) { s.q[2] = kNan; }},
      {"velocity infinite", FaultCode::kInvalidState, [](auto&, RobotState& s, double&) { s.qd[0] = -kInf; }},
      {"joint out of range", FaultCode::kInvalidState, [](auto&, RobotState& s, double&) { s.q[1] = 50.0; }},
      {"joint missing", FaultCode::kInvalidState, [](auto&, RobotState& s, double&) { s.q.conservativeResize(5); }},
      {"clock NaN", FaultCode::kInvalidState, [](auto&, RobotState& s, double&) { s.time = kNan; }},
      {"force NaN", FaultCode::kInvalidWrench, [](auto&, RobotState& s, double&) { s.F_S_S[1] = kNan; }},
      {"force beyond the sensor", FaultCode::kInvalidWrench, [](auto&, RobotState& s, double&) { s.F_S_S[2] = 1e7; }},
      {"wrench stamp stands", FaultCode::kStaleWrench,
       frozen([](RobotState& s, const RobotState& first) { s.wrench_stamp = first.wrench_stamp; })},
      {"wrench repeats bit for bit", FaultCode::kStaleWrench,
       frozen([](RobotState& s, const RobotState& first) { s.F_S_S = first.F_S_S; })},
      {"joint stamp stands", FaultCode::kStaleState,
       frozen([](RobotState& s, const RobotState& first) { s.joint_stamp = first.joint_stamp; })},
      {"joints frozen", FaultCode::kStaleState, frozen([](RobotState& s, const RobotState& first) {
         s.q = first.q;
         s.qd = first.qd;
       }),
       true},
      {"servo falls behind", FaultCode::kTracking, [](auto&, RobotState& s, double&) { s.q[3] += 0.4; }},
      {"push of 400 N", FaultCode::kOverforce, [](auto&, RobotState& s, double&) { s.F_S_S[0] += 400.0; }},
      {"torque of 50 N m", FaultCode::kOverforce, [](auto&, RobotState& s, double&) { s.F_S_S[4] += 50.0; }},
      {"period zero", FaultCode::kOverrun, [](auto&, RobotState&, double& period) { period = 0.0; }},
      {"period negative", FaultCode::kOverrun, [](auto&, RobotState&, double& period) { period = -0.1; }},
      {"period NaN", FaultCode::kOverrun, [](auto&, RobotState&, double& period) { period = kNan; }},
      {"late", FaultCode::kOverrun, [](auto&, RobotState&, double& period) { period = 0.3; }},
      {"press finds nothing", FaultCode::kLostContact,
       [](WatchedLoop& loop, RobotState&, double&) { loop.controller.set_control_wrench(-20.0 * Vector6::Unit(2)); },
       true},
      {"no inverse", FaultCode::kKinematics, nothing, false,
       [](WatchedLoop& loop) {
         spoil_settings(loop, [](AdmittanceSettings& s) {
           s.singularity_threshold = 1e3;
           s.singularity_damping = kNan;
         });
       },
       mend_settings},
      {"law not finite", FaultCode::kInternal, nothing, true,
       [](WatchedLoop& loop) { spoil_settings(loop, [](AdmittanceSettings& s) { s.admittance_ratio = kNan; }); },
       mend_settings},
  };
}

void enter(WatchedLoop& loop, SupervisorState state) {
  loop.robot.push_B = [](const IdealRobot& r) -> Vector6 {
    return (Vector6() << 12 * std::sin(2 * r.time()), 15, 5, 0.3, 0, 0.2).finished();
  };
  loop.activate();
  loop.cycles(state == SupervisorState::kStarting ? 40 : 300);
  if (state == SupervisorState::kHolding) loop.controller.request(Request::kHold);
  for (int k = 0; k < 3; ++k) {  // still braking where it has to
    loop.cycle([&](RobotState& s, double&) {
      if (state == SupervisorState::kFaulted) s.F_S_S[0] += 400.0;
    });
  }
  ASSERT_EQ(loop.controller.state(), state);
  loop.sentences();
}

class FaultInEveryState : public testing::TestWithParam<SupervisorState> {};

TEST_P(FaultInEveryState, BrakesWithinTheLimitsNamesItselfAndResets) {
  for (Injection& injection : injections()) {
    SCOPED_TRACE(injection.what);
    AdmittanceParameters p = test::compliant_ur(
        injection.expected == FaultCode::kLostContact || injection.what == std::string("joints frozen") ? 0.0 : 150.0);
    p.supervisor.stiffness_ramp_time = GetParam() == SupervisorState::kStarting ? 60.0 : 0.1;
    WatchedLoop loop(p);
    enter(loop, GetParam());
    if (injection.expected == FaultCode::kStaleState || injection.expected == FaultCode::kLostContact) {
      loop.robot.push_B = [](const IdealRobot&) -> Vector6 { return 40.0 * Vector6::Unit(1); };
    }
    if (injection.expected == FaultCode::kLostContact)
      loop.robot.push_B = [](const IdealRobot&) { return Vector6::Zero().eval(); };
    if (injection.begin) injection.begin(loop);
    const auto spoiled_cycle = [&] {
      loop.cycle([&](RobotState& state, double& period) { injection.spoil(loop, state, period); });
    };
    const bool stands = GetParam() == SupervisorState::kHolding && injection.needs_motion;
    if (stands) loop.cycles(300);  // joints that freeze while it brakes are noticed
    if (stands || GetParam() == SupervisorState::kFaulted) {
      // Nothing new can be found wrong here: it stays as it is, at rest, and the fault comes when it is told to go on.
      for (int k = 0; k < 600; ++k) spoiled_cycle();
      ASSERT_EQ(loop.controller.state(), GetParam());
      EXPECT_TRUE(loop.last_qd.isZero(0.0)) << "it did not come to rest";
      const FaultCode fault_before = stands ? FaultCode::kNone : FaultCode::kOverforce;
      EXPECT_EQ(name(loop.controller.telemetry().fault), name(fault_before));
      loop.sentences();
      loop.controller.request(stands ? Request::kRun : Request::kResetFault);
      spoiled_cycle();
    }
    int cycles = 0;
    while (loop.controller.state() != SupervisorState::kFaulted && cycles < 5000) {
      spoiled_cycle();
      ++cycles;
    }
    ASSERT_EQ(loop.controller.state(), SupervisorState::kFaulted);
    EXPECT_EQ(name(loop.controller.telemetry().fault), name(injection.expected));
    Event event;
    bool told = false;
    while (loop.controller.take_event(event)) {
      if (event.kind != Event::Kind::kFault) continue;
      told = true;
      EXPECT_EQ(loop.controller.sentence(event).rfind(std::string(name(injection.expected)) + ":", 0), 0U);
    }
    EXPECT_TRUE(told);
    for (int k = 0; k < 600; ++k) spoiled_cycle();
    EXPECT_TRUE(loop.last_qd.isZero(0.0)) << "it did not come to rest";
    if (injection.end) injection.end(loop);
    loop.robot.push_B = [](const IdealRobot&) { return Vector6::Zero().eval(); };
    loop.cycles(10);
    EXPECT_EQ(loop.controller.state(), SupervisorState::kFaulted) << "a fault must stay until it is reset";
    loop.controller.request(Request::kResetFault);
    loop.cycles(300);
    const SupervisorState goes_on =
        GetParam() == SupervisorState::kStarting ? SupervisorState::kStarting : SupervisorState::kRunning;
    EXPECT_EQ(loop.controller.state(), goes_on);
    EXPECT_LE(loop.worst_step, 1.0 + 1e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(States, FaultInEveryState,
                         testing::Values(SupervisorState::kStarting, SupervisorState::kRunning,
                                         SupervisorState::kHolding, SupervisorState::kFaulted),
                         [](const auto& state) { return std::string(name(state.param)); });

TEST(BadReading, IsBridgedForThreeCycles) {
  WatchedLoop loop(test::compliant_ur(150.0));
  enter(loop, SupervisorState::kRunning);
  for (int round = 0; round < 20; ++round) {
    for (int bad = 0; bad < 3; ++bad) {
      loop.cycle([](RobotState& state, double&) {
        state.F_S_S.setConstant(kNan);
        state.q.setConstant(kNan);
      });
    }
    loop.cycles(2);
  }
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
  EXPECT_LE(loop.worst_step, 1.0 + 1e-6);
}

TEST(Lateness, IsOnlyCountedInSimulation) {
  AdmittanceParameters p = test::compliant_ur(150.0);
  p.supervisor.count_lateness_only = true;
  WatchedLoop loop(p);
  enter(loop, SupervisorState::kRunning);
  for (int k = 0; k < 20; ++k) loop.cycle([](RobotState&, double& period) { period = 0.3; });
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
  EXPECT_EQ(loop.controller.telemetry().overruns, 20);
}

TEST(Stop, ByAFaultIsAsHardAsTheJointsCanAndByAHoldAsTheToolMay) {
  for (const bool faulted : {false, true}) {
    WatchedLoop loop(test::compliant_ur(0.0));
    loop.activate();
    loop.robot.push_B = [](const IdealRobot&) -> Vector6 { return 20.0 * Vector6::Unit(1); };
    loop.cycles(300);
    const double tool_speed = loop.record().twist_command.head<3>().norm();
    const double joints_need = loop.last_qd.cwiseAbs().maxCoeff() / kDefaultJointAcceleration;
    const double tool_needs = tool_speed / loop.parameters.limits.max_linear_acceleration;
    ASSERT_LT(2.0 * joints_need, tool_needs);
    if (!faulted) loop.controller.request(Request::kHold);
    int cycles = 0;
    for (; cycles < 1000 && (cycles == 0 || !loop.last_qd.isZero(0.0)); ++cycles) {
      loop.cycle([&](RobotState& state, double&) {
        if (faulted && cycles == 0) state.q[3] += 0.4;
      });
    }
    EXPECT_NEAR(cycles * loop.h, faulted ? joints_need : tool_needs, 0.1 * tool_needs) << faulted;
    EXPECT_LE(loop.worst_step, 1.0 + 1e-6);
  }
}

// An arm that has run for a while.
struct RunningLoop : WatchedLoop {
  explicit RunningLoop(double retreat) : WatchedLoop(that_gives_way(retreat)) {
    activate();
    cycles(300);
  }
  Pose sensor() { return arm.pose(robot.read().q, *arm.find_frame("ft_frame")); }
  void push(const Vector6& F_B) {
    robot.push_B = [F_B](const IdealRobot&) { return F_B; };
  }
  // Whatever happens now ends in a stop by overforce, at rest.
  void stop() {
    cycles(1500);
    EXPECT_EQ(name(controller.telemetry().fault), "overforce");
    EXPECT_TRUE(last_qd.isZero(0.0));
    EXPECT_LE(worst_step, 1.0 + 1e-6);
  }

 private:
  static AdmittanceParameters that_gives_way(double retreat) {
    AdmittanceParameters p = test::compliant_ur(150.0);
    p.supervisor.overforce_retreat = retreat;
    return p;
  }
};

TEST(Overforce, ThatStaysIsGivenWayToAsFarAsAskedAndByEveryResetAgain) {
  for (const double retreat : {0.01, 0.03}) {
    RunningLoop loop(retreat);
    loop.push(300.0 * Vector6::Unit(2));
    for (int stop = 1; stop <= 3; ++stop) {
      const Vector3 before = loop.sensor().p;
      loop.stop();
      const double way = stop == 1 ? retreat : std::max(retreat, 0.02);
      EXPECT_NEAR(loop.sensor().p.z() - before.z(), way, 0.001) << stop;
      loop.controller.request(Request::kResetFault);
    }
  }
}

TEST(Overforce, WhoseGivingWayIsOffHasAWayOutByReset) {
  RunningLoop loop(0.0);
  const double z = loop.sensor().p.z();
  loop.push(300.0 * Vector6::Unit(2));
  loop.stop();
  EXPECT_NEAR(loop.sensor().p.z(), z, 1e-4);
  loop.controller.request(Request::kResetFault);
  loop.stop();
  EXPECT_NEAR(loop.sensor().p.z(), z + 0.02, 1e-3);
}

TEST(Overforce, ThatIsOverAtOnceMovesTheArmNowhere) {
  RunningLoop loop(0.05);
  const Vector3 before = loop.sensor().p;
  loop.push(300.0 * Vector6::Unit(2));
  loop.cycles(1);
  loop.push(Vector6::Zero());
  loop.stop();
  EXPECT_LT((loop.sensor().p - before).norm(), 1e-4);
}

// The force is nothing but the sensor's noise.
TEST(Overforce, ByAPureTorqueTurnsTheToolAlongItAndMovesItNowhere) {
  for (const double retreat : {0.0, 0.05}) {
    RunningLoop loop(retreat);
    const Pose before = loop.sensor();
    const Vector3 axis = Vector3(1, -2, 0.5).normalized();
    loop.push((Vector6() << Vector3::Zero(), 25.0 * axis).finished());
    loop.stop();
    loop.controller.request(Request::kResetFault);
    loop.stop();
    const Pose after = loop.sensor();
    const Vector3 turned = log_so3(Matrix3(after.R * before.R.transpose()));
    EXPECT_GT(turned.norm(), 0.15);
    EXPECT_GT(turned.dot(axis), 0.999 * turned.norm());
    EXPECT_LT((after.p - before.p).norm(), 1e-3);
  }
}

// A spring about an axis, turned too far.
TEST(Overforce, ByASpringThatTurnsIsGivenWayToUntilLessThanHalfOfTheLimitIsLeft) {
  RunningLoop loop(0.05);
  const Matrix3 R_start = loop.robot.tool().R;
  loop.robot.push_B = [&](const IdealRobot& r) -> Vector6 {
    const Vector3 turned = log_so3(Matrix3(r.tool().R * R_start.transpose()));
    return (Vector6() << Vector3::Zero(), 30.0 * Vector3::UnitX() - 300.0 * turned).finished();
  };
  loop.stop();
  const double left = loop.robot.push_B(loop.robot).tail<3>().norm();
  EXPECT_LT(left, 0.5 * loop.parameters.supervisor.overtorque);
  EXPECT_GT(left, 0.2 * loop.parameters.supervisor.overtorque);
}

// A sensor mounted the wrong way round: whatever gives way to it presses harder.
TEST(Overforce, ThatGrowsWhileItIsGivenWayToIsNotFollowed) {
  RunningLoop loop(0.05);
  const double z = loop.sensor().p.z();
  loop.robot.push_B = [&](const IdealRobot& r) -> Vector6 {
    return (160.0 + 20e3 * (r.tool().p.z() - z)) * Vector6::Unit(2);
  };
  loop.stop();
  EXPECT_LT(loop.sensor().p.z() - z, 0.003);
}

// The force that is left is the last that was read: nobody goes after that.
TEST(Overforce, IsNotGivenWayToByAnArmThatCannotReadIt) {
  RunningLoop loop(0.05);
  loop.push(300.0 * Vector6::Unit(2));
  loop.cycles(30);
  const double z = loop.sensor().p.z();
  for (int k = 0; k < 500; ++k) loop.cycle([](RobotState& state, double&) { state.F_S_S.setConstant(kNan); });
  EXPECT_LT(loop.sensor().p.z() - z, 0.005);
  EXPECT_TRUE(loop.last_qd.isZero(0.0));
}

// It brakes for something else, and runs into a wall meanwhile.
TEST(Overforce, IsGivenWayToInAStopThatBeganForAnotherReason) {
  RunningLoop loop(0.05);
  for (int k = 0; k < 10; ++k) loop.cycle([](RobotState&, double& period) { period = 0.3; });
  ASSERT_EQ(name(loop.controller.telemetry().fault), "overrun");
  const double z = loop.sensor().p.z();
  loop.robot.push_B = [&](const IdealRobot& r) -> Vector6 {
    return (300.0 - 20e3 * (r.tool().p.z() - z)) * Vector6::Unit(2);
  };
  loop.cycles(1000);
  EXPECT_EQ(name(loop.controller.telemetry().fault), "overrun");
  EXPECT_LT(loop.robot.push_B(loop.robot)[2], 75.0);
  EXPECT_GT(loop.robot.push_B(loop.robot)[2], 0.0);
}

TEST(Activation, RefusesAStateThatCannotBeUsed) {
  WatchedLoop loop(test::compliant_ur(150.0));
  RobotState state = loop.robot.read();
  state.q[0] = kNan;
  EXPECT_FALSE(loop.controller.activate(state));
  EXPECT_EQ(loop.controller.state(), SupervisorState::kInactive);
  Event event;
  ASSERT_TRUE(loop.controller.take_event(event));
  const std::string sentence = loop.controller.sentence(event);
  EXPECT_NE(sentence.find("joint 'shoulder_pan_joint' reads nan"), std::string::npos) << sentence;
  EXPECT_NE(sentence.find("at activation; not activated"), std::string::npos) << sentence;
  EXPECT_EQ(sentence.find("cycles"), std::string::npos) << sentence << ": it was read once";
}

// Refused at once, after work and a deactivation, or in the middle of work.
TEST(InactiveController, CommandsWhatIsMeasuredAndNothingThatNobodyMeasured) {
  for (const int before : {0, 1, 2}) {
    WatchedLoop loop(test::compliant_ur(150.0));
    if (before > 0) enter(loop, SupervisorState::kRunning);
    if (before == 1) loop.controller.deactivate();
    RobotState state = loop.robot.read();
    state.q.array() += 0.3;  // somebody else moved the arm
    RobotState unusable = state;
    unusable.F_S_S[1] = kNan;
    EXPECT_FALSE(loop.controller.activate(unusable));
    EXPECT_EQ(loop.controller.state(), SupervisorState::kInactive);
    for (int k = 0; k < 5; ++k) {
      const Command command = loop.controller.update(state, loop.h);
      EXPECT_EQ(command.q, state.q);
      EXPECT_TRUE(command.qd.isZero(0.0));
      state.q.array() += 0.01;
    }
    for (const double unreadable : {kNan, kInf}) {
      RobotState blind = state;
      blind.q[3] = unreadable;
      EXPECT_TRUE(loop.controller.update(blind, loop.h).empty());
    }
    RobotState short_of_joints = state;
    short_of_joints.q.conservativeResize(5);
    EXPECT_TRUE(loop.controller.update(short_of_joints, loop.h).empty());
  }
}

}  // namespace
}  // namespace limber
