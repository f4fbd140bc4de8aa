// Faults of the simulated robot while the arm presses on a table and slides along it: the controller brakes within its
// limits, names the fault, stands, and continues after a reset.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>

#include "simulated_loop.hpp"

namespace limber::sim {
namespace {

constexpr double kSpeed = 0.05;  // m/s, along the table

// Presses on a table and, once it has settled, slides along it for as long as the controller follows.
class Work {
 public:
  explicit Work(const SupervisorParameters& supervisor = {}, double servo_lag = LoopShape().lag)
      : arm_(load_arm("ur5e")),
        simulation_(table(servo_lag)),
        loop_(arm_, home(arm_), parameters(supervisor), simulation_) {
    X_BR_ = arm_.pose(home(arm_), arm_.tip());
    q_ = home(arm_);
    qd_ = JointVector::Zero(q_.size());
  }

  bool sliding = false;
  bool pressing = true;

  void cycle() {
    if (pressing) loop_.controller.set_control_wrench(kPress * Vector6::Unit(2));
    const bool follows = state() == SupervisorState::kStarting || state() == SupervisorState::kRunning;
    const double wanted = sliding && follows ? kSpeed : 0.0;
    const double change = std::clamp(wanted - speed_, -0.5 * loop_.period(), 0.5 * loop_.period());
    speed_ = follows ? speed_ + change : 0.0;
    X_BR_.p.y() += speed_ * loop_.period();
    if (follows && wanted > 0.0) loop_.controller.set_desired_pose(X_BR_, speed_ * Vector6::Unit(1));
    loop_.cycle();
    watch();
  }
  void run(double seconds) {
    for (long k = std::lround(seconds / loop_.period()); k > 0; --k) cycle();
  }
  // s until the controller says it is faulted; -1 where it does not.
  double run_until_faulted(double seconds) {
    const double start = loop_.robot.time();
    for (long k = std::lround(seconds / loop_.period()); k > 0; --k) {
      cycle();
      if (state() == SupervisorState::kFaulted) return loop_.robot.time() - start;
    }
    return -1.0;
  }
  std::string last_fault_sentence() {
    std::string text;
    Event event;
    while (loop_.controller.take_event(event)) {
      if (event.kind == Event::Kind::kFault) text = loop_.controller.sentence(event);
    }
    return text;
  }

  SupervisorState state() const { return loop_.controller.state(); }
  FaultCode fault() const { return loop_.controller.telemetry().fault; }
  double force() const { return loop_.robot.contact_force().z(); }
  double highest_force() const { return highest_force_; }
  double worst_acceleration() const { return worst_acceleration_; }  // rad/s², of any joint
  const JointVector& commanded() const { return q_; }
  SimulatedArm& robot() { return loop_.robot; }
  AdmittanceController& controller() { return loop_.controller; }

 private:
  SimulationParameters table(double servo_lag) const {
    SimulationParameters simulation = simulation_for(arm_, LoopShape());
    simulation.servo.lag = servo_lag;
    simulation.scene.plates = {surface_ahead(arm_, simulation.tool, home(arm_), 5e3, 0.003)};
    return simulation;
  }
  AdmittanceParameters parameters(const SupervisorParameters& supervisor) const {
    LoopShape shape;
    shape.damping = damping_for_wall(contact_loop(shape), 5e3);
    AdmittanceParameters p = parameters_for(arm_, shape);
    p.supervisor = supervisor;
    return p;
  }
  // By the commands alone, without asking the controller.
  void watch() {
    const JointVector& q = loop_.robot.read().q_interface;
    const JointVector qd = (q - q_) / loop_.period();
    worst_acceleration_ = std::max(worst_acceleration_, (qd - qd_).cwiseAbs().maxCoeff() / loop_.period());
    highest_force_ = std::max(highest_force_, force());
    q_ = q;
    qd_ = qd;
  }

