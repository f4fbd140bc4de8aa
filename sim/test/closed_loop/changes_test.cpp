// Changes during work affect only what they are about.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "simulated_loop.hpp"

namespace limber::sim {
namespace {

TEST(LiveStiffness, ChangedSidewaysLeavesThePressAlone) {
  const Arm arm = load_arm("ur5e");
  LoopShape shape;
  shape.damping = damping_for_wall(contact_loop(shape), 5e3);
  AdmittanceParameters parameters = parameters_for(arm, shape);
  SimulationParameters simulation = simulation_for(arm, shape);
  // The table is far below the reference, so that the free axis is far from it.
  simulation.scene.plates = {surface_ahead(arm, simulation.tool, home(arm), 5e3, 0.1)};
  SimulatedLoop loop(arm, home(arm), parameters, simulation);
  loop.controller.set_desired_pose(arm.pose(home(arm), arm.tip()));
  double lowest = 1e9, highest = 0.0;
  const auto work = [&](double seconds) {
    loop.run(seconds, [&] {
      loop.controller.set_control_wrench(kPress * Vector6::Unit(2));
      lowest = std::min(lowest, loop.robot.contact_force().z());
      highest = std::max(highest, loop.robot.contact_force().z());
    });
  };
  work(6.0);
  ASSERT_NEAR(loop.robot.contact_force().z(), kPress, 0.5);
  for (const double sideways : {600.0, 0.0, 900.0}) {
    lowest = 1e9, highest = 0.0;
    parameters.compliance.stiffness(0, 0) = sideways;
    loop.controller.set_parameters(parameters);
    work(6.0);
    std::printf("sideways stiffness to %3.0f N/m: contact force %.2f to %.2f N\n", sideways, lowest, highest);
    EXPECT_GT(lowest, kPress - 0.5);
    EXPECT_LT(highest, kPress + 0.5);
  }
}

TEST(Hold, IsLeftTowardsAReferenceThatWentFarAwayAsSlowlyAsANewOne) {
  const Arm arm = load_arm("ur5e");
  const LoopShape shape{.damping = 200.0, .stiffness = 1000.0};
  for (const bool faulted : {false, true}) {
    SimulatedLoop loop(arm, home(arm), parameters_for(arm, shape), simulation_for(arm, shape));
    const Pose X_BT = arm.pose(home(arm), arm.tip());
    loop.run(3.0);
    if (faulted) {
      loop.robot.faults().nan_wrench = 20;
    } else {
      loop.controller.request(Request::kHold);
    }
    // In steps that are each near the one before.
    double s = 0.0;
    loop.run(4.0, [&] {
      s += 0.1 * loop.period();
      loop.controller.set_desired_pose({X_BT.R, X_BT.p + s * Vector3::UnitY()});
    });
    loop.controller.request(faulted ? Request::kResetFault : Request::kRun);
    double fastest = 0.0;
    loop.run(8.0, [&] { fastest = std::max(fastest, loop.robot.tool_velocity().head<3>().norm()); });
    std::printf("%s, then 0.4 m to a reference that went away: at most %.3f m/s\n", faulted ? "faulted" : "held",
                fastest);
    EXPECT_NEAR((loop.controller.telemetry().p_command - X_BT.p).y(), s, 1e-3);
    EXPECT_LT(fastest, 1.05 * 1.875 * s / 5.0);  // the peak of a quintic over 5 s
  }
}

}  // namespace
}  // namespace limber::sim
