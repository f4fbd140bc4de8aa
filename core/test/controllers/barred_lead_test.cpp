// A lead that the arm cannot follow with the offset that a hand gave it, because a joint limit is in the way: the tool
// stands, says why, and goes on with its lead as soon as there is a way.
#include <random>

#include "runaway.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

using test::free_ur;
using test::set_push;
using test::WatchedLoop;

constexpr double kRange = 0.35;  // rad: of every joint, about where it starts

AdmittanceParameters within_range(const JointVector& start) {
  AdmittanceParameters p = free_ur();
  p.supervisor.trajectory_duration = 1.0;
  for (Eigen::Index i = 0; i < start.size(); ++i) {
    p.limits.joint_lower.push_back(start[i] - kRange);
    p.limits.joint_upper.push_back(start[i] + kRange);
  }
  return p;
}

struct BarredLead {
  std::mt19937 random;
  JointVector start = test::ready_posture(test::load_arm(test::kUr5e));
  WatchedLoop loop{within_range(start)};
  JointVector lead = start;

  explicit BarredLead(unsigned seed) : random(seed) {}

  double draw(double most) { return std::uniform_real_distribution<double>(-most, most)(random); }
  void follow(double seconds) {
    for (int k = 0; k < static_cast<int>(seconds * 500.0); ++k) {
      loop.controller.set_joint_reference(lead);
      loop.cycle();
    }
  }
  // Half a second of a hand: some 40 mm and a quarter of a turn.
  void push() {
    Vector6 F;
    for (int i = 0; i < 6; ++i) F[i] = draw(i < 3 ? 6.0 : 2.5);
    set_push(loop.robot, F);
    follow(0.5);
    set_push(loop.robot, Vector6::Zero());
    follow(1.0);
  }
  // Near the end of the range of every joint.
  void jump() {
    for (Eigen::Index i = 0; i < lead.size(); ++i) lead[i] = start[i] + (draw(1.0) > 0.0 ? 0.95 : -0.95) * kRange;
  }
  Pose offset() const {
    const Pose X = loop.arm.pose(lead, loop.arm.tip()), V = loop.robot.tool();
    return {V.R * X.R.transpose(), V.p - X.p};
  }
};

TEST(LeadBeyondAJointLimit, LeavesTheToolAtRestNamedAndAbleToGoOn) {
  int barred = 0, told = 0;
  const int draws = test::scaled(40);
  for (int run = 0; run < draws; ++run) {
    BarredLead arm(static_cast<unsigned>(run));
    arm.loop.activate();
    arm.follow(0.5);
    arm.push();
    const Pose given = arm.offset();
    for (Event event; arm.loop.controller.take_event(event);) {}
    arm.jump();
    arm.follow(15.0);
    const Vector6 gap = pose_difference(given, arm.offset());
    const Telemetry& record = arm.loop.record();
    EXPECT_LT(record.twist_command.norm(), 1e-5) << "run " << run << ", off by " << gap.transpose();
    if (gap.norm() > 1e-3) {
      ++barred;
      EXPECT_TRUE(record.limited.any()) << "run " << run << ", off by " << gap.transpose();
      for (Event event; arm.loop.controller.take_event(event);) told += event.kind == Event::Kind::kHeldByLimits;
    }
    arm.lead = arm.start;
    arm.follow(10.0);
    EXPECT_LT(pose_difference(given, arm.offset()).norm(), 1e-6) << "run " << run;
    EXPECT_LE(arm.loop.worst_step, 1.0 + 1e-6);
  }
  EXPECT_GT(barred, draws / 4);
  EXPECT_GT(told, barred / 2);
}

}  // namespace
}  // namespace limber
