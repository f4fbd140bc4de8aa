// Controller A in free space, through the kinematics, against the closed form and its own promises.
#include <gtest/gtest.h>

#include <cmath>

#include "limber/admittance_controller.hpp"
#include "limber/telemetry.hpp"
#include "math/so3.hpp"
#include "support/closed_form.hpp"
#include "support/ideal_robot.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

using test::IdealRobot;

AdmittanceParameters yielding(double mass, double damping, double stiffness) {
  AdmittanceParameters p;
  p.ft_frame = "ft_frame";
  p.frame_id = "base_link";
  p.compliance.mass = (Vector6() << mass, mass, mass, 0.5, 0.5, 0.5).finished().asDiagonal();
  p.compliance.damping = (Vector6() << damping, damping, damping, 5, 5, 5).finished().asDiagonal();
  p.compliance.stiffness = (Vector6() << stiffness, stiffness, stiffness, 20, 20, 20).finished().asDiagonal();
  p.wrench.min_motion_threshold = 0.0;
  p.supervisor.stiffness_ramp_time = 0.0;
  return p;
}

Vector6 along(int axis, double value) { return value * Vector6::Unit(axis); }

struct Loop {
  Arm arm = test::load_arm(test::kUr5e);
  AdmittanceParameters parameters;
  AdmittanceController controller;
  IdealRobot robot;

  explicit Loop(const AdmittanceParameters& p, double noise = 0.0)
      : parameters(p), controller(arm, p), robot(arm, test::ready_posture(arm), *arm.find_frame("ft_frame"), noise) {
    robot.step(0.0);
    EXPECT_TRUE(controller.activate(robot.read()));
  }
  void cycle(double h) {
    robot.step(h);
    robot.write(controller.update(robot.read(), h));
    Telemetry record;
    while (controller.take_telemetry(record)) {
    }
  }
};

class PushedTool : public testing::TestWithParam<std::tuple<double, double>> {};

TEST_P(PushedTool, FollowsTheClosedFormInAStraightLine) {
  const auto [rate, stiffness] = GetParam();
  AdmittanceParameters p = yielding(8.0, 40.0, stiffness);
  p.update_rate = std::abs(rate);
  p.supervisor.expect_noise = false;
  p.limits.max_linear_velocity = 10.0;
  p.limits.max_linear_acceleration = 50.0;
  Loop loop(p);
  const Vector3 direction = Vector3(1, -2, 2) / 3.0;
  const double force = 6.0;
  loop.robot.push_B = [&](const IdealRobot&) -> Vector6 {
    return (Vector6() << force * direction, Vector3::Zero()).finished();
  };
  const Pose start = loop.robot.tool();
  const double step = stiffness > 0.0 ? force / stiffness : 0.3;
  std::mt19937 random(1);
  std::uniform_real_distribution<double> jitter(0.5, 1.5);
  double time = 0.0;
  double along = 0.0, sideways = 0.0, turned = 0.0;
  while (time < 2.0) {
    const double h = rate > 0.0 ? 1.0 / rate : jitter(random) / -rate;
    loop.cycle(h);
    time += h;
    const Vector3 moved = loop.robot.tool().p - start.p;
    along = std::max(along,
                     std::abs(moved.dot(direction) - test::closed_form(8.0, 40.0, stiffness, force, 0.0, 0.0, time)));
    sideways = std::max(sideways, (moved - moved.dot(direction) * direction).norm());
    turned = std::max(turned, log_so3(Matrix3(loop.robot.tool().R * start.R.transpose())).norm());
  }
  EXPECT_LT(along, 1e-6 * step);
  EXPECT_LT(sideways, 1e-6 * step);
  EXPECT_LT(turned, 1e-6);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
}

INSTANTIATE_TEST_SUITE_P(RatesAndSprings, PushedTool,
                         testing::Combine(testing::Values(100.0, 500.0, 1000.0, -500.0),
                                          testing::Values(0.0, 60.0, 400.0)));

