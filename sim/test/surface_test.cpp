// Surfaces under a tool that is led: their force against closed forms, their friction, and the plane against the plate.
#include "limber/sim/surface.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "allocation_count.hpp"
#include "limber/sim/simulated_arm.hpp"
#include "pressing.hpp"
#include "surface_shapes.hpp"

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

// Of every shape, with a point of it `gap` m ahead of the tool.
std::vector<Surface> every_shape_under(const Plate& ahead) {
  std::vector<Surface> surfaces;
  for (const auto& shape : std::vector<decltype(Surface::shape)>{
           PlaneShape{}, CylinderShape{.radius = 0.15}, SphereShape{.radius = 0.1},
           SineShape{.amplitude = 0.01, .wavelength = 0.2, .along_B = {1.0, 0.5, 0.0}}}) {
    surfaces.push_back(plane_like(ahead));
    surfaces.back().shape = shape;
    surfaces.back().name = "shape " + std::to_string(surfaces.size() - 1);
  }
  return surfaces;
}

// The kinematics and the sensor are core's and MuJoCo's; the nearest point is that of sampling.
TEST_F(LedOverASurface, EveryShapePushesTheSensorByStiffnessTimesDepthFromWhereItTouches) {
  for (const Surface& surface : every_shape_under(table(0.015))) {
    q = home(arm);
    SimulatedArm robot = place(surface);
    lead(robot, Vector3(0.02, 0.01, 0.0), 200);
    const Vector3 over_B = sampled_nearest_point(surface, ball_B());
    lead(robot, (over_B - ball_B()) * (1.0 - 0.008 / (over_B - ball_B()).norm()), 400);
    for (int k = 0; k < 200; ++k) robot.step(kCycle);
    const Vector3 foot_B = sampled_nearest_point(surface, ball_B());
    const double depth = parameters.tool.radius - (ball_B() - foot_B).norm();
    const Vector3 normal_B = (ball_B() - foot_B).normalized();
    EXPECT_NEAR(depth, 0.002, 1e-4);
    const SurfaceContact contact = robot.surface_contact(0);
    EXPECT_NEAR(contact.depth, depth, 1e-6) << surface.name;
    EXPECT_LT((contact.normal_B - normal_B).norm(), 1e-4) << surface.name;
    const Vector3 force_B = surface.stiffness * depth * normal_B;
    EXPECT_LT((robot.contact_force() - force_B).norm(), 0.005 * force_B.norm()) << surface.name;
    // The sensor feels that, and the weight of the tool.
    const Tool& tool = parameters.tool;
    const Pose X_BS = arm.pose(robot.read().q, sensor_frame(arm));
    const Vector3 weight_B = tool.mass * kGravity, to_tool_B = arm.pose(q, arm.tip()) * tool.com - X_BS.p;
    const Vector3 to_foot_B = ball_B() - tool.radius * normal_B - X_BS.p;
    const Vector3 felt_B = X_BS.R * robot.read().F_S_S.head<3>() - weight_B;
    const Vector3 torque_B = X_BS.R * robot.read().F_S_S.tail<3>() - to_tool_B.cross(weight_B);
    EXPECT_LT((felt_B - force_B).norm(), 0.005 * force_B.norm()) << surface.name;
    EXPECT_LT((torque_B - to_foot_B.cross(force_B)).norm(), 0.005 * force_B.norm() * to_foot_B.norm()) << surface.name;
  }
}

// Without friction and damping, over the whole simulation: a tool path that ends where it began takes no energy.
TEST_F(LedOverASurface, AClosedToolPathTakesNoEnergyAndWithFrictionItOnlyCosts) {
  for (const double friction : {0.0, 0.3}) {
    for (Surface surface : every_shape_under(table(-0.003))) {
      q = home(arm);
      surface.damping = 0.0;
      surface.friction = friction;
      SimulatedArm robot = place(surface);
      double given = 0.0, largest = 0.0;  // J
      Vector3 before_B = ball_B(), force_B = robot.contact_force(), way_B = Vector3::Zero();
      constexpr int kSteps = 1500;
      for (int k = 1; k <= kSteps; ++k) {
        const double phase = 2.0 * std::numbers::pi * k / kSteps;
        const Vector3 next_B(0.02 * std::sin(phase), 0.02 * (1.0 - std::cos(phase)), 0.001 * std::sin(3.0 * phase));
        lead(robot, next_B - way_B);
        way_B = next_B;
        given += 0.5 * (robot.contact_force() + force_B).dot(ball_B() - before_B);
        largest = std::max(largest, std::abs(given));
        before_B = ball_B(), force_B = robot.contact_force();
      }
      EXPECT_LT(way_B.norm(), 1e-9);
      EXPECT_GT(largest, 0.005) << "nothing was pressed";
      EXPECT_LT(given, friction > 0.0 ? -0.1 : 0.01 * largest);
      EXPECT_TRUE(friction > 0.0 || given > -0.01 * largest) << given;
    }
  }
}

