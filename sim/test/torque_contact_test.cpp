// The torque-driven arm against plates: although it is light, a plate must have its specified stiffness.
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

#include "pressing.hpp"
#include "torque_arms.hpp"

namespace limber::sim {
namespace {

class TorqueContact : public testing::Test {
 protected:
  TorqueContact() {
    parameters.tool = tool_of("open_manipulator_x");
    parameters.tool.mass = 0.0;  // core's gravity knows of no tool
    parameters.tool.inertia.setZero();
    tool_frame.X_JF = tool_frame.X_JF * Pose{Matrix3::Identity(), parameters.tool.p_TQ};
  }
  // Gravity, a force along the wall's normal, and a soft spring in its plane, so that the tool stays in place.
  void press(SimulatedArm& robot, const Plate& wall, double force, double time) const {
    const Vector3 n_B = wall.normal_B.normalized();
    const long cycles = std::lround(time / 0.002);
    for (long k = 0; k < cycles; ++k) {
      const JointVector& q = robot.read().q;
      Pose X_BQ;
      Jacobian J(6, arm.joint_count());
      arm.kinematics(q, tool_frame, X_BQ, J);
      const Vector3 off_B = wall.p_B - X_BQ.p;
      const Vector3 f_B = -force * n_B + 50.0 * (off_B - off_B.dot(n_B) * n_B);
      robot.write(torque(arm.gravity_torque(q, kGravity) + J.topRows<3>().transpose() * f_B));
      robot.step(0.002);
    }
  }
  // m: how far the ball is beyond the surface at rest, by core's kinematics.
  double depth(const JointVector& q, const Plate& wall) const {
    const Vector3 centre_B = arm.pose(q, arm.tip()) * ball_centre(parameters.tool);
    return parameters.tool.radius - wall.normal_B.normalized().dot(centre_B - wall.p_B);
  }

  Arm arm = load_arm("open_manipulator_x");
  SimulationParameters parameters = ideal_torque();
  Frame tool_frame = arm.tip();
};

TEST_F(TorqueContact, PressesWithTheForceOfItsJointsIntoAWallOfTheStiffnessItSays) {
  parameters.torque.delay = 1;
  for (const double stiffness : {1e3, 5e3, 20e3, 100e3}) {
    const Plate wall = wall_ahead(arm, parameters.tool, stiffness, 0.002);
    parameters.scene.plates = {wall};
    SimulatedArm robot(arm, home(arm), parameters);
    press(robot, wall, 3.0, 4.0);
    const double f = robot.contact_force().dot(wall.normal_B);
    const double felt = f / depth(robot.read().q, wall);
    std::cout << stiffness << " N/m: " << f << " N, felt " << felt << " N/m\n";
    EXPECT_NEAR(f, 3.0, 1e-3);
    EXPECT_NEAR(felt, stiffness, 0.005 * stiffness);
    EXPECT_NEAR(robot.plate_deflection(0), 3.0 / stiffness, 0.01 * 3.0 / stiffness);
    press(robot, wall, 3.0, 0.2);
    EXPECT_NEAR(robot.contact_force().dot(wall.normal_B), f, 1e-3);
  }
}

TEST_F(TorqueContact, BouncesOffWithoutGainingEnergy) {
  const Plate wall = wall_ahead(arm, parameters.tool, 20e3, 0.005);
  parameters.scene.plates = {wall};
  SimulatedArm robot(arm, home(arm), parameters);
  double in = 0.0, out = 0.0;  // m/s towards the wall and away from it
  for (int k = 0; k < 500; ++k) {
    press(robot, wall, 3.0, 0.002);
    const double v = robot.tool_velocity().head<3>().dot(wall.normal_B.normalized());
    in = std::max(in, -v);
    out = std::max(out, v);
  }
  EXPECT_GT(in, 0.05);
  EXPECT_LT(out, in);
}

TEST_F(TorqueContact, ThatStartsPressedInStartsInEquilibrium) {
  const Plate wall = wall_ahead(arm, parameters.tool, 5e3, -0.001);
  parameters.scene.plates = {wall};
  SimulatedArm robot(arm, home(arm), parameters);
  for (int k = 0; k < 50; ++k) {
    EXPECT_NEAR(robot.contact_force().dot(wall.normal_B), 5.0, 0.05);
    robot.step(0.001);
  }
}

TEST_F(TorqueContact, IsFeltByTheWristSensor) {
  const Plate wall = wall_ahead(arm, parameters.tool, 5e3, 0.0);
  parameters.scene.plates = {wall};
  SimulatedArm robot(arm, home(arm), parameters);
  press(robot, wall, 2.0, 3.0);
  const Vector3 felt_B = robot.tool_pose().R * robot.read().F_S_S.head<3>();
  EXPECT_LT((felt_B - 2.0 * wall.normal_B).norm(), 0.01);
}

}  // namespace
}  // namespace limber::sim
