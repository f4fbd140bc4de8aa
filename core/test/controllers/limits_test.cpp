// Random pushes of up to 200 N on every robot: no command breaks a limit without reporting it, and the arm leaves a
// limit as soon as it is released.
#include <gtest/gtest.h>

#include <random>

#include "limber/admittance_controller.hpp"
#include "limber/telemetry.hpp"
#include "math/so3.hpp"
#include "support/ideal_robot.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

using test::IdealRobot;
using test::NamedArm;

AdmittanceParameters light(const NamedArm& named) {
  AdmittanceParameters p;
  p.ft_frame = named.sensor;
  p.frame_id = named.base;
  p.compliance.mass = (Vector6() << 2, 2, 2, 0.1, 0.1, 0.1).finished().asDiagonal();
  p.compliance.damping = (Vector6() << 20, 20, 20, 1, 1, 1).finished().asDiagonal();
  p.supervisor.overforce = p.supervisor.overtorque = kUnlimited;
  p.supervisor.stiffness_ramp_time = 0.0;
  p.wrench.max_torque = 1000.0;
  return p;
}

// What an observer of the commands alone finds broken, without asking the controller.
struct Observer {
  const Arm& arm;
  const AdmittanceParameters& p;
  JointVector q, qd;
  Pose X;
  double worst_position = 0.0, worst_velocity = 0.0, worst_acceleration = 0.0;
  long tool_speed = 0, plane = 0, unexplained = 0;

  Observer(const Arm& a, const AdmittanceParameters& parameters, const JointVector& start)
      : arm(a), p(parameters), q(start), qd(JointVector::Zero(start.size())), X(a.pose(start, a.tip())) {}

  // Against a contact (`braking`), joints may use their decelerations.
  void see(const Command& command, double h, const LimitSet& conflicts, bool braking) {
    const JointVector velocity = (command.q - q) / h;
    for (Eigen::Index i = 0; i < q.size(); ++i) {
      const JointLimits& limits = arm.joints()[static_cast<std::size_t>(i)].limits;
      worst_position = std::max({worst_position, command.q[i] - limits.upper, limits.lower - command.q[i]});
      worst_velocity = std::max(worst_velocity, std::abs(velocity[i]) / limits.velocity);
      const double most =
          braking && std::isfinite(limits.deceleration) ? limits.deceleration : kDefaultJointAcceleration;
      worst_acceleration = std::max(worst_acceleration, std::abs(velocity[i] - qd[i]) / (h * most));
    }
    const Pose now = arm.pose(command.q, arm.tip());
    const double linear = (now.p - X.p).norm() / h;
    const double angular = log_so3(Matrix3(now.R * X.R.transpose())).norm() / h;
    const bool fast =
        linear > p.limits.max_linear_velocity * 1.00001 || angular > p.limits.max_angular_velocity * 1.00001;
    bool outside = false;
    for (const Plane& side : p.limits.planes) outside |= side.normal.dot(now.p) > side.offset + 2e-6;
    tool_speed += fast;
    plane += outside;
    unexplained += (fast && !conflicts.has(Limit::kLinearVelocity) && !conflicts.has(Limit::kAngularVelocity)) ||
                   (outside && !conflicts.has(Limit::kWorkspace));
    q = command.q;
    qd = velocity;
    X = now;
  }
};

class EveryRobot : public testing::TestWithParam<NamedArm> {};

