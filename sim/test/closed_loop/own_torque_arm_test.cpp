// Variable stiffness on arms given only by a URDF: along a path around the chosen start, and against a wall.
#include <fmt/format.h>

#include "arm/start_posture.hpp"
#include "torque_loop.hpp"

namespace limber::sim {
namespace {

Arm my_arm() {
  return Arm::from_urdf_file(LIMBER_SOURCE_DIR "/examples/my_arm.urdf", "base", "tool", Branches::kFreezeAtZero);
}

// A turn, then bends: three or more joints, links of 0.25 m and 0.8 kg.
Arm bending_arm(int joints) {
  std::string xml = "<robot name='bending'><link name='l0'/>";
  for (int i = 0; i < joints; ++i) {
    xml += fmt::format(
        "<link name='l{1}'><inertial><origin xyz='0 0 0.12'/><mass value='0.8'/><inertia ixx='0.004' iyy='0.004' "
        "izz='0.001' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='j{1}' type='revolute'><parent "
        "link='l{0}'/><child link='l{1}'/><origin xyz='0 0 {2}'/><axis xyz='{3}'/><limit lower='-2.5' upper='2.5' "
        "velocity='3' effort='60'/><dynamics damping='0.2'/></joint>",
        i, i + 1, i == 0 ? 0.1 : 0.25,
        i == 0   ? "0 0 1"
        : i == 4 ? "1 0 0"
                 : "0 1 0");
  }
  xml += fmt::format(
      "<link name='tip'/><joint name='weld' type='fixed'><parent link='l{}'/><child link='tip'/><origin xyz='0 0 "
      "0.2'/></joint></robot>",
      joints);
  return Arm::from_urdf(xml, "l0", "tip");
}

// From where the tool is at q along `way`, and back.
VariableStiffnessParameters path_from(const Arm& arm, const JointVector& q, const Vector3& way, double stiffness) {
  VariableStiffnessParameters p;
  const Pose X = arm.pose(q, arm.tip());
  const Quaternion turn(X.R);
  p.root_link = arm.base_name();
  p.cycle.start_position = X.p;
  p.cycle.end_position = X.p + way;
  p.cycle.orientation = {turn.x(), turn.y(), turn.z(), turn.w()};
  p.cycle.homing_duration = 1.0;
  p.cycle.move_duration = 3.0;
  p.cycle.wait_duration = 8.0;
  p.stiffness.stiffness_homing.setConstant(stiffness);
  p.stiffness.damping_default.setConstant(0.2 * stiffness);
  p.stiffness.max_rise_rate = 200.0;
  return p;
}

void expect_follows(const Arm& arm) {
  const JointVector q = choose_start(arm, arm.tip()).q;
  TorqueLoop loop(arm, q, path_from(arm, q, {0, 0.05, 0}, 100.0), torque_simulation());
  double worst = 0.0, farthest = 0.0;
  loop.run(16.0, [&] {
    worst = std::max(worst, loop.now().position_error);
    farthest = std::max(farthest, (loop.now().p_measured - arm.pose(q, arm.tip()).p).norm());
  });
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning) << arm.name();
  EXPECT_LT(worst, 0.01) << arm.name() << " with " << arm.joint_count() << " joints";
  EXPECT_NEAR(farthest, 0.05, 0.005) << arm.name();
  EXPECT_EQ(loop.offences, 0U);
}

TEST(OwnTorqueArm, FollowsAPathAroundItsChosenStart) {
  expect_follows(my_arm());
  for (const int joints : {3, 4, 5, 6}) expect_follows(bending_arm(joints));
}

// The reference ends 30 mm behind the wall's surface, so the springs of wall and controller are in series.
void expect_presses(const Arm& arm, double wall_stiffness) {
  constexpr double kStiffness = 100.0, kBehind = 0.03;
  const JointVector q = choose_start(arm, arm.tip()).q;
  const Pose X = arm.pose(q, arm.tip());
  const Vector3 way = Vector3::UnitY();
  SimulationParameters simulation = torque_simulation();
  simulation.tool.axis = X.R.transpose() * way;
  Plate wall;
  wall.p_B = X.p + 0.02 * way;
  wall.normal_B = -way;
  wall.stiffness = wall_stiffness;
  simulation.scene.plates = {wall};
  TorqueLoop loop(arm, q, path_from(arm, q, (0.02 + kBehind) * way, kStiffness), simulation);
  loop.run(11.0);
  ASSERT_EQ(loop.now().phase, CyclePhase::kWaitAtEnd);
  const double force = -loop.robot.contact_force().dot(way);
  const Vector3 ball_B = arm.pose(loop.now().q, arm.tip()) * ball_centre(simulation.tool);
  const double depth = simulation.tool.radius - wall.normal_B.dot(ball_B - wall.p_B);
  const double in_series = kBehind * kStiffness * wall_stiffness / (kStiffness + wall_stiffness);
  std::printf("%d joints, %g N/m: %.3f N, %.4f mm deep\n", arm.joint_count(), wall_stiffness, force, 1e3 * depth);
  EXPECT_NEAR(force, wall_stiffness * depth, 0.03 * force);
  EXPECT_NEAR(force, in_series, 0.03 * in_series);
  EXPECT_NEAR(loop.robot.plate_deflection(0), force / wall_stiffness, 0.03 * force / wall_stiffness);
}

TEST(OwnTorqueArm, PressesOnAWallWithItsStiffnessTimesThePenetration) {
  for (const double stiffness : {500.0, 5e3, 50e3}) {
    expect_presses(my_arm(), stiffness);
    expect_presses(bending_arm(3), stiffness);
  }
}

}  // namespace
}  // namespace limber::sim
