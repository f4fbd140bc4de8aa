// Redundant joints return to their posture without moving the tool.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>

#include "limber/admittance_controller.hpp"
#include "limber/cartesian_admittance_controller.hpp"
#include "math/so3.hpp"
#include "safety/motion_limits.hpp"
#include "support/ideal_robot.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

constexpr double kStep = 0.002;  // s

JointVector fr3_ready() { return (JointVector(7) << 0.0, -0.785, 0.0, -2.356, 0.0, 1.571, 0.785).finished(); }

AdmittanceParameters redundant_arm() {
  AdmittanceParameters p;
  p.ft_frame = "ft_frame";
  p.frame_id = "fr3_link0";
  p.compliance.mass = (Vector6() << 5, 5, 5, 0.3, 0.3, 0.3).finished().asDiagonal();
  p.compliance.stiffness = (Vector6() << 200, 200, 200, 20, 20, 20).finished().asDiagonal();
  p.supervisor.overforce = p.supervisor.overtorque = 1000.0;
  return p;
}

class SevenJoints : public testing::Test {
 protected:
  SevenJoints() : robot(arm, fr3_ready(), *arm.find_frame("ft_frame"), 0.01) {
    robot.push_B = [this](const test::IdealRobot&) { return push; };
  }
  void start(const AdmittanceParameters& parameters) {
    controller = std::make_unique<AdmittanceController>(arm, parameters);
    ASSERT_TRUE(controller->activate(robot.read()));
    bounds = joint_bounds(arm, parameters.limits);
    home = robot.tool();
  }
  void cycle() {
    const JointVector q = robot.read().q, qd = robot.read().qd;
    robot.step(kStep);
    const Command command = controller->update(robot.read(), kStep);
    const JointVector speed = (command.q - q) / kStep;
    for (int i = 0; i < 7; ++i) {
      ASSERT_LE(std::abs(speed[i]), bounds.velocity[i] * (1.0 + 1e-9));
      ASSERT_LE(std::abs(speed[i] - qd[i]), bounds.acceleration[i] * kStep * (1.0 + 1e-6));
      ASSERT_GE(command.q[i], bounds.lower[i] - 1e-9);
      ASSERT_LE(command.q[i], bounds.upper[i] + 1e-9);
    }
    robot.write(command);
  }
  void run(double seconds) {
    for (int k = 0; k < static_cast<int>(seconds / kStep) && !HasFatalFailure(); ++k) cycle();
  }
  // Forces of some `force` N, torques of a tenth of it N m, another one every second.
  void push_at_random(double seconds, double force, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    for (double t = 0.0; t < seconds && !HasFatalFailure(); t += 1.0) {
      push = force * Vector6::NullaryExpr([&] { return normal(random); });
      push.tail<3>() *= 0.1;
      run(1.0);
    }
    push.setZero();
  }
  JointVector joints() { return robot.read().q; }
  double away() { return (joints() - fr3_ready()).cwiseAbs().maxCoeff(); }

  const Arm arm = test::load_arm(test::kFr3);
  test::IdealRobot robot;
  std::unique_ptr<AdmittanceController> controller;
  JointBounds bounds;
  Pose home;
  Vector6 push = Vector6::Zero();
};

TEST_F(SevenJoints, ComeHomeAfterRandomPushes) {
  start(redundant_arm());
  for (unsigned seed = 1; seed <= 6; ++seed) {
    push_at_random(test::scaled(100), 25.0, seed);
    run(20.0);
    EXPECT_LT((robot.tool().p - home.p).norm(), 1e-6) << seed;
    EXPECT_LT(away(), 0.01) << seed;
    EXPECT_NEAR(controller->telemetry().posture_error, away(), 1e-3);
  }
}

