// The torque-driven arm on surfaces: it is light, so their force may neither be too stiff for a substep nor create
// energy.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "pressing.hpp"
#include "torque_arms.hpp"

namespace limber::sim {
namespace {

class TorqueOnASurface : public testing::Test {
 protected:
  TorqueOnASurface() {
    parameters.tool = tool_of("open_manipulator_x");
    parameters.tool.mass = 0.0;  // core's gravity knows of no tool
    parameters.tool.inertia.setZero();
    tool_frame.X_JF = tool_frame.X_JF * Pose{Matrix3::Identity(), parameters.tool.p_TQ};
  }
  Surface ahead(double stiffness, double gap) const {
    const Plate wall = wall_ahead(arm, parameters.tool, stiffness, gap);
    return {.name = "wall", .p_B = wall.p_B, .normal_B = wall.normal_B, .stiffness = stiffness};
  }
  // Gravity, and a force at the tool point for each cycle.
  void push(SimulatedArm& robot, const Vector3& force_B, double time) const {
    const long cycles = std::lround(time / 0.002);
    for (long k = 0; k < cycles; ++k) {
      const JointVector& q = robot.read().q;
      Pose X_BQ;
      Jacobian J(6, arm.joint_count());
      arm.kinematics(q, tool_frame, X_BQ, J);
      robot.write(torque(arm.gravity_torque(q, kGravity) + J.topRows<3>().transpose() * force_B));
      robot.step(0.002);
    }
  }
  std::string refusal(const Surface& surface) {
    parameters.scene.surfaces = {surface};
    try {
      SimulatedArm(arm, home(arm), parameters);
    } catch (const SimulationError& error) {
      return error.what();
    }
    return "";
  }
  // N/m: the stiffest plane that this arm may touch at its start, to a percent.
  double stiffest() {
    double low = 100.0, high = 1e7;
    while (high > 1.01 * low) {
      const double tried = std::sqrt(low * high);
      (refusal(ahead(tried, 0.005)).empty() ? low : high) = tried;
    }
    return low;
  }

