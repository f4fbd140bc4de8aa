// Surfaces under a tool that is led: their force against closed forms, their friction, and the plane against the plate.
#include "limber/sim/surface.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <random>

#include "allocation_count.hpp"
#include "limber/sim/simulated_arm.hpp"
#include "pressing.hpp"
#include "support/scale.hpp"

namespace limber::sim {
namespace {

constexpr double kCycle = 0.002;  // s

// The same surface as a plate, for comparison.
Surface plane_like(const Plate& plate) {
  return {.name = plate.name,
          .shape = PlaneShape{},
          .p_B = plate.p_B,
          .normal_B = plate.normal_B,
          .stiffness = plate.stiffness,
          .damping = plate_damping(plate),
          .friction = plate.friction};
}

// A UR5e whose servo follows at once, so that the tool is where it is led.
class LedOverASurface : public testing::Test {
 protected:
  explicit LedOverASurface() {
    parameters.servo.lag = 0.0;
    parameters.servo.delay = 0.0;
    parameters.sensor = {.frame = sensor_frame(arm), .force_noise = 0.0, .torque_noise = 0.0};
  }
  SimulatedArm place(const Surface& surface) {
    parameters.scene = {.surfaces = {surface}};
    return SimulatedArm(arm, q, parameters);
  }
  void lead(SimulatedArm& robot, const Vector3& step_B) {
    move_joints_by(arm, parameters.tool, step_B, q);
    robot.write(hold(q));
    robot.step(kCycle);
  }
  void lead(SimulatedArm& robot, const Vector3& way_B, int cycles) {
    for (int k = 0; k < cycles; ++k) lead(robot, way_B / cycles);
  }
  Vector3 ball_B() const { return arm.pose(q, arm.tip()) * ball_centre(parameters.tool); }
  Plate table(double gap) const { return wall_ahead(arm, parameters.tool, 5e3, gap); }

  Arm arm = load_arm("ur5e");
  JointVector q = home(arm);
  SimulationParameters parameters{.tool = tool_of("ur5e")};
};

TEST_F(LedOverASurface, APlanePushesAsAPlateDoes) {
  for (const double stiffness : {1e3, 5e3, 20e3, 100e3}) {
    q = home(arm);
    Plate plate = table(0.001);
    plate.stiffness = stiffness;
    SimulatedArm on_plane = place(plane_like(plate));
    parameters.scene = {.plates = {plate}};
    SimulatedArm on_plate(arm, q, parameters);
    const Vector3 way_B = -(0.001 + 40.0 / stiffness) * plate.normal_B;
    for (int k = 0; k < 1500; ++k) {
      if (k < 500) move_joints_by(arm, parameters.tool, way_B / 500, q);
      for (SimulatedArm* robot : {&on_plane, &on_plate}) {
        robot->write(hold(q));
        robot->step(kCycle);
      }
    }
    const double on_plane_now = on_plane.contact_force().dot(plate.normal_B);
    EXPECT_NEAR(on_plane_now, on_plate.contact_force().dot(plate.normal_B), 0.02 * on_plane_now) << stiffness;
    EXPECT_NEAR(on_plane_now, 40.0, 0.01);
    EXPECT_TRUE(on_plane.in_contact());
    EXPECT_LT((on_plane.read().F_S_S - on_plate.read().F_S_S).norm(), 0.02 * 40.0);
  }
}

TEST_F(LedOverASurface, FrictionHoldsAToolAtRestAndSlidesAtItsCoefficient) {
  Surface surface = plane_like(table(-0.002));
  surface.friction = 0.3;
  SimulatedArm robot = place(surface);
  const Vector3 n_B = surface.normal_B, x_B = Vector3::UnitX(), y_B = n_B.cross(x_B);
  const double N = robot.contact_force().dot(n_B);
  EXPECT_NEAR(N, 10.0, 1e-6);
  lead(robot, 1e-4 * x_B, 50);  // 0.1 mm: the spring of the friction holds
  for (int k = 0; k < 500; ++k) robot.step(kCycle);
  EXPECT_NEAR(robot.contact_force().dot(x_B), -surface.stiffness * 1e-4, 0.005);
  const double held = robot.contact_force().dot(x_B);
  for (int k = 0; k < 5000; ++k) robot.step(kCycle);
  EXPECT_NEAR(robot.contact_force().dot(x_B), held, 1e-6) << "it creeps";
  for (const Vector3& way_B : {x_B, Vector3(-x_B), y_B, Vector3((x_B + y_B).normalized())}) {
    lead(robot, 0.01 * way_B, 200);
    const Vector3 f_B = robot.contact_force();
    const Vector3 sideways_B = f_B - f_B.dot(n_B) * n_B;
    EXPECT_NEAR(sideways_B.norm(), 0.3 * f_B.dot(n_B), 1e-9);
    EXPECT_LT((sideways_B.normalized() + way_B).norm(), 0.02) << way_B.transpose();
    for (int k = 0; k < 500; ++k) robot.step(kCycle);
    EXPECT_NEAR(-robot.contact_force().dot(way_B), 0.3 * N, 0.02 * N) << "at rest it still holds";
  }
}

}  // namespace
}  // namespace limber::sim