// Ranges so narrow that the posture lies beyond some of them, and joints of which some brake far harder than others:
// the null-space motion brakes as one, before the first of its joints is at its limit.
TEST_F(SevenJoints, ThatMeetTheirLimitsOnTheWayToAPostureDoNotMoveTheTool) {
  std::mt19937 random(11);
  const auto between = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  int at_limits = 0;
  for (int run_number = 0; run_number < test::scaled(60) && !HasFatalFailure(); ++run_number) {
    AdmittanceParameters p = redundant_arm();
    for (int i = 0; i < 7; ++i) {
      p.limits.joint_lower.push_back(fr3_ready()[i] - between(0.02, 0.4));
      p.limits.joint_upper.push_back(fr3_ready()[i] + between(0.02, 0.4));
      p.limits.joint_acceleration.push_back(between(1.0, 15.0));
      p.posture.joints.push_back(fr3_ready()[i] + between(-0.4, 0.4));
    }
    p.posture.rate = between(0.5, 5.0);
    p.posture.max_velocity = between(0.1, 1.5);
    robot.write({fr3_ready(), JointVector::Zero(7)});
    start(p);
    for (int k = 0; k < 2000 && !HasFatalFailure(); ++k) {
      cycle();
      ASSERT_LT(controller->telemetry().twist_command.norm(), 1e-9) << "run " << run_number << ", cycle " << k;
    }
    const JointVector q = joints();
    at_limits += ((q - bounds.lower).minCoeff() < 1e-3 || (bounds.upper - q).minCoeff() < 1e-3) ? 1 : 0;
  }
  EXPECT_GT(at_limits, 0) << "no joint came to its limit: nothing was tested";
}

// The same arm on a rail: eight joints.
Arm fr3_on_a_rail() {
  std::string xml = test::read_text(std::string(LIMBER_SOURCE_DIR) + "/robots/fr3.urdf");
  xml.insert(xml.find("</robot>"),
             R"(<link name="rail"/><joint name="carriage" type="prismatic"><parent link="rail"/>
                <child link="fr3_link0"/><axis xyz="0 1 0"/>
                <limit lower="-0.6" upper="0.6" velocity="0.5" effort="500"/></joint>)");
  return Arm::from_urdf(xml, "rail", "fr3_link8", "fr3_on_a_rail.urdf");
}

template <typename Controller>
void push_for_half_an_hour(const Arm& arm, const JointVector& start) {
  AdmittanceParameters p = redundant_arm();
  p.frame_id = arm.base_name();
  Controller controller(arm, p);
  test::IdealRobot robot(arm, start, *arm.find_frame("ft_frame"), 0.01);
  Vector6 push = Vector6::Zero();
  robot.push_B = [&](const test::IdealRobot&) { return push; };
  ASSERT_TRUE(controller.activate(robot.read()));
  const Pose home = robot.tool();
  const auto run = [&](double seconds) {
    for (int k = 0; k < static_cast<int>(seconds / kStep); ++k) {
      robot.step(kStep);
      robot.write(controller.update(robot.read(), kStep));
    }
  };
  std::mt19937 random(8);
  std::normal_distribution<double> normal;
  double farthest = 0.0;
  for (int t = 0; t < test::scaled(1800); ++t) {
    push = 15.0 * Vector6::NullaryExpr([&] { return normal(random); });
    push.tail<3>() *= 0.1;
    run(1.0);
    farthest = std::max(farthest, (robot.tool().p - home.p).norm());
  }
  push.setZero();
  run(30.0);
  const double away = (robot.read().q - start).cwiseAbs().maxCoeff();
  EXPECT_GT(farthest, 0.1) << "hardly pushed";
  EXPECT_LT((robot.tool().p - home.p).norm(), 1e-6);
  EXPECT_LT(away, 0.01);
}

TEST(HalfAnHourOfPushes, LeavesTheJointsOfAnFr3AtHome) {
  const Arm arm = test::load_arm(test::kFr3);
  push_for_half_an_hour<AdmittanceController>(arm, fr3_ready());
}

TEST(HalfAnHourOfPushes, LeavesTheJointsOfAnFr3ByControllerBAtHome) {
  const Arm arm = test::load_arm(test::kFr3);
  push_for_half_an_hour<CartesianAdmittanceController>(arm, fr3_ready());
}

TEST(HalfAnHourOfPushes, LeavesTheEightJointsOfAnFr3OnARailAtHome) {
  JointVector start(8);
  start << 0.1, fr3_ready();
  push_for_half_an_hour<AdmittanceController>(fr3_on_a_rail(), start);
}

TEST_F(SevenJoints, WithoutAPostureStayWhereTheToolTookThem) {
  AdmittanceParameters p = redundant_arm();
  p.posture.rate = 0.0;
  start(p);
  push_at_random(300.0, 30.0, 2);
  run(20.0);
  EXPECT_LT((robot.tool().p - home.p).norm(), 1e-6);
  EXPECT_GT(away(), 0.1) << "they come home by themselves: the test above shows nothing";
}

