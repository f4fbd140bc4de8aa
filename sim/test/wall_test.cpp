// Walls and tables: stiffness at the tool, rest, slope, friction, impact.
#include <gtest/gtest.h>

#include <cmath>

#include "limber/sim/simulated_arm.hpp"
#include "mjcf.hpp"
#include "pressing.hpp"

namespace limber::sim {
namespace {

class Wall : public testing::TestWithParam<std::string> {
 protected:
  // Presses `depth` m beyond the surface at 1 mm/s and waits; leaves the command in q.
  void press(SimulatedArm& robot, const Vector3& normal_B, double distance, double speed = 0.001) {
    const int steps = static_cast<int>(std::lround(distance / speed / 0.002));
    for (int k = 0; k < steps; ++k) {
      move_joints_by(arm, parameters.tool, -normal_B * distance / steps, q);
      robot.write({q, JointVector::Zero(q.size())});
      robot.step(0.002);
    }
    for (int k = 0; k < 500; ++k) robot.step(0.002);
  }

  Arm arm = load_arm(GetParam());
  JointVector q = home(arm);
  SimulationParameters parameters{.tool = tool_of(GetParam())};
};

TEST_P(Wall, IsAsStiffAsItSays) {
  for (const double stiffness : {1e3, 5e3, 20e3, 100e3}) {
    q = home(arm);
    const Plate wall = wall_ahead(arm, parameters.tool, stiffness, 0.001);
    parameters.scene.plates = {wall};
    SimulatedArm robot(arm, q, parameters);
    const double depth = 40.0 / stiffness;
    press(robot, wall.normal_B, 0.001 + 0.5 * depth, 0.002);
    const double f1 = robot.contact_force().dot(wall.normal_B);
    const Vector3 p1 = arm.pose(robot.read().q, arm.tip()) * ball_centre(parameters.tool);
    press(robot, wall.normal_B, 0.5 * depth, 0.002);
    const double f2 = robot.contact_force().dot(wall.normal_B);
    const Vector3 p2 = arm.pose(robot.read().q, arm.tip()) * ball_centre(parameters.tool);
    const double felt = (f2 - f1) / (p2 - p1).norm();
    RecordProperty("stiffness_error_at_" + std::to_string(static_cast<int>(stiffness)),
                   std::to_string(felt / stiffness - 1.0));
    EXPECT_NEAR(felt, stiffness, 0.002 * stiffness);
    EXPECT_NEAR(f2, 40.0, 0.02 * 40.0);
    EXPECT_NEAR(robot.plate_deflection(0), depth, 0.02 * depth);
    EXPECT_TRUE(robot.in_contact());
  }
}

TEST_P(Wall, IsPressedOnSteadilyWhateverItsStiffness) {
  for (const double armature : {1e6, is_ur(GetParam()) ? 0.1 : 0.01}) {
    for (const double stiffness : {1e3, 5e3, 20e3, 100e3}) {
      q = home(arm);
      const Plate wall = wall_ahead(arm, parameters.tool, stiffness, 0.0005);
      parameters.scene.plates = {wall};
      parameters.servo.armature = armature;
      SimulatedArm robot(arm, q, parameters);
      press(robot, wall.normal_B, 0.0005 + 30.0 / stiffness, 0.05);
      double least = 1e9, most = -1e9;
      for (int k = 0; k < 1000; ++k) {
        robot.step(0.001);
        least = std::min(least, robot.contact_force().dot(wall.normal_B));
        most = std::max(most, robot.contact_force().dot(wall.normal_B));
      }
      EXPECT_LT(most - least, 1e-3) << stiffness << " N/m, armature " << armature;
      EXPECT_NEAR(most, 30.0, armature > 1.0 ? 0.1 : 4.0) << stiffness << " N/m, armature " << armature;
    }
  }
}

TEST_P(Wall, PushesTheSensorAwayFromIt) {
  const Plate wall = wall_ahead(arm, parameters.tool, 20e3, 0.0);
  parameters.scene.plates = {wall};
  parameters.sensor = {.frame = sensor_frame(arm), .force_noise = 0.0, .torque_noise = 0.0};
  SimulatedArm robot(arm, q, parameters);
  robot.step(0.1);
  const Vector6 before = robot.read().F_S_S;
  press(robot, wall.normal_B, 0.001);
  const Pose X_BS = arm.pose(robot.read().q, sensor_frame(arm));
  const Vector3 felt_B = X_BS.R * (robot.read().F_S_S - before).head<3>();
  EXPECT_LT((felt_B - 20.0 * wall.normal_B).norm(), 0.1);
  EXPECT_LT((robot.contact_force() - 20.0 * wall.normal_B).norm(), 0.1);
}

TEST_P(Wall, LetGoComesBackToItsSurfaceAndRestsThere) {
  for (const Vector3& normal_B : {Vector3(0, 0, 1), Vector3(0, 0, -1), Vector3(1, 0, 1), Vector3(0, -1, 0)}) {
    Plate far;
    far.p_B = Vector3(5, 5, 5);
    far.normal_B = normal_B;
    far.stiffness = 1e3;
    parameters.scene.plates = {far};
    SimulatedArm robot(arm, q, parameters);
    robot.step(1.0);
    EXPECT_NEAR(robot.plate_deflection(0), 0.0, 1e-12);
    EXPECT_FALSE(robot.in_contact());
  }
}

TEST_P(Wall, ThatTheToolStartsInsideOfStartsInEquilibrium) {
  parameters.scene.plates = {wall_ahead(arm, parameters.tool, 10e3, -0.002)};
  SimulatedArm robot(arm, q, parameters);
  for (int k = 0; k < 200; ++k) {
    EXPECT_NEAR(robot.contact_force().norm(), 20.0, 0.05);
    robot.step(0.001);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Wall, testing::ValuesIn(kRobots), [](const auto& robot) { return robot.param; });

TEST(Table, SlopedTenDegreesPushesAlongItsNormalWithoutFriction) {
  const Arm arm = load_arm("ur5e");
  JointVector q = home(arm);
  SimulationParameters parameters{.tool = tool_of("ur5e")};
  Plate table = wall_ahead(arm, parameters.tool, 5e3, 0.0);
  const double slope = 10.0 * M_PI / 180.0;
  table.normal_B = Eigen::AngleAxisd(slope, Vector3::UnitY()) * table.normal_B;
  parameters.scene.plates = {table};
  SimulatedArm robot(arm, q, parameters);
  for (int k = 0; k < 500; ++k) {  // down 5 mm and along 25 mm
    move_joints_by(arm, parameters.tool, Vector3(5e-5, 0, -1e-5), q);
    robot.write({q, JointVector::Zero(q.size())});
    robot.step(0.002);
  }
  const Vector3 f_B = robot.contact_force();
  const Vector3 n_B = table.normal_B.normalized();
  EXPECT_GT(f_B.dot(n_B), 1.0);
  EXPECT_LT((f_B - f_B.dot(n_B) * n_B).norm(), 1e-9);
  // The ball's foremost point along the normal has sunk in by the deflection.
  const Vector3 centre_B = arm.pose(robot.read().q, arm.tip()) * ball_centre(parameters.tool);
  const double sunk = parameters.tool.radius - n_B.dot(centre_B - table.p_B);
  EXPECT_NEAR(robot.plate_deflection(0), sunk, 1e-6);
}

TEST(Table, WithFrictionHoldsBackAToolThatSlides) {
  const Arm arm = load_arm("ur5e");
  JointVector q = home(arm);
  SimulationParameters parameters{.tool = tool_of("ur5e")};
  Plate table = wall_ahead(arm, parameters.tool, 5e3, -0.002);
  table.friction = 0.3;
  parameters.scene.plates = {table};
  SimulatedArm robot(arm, q, parameters);
  for (int k = 0; k < 500; ++k) {
    move_joints_by(arm, parameters.tool, Vector3(1e-4, 0, 0), q);
    robot.write({q, JointVector::Zero(q.size())});
    robot.step(0.002);
  }
  EXPECT_NEAR(robot.contact_force().z(), 10.0, 0.1);
  EXPECT_NEAR(robot.contact_force().x(), -3.0, 0.1);
}

TEST(Plates, ThatCannotBeSimulatedAreRefusedWithASentence) {
  const Arm arm = load_arm("ur5e");
  const auto refusal = [&](const Plate& plate) -> std::string {
    try {
      mjcf(arm, arm.tip(), Tool{}, Scene{{plate}, {}}, ModelParameters{});
    } catch (const SimulationError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal(Plate{}), "");
  EXPECT_EQ(refusal(Plate{.name = "table", .stiffness = 0.0}),
            "plate \"table\": stiffness in N/m is 0; it must be above 0");
  EXPECT_NE(refusal(Plate{.stiffness = 1e6}).find("use a heavier plate or a shorter substep"), std::string::npos);
  EXPECT_NE(refusal(Plate{.normal_B = Vector3::Zero()}).find("length of the normal is 0"), std::string::npos);
}

}  // namespace
}  // namespace limber::sim
