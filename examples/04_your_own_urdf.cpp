// Your own URDF: any serial arm of 1 to 8 joints. Without arguments it takes the seven joints of my_arm.urdf; with
// them, yours:   04_your_own_urdf arm.urdf base_link tool_link
#include <algorithm>
#include <cstdio>

#include "limber/limber.hpp"
#include "limber/sim/simulated_arm.hpp"

using namespace limber;

// Joints well inside their limits, none of them straight.
JointVector bent(const Arm& arm) {
  JointVector q(arm.joint_count());
  for (int i = 0; i < q.size(); ++i) {
    const JointLimits& limits = arm.joints()[static_cast<std::size_t>(i)].limits;
    q[i] = std::clamp(i % 2 == 0 ? 0.3 : 0.9, 0.7 * limits.lower, 0.7 * limits.upper);
  }
  return q;
}

int main(int argc, char** argv) try {
  const bool yours = argc == 4;
  const Arm arm = Arm::from_urdf_file(yours ? argv[1] : LIMBER_EXAMPLES_DIR "/my_arm.urdf", yours ? argv[2] : "base",
                                      yours ? argv[3] : "tool", Branches::kFreezeAtZero);
  const JointVector home = bent(arm);
  const JointVector gravity = arm.gravity_torque(home, Vector3(0, 0, -9.81));
  std::printf("%s: %d joints from %s to %s\n", arm.name().c_str(), arm.joint_count(), arm.base_name().c_str(),
              arm.tip_name().c_str());
  std::puts("joint              lower  upper  starts at  holds (N m, N)");
  for (int i = 0; i < home.size(); ++i) {
    const Joint& joint = arm.joints()[static_cast<std::size_t>(i)];
    std::printf("%-16s  %6.2f %6.2f     %6.2f  %14.2f\n", joint.name.c_str(), joint.limits.lower, joint.limits.upper,
                home[i], gravity[i]);
  }

  AdmittanceParameters parameters;
  parameters.frame_id = arm.base_name();
  AdmittanceController controller(arm, parameters);  // no stiffness: led by hand, it stays where it is left
  sim::SimulatedArm robot(arm, home);
  const Vector3 start = robot.tool_pose().p;
  const Vector3 inwards = -Vector3(start.x(), start.y(), 0.0).normalized();
  if (!controller.activate(robot.read())) return 1;
  for (int cycle = 0; cycle < 4 * 500; ++cycle) {
    Vector6 push = Vector6::Zero();
    if (robot.time() < 2.0) push.head<3>() = 8.0 * inwards;  // N
    robot.set_push(push);
    robot.write(controller.update(robot.read(), 0.002));
    robot.step(0.002);
  }
  const double moved = inwards.dot(robot.tool_pose().p - start);
  const double speed = robot.tool_velocity().head<3>().norm();
  std::printf("Two seconds of 8 N towards its base moved the tool by %.0f mm; it then stood still (%.3f mm/s).\n",
              1e3 * moved, 1e3 * speed);
  return moved > 0.02 && speed < 1e-4 ? 0 : 1;
} catch (const ArmError& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
