// An arm pulled to the end of its reach returns at once, on a straight line, and cannot be shaken there.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "limber/admittance_controller.hpp"
#include "limber/telemetry.hpp"
#include "support/ideal_robot.hpp"

namespace limber {
namespace {

constexpr double kSingularStep = 0.002;  // s
constexpr double kPullBegins = 3.0, kPullEnds = 13.0;

AdmittanceParameters springy_arm(double stiffness, const std::string& frame = "base_link") {
  AdmittanceParameters p;
  p.ft_frame = "ft_frame";
  p.frame_id = frame;
  p.compliance.mass = (Vector6() << 5, 5, 5, 0.3, 0.3, 0.3).finished().asDiagonal();
  p.compliance.stiffness = (Vector6() << stiffness, stiffness, stiffness, 20, 20, 20).finished().asDiagonal();
  p.supervisor.overforce = p.supervisor.overtorque = 1000.0;
  p.supervisor.max_position_error = 5.0;
  return p;
}

struct WayHome {
  double pulled = 0.0;    // m
  double halved = 1e9;    // s after it was let go
  double sideways = 0.0;  // m off the straight line
  double left = 0.0;      // m after 5 s
  double joints = 0.0;    // rad: the farthest joint from where it was, then
  double fastest = 0.0;   // share of a joint's largest speed, while it was pulled and stood
  double sigma = 1.0;     // smallest singular value at the end of the pull, as a share of the best
};

WayHome pull_and_let_go(const test::NamedArm& named, const Vector3& way, double force, double stiffness) {
  const Arm arm = test::load_arm(named);
  AdmittanceController controller(arm, springy_arm(stiffness, arm.base_name()));
  const JointVector start = test::ready_posture(arm);
  test::IdealRobot robot(arm, start, *arm.find_frame("ft_frame"), 0.3);
  EXPECT_TRUE(controller.activate(robot.read()));
  const Vector3 home = robot.tool().p;
  WayHome result;
  Vector3 far = Vector3::Zero();
  for (int k = 0; k < static_cast<int>((kPullEnds + 5.0) / kSingularStep); ++k) {
    const double t = k * kSingularStep;
    robot.push_B = [&](const test::IdealRobot&) {
      Vector6 F = Vector6::Zero();
      if (t > kPullBegins && t < kPullEnds) F.head<3>() = force * way.normalized();
      return F;
    };
    robot.step(kSingularStep);
    robot.write(controller.update(robot.read(), kSingularStep));
    const Telemetry& record = controller.telemetry();
    EXPECT_EQ(record.fault, FaultCode::kNone) << t;
    const Vector3 off = robot.tool().p - home;
    if (t < kPullEnds) {
      far = off;
      result.sigma = record.smallest_singular_value / arm.conditioning().best;
      for (int i = 0; i < arm.joint_count() && t > kPullEnds - 3.0; ++i) {
        const double speed = std::abs(record.qd_command[i]) / arm.joints()[static_cast<std::size_t>(i)].limits.velocity;
        result.fastest = std::max(result.fastest, speed);
      }
      continue;
    }
    result.pulled = far.norm();
    if (off.norm() < 0.5 * far.norm()) result.halved = std::min(result.halved, t - kPullEnds);
    result.sideways = std::max(result.sideways, off.cross(far.normalized()).norm());
    result.left = off.norm();
    result.joints = (robot.read().q - start).cwiseAbs().maxCoeff();
  }
  return result;
}

class SingularPose : public testing::TestWithParam<test::NamedArm> {};

// The documents' complaint: pulled outward until the elbow is straight, it lingered there for seconds.
TEST_P(SingularPose, IsLeftStraightAndAtOnce) {
  const Arm arm = test::load_arm(GetParam());
  const Vector3 home = arm.pose(test::ready_posture(arm), arm.tip()).p;
  const std::array<Vector3, 4> ways{Vector3(home.x(), home.y(), 0.0), home, Vector3(home.x(), home.y(), -0.3),
                                    Vector3(-home.y(), home.x(), 0.2)};
  int stretched = 0;
  for (const Vector3& way : ways) {
    for (const double stiffness : {100.0, 200.0}) {
      const WayHome result = pull_and_let_go(GetParam(), way, 150.0, stiffness);
      const testing::Message where = testing::Message() << way.transpose() << ", " << stiffness << " N/m, pulled "
                                                        << result.pulled << " m, σ " << result.sigma << " of the best";
      if (result.sigma < 0.05) ++stretched;
      // The speed limit of 0.5 m/s allows no less than half the way takes with it, and accelerating.
      EXPECT_LT(result.halved, std::max(1.2, 0.3 + result.pulled)) << where;
      // Seven joints reach theirs on the way: what the tool does not need moves too.
      const double aside = arm.joint_count() > 6 ? 0.1 : 0.03;
      EXPECT_LT(result.sideways, std::max(0.01, aside * result.pulled)) << where;
      EXPECT_LT(result.left, 1e-3) << where;
      EXPECT_LT(result.joints, 0.05) << where << ": its elbow came home bent the other way";
      EXPECT_LT(result.fastest, 0.2) << where << ": noise shakes the joints of a straight arm";
    }
  }
  EXPECT_GE(stretched, 4) << "hardly any pull led to a singularity: nothing was tested";
}

INSTANTIATE_TEST_SUITE_P(Arms, SingularPose, testing::Values(test::kUr3e, test::kUr5e, test::kUr10e, test::kFr3),
                         [](const auto& arm) { return std::string(arm.param.file); });

struct Ending {
  double off = 0.0;      // m from home
  double fastest = 0.0;  // rad/s of a joint in the last second
  bool said = false;     // that the way home is barred
};

// Pulled for 6 s, half a minute ago.
Ending after_a_pull(const test::NamedArm& named, const JointVector& start, const Vector3& force, double stiffness) {
  const Arm arm = test::load_arm(named);
  AdmittanceParameters p = springy_arm(stiffness, arm.base_name());
  p.supervisor.max_orientation_error = 3.0;
  p.supervisor.stiffness_ramp_time = 0.2;
  const double damping = 2.0 * std::sqrt(5.0 * stiffness);
  p.compliance.damping = (Vector6() << damping, damping, damping, 4.9, 4.9, 4.9).finished().asDiagonal();
  AdmittanceController controller(arm, p);
  test::IdealRobot robot(arm, start, *arm.find_frame("ft_frame"), 0.1);
  EXPECT_TRUE(controller.activate(robot.read()));
  const Vector3 home = robot.tool().p;
  Ending ending;
  for (int k = 0; k < static_cast<int>(37.0 / kSingularStep); ++k) {
    const double t = k * kSingularStep;
    robot.push_B = [&](const test::IdealRobot&) {
      Vector6 F = Vector6::Zero();
      if (t > 1.0 && t < 7.0) F.head<3>() = force;
      return F;
    };
    robot.step(kSingularStep);
    const Command command = controller.update(robot.read(), kSingularStep);
    robot.write(command);
    if (t > 36.0) ending.fastest = std::max(ending.fastest, command.qd.cwiseAbs().maxCoeff());
    for (Event event; controller.take_event(event);) ending.said |= event.kind == Event::Kind::kHeldByLimits;
  }
  ending.off = (robot.tool().p - home).norm();
  return ending;
}

// Both were found by strangers: an FR3 that went to and fro between a limit of its joints and its straight elbow, and a
// UR3e that came back over its shoulder, from where home is out of its reach.
TEST(WayHomeThatIsBarred, IsStoodBeforeAndTold) {
  JointVector start(7);
  start << 0.189603, -0.794613, 0.373964, -2.370407, -0.159390, 1.644820, 0.813404;
  const Ending fr3 = after_a_pull(test::kFr3, start, Vector3(-10.0191, -88.8844, -120.4126), 100.0);
  JointVector ur_start(6);
  ur_start << -0.122405, -1.544460, 1.491296, -1.768790, -1.354860, 0.227960;
  const Ending ur3e = after_a_pull(test::kUr3e, ur_start, Vector3(-124.1833, -65.4974, -52.8072), 300.0);
  for (const Ending& ending : {fr3, ur3e}) {
    EXPECT_LT(ending.fastest, 0.02);
    EXPECT_TRUE(ending.said || ending.off < 1e-3) << ending.off << " m from home, and no word";
  }
  EXPECT_GT(std::max(fr3.off, ur3e.off), 1e-2) << "both came home: nothing was tested";
}

// Activated with a straight elbow, to the last bit: a push inward is followed, and one outward moves nothing.
TEST(SingularPose, ExactlyStraightArmYieldsInward) {
  const Arm arm = test::load_arm(test::kUr5e);
  JointVector straight(6);
  straight << 0.0, -0.9, 0.0, 0.0, 1.2, 0.0;
  const Vector3 shoulder(0.0, 0.0, 0.1625);
  for (const double way : {1.0, -1.0}) {
    AdmittanceController controller(arm, springy_arm(0.0));
    test::IdealRobot robot(arm, straight, *arm.find_frame("ft_frame"));
    ASSERT_TRUE(controller.activate(robot.read()));
    const Vector3 begin = robot.tool().p;
    const Vector3 outward = (begin - shoulder).normalized();
    robot.push_B = [&](const test::IdealRobot&) {
      Vector6 F = Vector6::Zero();
      F.head<3>() = way * 20.0 * outward;
      return F;
    };
    for (int k = 0; k < 500; ++k) {
      robot.step(kSingularStep);
      robot.write(controller.update(robot.read(), kSingularStep));
    }
    const double moved = (robot.tool().p - begin).dot(way * outward);
    if (way > 0.0) {
      EXPECT_LT(moved, 0.02);
    } else {
      EXPECT_GT(moved, 0.1);
    }
  }
}

// A small arm of four joints is not near a singularity wherever it is: it renders its springs.
TEST(SmallArm, RendersItsStiffnessAndComesHome) {
  const Arm arm = test::load_arm(test::kOpenManipulatorX);
  AdmittanceParameters p = springy_arm(200.0);
  p.ft_frame = "end_effector_link";
  p.frame_id = "world";
  p.wrench.min_motion_threshold = 0.0;
  AdmittanceController controller(arm, p);
  JointVector start(4);
  start << 0.0, -0.8, 0.9, -0.1;
  test::IdealRobot robot(arm, start, *arm.find_frame("end_effector_link"));
  ASSERT_TRUE(controller.activate(robot.read()));
  const Vector3 home = robot.tool().p;
  double force = 0.0;
  robot.push_B = [&](const test::IdealRobot&) { return Vector6(force * Vector6::Unit(2)); };
  const auto run = [&](double seconds) {
    for (int k = 0; k < static_cast<int>(seconds / kSingularStep); ++k) {
      robot.step(kSingularStep);
      robot.write(controller.update(robot.read(), kSingularStep));
    }
  };
  run(3.0);
  force = 5.8;
  run(3.0);
  EXPECT_NEAR(robot.tool().p.z() - home.z(), 5.8 / 200.0, 0.001);
  force = 0.0;
  run(4.0);
  EXPECT_LT((robot.tool().p - home).norm(), 1e-4);
}

}  // namespace
}  // namespace limber
