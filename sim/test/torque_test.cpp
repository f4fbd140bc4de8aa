// The torque-driven arm against closed forms: gravity, a pendulum, damping, friction, a push by hand, a heavier arm.
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

#include "arm/kdl_model.hpp"
#include "support/decompositions.hpp"
#include "torque_arms.hpp"

namespace limber::sim {
namespace {

#ifdef LIMBER_SANITIZED
constexpr int kTorquePoses = 5;
#else
constexpr int kTorquePoses = 100;
#endif

// m: the farthest the tool gets in 10 s at 500 Hz from q0 under the gravity torque of the joints as they are read.
double drift(const Arm& arm, const JointVector& q0, const SimulationParameters& parameters) {
  SimulatedArm robot(arm, q0, parameters);
  const Vector3 start_B = robot.tool_pose().p;
  double worst = 0.0;
  for (int k = 0; k < 5000; ++k) {
    robot.write(torque(arm.gravity_torque(robot.read().q, kGravity)));
    robot.step(0.002);
    worst = std::max(worst, (robot.tool_pose().p - start_B).norm());
  }
  return worst;
}

TEST(TorqueArm, StandsStillUnderTheGravityTorqueOfCore) {
  const Arm arm = load_arm("open_manipulator_x");
  SimulationParameters parameters = ideal_torque();
  parameters.torque.delay = 1;
  std::mt19937_64 random(21);
  double worst = 0.0;
  for (int n = 0; n < kTorquePoses; ++n) worst = std::max(worst, drift(arm, random_pose(arm, random), parameters));
  std::cout << "worst drift in 10 s: " << 1e3 * worst << " mm\n";
  EXPECT_LT(worst, 1e-3);
}

TEST(TorqueArm, StandsStillWhicheverRobotItIs) {
  for (const std::string& robot : kRobots) {
    const Arm arm = load_arm(robot);
    EXPECT_LT(drift(arm, home(arm), ideal_torque()), 1e-6) << robot;
  }
}

TEST(TorqueArm, TenPercentHeavierThanTheModelSinks) {
  const Arm arm = load_arm("open_manipulator_x");
  SimulationParameters parameters = ideal_torque();
  parameters.mass_scale = 1.1;
  SimulatedArm robot(arm, home(arm), parameters);
  const JointVector g = arm.gravity_torque(home(arm), kGravity);
  EXPECT_LT((robot.read().effort - 1.1 * g).norm(), 1e-9);
  const double z = robot.tool_pose().p.z();
  for (int k = 0; k < 250; ++k) {
    robot.write(torque(g));
    robot.step(0.002);
  }
  EXPECT_LT(robot.tool_pose().p.z(), z - 0.01);
}

TEST(TorqueArm, SwingsAsAPendulumInTheTimeOfTheClosedForm) {
  const Arm arm = OneJoint::pendulum();
  for (const double armature : {0.0, 0.0125}) {
    SimulationParameters parameters = ideal_torque();
    parameters.torque.armature = one(armature);
    parameters.torque.damping = one(0.0);
    SimulatedArm robot(arm, one(1e-3), parameters);
    std::vector<double> crossings;  // downwards, interpolated
    double before = robot.read().q[0];
    while (crossings.size() < 11) {
      robot.write(torque(one(0.0)));
      robot.step(0.001);
      const double now = robot.read().q[0];
      if (before > 0.0 && now <= 0.0) crossings.push_back(robot.time() - 0.001 * now / (now - before));
      before = now;
    }
    const double period = (crossings.back() - crossings.front()) / 10.0;
    const double I = OneJoint::kInertia + OneJoint::kMass * OneJoint::kLength * OneJoint::kLength + armature;
    const double expected = 2.0 * M_PI * std::sqrt(I / (OneJoint::kMass * 9.81 * OneJoint::kLength));
    std::cout << "period " << period << " s, off by " << period / expected - 1.0 << " of it\n";
    EXPECT_NEAR(period, expected, 1e-6 * expected);
  }
}

TEST(TorqueArm, LosesASpinToItsDampingExponentially) {
  const Arm arm = OneJoint::wheel();
  SimulatedArm robot(arm, one(0.0), ideal_torque());
  const double rate = OneJoint::kDamping / (OneJoint::kInertia + 0.0125);  // URDF's damping, default armature
  robot.write(torque(one(0.5)));
  robot.step(0.5);
  const double start = robot.read().qd[0];
  EXPECT_NEAR(start, 0.5 / OneJoint::kDamping * (1.0 - std::exp(-rate * 0.5)), 1e-8);
  robot.write(torque(one(0.0)));
  for (int k = 1; k <= 1000; ++k) {
    robot.step(0.002);
    ASSERT_NEAR(robot.read().qd[0], start * std::exp(-rate * 0.002 * k), 1e-8);
  }
}

TEST(TorqueArm, IsHeldByCoulombFrictionBelowItAndMovesAboveIt) {
  const Arm arm = OneJoint::wheel();
  SimulationParameters parameters = ideal_torque();
  parameters.torque.damping = one(0.0);
  parameters.torque.friction = one(0.2);
  SimulatedArm held(arm, one(0.0), parameters), moving(arm, one(0.0), parameters);
  held.write(torque(one(0.19)));
  held.step(10.0);
  std::cout << "creep in 10 s below the friction: " << held.read().q[0] << " rad\n";
  EXPECT_LT(std::abs(held.read().q[0]), 2e-5);
  // Above it: what exceeds it accelerates; afterwards it brakes to a stop, and stays.
  const double I = OneJoint::kInertia + 0.0125;
  moving.write(torque(one(0.25)));
  moving.step(0.5);
  EXPECT_NEAR(moving.read().qd[0], 0.5 * 0.05 / I, 1e-3 * 0.5 * 0.05 / I);
  moving.write(torque(one(0.0)));
  moving.step(0.1);
  EXPECT_NEAR(moving.read().qd[0], 0.5 * 0.05 / I - 0.1 * 0.2 / I, 2e-3 * 0.5 * 0.05 / I);
  moving.step(0.1);
  EXPECT_NEAR(moving.read().qd[0], 0.0, 1e-6);
}

class Pushed : public testing::Test {
 protected:
  Jacobian jacobian(const JointVector& q) const {
    Pose X_BT;
    Jacobian J(6, arm.joint_count());
    arm.kinematics(q, arm.tip(), X_BT, J);
    return J;
  }
  Arm arm = load_arm("open_manipulator_x");
  Vector6 F_B = (Vector6() << 1.0, -0.5, 0.7, 0.02, 0.03, -0.01).finished();
};

TEST_F(Pushed, StandsStillWhereTheJointsCounterTheTransposedJacobian) {
  SimulatedArm robot(arm, home(arm), ideal_torque());
  robot.set_push(F_B);
  const Vector3 start_B = robot.tool_pose().p;
  for (int k = 0; k < 500; ++k) {
    const JointVector& q = robot.read().q;
    robot.write(torque(arm.gravity_torque(q, kGravity) - jacobian(q).transpose() * F_B));
    robot.step(0.002);
  }
  EXPECT_LT((robot.tool_pose().p - start_B).norm(), 1e-9);
}

TEST_F(Pushed, AcceleratesByTheTransposedJacobianAndTheMassMatrixOfKdl) {
  const test::KdlModel kdl(urdf_of("open_manipulator_x"), "world", "end_effector_link");
  SimulationParameters parameters = ideal_torque();
  parameters.torque.damping = one(0.0);
  for (const double mass_scale : {1.0, 1.5}) {
    parameters.mass_scale = mass_scale;
    SimulatedArm robot(arm, home(arm), parameters);
    robot.set_push(F_B);
    robot.step(0.001);
    Eigen::MatrixXd M = mass_scale * kdl.mass_matrix(home(arm));
    M.diagonal().array() += 0.0125;
    const JointVector expected = test::solve(M, jacobian(home(arm)).transpose() * F_B);
    EXPECT_LT((robot.read().qd / 0.001 - expected).norm(), 1e-3 * expected.norm());
    EXPECT_LT((robot.hand_wrench() - F_B).norm(), 1e-9);
  }
}

}  // namespace
}  // namespace limber::sim
