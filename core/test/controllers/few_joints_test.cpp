// An arm with fewer than six joints whose tool is led by poses: it cannot keep their orientation, but follows their
// position.
#include <numbers>
#include <random>

#include "runaway.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

using test::IdealRobot;

constexpr double kPeriod = 0.002;

struct FewJoints {
  Arm arm = test::load_arm(test::kOpenManipulatorX);
  IdealRobot robot{arm, test::ready_posture(arm), *arm.find_frame(test::kOpenManipulatorX.sensor), 0.01};
  AdmittanceController controller;
  double farthest = 0.0;  // m, of the tool from where its lead is
  double fastest = 0.0;   // m/s

  explicit FewJoints(const Vector6& K) : controller(arm, with(K)) {}

  static AdmittanceParameters with(const Vector6& K) {
    AdmittanceParameters p;
    p.supervisor.stiffness_ramp_time = 0.2;
    p.compliance.stiffness = K.asDiagonal();
    return p;
  }
  void cycle() {
    robot.step(kPeriod);
    robot.write(controller.update(robot.read(), kPeriod));
    fastest = std::max(fastest, controller.telemetry().twist_command.head<3>().norm());
  }
  void rest(double seconds) {
    for (double t = 0.0; t < seconds; t += kPeriod) cycle();
  }
  // On half a cosine, as a person would have it: from rest to rest.
  void move(const Vector3& way, double seconds) {
    const Pose start = robot.tool();
    for (double t = 0.0; t < seconds; t += kPeriod) {
      const double angle = std::numbers::pi * t / seconds;
      Vector6 twist = Vector6::Zero();
      twist.head<3>() = 0.5 * std::numbers::pi / seconds * std::sin(angle) * way;
      const Vector3 p = start.p + 0.5 * (1.0 - std::cos(angle)) * way;
      ASSERT_TRUE(controller.set_desired_pose({start.R, p}, twist));
      cycle();
      farthest = std::max(farthest, (robot.tool().p - p).norm());
    }
    controller.set_desired_pose({start.R, start.p + way});
  }
};

TEST(ToolOfFewJoints, GoesWhereItsPosesLeadAndStandsThere) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  for (int run = 0; run < test::scaled(40); ++run) {
    const double turning = std::array{0.0, 1.0, 10.0, 50.0}[static_cast<std::size_t>(run % 4)];
    const double pulling = run % 8 < 4 ? 500.0 : 0.0;
    FewJoints led((Vector6() << pulling, pulling, pulling, turning, turning, turning).finished());
    ASSERT_TRUE(led.controller.activate(led.robot.read()));
    led.rest(0.5);
    const Vector3 start = led.robot.tool().p;
    const Vector3 way(0.04 * unit(random), 0.12 * unit(random), 0.04 * unit(random));
    led.fastest = 0.0;
    led.move(way, 1.5);
    EXPECT_LT(led.farthest, 4e-3) << "run " << run << ", way " << way.transpose();
    EXPECT_LT(led.fastest, 1.3 * way.norm() * 0.5 * std::numbers::pi / 1.5 + 0.01) << "run " << run;
    led.rest(3.0);
    EXPECT_LT((led.robot.tool().p - start - way).norm(), 1e-3) << "run " << run << ", way " << way.transpose();
    led.fastest = 0.0;
    led.rest(5.0);
    EXPECT_LT(led.fastest, 1e-5) << "run " << run << ", way " << way.transpose();
  }
}

// Found by the soak: springs about two axes that the joints cannot turn about moved the arm for minutes, at up to
// 0.02 rad/s, or for hours, at 1e-4 rad/s.
TEST(ToolOfFewJoints, DoesNotCreepTowardsAnOrientationThatItCannotHave) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const auto vector = [&](double x, double y, double z) {
    return Vector3(x * unit(random), y * unit(random), z * unit(random));
  };
  for (int run = 0; run < test::scaled(12); ++run) {
    FewJoints led((Vector6() << 437.0, 0.0, 708.0, 34.0, 0.0, 28.0).finished());
    ASSERT_TRUE(led.controller.activate(led.robot.read()));
    led.rest(0.5);
    const Pose here = led.robot.tool();
    const Vector3 turn = vector(0.5, 0.0, 0.5);
    const Vector3 way = vector(0.03, 0.05, 0.03);
    ASSERT_TRUE(led.controller.set_desired_pose({exp_so3(turn).toRotationMatrix() * here.R, here.p + way}));
    led.rest(120.0);
    const JointVector q = led.controller.telemetry().q_command;
    led.rest(20.0);
    EXPECT_LT((led.controller.telemetry().q_command - q).cwiseAbs().maxCoeff(), 1e-9) << "run " << run;
    // A push moves it as before.
    const Vector3 stood = led.robot.tool().p;
    led.robot.push_B = [](const IdealRobot&) { return (Vector6() << 0.0, 5.0, 0.0, 0.0, 0.0, 0.0).finished(); };
    led.rest(0.5);
    EXPECT_GT((led.robot.tool().p - stood).norm(), 2e-3) << "run " << run;
  }
}

}  // namespace
}  // namespace limber