TEST(ReleasedArm, WithASpringComesHome) {
  Loop loop(yielding(5.0, 60.0, 200.0), 0.05);
  const Pose home = loop.robot.tool();
  loop.robot.push_B = [](const IdealRobot& r) -> Vector6 {
    return r.time() < 1.5 ? (Vector6() << 20, -15, 10, 1, 0.5, -0.5).finished() : Vector6::Zero().eval();
  };
  double farthest = 0.0;
  for (int k = 0; k < 500 * 8; ++k) {
    loop.cycle(0.002);
    farthest = std::max(farthest, (loop.robot.tool().p - home.p).norm());
  }
  EXPECT_GT(farthest, 0.08);
  EXPECT_LT((loop.robot.tool().p - home.p).norm(), 1e-3);  // what is left is the noise of the sensor
  EXPECT_LT(log_so3(Matrix3(loop.robot.tool().R * home.R.transpose())).norm(), 5e-3);
}

TEST(ReleasedArm, WithASpringComesHomeThroughADeadband) {
  AdmittanceParameters p = yielding(5.0, 60.0, 200.0);
  p.wrench.min_motion_threshold = 4.0;
  Loop loop(p, 0.05);
  const Pose home = loop.robot.tool();
  loop.robot.push_B = [](const IdealRobot& r) { return along(1, r.time() < 1.0 ? 25.0 : 0.0); };
  for (int k = 0; k < 500 * 8; ++k) loop.cycle(0.002);
  EXPECT_LT((loop.robot.tool().p - home.p).norm(), 1e-9);
}

TEST(ReleasedArm, WithoutASpringStopsDeadAndDoesNotDriftInTenMinutes) {
  AdmittanceParameters p = yielding(5.0, 60.0, 0.0);
  p.compliance.stiffness.setZero();
  p.wrench.min_motion_threshold = 1.0;
  p.wrench.filter_cutoff = 20.0;
  Loop loop(p, 0.1);
  loop.robot.push_B = [](const IdealRobot& r) { return along(0, r.time() < 0.5 ? 15.0 : 0.0); };
  for (int k = 0; k < 500 * 3; ++k) loop.cycle(0.002);
  const Pose stopped = loop.robot.tool();
  EXPECT_TRUE(loop.robot.read().qd.isZero(0.0));
  for (int k = 0; k < test::scaled(500 * 600); ++k) loop.cycle(0.002);
  EXPECT_LT((loop.robot.tool().p - stopped.p).norm(), 1e-9);
}

TEST(MovingReference, IsFollowedWithoutLag) {
  Loop loop(yielding(5.0, 100.0, 300.0), 1e-9);
  for (int k = 0; k < 100; ++k) loop.cycle(0.002);
  const Pose start = loop.robot.tool();
  double worst = 0.0;
  for (int k = 0; k < 1000; ++k) {
    const double t = 0.002 * k;
    // 0.1 (1 - cos) m: starts and ends at rest; the twist is its derivative
    Pose X_BR = start;
    X_BR.p.y() += 0.05 * (1 - std::cos(M_PI * t));
    const double velocity = 0.05 * M_PI * std::sin(M_PI * t);
    const double acceleration = 0.05 * M_PI * M_PI * std::cos(M_PI * t);
    loop.controller.set_desired_pose(X_BR, velocity * Vector6::Unit(1), acceleration * Vector6::Unit(1));
    loop.cycle(0.002);
    const double expected = start.p.y() + 0.05 * (1 - std::cos(M_PI * (t + 0.002)));
    worst = std::max(worst, std::abs(loop.robot.tool().p.y() - expected));
  }
  EXPECT_LT(worst, 1e-5);
}

TEST(ControlWrench, PressesAsHardAsAskedAndFadesWhenSilent) {
  AdmittanceParameters p = yielding(5.0, 120.0, 0.0);
  p.wrench.min_motion_threshold = 2.0;
  Loop loop(p, 0.02);
  const double surface = loop.robot.tool().p.z() - 0.01;
  loop.robot.push_B = [&](const IdealRobot& r) { return along(2, std::max(0.0, 1000.0 * (surface - r.tool().p.z()))); };
  for (int k = 0; k < 500 * 4; ++k) {
    loop.controller.set_control_wrench(-10.0 * Vector6::Unit(2));
    loop.cycle(0.002);
  }
  EXPECT_EQ(name(loop.controller.telemetry().fault), "none");
  EXPECT_NEAR(1000.0 * (surface - loop.robot.tool().p.z()), 10.0, 0.05);
  for (int k = 0; k < 500 * 3; ++k) loop.cycle(0.002);
  EXPECT_EQ(loop.controller.telemetry().wrench_control, Vector6::Zero().eval());
}

}  // namespace
}  // namespace limber
