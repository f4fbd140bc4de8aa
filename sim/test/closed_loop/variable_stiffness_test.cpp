// Variable stiffness on the simulated OpenManipulator-X: the cycle, the stiffness it renders, what a wrong model does,
// a storm of waypoints, and two arms that know nothing of each other.
#include <cstdio>
#include <limits>

#include "torque_loop.hpp"

namespace limber::sim {
namespace {

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
  const Eigen::Vector4d F =
      task.transpose().fullPivLu().solve(0.1 * arm.gravity_torque(loop.robot.read().q, {0, 0, -9.81}));
  const double expected = F.head<3>().cwiseQuotient(loop.now().stiffness.head<3>()).norm();
  std::printf("10 %% too heavy: sags %.2f mm, the stiffness says %.2f mm\n", 1e3 * sag, 1e3 * expected);
  EXPECT_NEAR(sag, expected, 0.05 * expected);
  const Vector3 before = loop.robot.tool_pose().p;
  loop.run(10.0);
  EXPECT_LT((loop.robot.tool_pose().p - before).norm(), 1e-4) << "it goes on falling";
}

class WaypointStorm : public testing::TestWithParam<WaypointPolicy> {};

TEST_P(WaypointStorm, TenASecondForTenMinutesKeepTheTargetSmooth) {
  const Arm arm = load_arm("open_manipulator_x");
  VariableStiffnessParameters p = documents_parameters();
  p.waypoints.policy = GetParam();
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
              GetParam() == WaypointPolicy::kFifo ? "fifo" : "latest", handed, taken, refused, fastest_change);
  EXPECT_EQ(taken + refused, handed);
  EXPECT_EQ(loop.now().waypoints_taken, taken);
  EXPECT_LT(fastest_change, 2.0) << "m/s²: a step of the velocity would be 1 / 0.002 s of it";
  EXPECT_LE(fastest_stiffness, 50.0 * (1.0 + 1e-9));
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
}

INSTANTIATE_TEST_SUITE_P(Policies, WaypointStorm, testing::Values(WaypointPolicy::kFifo, WaypointPolicy::kLatest));

// Every fault that can reach a torque arm, one after another, each for a tenth of a second.
void spoil(int which, RobotState& state, double& period, SimulatedArm& robot) {
  robot.set_push(Vector6::Zero());
  switch (which) {
    case 0: state.q[1] = std::numeric_limits<double>::quiet_NaN(); break;
    case 1: state.qd[2] = std::numeric_limits<double>::infinity(); break;
    case 2: state.q[0] = 1e6; break;
    case 3: state.joint_stamp = 0.0; break;
    case 4: state.effort.setConstant(std::numeric_limits<double>::quiet_NaN()); break;
    case 5: period = -1.0; break;
    case 6: period = 0.5; break;
    case 7: robot.set_push(60.0 * Vector6::Unit(1)); break;  // thrown off its path, and felt
    case 8: state.q.conservativeResize(2); break;
    case 9: state.time = std::numeric_limits<double>::quiet_NaN(); break;
    default: break;
  }
}

TEST(TwoArms, KnowNothingOfEachOthersFaults) {
  const Arm arm = load_arm("open_manipulator_x");
  VariableStiffnessParameters strict = documents_parameters();
  strict.supervisor.overforce = 20.0;
  strict.supervisor.count_lateness_only = false;
  const auto commands_beside = [&](bool with_a_faulty_one, int& faults) {
    TorqueLoop good(arm, home(arm), documents_parameters(), torque_simulation());
    TorqueLoop bad(arm, home(arm), strict, torque_simulation());
    std::vector<JointVector> commands;
    for (int k = 0; k < 6000; ++k) {
      const Command command = good.controller.update(good.robot.read(), 0.002);
      good.robot.write(command);
      good.robot.step(0.002);
      commands.push_back(command.effort);
      if (!with_a_faulty_one) continue;
      RobotState state = bad.robot.read();
      double period = 0.002;
      if (k % 500 < 50) spoil(k / 500, state, period, bad.robot);
      const Command spoiled = bad.controller.update(state, period);
      EXPECT_TRUE(spoiled.effort.allFinite());
      bad.robot.write(spoiled);
      bad.robot.step(0.002);
      if (k % 500 == 499) {
        faults += bad.controller.state() == SupervisorState::kFaulted;
        bad.controller.request(Request::kResetFault);
      }
    }
    return commands;
  };
  int faults = 0;
  EXPECT_EQ(commands_beside(true, faults), commands_beside(false, faults));
  EXPECT_GE(faults, 7) << "or the faulty arm was none";
}

}  // namespace
}  // namespace limber::sim
