// The reference of the virtual body, and the joints it is integrated from.
#include "loop.hpp"
#include "math/so3.hpp"

namespace limber {
namespace {

using test::IdealRobot;
using test::WatchedLoop;

const std::function<Vector6(const IdealRobot&)> kNoPush = [](const IdealRobot&) { return Vector6::Zero().eval(); };

TEST(JointReference, IsFollowedAndYieldsToAPush) {
  WatchedLoop loop(test::compliant_ur(300.0));
  loop.activate();
  loop.cycles(300);
  const JointVector start = loop.robot.read().q;
  const double force = 15.0;
  loop.robot.push_B = [&](const IdealRobot&) -> Vector6 { return force * Vector6::Unit(1); };
  double t = 0.0;
  JointVector q = start;
  for (int k = 0; k < 2500; ++k) {
    t += loop.h;
    q = start;
    q[0] += 0.1 * (1.0 - std::cos(t));
    q[2] += 0.05 * (1.0 - std::cos(t));
    JointVector qd = JointVector::Zero(6);
    qd[0] = 0.1 * std::sin(t);
    qd[2] = 0.05 * std::sin(t);
    loop.controller.set_joint_reference(q);
    loop.cycle();
  }
  // The deadband of 1 N takes its share of the push.
  const Vector3 offset = loop.robot.tool().p - loop.arm.pose(q, loop.arm.tip()).p;
  EXPECT_NEAR(offset.y(), (force - 1.0) / 300.0, 1e-3);
  EXPECT_LT(Vector3(offset.x(), 0, offset.z()).norm(), 1e-3);
  EXPECT_LE(loop.worst_step, 1.0 + 1e-6);
}

TEST(NewStiffness, PullsToWhereTheArmIsUnlessSomebodyLeads) {
  WatchedLoop loop(test::compliant_ur(0.0));
  loop.activate();
  loop.robot.push_B = [](const IdealRobot&) -> Vector6 { return 15.0 * Vector6::Unit(0); };
  loop.cycles(500);
  loop.robot.push_B = kNoPush;
  loop.cycles(1000);
  const Vector3 left = loop.robot.tool().p;
  loop.parameters.compliance.stiffness.diagonal().head<3>().setConstant(400.0);
  loop.controller.set_parameters(loop.parameters);
  loop.cycles(2000);
  EXPECT_LT((loop.robot.tool().p - left).norm(), 1e-6);
}

TEST(HandGuidedRotation, IsFreeAndTakesTheComplianceFrameAlong) {
  AdmittanceParameters p = test::compliant_ur(0.0);
  p.compliance.stiffness.setZero();
  p.frame_id = "tool0";
  p.limits.max_angular_velocity = 3.0;
  p.compliance.enabled_axes = {false, false, true, false, false, true};
  WatchedLoop loop(p);
  loop.activate();
  const Pose start = loop.robot.tool();
  // Turned about its own z axis by more than half a turn: no limit, no flip.
  loop.robot.push_B = [](const IdealRobot& r) -> Vector6 {
    return (Vector6() << Vector3::Zero(), 4.0 * r.tool().R.col(2)).finished();
  };
  double turned = 0.0;
  Matrix3 before = start.R;
  for (int k = 0; k < 2500; ++k) {
    loop.cycle();
    const Matrix3 now = loop.robot.tool().R;
    turned += log_so3(Matrix3(now * before.transpose())).dot(now.col(2));
    before = now;
  }
  EXPECT_GT(turned, 3.5);
  EXPECT_LT((loop.robot.tool().R.col(2) - start.R.col(2)).norm(), 1e-6);
  EXPECT_LT((loop.robot.tool().p - start.p).norm(), 1e-6);
  EXPECT_LE(loop.worst_step, 1.0 + 1e-6);
}

TEST(OrientationError, StaysBelowItsLimitAndLeavesItAtOnce) {
  AdmittanceParameters p = test::compliant_ur(300.0);
  p.orientation_error_limit = 0.6;
  WatchedLoop loop(p);
  loop.activate();
  loop.cycles(300);
  const Matrix3 start = loop.robot.tool().R;
  loop.robot.push_B = [](const IdealRobot&) -> Vector6 { return 18.0 * Vector6::Unit(5); };
  double largest = 0.0;
  for (int k = 0; k < 3000; ++k) {
    loop.cycle();
    largest = std::max(largest, log_so3(Matrix3(loop.robot.tool().R * start.transpose())).norm());
  }
  EXPECT_NEAR(largest, 0.6, 1e-3);
  EXPECT_TRUE(loop.controller.telemetry().limited.has(Limit::kOrientationError));
  loop.robot.push_B = kNoPush;
  loop.cycles(50);
  EXPECT_LT(log_so3(Matrix3(loop.robot.tool().R * start.transpose())).norm(), 0.55);
}

// Held upright by two springs, free about the vertical: a hand may turn it as far as the wrist goes.
TEST(OrientationError, DoesNotBindAnAxisWithoutStiffness) {
  AdmittanceParameters p = test::compliant_ur(300.0);
  p.compliance.stiffness(5, 5) = 0.0;
  p.limits.max_angular_velocity = 3.0;
  WatchedLoop loop(p);
  loop.activate();
  loop.cycles(300);
  const Pose start = loop.robot.tool();
  loop.robot.push_B = [](const IdealRobot&) -> Vector6 { return 3.0 * Vector6::Unit(5); };
  double turned = 0.0;
  Matrix3 before = start.R;
  for (int k = 0; k < 3000 && turned < 3.6; ++k) {
    loop.cycle();
    turned += log_so3(Matrix3(loop.robot.tool().R * before.transpose())).z();
    before = loop.robot.tool().R;
    ASSERT_FALSE(loop.controller.telemetry().limited.has(Limit::kOrientationError)) << turned;
  }
  EXPECT_GE(turned, 3.6) << "more than half a turn, where the rotation vector turns round";
  loop.robot.push_B = kNoPush;
  loop.cycles(1500);
  EXPECT_GT(loop.robot.tool().R.row(2).dot(start.R.row(2)), 0.9999) << "still upright";
  EXPECT_LE(loop.worst_step, 1.0 + 1e-6);
}

// A servo that stands 2 mrad below its command, for ever.
double drift_with_sag(IntegrateFrom from) {
  AdmittanceParameters p = test::compliant_ur(0.0);
  p.integrate_from = from;
  WatchedLoop loop(p);
  loop.activate();
  const JointVector start = loop.robot.read().q;
  for (int k = 0; k < 1000; ++k) {
    loop.cycle([](RobotState& state, double&) { state.q.array() -= 0.002; });
  }
  return (loop.last_q - start).cwiseAbs().maxCoeff();
}

TEST(IntegratedFromTheCommand, ASaggingServoDoesNotTurnIntoDrift) {
  EXPECT_LT(drift_with_sag(IntegrateFrom::kCommand), 1e-9);
  EXPECT_GT(drift_with_sag(IntegrateFrom::kMeasured), 0.1)
      << "the document's way drifts; that is why it is not the default";
}

TEST(Holding, StandsWhileItIsPushedAndGoesOnFromThere) {
  WatchedLoop loop(test::compliant_ur(200.0));
  loop.activate();
  loop.cycles(300);
  loop.controller.request(Request::kHold);
  loop.cycles(300);
  const JointVector held = loop.last_q;
  loop.robot.push_B = [](const IdealRobot&) -> Vector6 { return 30.0 * Vector6::Unit(0); };
  loop.cycles(500);
  EXPECT_EQ(loop.last_q, held);
  loop.controller.request(Request::kRun);
  loop.cycles(1500);
  EXPECT_NEAR(loop.robot.tool().p.x() - loop.arm.pose(held, loop.arm.tip()).p.x(), 29.0 / 200.0, 2e-3);
  EXPECT_LE(loop.worst_step, 1.0 + 1e-6);
}

TEST(DesiredPose, ThatIsNoPoseIsRefused) {
  WatchedLoop loop(test::compliant_ur(200.0));
  loop.activate();
  EXPECT_FALSE(loop.controller.set_desired_pose(Vector3::Zero(), Quaternion(1.0, 1e-2, 0, 0)));
  EXPECT_FALSE(loop.controller.set_desired_pose(Vector3(0, 0, std::nan("")), Quaternion::Identity()));
  EXPECT_TRUE(loop.controller.set_desired_pose(loop.robot.tool().p, Quaternion(loop.robot.tool().R)));
  EXPECT_FALSE(loop.controller.set_control_wrench(Vector6::Constant(std::nan(""))));
}

}  // namespace
}  // namespace limber
