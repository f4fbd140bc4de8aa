// A cycle makes no allocation, takes no lock and makes no system call, for any input.
#include "limber/telemetry.hpp"
#include "loop.hpp"
#include "support/rt_traps.hpp"

namespace limber {
namespace {

using test::IdealRobot;

// One cycle under traps; only every third record is taken, so that the ring fills up too.
template <typename Controller>
void trapped_cycle(test::LoopOf<Controller>& loop, int k) {
  loop.robot.step(0.002);
  const RobotState state = loop.robot.read();
  Command command;
  const test::TrapCounts counts = test::count_traps([&] { command = loop.controller.update(state, 0.002); });
  ASSERT_EQ(counts.total(), 0U) << "cycle " << k << ": " << counts.describe();
  loop.robot.write(command);
  Telemetry record;
  if (k % 3 == 0) loop.controller.take_telemetry(record);
}

TEST(Cycle, AllocatesNothingLocksNothingAndCallsNoSystem) {
  if (!test::traps_supported()) GTEST_SKIP() << test::why_no_traps();
  test::WatchedLoop loop(test::compliant_ur(150.0));
  AdmittanceParameters coupled = loop.parameters;
  coupled.compliance.stiffness(0, 1) = coupled.compliance.stiffness(1, 0) = 60.0;
  coupled.servo = {.lag = 0.01, .delay = 0.002};
  coupled.limits.planes = {{Vector3::UnitZ(), loop.robot.tool().p.z() + 0.02}};
  ASSERT_TRUE(loop.controller.activate(loop.robot.read()));
  for (int k = 0; k < 3000; ++k) {
    if (k == 500) loop.controller.set_parameters(coupled);
    if (k == 800) loop.controller.request(Request::kHold);
    if (k == 900) loop.controller.request(Request::kRun);
    if (k == 1000) loop.controller.set_desired_pose(loop.robot.tool());
    if (k == 1200) loop.controller.request(Request::kTare);
    if (k == 2000) loop.controller.request(Request::kResetFault);
    loop.controller.set_control_wrench(-5.0 * Vector6::Unit(2));
    loop.robot.push_B = [k](const IdealRobot&) -> Vector6 {
      return (k > 1800 && k < 1850 ? 400.0 : 20.0) * Vector6::Unit(k / 100 % 3);
    };
    ASSERT_NO_FATAL_FAILURE(trapped_cycle(loop, k));
  }
}

CompliantPoint point_at(double t, const Pose& X, double stiffness) {
  CompliantPoint point;
  point.time_from_start = t;
  point.X_BR = X;
  Matrix6 K = Vector6::Constant(stiffness).asDiagonal();
  K(0, 1) = K(1, 0) = 0.3 * stiffness;
  point.compliance.stiffness = K;
  point.wrench = -2.0 * Vector6::Unit(2);
  return point;
}

TEST(CycleOfATrajectory, AllocatesNothingLocksNothingAndCallsNoSystemWhileItIsReplaced) {
  if (!test::traps_supported()) GTEST_SKIP() << test::why_no_traps();
  test::TrajectoryLoop loop(test::compliant_ur(150.0));
  ASSERT_TRUE(loop.controller.activate(loop.robot.read()));
  loop.robot.push_B = [](const IdealRobot&) -> Vector6 { return 15.0 * Vector6::Unit(1); };
  for (int k = 0; k < 4000; ++k) {
    if (k % 90 == 30) {
      Pose X = loop.robot.tool();
      X.p.x() += k % 180 < 90 ? 0.03 : -0.03;
      const double stamp = k % 4 == 0 ? loop.robot.time() + 0.05 : 0.0;
      loop.controller.set_trajectory({point_at(k % 3 == 0 ? 0.5 : 0.0, X, 100.0), point_at(1.0, X, 900.0)}, stamp);
    }
    if (k == 2000) loop.controller.request(Request::kHold);
    if (k == 2200) loop.controller.request(Request::kRun);
    ASSERT_NO_FATAL_FAILURE(trapped_cycle(loop, k));
  }
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
}

}  // namespace
}  // namespace limber