  Arm arm = load_arm("open_manipulator_x");
  SimulationParameters parameters = ideal_torque();
  Frame tool_frame = arm.tip();
};

TEST_F(TorqueOnASurface, PressesWithTheForceOfItsJointsUpToTheStiffestThatIsAllowed) {
  const double most = stiffest();
  std::printf("the stiffest plane for this arm: %.0f N/m\n", most);
  EXPECT_GT(most, 20e3);
  for (const double stiffness : {1e3, 5e3, 20e3, most}) {
    Surface wall = ahead(stiffness, 0.0005);
    wall.friction = 1.0;  // holds the tool sideways
    parameters.scene.surfaces = {wall};
    SimulatedArm robot(arm, home(arm), parameters);
    push(robot, -3.0 * wall.normal_B, 3.0);
    double least = 1e9, greatest = -1e9;
    for (int k = 0; k < 200; ++k) {
      push(robot, -3.0 * wall.normal_B, 0.002);
      const double force = robot.contact_force().dot(wall.normal_B);
      least = std::min(least, force), greatest = std::max(greatest, force);
    }
    std::printf("%8.0f N/m: %.5f to %.5f N, depth %.3e m\n", stiffness, least, greatest,
                robot.surface_contact(0).depth);
    EXPECT_NEAR(least, 3.0, 0.01);
    EXPECT_NEAR(greatest, 3.0, 0.01);
    const Vector3 centre_B = arm.pose(robot.read().q, arm.tip()) * ball_centre(parameters.tool);
    const double depth = parameters.tool.radius - wall.normal_B.dot(centre_B - wall.p_B);
    EXPECT_NEAR(depth, 3.0 / stiffness, 0.005 * 3.0 / stiffness);
  }
}

TEST_F(TorqueOnASurface, IsHeldByFrictionUntilItIsPushedHarderThanThat) {
  Surface wall = ahead(5e3, 0.0);
  wall.friction = 0.5;
  parameters.scene.surfaces = {wall};
  SimulatedArm robot(arm, home(arm), parameters);
  push(robot, -4.0 * wall.normal_B, 2.0);
  const Vector3 sideways_B = Vector3::UnitZ() - wall.normal_B.z() * wall.normal_B;
  const auto at = [&] { return robot.tool_pose().p.dot(sideways_B.normalized()); };
  const double before = at();
  push(robot, -4.0 * wall.normal_B + 1.6 * sideways_B.normalized(), 2.0);
  const double held = at();
  // The spring of the friction, 1.6 N / 5 kN/m, and what slips while it swings.
  EXPECT_LT(std::abs(held - before), 0.001);
  push(robot, -4.0 * wall.normal_B + 1.6 * sideways_B.normalized(), 5.0);
  EXPECT_NEAR(at(), held, 1e-6) << "it drifts";
  push(robot, -4.0 * wall.normal_B + 3.0 * sideways_B.normalized(), 0.3);
  EXPECT_GT(at() - held, 0.002) << "it sticks";
}

// A spring gives back what it took, whatever part of a substep a touch begins and ends in. The force is constant over a
// substep, so force times way is its work.
TEST_F(TorqueOnASurface, BouncesOffWithoutGainingEnergy) {
  const double most = stiffest();
  for (const double stiffness : {5e3, 20e3, 0.98 * most}) {
    for (const double damping : {0.0, 3.0}) {
      Surface wall = ahead(stiffness, 0.01);
      wall.damping = damping;
      parameters.scene.surfaces = {wall};
      SimulatedArm robot(arm, home(arm), parameters);
      push(robot, -2.0 * wall.normal_B, 0.1);
      double given = 0.0, taken = 0.0;  // J
      bool touched = false;
      for (int k = 0; k < 2000 && !(touched && !robot.in_contact()); ++k) {
        const Vector3 force_B = robot.contact_force();
        const Vector3 before_B = arm.pose(robot.read().q, arm.tip()) * ball_centre(parameters.tool);
        robot.write(torque(arm.gravity_torque(robot.read().q, kGravity)));
        robot.step(parameters.substep);
        given += force_B.dot(arm.pose(robot.read().q, arm.tip()) * ball_centre(parameters.tool) - before_B);
        taken = std::max(taken, -given);
        touched |= robot.in_contact();
      }
      std::printf("%8.0f N/m, %g N s/m: took %.4f mJ, gave back %.4f of it\n", stiffness, damping, 1e3 * taken,
                  1.0 + given / taken);
      EXPECT_GT(taken, 1e-4);
      EXPECT_LT(given, 0.01 * taken);
      EXPECT_TRUE(damping > 0.0 || given > -0.02 * taken);
      EXPECT_TRUE(damping == 0.0 || given < -0.02 * taken);
    }
  }
}

TEST_F(TorqueOnASurface, RefusesOneThatIsTooStiffForItsSubstep) {
  const std::string words = refusal(ahead(1e6, 0.005));
  EXPECT_NE(words.find("surface \"wall\" of 1e+06 N/m"), std::string::npos) << words;
  EXPECT_NE(words.find("too stiff for this light arm"), std::string::npos) << words;
  EXPECT_NE(words.find("it must be at most 1: use a softer surface or a shorter substep"), std::string::npos) << words;
  const double at_1_ms = stiffest();
  parameters.substep = 0.0005;
  EXPECT_GT(stiffest(), 3.0 * at_1_ms);
}

TEST_F(TorqueOnASurface, StartsInEquilibriumIfItStartsPressedIn) {
  parameters.scene.surfaces = {ahead(5e3, -0.001)};
  SimulatedArm robot(arm, home(arm), parameters);
  for (int k = 0; k < 50; ++k) {
    EXPECT_NEAR(robot.contact_force().norm(), 5.0, 0.01);
    robot.step(0.001);
  }
}

}  // namespace
}  // namespace limber::sim
