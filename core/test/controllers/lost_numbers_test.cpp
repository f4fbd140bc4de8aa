// A controller whose reference has become NaN, and the effect of a reset.
#include <cmath>
#include <limits>

#include "controllers/admittance_settings.hpp"
#include "loop.hpp"

namespace limber {
namespace {

using test::IdealRobot;
using test::WatchedLoop;

constexpr double kLost = std::numeric_limits<double>::quiet_NaN();

// However it came about: what has become no number does not outlive a reset.
TEST(AReset, DropsAReferenceThatIsNoNumber) {
  for (const bool by_joints : {false, true}) {
    WatchedLoop loop(test::compliant_ur(300.0));
    loop.activate();
    loop.cycles(300);
    const Vector3 stood = loop.robot.tool().p;
    const JointVector q = loop.robot.read().q;
    AdmittanceSettings spoiled = bind(loop.arm, loop.parameters);
    spoiled.approach.near_position = spoiled.approach.shortest_duration = kLost;
    loop.controller.set_settings(spoiled);
    for (int k = 0; k < 50; ++k) {
      if (by_joints) {
        loop.controller.set_joint_reference(q + JointVector::Constant(6, 0.01));
      } else {
        loop.controller.set_desired_pose({loop.robot.tool().R, stood + Vector3(0, 0.01, 0)});
      }
      loop.cycle();
    }
    ASSERT_EQ(loop.controller.state(), SupervisorState::kFaulted) << by_joints;
    EXPECT_EQ(name(loop.record().fault), name(FaultCode::kInternal));
    loop.controller.set_settings(bind(loop.arm, loop.parameters));
    loop.controller.request(Request::kResetFault);
    loop.cycles(2000);
    EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning) << by_joints;
    EXPECT_LT((loop.robot.tool().p - stood).norm(), 0.02);
    EXPECT_LT((loop.record().p_reference - loop.robot.tool().p).norm(), 1e-4) << by_joints;
    EXPECT_TRUE(std::isfinite(loop.record().tank_level) && std::isfinite(loop.record().energy_stored));
    EXPECT_LE(loop.worst_step, 1.0 + 1e-6);
    loop.robot.push_B = [](const IdealRobot&) -> Vector6 { return 30.0 * Vector6::Unit(1); };
    loop.cycles(2000);
    EXPECT_NEAR(loop.robot.tool().p.y() - loop.record().p_reference.y(), 30.0 / 300.0, 0.006) << by_joints;
  }
}

}  // namespace
}  // namespace limber
