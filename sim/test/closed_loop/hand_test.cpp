// A hand pushes the simulated arm and lets go: with a spring it yields by force over stiffness and returns in the time
// of the closed form; without one it stops and stays.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "math/so3.hpp"
#include "simulated_loop.hpp"
#include "support/scale.hpp"

namespace limber::sim {
namespace {

constexpr double kMass = 5.0, kInertia = 0.5;      // kg, kg m²
constexpr double kDamping = 90.0, kTurning = 8.0;  // N s/m, N m s/rad

// Alike in all directions, in the axes of the base.
AdmittanceParameters springy(const Arm& arm, const LoopShape& shape, double stiffness, double turning_stiffness) {
  AdmittanceParameters p = parameters_for(arm, shape);
  const auto diagonal = [](double linear, double angular) {
    return Matrix6((Vector6() << linear, linear, linear, angular, angular, angular).finished().asDiagonal());
  };
  p.frame_id = arm.base_name();
  p.compliance.mass = diagonal(kMass, kInertia);
  p.compliance.damping = diagonal(kDamping, kTurning);
  p.compliance.stiffness = diagonal(stiffness, turning_stiffness);
  return p;
}

Vector6 force(const Vector3& f_B) { return (Vector6() << f_B, Vector3::Zero()).finished(); }

// The tip T of the arm, where the law's C is, wherever the tool may point.
Pose true_tip(const SimulatedLoop& loop, const Tool& tool) {
  return loop.robot.tool_pose() * Pose{Matrix3::Identity(), -tool.p_TQ};
}

// m: m x'' + d x' + k x = 0, released at rest at x0.
double released(double m, double d, double k, double x0, double t) {
  const double sigma = d / (2 * m);
  const double w2 = k / m - sigma * sigma;
  const double w = std::sqrt(std::abs(w2));
  const double even = w2 > 0.0 ? std::cos(w * t) : std::cosh(w * t);
  const double odd = w2 > 0.0 ? std::sin(w * t) : std::sinh(w * t);
  return x0 * std::exp(-sigma * t) * (even + sigma / w * odd);
}

// s: from when on |x| stays below `distance`.
double time_until_home(double m, double d, double k, double x0, double distance) {
  double last = 0.0;
  for (double t = 0.0; t < 10.0; t += 1e-4) {
    if (std::abs(released(m, d, k, x0, t)) > distance) last = t;
  }
  return last;
}

struct Spring {
  const char* robot;
  double stiffness;  // N/m
  double deadband;   // N
};

class PushedArm : public testing::TestWithParam<Spring> {};

TEST_P(PushedArm, YieldsByForceOverStiffnessAndComesHomeInTheTimeOfTheClosedForm) {
  const Spring spring = GetParam();
  const Arm arm = load_arm(spring.robot);
  const LoopShape shape;
  AdmittanceParameters parameters = springy(arm, shape, spring.stiffness, 60.0);
  parameters.wrench.min_motion_threshold = spring.deadband;
  parameters.supervisor.stiffness_ramp_time = 0.5;
  SimulationParameters simulation = simulation_for(arm, shape);
  const Vector3 push_B = 20.0 * Vector3(2, -1, 2) / 3.0;
  Push push{.start = 1.0, .duration = 4.0, .F_B = force(push_B), .p_TP = Vector3::Zero(), .rise = 0.0};
  simulation.scene.pushes = {push};
  SimulatedLoop loop(arm, home(arm), parameters, simulation);
  const Vector3 start_B = true_tip(loop, simulation.tool).p;
  const auto moved = [&] { return Vector3(true_tip(loop, simulation.tool).p - start_B); };

  loop.run(4.0);
  Vector3 deflection = Vector3::Zero();
  int samples = 0;
  loop.run(1.0, [&] {
    deflection += moved();
    ++samples;
  });
  deflection /= samples;
  const double felt = push_B.norm() - spring.deadband;
  const Vector3 expected = felt / spring.stiffness * push_B.normalized();
  EXPECT_LT((deflection - expected).norm(), 0.01 * expected.norm());

  double away = 0.0;
  loop.run(5.0, [&] {
    if (moved().norm() > 1e-3) away = loop.robot.time() - 5.0;
  });
  // The tool's own inertia is felt by the sensor and adds to M; the servo, the filter and the sensor add their delays.
  // The deadband swallows the inertia of the tool on its way home.
  const double heavier = time_until_home(kMass + shape.tool_mass, kDamping, spring.stiffness, expected.norm(), 1e-3);
  const double lighter = time_until_home(kMass, kDamping, spring.stiffness, expected.norm(), 1e-3);
  const double late = shape.lag + shape.delay + shape.filter + shape.period();
  std::printf(
      "%s, %.0f N/m, deadband %.0f N: yields %.3f mm (force over stiffness %.3f), home within 1 mm after %.3f s "
      "(closed form %.3f to %.3f s, and %.3f s of servo and filter)\n",
      spring.robot, spring.stiffness, spring.deadband, 1e3 * deflection.norm(), 1e3 * expected.norm(), away, lighter,
      heavier, late);
  EXPECT_GT(away, std::min(lighter, heavier));
  EXPECT_LT(away, std::max(lighter, heavier) + 1.5 * late);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
}

INSTANTIATE_TEST_SUITE_P(Springs, PushedArm,
                         testing::Values(Spring{"ur5e", 200.0, 0.0}, Spring{"ur5e", 600.0, 0.0},
                                         Spring{"ur5e", 400.0, 1.0}, Spring{"ur3e", 400.0, 0.0},
                                         Spring{"ur10e", 400.0, 0.0}));

// Pulled outward until the elbow is straight, behind a servo with lag and delay, with a noisy sensor.
TEST(PulledArm, ComesHomeFromAStraightElbowAtOnceAndStraight) {
  const Arm arm = load_arm("ur5e");
  const LoopShape shape;
  AdmittanceParameters parameters = springy(arm, shape, 200.0, 60.0);
  parameters.supervisor.overforce = 500.0;
  parameters.supervisor.overtorque = 100.0;
  SimulationParameters simulation = simulation_for(arm, shape);
  simulation.sensor.force_noise = 0.3;
  simulation.sensor.torque_noise = 0.03;
  SimulatedLoop loop(arm, home(arm), parameters, simulation);
  const Vector3 start_B = true_tip(loop, simulation.tool).p;
  const auto off = [&] { return Vector3(true_tip(loop, simulation.tool).p - start_B); };
  const Vector3 outward = Vector3(start_B.x(), start_B.y(), 0.0).normalized();
  loop.run(3.0);
  loop.robot.set_push(force(150.0 * outward));
  loop.run(10.0);
  const Vector3 far = off();
  EXPECT_LT(loop.controller.telemetry().smallest_singular_value, 0.05 * arm.conditioning().best) << "not stretched";
  loop.robot.set_push(force(Vector3::Zero()));
  double halved = 0.0, sideways = 0.0;
  loop.run(5.0, [&] {
    if (off().norm() > 0.5 * far.norm()) halved = loop.robot.time() - 13.0;
    sideways = std::max(sideways, off().cross(far.normalized()).norm());
  });
  std::printf("pulled out by %.0f mm: half way home after %.2f s, at most %.1f mm sideways, after 5 s %.2f mm off\n",
              1e3 * far.norm(), halved, 1e3 * sideways, 1e3 * off().norm());
  EXPECT_LT(halved, 1.2);
  EXPECT_LT(sideways, 0.01);
  EXPECT_LT(off().norm(), 1e-3);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
}

TEST(PushedTool, TurnsByTorqueOverStiffnessWhenPushedAtTheEndOfItsTool) {
  const Arm arm = load_arm("ur5e");
  const LoopShape shape;
  AdmittanceParameters parameters = springy(arm, shape, 500.0, 30.0);
  parameters.wrench.min_motion_threshold = 0.0;
  SimulationParameters simulation = simulation_for(arm, shape);
  SimulatedLoop loop(arm, home(arm), parameters, simulation);
  const Pose start = true_tip(loop, simulation.tool);
  const Vector3 push_B(10.0, 0.0, 0.0);
  loop.robot.set_push(force(push_B));
  loop.run(6.0);
  Vector3 turned = Vector3::Zero();
  int samples = 0;
  loop.run(1.0, [&] {
    turned += log_so3(Matrix3(true_tip(loop, simulation.tool).R * start.R.transpose()));
    ++samples;
  });
  turned /= samples;
  const Vector3 torque_B = (loop.robot.tool_pose().p - true_tip(loop, simulation.tool).p).cross(push_B);
  EXPECT_LT((turned - torque_B / 30.0).norm(), 0.01 * torque_B.norm() / 30.0);
}

TEST(ReleasedArm, WithoutASpringStopsDeadAndDoesNotDriftAMicrometreInTenMinutes) {
  const Arm arm = load_arm("ur5e");
  const LoopShape shape;
  AdmittanceParameters parameters = springy(arm, shape, 0.0, 0.0);
  SimulationParameters simulation = simulation_for(arm, shape);
  Push push{.start = 0.5, .duration = 1.0};
  push.F_B << 12.0, -8.0, 5.0, 0.3, 0.2, -0.2;
  simulation.scene.pushes = {push};
  SimulatedLoop loop(arm, home(arm), parameters, simulation);
  const Pose start = loop.robot.tool_pose();
  loop.run(4.0);
  EXPECT_GT((loop.robot.tool_pose().p - start.p).norm(), 0.05);
  EXPECT_TRUE(loop.controller.telemetry().qd_command.isZero(0.0));
  const Vector3 commanded = loop.controller.telemetry().p_command;
  const Vector3 stopped = loop.robot.tool_pose().p;
  double drift = 0.0;
  loop.run(test::scaled(600),
           [&] { drift = std::max(drift, (loop.controller.telemetry().p_command - commanded).norm()); });
  std::printf("drift of the command: %.3g m, of the tool: %.3g m\n", drift,
              (loop.robot.tool_pose().p - stopped).norm());
  EXPECT_LT(drift, 1e-6);
  EXPECT_LT((loop.robot.tool_pose().p - stopped).norm(), 1e-6);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
}

}  // namespace
}  // namespace limber::sim