  Arm arm_;
  SimulationParameters simulation_;
  SimulatedLoop loop_;
  Pose X_BR_;
  double speed_ = 0.0;
  JointVector q_, qd_;
  double highest_force_ = 0.0, worst_acceleration_ = 0.0;
};

struct FaultCase {
  const char* what;
  std::function<void(SimulatedArm&)> inject;
  FaultCode code;
  double soonest, latest;                // s, until it must be named
  FaultCode or_else = FaultCode::kNone;  // as good a name
};

std::ostream& operator<<(std::ostream& out, const FaultCase& c) { return out << c.what; }

bool named(const FaultCase& c, FaultCode code) { return code == c.code || code == c.or_else; }

constexpr int kForGood = 1 << 30;
constexpr double kTracking = 0.02;  // rad, so that a servo that stands still is found out within a second

std::vector<FaultCase> faults() {
  const auto spike = [](SimulatedArm& robot, int readings, double newtons) {
    robot.faults().spikes = readings;
    robot.faults().spike = newtons * Vector6::Unit(0);
  };
  return {
      {"nan_wrench", [](SimulatedArm& r) { r.faults().nan_wrench = kForGood; }, FaultCode::kInvalidWrench, 0.008,
       0.010},
      {"absurd_wrench", [=](SimulatedArm& r) { spike(r, kForGood, 5000.0); }, FaultCode::kInvalidWrench, 0.008, 0.010},
      {"frozen_wrench", [](SimulatedArm& r) { r.faults().freeze_wrench = true; }, FaultCode::kStaleWrench, 0.1, 0.106},
      {"dropped_wrench", [](SimulatedArm& r) { r.faults().drop_wrench = true; }, FaultCode::kStaleWrench, 0.1, 0.106},
      {"spike", [=](SimulatedArm& r) { spike(r, 1, 300.0); }, FaultCode::kOverforce, 0.002, 0.004},
      {"nan_joints", [](SimulatedArm& r) { r.faults().nan_joints = kForGood; }, FaultCode::kInvalidState, 0.008, 0.010},
      {"frozen_joints", [](SimulatedArm& r) { r.faults().freeze_joints = true; }, FaultCode::kStaleState, 0.02, 1.0,
       FaultCode::kTracking},
      {"dropped_joints", [](SimulatedArm& r) { r.faults().drop_joints = true; }, FaultCode::kStaleState, 0.1, 0.106},
      {"stalled_servo", [](SimulatedArm& r) { r.faults().stall_servo = true; }, FaultCode::kStaleState, 0.02, 1.0,
       FaultCode::kTracking},
  };
}

class InjectedFault : public testing::TestWithParam<FaultCase> {};

TEST_P(InjectedFault, IsNamedBrakedForAndResetWhileTheArmSlidesOnATable) {
  const FaultCase c = GetParam();
  SupervisorParameters supervisor;
  supervisor.tracking = kTracking;
  Work work(supervisor);
  work.run(3.0);
  ASSERT_EQ(work.state(), SupervisorState::kRunning);
  ASSERT_NEAR(work.force(), kPress, 0.5);
  work.sliding = true;
  work.run(0.5);

  c.inject(work.robot());
  const double named_after = work.run_until_faulted(3.0);
  const std::string sentence = work.last_fault_sentence();
  const FaultCode found = work.fault();
  EXPECT_TRUE(named(c, found)) << name(found);
  EXPECT_GE(named_after, c.soonest - 1e-9);
  EXPECT_LE(named_after, c.latest + 1e-9);
  work.run(0.05);  // 0.05 m/s at 2 m/s², twice
  const JointVector stands = work.commanded();
  work.run(1.0);
  EXPECT_EQ(work.commanded(), stands);
  EXPECT_EQ(name(work.fault()), name(found));
  EXPECT_EQ(work.state(), SupervisorState::kFaulted);
  std::printf("%-14s named after %5.3f s, contact force at most %5.2f N, joints at most %5.2f rad/s²: %s\n", c.what,
              named_after, work.highest_force(), work.worst_acceleration(), sentence.c_str());
  EXPECT_LT(work.highest_force(), 3.0 * kPress);
  EXPECT_GT(work.force(), 0.0);

  work.robot().faults() = {};
  work.run(0.2);
  EXPECT_EQ(work.state(), SupervisorState::kFaulted) << "reset is explicit";
  work.controller().request(Request::kResetFault);
  work.run(4.0);
  EXPECT_EQ(work.state(), SupervisorState::kRunning);
  EXPECT_EQ(name(work.fault()), "none");
  EXPECT_NEAR(work.force(), kPress, 0.5);
  EXPECT_LT(work.highest_force(), 3.0 * kPress);
  EXPECT_LE(work.worst_acceleration(), kDefaultJointAcceleration * (1.0 + 1e-6));
  EXPECT_EQ(work.robot().rejected_commands(), 0);
}

INSTANTIATE_TEST_SUITE_P(Everything, InjectedFault, testing::ValuesIn(faults()),
                         [](const auto& c) { return std::string(c.param.what); });

class InEveryState : public testing::TestWithParam<FaultCase> {};

// Joints that stand still anyway hide that they are frozen; all else is seen.
TEST_P(InEveryState, AFaultIsNamedAndReset) {
  const FaultCase c = GetParam();
  const bool needs_motion = std::string(c.what) == "frozen_joints" || std::string(c.what) == "stalled_servo";
  for (const SupervisorState state :
       {SupervisorState::kStarting, SupervisorState::kRunning, SupervisorState::kHolding}) {
    if (needs_motion && state == SupervisorState::kHolding) continue;
    SupervisorParameters supervisor;
    supervisor.tracking = kTracking;
    Work work(supervisor);
    work.sliding = true;
    work.run(state == SupervisorState::kStarting ? 0.5 : 3.0);
    if (state == SupervisorState::kHolding) {
      work.controller().request(Request::kHold);
      work.run(0.5);
    }
    ASSERT_EQ(name(work.state()), name(state));
    c.inject(work.robot());
    EXPECT_GT(work.run_until_faulted(1.2), 0.0) << c.what << " while " << name(state);
    EXPECT_TRUE(named(c, work.fault())) << name(work.fault()) << " while " << name(state);
    work.robot().faults() = {};
    work.run(0.5);
    work.controller().request(Request::kResetFault);
    work.run(3.0);
    EXPECT_EQ(name(work.state()), "running");
    EXPECT_LT(work.highest_force(), 3.0 * kPress);
    EXPECT_LE(work.worst_acceleration(), kDefaultJointAcceleration * (1.0 + 1e-6));
  }
}

INSTANTIATE_TEST_SUITE_P(Everything, InEveryState, testing::ValuesIn(faults()),
                         [](const auto& c) { return std::string(c.param.what); });

TEST(BadReadings, UpToThreeInARowAreBridged) {
  Work work;
  work.run(3.0);
  work.sliding = true;
  for (int round = 0; round < 20; ++round) {
    work.robot().faults().nan_wrench = 3;
    work.robot().faults().nan_joints = 3;
    work.run(0.05);
    work.robot().faults().spikes = 3;
    work.robot().faults().spike = 5000.0 * Vector6::Unit(1);
    work.run(0.05);
  }
  EXPECT_EQ(work.state(), SupervisorState::kRunning);
  EXPECT_NEAR(work.force(), kPress, 1.0);
  EXPECT_LT(work.highest_force(), 2.0 * kPress);
}

TEST(MovingReference, ThatFellSilentDuringAStopDoesNotMoveOnAfterwards) {
  for (const bool faulted : {false, true}) {
    Work work;
    work.run(3.0);
    work.sliding = true;
    work.run(0.5);
    if (faulted) {
      work.robot().faults().nan_wrench = 20;
    } else {
      work.controller().request(Request::kHold);
    }
    work.run(0.01);
    work.sliding = false;
    work.run(2.0);
    const Vector3 reference = work.controller().telemetry().p_reference;
    EXPECT_EQ(name(work.state()), faulted ? "faulted" : "holding");
    work.controller().request(faulted ? Request::kResetFault : Request::kRun);
    work.run(3.0);
    EXPECT_EQ(name(work.state()), "running");
    EXPECT_LT((work.controller().telemetry().p_reference - reference).norm(), 1e-12);
  }
}

TEST(Tracking, IsTheNameOfAServoThatFallsBehind) {
  SupervisorParameters supervisor;
  supervisor.tracking = kTracking;
  Work work(supervisor, 0.5);
  work.pressing = false;
  work.sliding = true;
  EXPECT_GT(work.run_until_faulted(3.0), 0.0);
  EXPECT_EQ(name(work.fault()), "tracking");
  work.run(5.0);  // it catches up
  work.sliding = false;
  work.controller().request(Request::kResetFault);
  work.run(3.0);
  EXPECT_EQ(work.state(), SupervisorState::kRunning);
  EXPECT_LE(work.worst_acceleration(), kDefaultJointAcceleration * (1.0 + 1e-6));
}

TEST(Overforce, OfAHandThatGoesOnIsLatchedAndGivenWayToAsFarAsAsked) {
  SupervisorParameters supervisor;
  supervisor.overforce = 60.0;
  supervisor.overforce_retreat = 0.01;
  Work work(supervisor);
  work.pressing = false;
  work.run(3.0);
  const Vector3 before = work.robot().tool_pose().p;
  Vector6 push = Vector6::Zero();
  push[0] = 70.0;
  work.robot().set_push(push);
  EXPECT_GT(work.run_until_faulted(0.1), 0.0);
  EXPECT_EQ(name(work.fault()), "overforce");
  work.run(2.0);
  EXPECT_EQ(work.state(), SupervisorState::kFaulted);
  const Vector3 moved = work.robot().tool_pose().p - before;
  EXPECT_GT(moved.x(), 0.0095);
  EXPECT_LT(moved.x(), 0.012);
  EXPECT_LE(work.worst_acceleration(), kDefaultJointAcceleration * (1.0 + 1e-6));
}

TEST(LostContact, StopsAPressThatFindsNothing) {
  SupervisorParameters supervisor;
  supervisor.press_max_travel = 0.002;  // the table is 3 mm away
  Work work(supervisor);
  EXPECT_GT(work.run_until_faulted(3.0), 0.0);
  EXPECT_EQ(name(work.fault()), "lost_contact");
  work.run(1.0);
  EXPECT_EQ(work.highest_force(), 0.0);
  EXPECT_LE(work.worst_acceleration(), kDefaultJointAcceleration * (1.0 + 1e-6));
}

}  // namespace
}  // namespace limber::sim