TEST_P(EveryRobot, KeepsEveryLimitUnderRandomPushes) {
  const NamedArm named = GetParam();
  const Arm arm = test::load_arm(named);
  AdmittanceParameters p = light(named);
  const Pose start = arm.pose(test::ready_posture(arm), arm.tip());
  const double reach = arm.joint_count() == 6 ? 0.3 : 0.1;
  p.limits.planes = {{Vector3::UnitZ(), start.p.z() + reach},
                     {-Vector3::UnitZ(), -(start.p.z() - reach)},
                     {Vector3(1, 1, 0).normalized(), Vector3(1, 1, 0).normalized().dot(start.p) + reach}};
  AdmittanceController controller(arm, p);
  IdealRobot robot(arm, test::ready_posture(arm), *arm.find_frame(named.sensor), 0.01);
  std::mt19937 random(17);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> size(0.0, 200.0);
  Vector6 push = Vector6::Zero();
  robot.push_B = [&](const IdealRobot&) { return push; };
  robot.step(0.0);
  ASSERT_TRUE(controller.activate(robot.read()));
  Observer observer(arm, p, robot.read().q);
  const double h = 0.002;
  const int cycles = test::scaled(1'000'000);
  for (int k = 0; k < cycles; ++k) {
    if (k % 400 == 0) {
      const Vector3 force = Vector3::NullaryExpr([&] { return normal(random); }).normalized() * size(random);
      const Vector3 torque = Vector3::NullaryExpr([&] { return normal(random); }).normalized() * 0.05 * size(random);
      push << force, torque;
      if (random() % 4 == 0) push.setZero();
    }
    robot.step(h);
    const Command command = controller.update(robot.read(), h);
    ASSERT_TRUE(command.q.allFinite() && command.qd.allFinite());
    const Telemetry& seen = controller.telemetry();
    observer.see(command, h, seen.conflicts, seen.touch_braking > 0.0);
    robot.write(command);
    Telemetry record;
    controller.take_telemetry(record);
  }
  EXPECT_LE(observer.worst_position, 1e-9);
  EXPECT_LE(observer.worst_velocity, 1.0 + 1e-6);
  EXPECT_LE(observer.worst_acceleration, 1.0 + 1e-6);
  EXPECT_EQ(observer.unexplained, 0);
  EXPECT_EQ(controller.state(), SupervisorState::kRunning);
  std::printf("%s: %d cycles; tool speed exceeded in %ld and a plane in %ld of them, each a counted conflict\n",
              named.file, cycles, observer.tool_speed, observer.plane);
}

TEST_P(EveryRobot, LeavesALimitAtOnceAfterAMinuteAgainstIt) {
  const NamedArm named = GetParam();
  const Arm arm = test::load_arm(named);
  AdmittanceParameters p = light(named);
  const Pose start = arm.pose(test::ready_posture(arm), arm.tip());
  p.limits.planes = {{Vector3::UnitZ(), start.p.z() + 0.03}};
  AdmittanceController controller(arm, p);
  IdealRobot robot(arm, test::ready_posture(arm), *arm.find_frame(named.sensor), 0.001);
  double force = 60.0;
  robot.push_B = [&](const IdealRobot&) -> Vector6 { return force * Vector6::Unit(2); };
  robot.step(0.0);
  ASSERT_TRUE(controller.activate(robot.read()));
  const auto run = [&](int cycles) {
    for (int k = 0; k < cycles; ++k) {
      robot.step(0.002);
      robot.write(controller.update(robot.read(), 0.002));
      Telemetry record;
      controller.take_telemetry(record);
    }
  };
  run(test::scaled(30000));
  const double pressed = robot.tool().p.z();
  EXPECT_NEAR(pressed, start.p.z() + 0.03, 3e-5);
  force = -20.0;
  run(50);  // 0.1 s: by then m x'' + d x' = f has moved x by 2.5 cm
  const double expected = 20.0 / 20.0 * (0.1 + std::expm1(-10.0 * 0.1) / 10.0);
  if (arm.joint_count() == 6) {
    EXPECT_NEAR(pressed - robot.tool().p.z(), expected, 0.75 * expected);
  } else {
    EXPECT_GT(pressed - robot.tool().p.z(), 0.002);
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, EveryRobot,
                         testing::Values(test::kUr3e, test::kUr5e, test::kUr10e, test::kOpenManipulatorX),
                         [](const auto& robot) { return std::string(robot.param.file); });

// A spring pulls the tool 60 mm behind a plane: it stands at the plane, and says once why it does not arrive.
TEST(Plane, ThatHoldsTheToolOffItsReferenceIsNamed) {
  const Arm arm = test::load_arm(test::kUr5e);
  IdealRobot robot(arm, test::ready_posture(arm), *arm.find_frame("ft_frame"));
  const Pose start = robot.tool();
  AdmittanceParameters p = light(test::kUr5e);
  p.compliance.stiffness = (Vector6() << 300, 300, 300, 20, 20, 20).finished().asDiagonal();
  p.limits.planes = {{Vector3::UnitZ(), start.p.z() + 0.03}};
  AdmittanceController controller(arm, p);
  ASSERT_TRUE(controller.activate(robot.read()));
  ASSERT_TRUE(controller.set_desired_pose({start.R, start.p + Vector3(0, 0, 0.09)}));
  for (int k = 0; k < 3000; ++k) {
    robot.step(0.002);
    robot.write(controller.update(robot.read(), 0.002));
  }
  int times = 0;
  for (Event event; controller.take_event(event);) {
    if (event.kind != Event::Kind::kHeldByLimits) continue;
    ++times;
    EXPECT_NEAR(event.value, 0.06, 1e-4);
    EXPECT_NE(controller.sentence(event).find("60 mm"), std::string::npos) << controller.sentence(event);
  }
  EXPECT_EQ(times, 1);
}

}  // namespace
}  // namespace limber