TEST_F(LedOverASurface, AsksForNoMemory) {
  Surface rough = every_shape_under(table(-0.001))[0];
  rough.friction = 0.3;
  for (const Surface& surface : every_shape_under(table(-0.002))) {
    q = home(arm);
    parameters.scene = {.surfaces = {surface, rough}};
    SimulatedArm robot(arm, q, parameters);
    const Command command = hold(q);
    const long before = allocation_count();
    for (int k = 0; k < 500; ++k) {
      robot.write(command);
      robot.step(kCycle);
      robot.surface_contact(1);
    }
    EXPECT_EQ(allocation_count(), before);
    EXPECT_TRUE(robot.in_contact());
  }
}

// The same run twice is the same to the last bit, and a reading that is asked for twice changes nothing.
TEST_F(LedOverASurface, EveryEvaluationOfASubstepIsTheSame) {
  Surface surface = every_shape_under(table(-0.002))[3];
  surface.friction = 0.3;
  const auto run = [&](bool disturbed) {
    q = home(arm);
    SimulatedArm robot = place(surface);
    for (int k = 0; k < 500; ++k) {
      lead(robot, Vector3(2e-5 * std::sin(0.03 * k), 1e-5, 0.0));
      // A push makes the next substep be computed again; this one is none.
      if (disturbed) robot.set_push(Vector6::Zero());
    }
    return robot.surface_contact(0).force_B;
  };
  EXPECT_EQ(run(false), run(true));
}

std::string refusal(const Surface& surface, double radius = 0.01) {
  SimulationParameters parameters{.tool = tool_of("ur5e")};
  parameters.tool.radius = radius;
  parameters.scene.surfaces = {surface};
  const Arm arm = load_arm("ur5e");
  try {
    SimulatedArm(arm, home(arm), parameters);
  } catch (const SimulationError& error) {
    return error.what();
  }
  return "";
}

TEST(Surfaces, ThatCannotBeSimulatedAreRefusedWithASentence) {
  const double nan = std::nan("");
  EXPECT_EQ(refusal({.p_B = {0, 0, -1}}), "");
  EXPECT_EQ(refusal({.name = "rail", .p_B = {0, 0, -1}, .stiffness = 0.0}),
            "surface \"rail\": stiffness is 0 N/m; it must be above 0, and finite");
  EXPECT_NE(refusal({.p_B = {0, 0, -1}, .stiffness = nan}).find("stiffness is nan"), std::string::npos);
  EXPECT_NE(refusal({.p_B = {0, 0, -1}, .damping = -1.0}).find("damping is -1 N s/m"), std::string::npos);
  EXPECT_NE(refusal({.p_B = {0, 0, -1}, .friction = -0.1}).find("friction is -0.1"), std::string::npos);
  EXPECT_NE(refusal({.p_B = {0, nan, -1}}).find("p_B must be finite"), std::string::npos);
  EXPECT_NE(refusal({.p_B = {0, 0, -1}, .normal_B = Vector3::Zero()}).find("its normal must be finite, and not 0"),
            std::string::npos);
  EXPECT_NE(refusal({.shape = SphereShape{0.0}, .p_B = {0, 0, -1}}).find("radius is 0 m"), std::string::npos);
  EXPECT_NE(refusal({.shape = CylinderShape{.radius = 0.1, .axis_B = {0, 0, 3}}, .p_B = {0, 0, -1}})
                .find("its axis must be finite, and neither 0 nor along its normal"),
            std::string::npos);
  EXPECT_NE(refusal({.shape = SineShape{.wavelength = -1.0}, .p_B = {0, 0, -1}}).find("wavelength is -1 m"),
            std::string::npos);
  // A radius of (0.2 / 2 pi)² / 0.01 = 101.3 mm.
  EXPECT_EQ(refusal({.shape = SineShape{0.01, 0.2}, .p_B = {0, 0, -1}}, 0.1), "");
  EXPECT_NE(
      refusal({.name = "wave", .shape = SineShape{0.01, 0.2}, .p_B = {0, 0, -1}}, 0.102)
          .find("surface \"wave\": its valleys have a radius of 101.3 mm; it must be above that of the tool's ball, "
                "102.0 mm"),
      std::string::npos);
  EXPECT_NE(refusal({.p_B = {0, 0, 2}}).find("m inside it; at most 0.1 m is possible"), std::string::npos);
}

}  // namespace
}  // namespace limber::sim
