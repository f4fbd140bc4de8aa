// Every fault of the design, injected in every state: the arm brakes within its acceleration limits, names the fault,
// holds, and goes on after a reset.
#include <functional>
#include <limits>

#include "loop.hpp"

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

TEST(Overforce, RetreatsAlongTheForceWhereAsked) {
  AdmittanceParameters p = test::compliant_ur(150.0);
  p.supervisor.overforce_retreat = 0.03;
  WatchedLoop loop(p);
  loop.activate();
  loop.cycles(300);
  const Vector3 before = loop.robot.tool().p;
  loop.robot.push_B = [](const IdealRobot& r) -> Vector6 { return (r.time() < 0.63 ? 300.0 : 0.0) * Vector6::Unit(2); };
  loop.cycles(1500);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kFaulted);
  EXPECT_NEAR(loop.robot.tool().p.z() - before.z(), 0.03, 0.004);
  EXPECT_TRUE(loop.last_qd.isZero(0.0));
  EXPECT_LE(loop.worst_step, 1.0 + 1e-6);
}

TEST(Activation, RefusesAStateThatCannotBeUsed) {
  WatchedLoop loop(test::compliant_ur(150.0));
  RobotState state = loop.robot.read();
  state.q[0] = kNan;
  EXPECT_FALSE(loop.controller.activate(state));
  EXPECT_EQ(loop.controller.state(), SupervisorState::kInactive);
  Event event;
  ASSERT_TRUE(loop.controller.take_event(event));
  EXPECT_NE(loop.controller.sentence(event).find("shoulder_pan_joint"), std::string::npos);
}

}  // namespace
}  // namespace limber
