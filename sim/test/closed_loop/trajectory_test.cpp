// Compliant trajectories on the simulated UR5e: behind the reference only by the lag of the servo, and with the
// stiffness of the points.
#include <gtest/gtest.h>

#include <cstdio>

#include "arms.hpp"
#include "limber/telemetry.hpp"
#include "math/so3.hpp"
#include "simulated_loop.hpp"

namespace limber::sim {
namespace {

CompliantPoint point_at(double t, const Pose& X_BR, double stiffness) {
  CompliantPoint point;
  point.time_from_start = t;
  point.X_BR = X_BR;
  point.compliance.stiffness = Matrix6(Vector6(stiffness, stiffness, stiffness, 50, 50, 50).asDiagonal());
  return point;
}

AdmittanceParameters parameters(const Arm& arm) {
  LoopShape shape{.damping = 150.0, .stiffness = 300.0};
  AdmittanceParameters p = parameters_for(arm, shape);
  p.frame_id = "base_link";
  p.supervisor.stiffness_ramp_time = 0.2;
  return p;
}

// A wave of 0.1 m up and down, in n points over 6 s.
std::vector<CompliantPoint> wave(const Pose& start, int n) {
  std::vector<CompliantPoint> points;
  for (int i = 0; i < n; ++i) {
    const double s = static_cast<double>(i) / (n - 1);
    const double eased = 0.5 * (1.0 - std::cos(std::numbers::pi * s));  // from rest to rest
    const Vector3 way(0.0, 0.1 * eased, 0.05 * (1.0 - std::cos(2.0 * std::numbers::pi * eased)));
    points.push_back(point_at(6.0 * s, {start.R, start.p + way}, 300.0));
  }
  return points;
}

TEST(TrajectoryOnAServo, LagsByTheServoAndNothingElse) {
  const Arm arm = load_arm("ur5e");
  const LoopShape shape;
  for (const int n : {2, 100, 10000}) {
    SimulatedTrajectory loop(arm, home(arm), parameters(arm), simulation_for(arm, shape));
    loop.run(0.5);
    const std::vector<CompliantPoint> points = wave(arm.pose(home(arm), arm.tip()), n);
    loop.controller.set_trajectory(points);
    double worst = 0.0, fastest = 0.0, worst_commanded = 0.0;
    loop.run(7.0, [&] {
      const Telemetry& t = loop.controller.telemetry();
      worst_commanded = std::max(worst_commanded, (t.p_command - t.p_reference).norm());
      worst = std::max(
          worst, (loop.robot.tool_pose().p - loop.robot.tool_pose().R * Vector3(0, 0, 0.1) - t.p_reference).norm());
      fastest = std::max(fastest, t.twist_command.head<3>().norm());
    });
    const double behind = fastest * (shape.lag + shape.delay + loop.period());
    std::printf(
        "%5d points: tool at most %.2f mm from the reference; the lag alone explains %.2f mm; command %.1e mm\n", n,
        1e3 * worst, 1e3 * behind, 1e3 * worst_commanded);
    EXPECT_LT(worst, 1e-6 + behind);
    EXPECT_LT(worst_commanded, 1e-6);
    EXPECT_LT((loop.controller.telemetry().p_command - points.back().X_BR.p).norm(), 1e-6);
  }
}

}  // namespace
}  // namespace limber::sim
