// A lead that the arm cannot follow with the offset that a hand gave it, because of a joint limit: the tool stands,
// reports why, and follows its lead again as soon as possible.
#include <random>

#include "limber/telemetry.hpp"
#include "math/so3.hpp"
#include "runaway.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

using test::IdealRobot;
using test::set_push;

constexpr double kRange = 0.35;  // rad: of every joint, about where it starts

struct BarredLead {
  std::mt19937 random;
  Arm arm = test::load_arm(test::kUr5e);
  JointVector start = draw_start();
  JointVector lead = start;
  AdmittanceController controller{arm, within_range()};
  IdealRobot robot{arm, start, *arm.find_frame("ft_frame"), 0.01};

  explicit BarredLead(unsigned seed) : random(seed) {}

  double draw(double most) { return std::uniform_real_distribution<double>(-most, most)(random); }
  // The wrist not far from being straight, where the way along a limit can be very long.
  JointVector draw_start() {
    JointVector q = test::ready_posture(arm);
    for (double& angle : q) angle += draw(0.5);
    q[4] = 0.45 + draw(0.1);
    return q;
  }
  AdmittanceParameters within_range() const {
    AdmittanceParameters p = test::free_ur();
    p.supervisor.trajectory_duration = 1.0;
    for (const double angle : start) {
      p.limits.joint_lower.push_back(angle - kRange);
      p.limits.joint_upper.push_back(angle + kRange);
    }
    return p;
  }
  void follow(double seconds) {
    for (int k = 0; k < static_cast<int>(seconds * 500.0); ++k) {
      controller.set_joint_reference(lead);
      robot.step(0.002);
      robot.write(controller.update(robot.read(), 0.002));
    }
  }
  // Half a second of a hand: some 40 mm and a quarter of a turn.
  void push() {
    Vector6 F;
    for (int i = 0; i < 6; ++i) F[i] = draw(i < 3 ? 6.0 : 2.5);
    set_push(robot, F);
    follow(0.5);
    set_push(robot, Vector6::Zero());
    follow(1.0);
  }
  // Near the end of the range of every joint.
  void jump() {
    for (Eigen::Index i = 0; i < lead.size(); ++i) lead[i] = start[i] + (draw(1.0) > 0.0 ? 0.95 : -0.95) * kRange;
  }
  Pose offset() const {
    const Pose X = arm.pose(lead, arm.tip()), V = robot.tool();
    return {V.R * X.R.transpose(), V.p - X.p};
  }
  int told() {
    int times = 0;
    for (Event event; controller.take_event(event);) times += event.kind == Event::Kind::kHeldByLimits;
    return times;
  }
};

TEST(LeadBeyondAJointLimit, LeavesTheToolAtRestNamedAndAbleToGoOn) {
  int barred = 0, told = 0;
  const int draws = test::scaled(40);
  for (int run = 0; run < draws; ++run) {
    BarredLead led(static_cast<unsigned>(run));
    ASSERT_TRUE(led.controller.activate(led.robot.read()));
    led.follow(0.5);
    led.push();
    const Pose given = led.offset();
    led.told();
    led.jump();
    led.follow(15.0);
    const Vector6 gap = pose_difference(given, led.offset());
    const Telemetry& record = led.controller.telemetry();
    EXPECT_LT(record.twist_command.norm(), 1e-6) << "run " << run << ", off by " << gap.transpose();
    if (gap.norm() > 1e-3) {
      ++barred;
      EXPECT_TRUE(record.limited.any()) << "run " << run << ", off by " << gap.transpose();
      told += led.told();
    }
    led.lead = led.start;
    led.follow(10.0);
    EXPECT_LT(pose_difference(given, led.offset()).norm(), 1e-6) << "run " << run;
  }
  EXPECT_GT(barred, draws / 4);
  EXPECT_GT(told, barred / 2);
}

TEST(LeadBeyondAJointLimit, IsFollowedAsSoonAsTheLimitsAreWidened) {
  int barred = 0;
  for (unsigned run = 0; run < 20; ++run) {
    BarredLead led(run);
    ASSERT_TRUE(led.controller.activate(led.robot.read()));
    led.follow(0.5);
    led.push();
    const Pose given = led.offset();
    led.jump();
    led.follow(15.0);
    if (pose_difference(given, led.offset()).norm() < 1e-3) continue;
    ++barred;
    AdmittanceParameters wide = led.within_range();
    wide.limits.joint_lower.clear();
    wide.limits.joint_upper.clear();
    led.controller.set_parameters(wide);
    led.follow(20.0);  // one of them goes through a wrist that is nearly straight: 16 s
    EXPECT_LT(pose_difference(given, led.offset()).norm(), 1e-6) << "run " << run;
  }
  EXPECT_GT(barred, 5);
}

}  // namespace
}  // namespace limber
