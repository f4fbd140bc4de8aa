// Variable stiffness on the simulated OpenManipulator-X: the cycle, the rendered stiffness, a wrong model, a storm of
// waypoints, and two independent arms.
#include <cstdio>
#include <functional>
#include <limits>

#include "controllers/variable_stiffness_settings.hpp"
#include "limber/telemetry.hpp"
#include "math/task_axes.hpp"
#include "support/decompositions.hpp"
#include "torque_loop.hpp"

namespace limber::sim {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct CycleFigures {
  double largest_error = 0.0;   // m, while it moves along the path
  double fastest_change = 0.0;  // N/m/s of the stiffness
  bool in_order = true;
  bool on_time = true;
};

CycleFigures run_cycle(TorqueLoop& loop, double seconds) {
  constexpr std::array<CyclePhase, 5> kOrder{CyclePhase::kHoming, CyclePhase::kMoveForward, CyclePhase::kWaitAtEnd,
                                             CyclePhase::kMoveReturn, CyclePhase::kWaitAtStart};
  constexpr std::array<double, 5> kDurations{5.0, 10.0, 2.0, 10.0, 2.0};  // s, the documents'
  CycleFigures figures;
  std::size_t place = 0;
  double entered = 0.0;
  Vector6 K_before = loop.now().stiffness;
  loop.run(seconds, [&] {
    const StiffnessTelemetry& t = loop.now();
    if (t.phase != kOrder[place]) {
      figures.on_time = figures.on_time && std::abs(t.time - entered - kDurations[place]) < 0.005;
      place = place == 4 ? 1 : place + 1;
      entered = t.time;
      figures.in_order = figures.in_order && t.phase == kOrder[place];
    }
    if (place == 1 || place == 3) figures.largest_error = std::max(figures.largest_error, t.position_error);
    figures.fastest_change =
        std::max(figures.fastest_change, (t.stiffness - K_before).head<3>().cwiseAbs().maxCoeff() / 0.002);
    K_before = t.stiffness;
  });
  return figures;
}

TEST(TheCycle, RunsForTenMinutesInOrderOnTimeAndOnItsPath) {
  const Arm arm = load_arm("open_manipulator_x");
  for (const double friction : {0.0, 0.03}) {
    TorqueLoop loop(arm, home(arm), documents_parameters(), torque_simulation(friction));
    const CycleFigures figures = run_cycle(loop, test::scaled(600));
    std::printf("friction %.2f N m: at most %.2f mm from the path, stiffness changed by at most %.2f N/m/s\n", friction,
                1e3 * figures.largest_error, figures.fastest_change);
    EXPECT_TRUE(figures.in_order);
    EXPECT_TRUE(figures.on_time);
    EXPECT_LE(figures.fastest_change, 50.0 * (1.0 + 1e-9));
    EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
    if (friction == 0.0) {
      EXPECT_LT(figures.largest_error, 0.002);
    }
  }
}

TEST(Homing, ArrivesFromAHundredRandomPoses) {
  const Arm arm = load_arm("open_manipulator_x");
  std::mt19937 random(5);
  double worst = 0.0;
  for (int n = 0; n < test::scaled(100); ++n) {
    TorqueLoop loop(arm, random_pose(random), documents_parameters(), torque_simulation());
    loop.run(5.5);
    EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning) << n;
    EXPECT_EQ(loop.now().phase, CyclePhase::kMoveForward) << n;
    worst = std::max(worst, loop.now().position_error);
  }
  std::printf("half a second after homing at most %.2f mm from the path\n", 1e3 * worst);
  EXPECT_LT(worst, 0.002);
}

// N/m at s of a profile, evenly spaced and linear between: the documents' rule, written again.
double profile_at(const std::vector<double>& profile, double s) {
  const double place = s * static_cast<double>(profile.size() - 1);
  const auto i = std::min(static_cast<std::size_t>(place), profile.size() - 2);
  const double share = place - static_cast<double>(i);
  return (1.0 - share) * profile[i] + share * profile[i + 1];
}

// A hand leans on the tool while it crawls along its path: how far it gives way is the stiffness.
TEST(MeasuredStiffness, IsTheProfilesAtTenPlaces) {
  const Arm arm = load_arm("open_manipulator_x");
  const double push = 0.15;  // N
  double worst = 0.0;
  for (int axis = 0; axis < 3; ++axis) {
    VariableStiffnessParameters p = documents_parameters();
    p.cycle.move_duration = 200.0;
    const std::vector<double>& profile = axis == 2 ? p.stiffness.stiffness_z : p.stiffness.stiffness_x;
    TorqueLoop loop(arm, home(arm), p, torque_simulation());
    loop.run(5.0);
    loop.robot.set_push(push * Vector6::Unit(axis));
    int place = 0;
    loop.run(200.0, [&] {
      if (place >= 10 || loop.now().s < 0.05 + 0.1 * place) return;
      ++place;
      const double expected = profile_at(profile, loop.now().s);
      const double measured = push / -loop.now().error[axis];
      worst = std::max(worst, std::abs(measured / expected - 1.0));
      EXPECT_NEAR(measured, expected, 0.03 * expected) << "axis " << axis << " at s = " << loop.now().s;
    });
    EXPECT_EQ(place, 10);
  }
  std::printf("stiffness at the tool within %.2f %% of the profile\n", 1e2 * worst);
}