// Another posture is asked for while the arm stands: the elbow swings, the tool does not move.
TEST_F(SevenJoints, TakeAnotherPostureWithoutMovingTheTool) {
  AdmittanceParameters p = redundant_arm();
  start(p);
  run(3.0);
  const JointVector before = joints();
  const JointVector elsewhere = fr3_ready() + (JointVector(7) << 0.6, 0, -0.6, 0, 0.3, 0, 0).finished();
  p.posture.joints.assign(elsewhere.begin(), elsewhere.end());
  controller->set_parameters(p);
  double fastest_tool = 0.0, fastest_turn = 0.0, fastest_joint = 0.0;
  for (int k = 0; k < 8000 && !HasFatalFailure(); ++k) {
    const Pose X = robot.tool();
    cycle();
    const Pose Y = robot.tool();
    fastest_tool = std::max(fastest_tool, (Y.p - X.p).norm() / kStep);
    fastest_turn = std::max(fastest_turn, log_so3(Matrix3(Y.R * X.R.transpose())).norm() / kStep);
    fastest_joint = std::max(fastest_joint, controller->telemetry().posture_velocity);
  }
  EXPECT_LT(fastest_tool, 1e-9);
  EXPECT_LT(fastest_turn, 1e-9);
  EXPECT_GT((joints() - before).cwiseAbs().maxCoeff(), 0.2);
  EXPECT_LE(fastest_joint, p.posture.max_velocity * 1.001);
  EXPECT_FALSE(controller->telemetry().limited.any());
  EXPECT_EQ(controller->telemetry().posture_velocity, 0.0) << "it never comes to rest";
}

// The elbow swings fast, and is stopped on its way: by a hold, or because the posture is taken from it.
TEST_F(SevenJoints, StopOnTheirWayToAPostureWithoutMovingTheTool) {
  for (const bool by_hold : {true, false}) {
    AdmittanceParameters p = redundant_arm();
    start(p);
    run(3.0);
    const JointVector elsewhere = fr3_ready() + (JointVector(7) << 0.8, -0.1, -0.8, 0, 0.8, 0, -0.4).finished();
    p.posture.joints.assign(elsewhere.begin(), elsewhere.end());
    p.posture.rate = 10.0;
    p.posture.max_velocity = 2.0;
    controller->set_parameters(p);
    run(0.2);
    EXPECT_GT(controller->telemetry().posture_velocity, 0.3) << "hardly on its way";
    if (by_hold) {
      ASSERT_TRUE(controller->request(Request::kHold));
    } else {
      p.posture.rate = 0.0;
      controller->set_parameters(p);
    }
    double fastest_tool = 0.0;
    for (int k = 0; k < 2000 && !HasFatalFailure(); ++k) {
      const Pose X = robot.tool();
      cycle();
      fastest_tool = std::max(fastest_tool, (robot.tool().p - X.p).norm() / kStep);
    }
    EXPECT_LT(fastest_tool, 1e-9) << (by_hold ? "hold" : "no posture");
    EXPECT_EQ(robot.read().qd.cwiseAbs().maxCoeff(), 0.0) << (by_hold ? "hold" : "no posture");
    controller->deactivate();
  }
}

// Whoever leads the joints leads all seven of them.
TEST_F(SevenJoints, FollowAJointReferenceWithAllOfThem) {
  start(redundant_arm());
  run(3.0);
  JointVector lead = fr3_ready();
  for (int k = 0; k < 3000 && !HasFatalFailure(); ++k) {
    lead[0] = 0.3 * std::min(1.0, k / 2000.0);
    lead[2] = -0.4 * std::min(1.0, k / 2000.0);
    ASSERT_TRUE(controller->set_joint_reference(lead));
    cycle();
    ASSERT_TRUE(k < 500 || (joints() - lead).cwiseAbs().maxCoeff() < 0.01) << "they lag in motion";
  }
  for (int k = 0; k < 4000 && !HasFatalFailure(); ++k) {
    ASSERT_TRUE(controller->set_joint_reference(lead));
    cycle();
  }
  EXPECT_LT((joints() - lead).cwiseAbs().maxCoeff(), 0.01);
}

}  // namespace
}  // namespace limber