TEST(WrongModel, SagsByWhatTheStiffnessSaysAndDoesNotFall) {
  const Arm arm = load_arm("open_manipulator_x");
  VariableStiffnessParameters p = documents_parameters();
  p.stiffness.stiffness_homing = Vector3::Constant(80.0);
  TorqueLoop loop(arm, home(arm), p, torque_simulation(0.0, 0.0, 1.1));
  loop.run(6.0);
  loop.controller.request(Request::kHold);
  loop.run(10.0);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kHolding);
  const double sag = loop.now().position_error;
  // A tenth of the weight is missing: g(q)/10 = Jᵀ K e, so K e = (Jᵀ)⁻¹ g/10 of the task.
  const Pose X = arm.pose(loop.robot.read().q, arm.tip());
  Pose unused;
  Jacobian J;
  arm.kinematics(loop.robot.read().q, arm.tip(), unused, J);
  TaskJacobian task(4, 4);
  for (int j = 0; j < 4; ++j) task.col(j) = to_task(J.col(j), X.R, TaskRotation::kPitch);
  const Eigen::Vector4d F = test::solve(task.transpose(), 0.1 * arm.gravity_torque(loop.robot.read().q, {0, 0, -9.81}));
  const double expected = F.head<3>().cwiseQuotient(loop.now().stiffness.head<3>()).norm();
  std::printf("10 %% too heavy: sags %.2f mm, the stiffness says %.2f mm\n", 1e3 * sag, 1e3 * expected);
  EXPECT_NEAR(sag, expected, 0.05 * expected);
  const Vector3 before = loop.robot.tool_pose().p;
  loop.run(10.0);
  EXPECT_LT((loop.robot.tool_pose().p - before).norm(), 1e-4) << "it goes on falling";
}

class WaypointStorm : public testing::TestWithParam<WaypointPolicy> {};

// Ten waypoints a second, for ten minutes.
void storm(WaypointPolicy policy) {
  const Arm arm = load_arm("open_manipulator_x");
  VariableStiffnessParameters p = documents_parameters();
  p.waypoints.policy = policy;
  TorqueLoop loop(arm, home(arm), p, torque_simulation());
  std::mt19937 random(11);
  std::uniform_real_distribution<double> uniform(-0.03, 0.03);
  long handed = 0, taken = 0, refused = 0, k = 0;
  Vector3 p_before = loop.now().p_reference, v_before = Vector3::Zero();
  double fastest_change = 0.0, fastest_stiffness = 0.0;
  Vector6 K_before = loop.now().stiffness;
  loop.run(test::scaled(600), [&] {
    if (++k % 50 == 0) {
      const WaypointAnswer answer =
          loop.controller.add_waypoint({Vector3(uniform(random), uniform(random), uniform(random)), true});
      ++handed;
      taken += answer == WaypointAnswer::kTaken;
      refused += answer == WaypointAnswer::kQueueFull;
    }
    const Vector3 v = (loop.now().p_reference - p_before) / 0.002;
    if (k > 2) fastest_change = std::max(fastest_change, (v - v_before).norm() / 0.002);
    fastest_stiffness =
        std::max(fastest_stiffness, (loop.now().stiffness - K_before).head<3>().cwiseAbs().maxCoeff() / 0.002);
    p_before = loop.now().p_reference;
    v_before = v;
    K_before = loop.now().stiffness;
  });
  loop.cycle();  // the last one handed in is in the next record
  std::printf("%s: %ld handed in, %ld taken, %ld refused; target's acceleration at most %.2f m/s²\n",
              policy == WaypointPolicy::kFifo ? "fifo" : "latest", handed, taken, refused, fastest_change);
  EXPECT_EQ(taken + refused, handed);
  EXPECT_EQ(loop.now().waypoints_taken, taken);
  EXPECT_LT(fastest_change, 2.0) << "m/s²: a step of the velocity would be 1 / 0.002 s of it";
  EXPECT_LE(fastest_stiffness, 50.0 * (1.0 + 1e-9));
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
  EXPECT_EQ(loop.offences, 0U) << "allocations, locks or system calls in update()";
}

TEST_P(WaypointStorm, KeepsTheTargetSmoothAndEveryCycleFreeOfTheSystem) {
  test::run_watchable([] { storm(GetParam()); });
}

INSTANTIATE_TEST_SUITE_P(Policies, WaypointStorm, testing::Values(WaypointPolicy::kFifo, WaypointPolicy::kLatest));

struct Injection {
  const char* what;
  FaultCode expected;  // kNone: it has to live with it
  std::function<void(RobotState&, double& period)> spoil;
  double push = 0.0;  // N, sideways
  std::function<void(VariableStiffnessSettings&)> spoil_settings = {};
};

// Every fault that can reach a torque arm, which has no wrench sensor and presses on nothing.
std::vector<Injection> injections() {
  const auto nothing = [](RobotState&, double&) {};
  return {
      {"position no number", FaultCode::kInvalidState, [](RobotState& s, double&) { s.q[1] = kNan; }},
      {"velocity infinite", FaultCode::kInvalidState, [](RobotState& s, double&) { s.qd[2] = INFINITY; }},
      {"position out of range", FaultCode::kInvalidState, [](RobotState& s, double&) { s.q[0] = 1e6; }},
      {"joints missing", FaultCode::kInvalidState, [](RobotState& s, double&) { s.q.conservativeResize(2); }},
      {"time no number", FaultCode::kInvalidState, [](RobotState& s, double&) { s.time = kNan; }},
      {"stamp stands", FaultCode::kStaleState, [](RobotState& s, double&) { s.joint_stamp = 0.0; }},
      {"pushed, and felt", FaultCode::kOverforce, nothing, 3.0, [](auto& s) { s.supervisor.overforce = 1.0; }},
      {"pushed away", FaultCode::kTracking, nothing, 3.0, [](auto& s) { s.supervisor.tracking = 0.05; }},
      {"period negative", FaultCode::kOverrun, [](RobotState&, double& period) { period = -1.0; }},
      {"late", FaultCode::kOverrun, [](RobotState&, double& period) { period = 0.5; }},
      {"no kinematics", FaultCode::kKinematics, nothing, 0.0, [](auto& s) { s.tip.X_JF.p.setConstant(kNan); }},
      {"law no number", FaultCode::kInternal, nothing, 0.0, [](auto& s) { s.posture_damping = kNan; }},
      {"effort unknown", FaultCode::kNone, [](RobotState& s, double&) { s.effort.setConstant(kNan); }},
  };
}

// Lives through one injection after the other: a second of each, a second with its cause gone, a second after reset.
class FaultyArm {
 public:
  static constexpr int kSpoiled = 500, kCalm = 1000, kCycles = 1500;

  explicit FaultyArm(const Arm& arm)
      : settings_(bind(arm, strict())), loop_(arm, home(arm), strict(), torque_simulation()) {}

  void cycle(const Injection& injection, int k) {
    if (k == 0) begin(injection);
    if (k == kSpoiled) end(injection);
    if (k == kCalm) loop_.controller.request(Request::kResetFault);
    RobotState state = loop_.robot.read();
    double period = 0.002;
    if (k < kSpoiled) injection.spoil(state, period);
    const Command command = loop_.controller.update(state, period);
    EXPECT_TRUE(command.effort.allFinite()) << injection.what;
    EXPECT_LE(command.effort.cwiseAbs().maxCoeff(), 4.1 + 1e-12) << injection.what;
    loop_.robot.write(command);
    loop_.robot.step(0.002);
    if (k == kCycles - 1) {
      EXPECT_NE(loop_.controller.state(), SupervisorState::kFaulted) << injection.what;
    }
  }

 private:
  static VariableStiffnessParameters strict() {
    VariableStiffnessParameters p = documents_parameters();
    p.supervisor.count_lateness_only = false;
    return p;
  }
  void begin(const Injection& injection) {
    loop_.robot.set_push(injection.push * Vector6::Unit(1));
    if (!injection.spoil_settings) return;
    VariableStiffnessSettings spoiled = settings_;
    injection.spoil_settings(spoiled);
    loop_.controller.set_settings(spoiled);
  }
  void end(const Injection& injection) {
    EXPECT_EQ(loop_.now().fault, injection.expected) << injection.what;
    loop_.robot.set_push(Vector6::Zero());
    loop_.controller.set_settings(settings_);
  }

  VariableStiffnessSettings settings_;
  TorqueLoop loop_;
};

TEST(TwoArms, KnowNothingOfEachOthersFaults) {
  const Arm arm = load_arm("open_manipulator_x");
  const auto commands_beside = [&](FaultyArm* faulty) {
    TorqueLoop good(arm, home(arm), documents_parameters(), torque_simulation());
    std::vector<JointVector> commands;
    for (const Injection& injection : injections()) {
      for (int k = 0; k < FaultyArm::kCycles; ++k) {
        commands.push_back(good.cycle().effort);
        if (faulty != nullptr) faulty->cycle(injection, k);
      }
    }
    return commands;
  };
  FaultyArm faulty(arm);
  EXPECT_EQ(commands_beside(&faulty), commands_beside(nullptr));
}

}  // namespace
}  // namespace limber::sim
