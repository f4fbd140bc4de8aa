// Soft, then stiff: a timed trajectory leads the tool aside and says how stiff the arm is on the way. The same push of
// 12 N deflects it six times less at the end.
#include <algorithm>
#include <cstdio>

#include "limber/limber.hpp"
#include "limber/sim/simulated_arm.hpp"

using namespace limber;

CompliantPoint point(double time, const Pose& X_BR, double stiffness) {
  CompliantPoint p;
  p.time_from_start = time;  // s
  p.X_BR = X_BR;
  p.compliance.stiffness = Vector6(stiffness, stiffness, stiffness, 30, 30, 30).asDiagonal();  // N/m, N m/rad
  return p;
}

int main() {
  const Arm arm = Arm::from_urdf_file(LIMBER_ROBOTS_DIR "/ur5e.urdf", "base_link", "tool0");
  const JointVector home{{0.0, -1.57, 1.57, -1.57, -1.57, 0.0}};
  AdmittanceParameters parameters;
  parameters.frame_id = "base_link";
  CartesianAdmittanceController controller(arm, parameters);

  sim::SimulationParameters simulation;
  simulation.scene.pushes = {{.start = 4.0, .duration = 2.0, .F_B = 12.0 * Vector6::Unit(1)},
                             {.start = 12.0, .duration = 2.0, .F_B = 12.0 * Vector6::Unit(1)}};  // N, along y
  sim::SimulatedArm robot(arm, home, simulation);
  const Pose start = robot.tool_pose(), aside{start.R, start.p + Vector3(0.1, 0.0, 0.0)};

  double soft = 0.0, stiff = 0.0;
  if (!controller.activate(robot.read())) return 1;
  for (int cycle = 0; cycle < 15 * 500; ++cycle) {
    if (cycle == 1000) controller.set_trajectory({point(0.5, start, 200), point(7, aside, 200), point(9, aside, 1200)});
    robot.write(controller.update(robot.read(), 0.002));
    robot.step(0.002);
    double& peak = robot.time() < 8.0 ? soft : stiff;
    peak = std::max(peak, robot.tool_pose().p.y() - start.p.y());
  }
  // 12 N less the deadband of 1 N: over 200 N/m 55 mm, over 1200 N/m 9 mm.
  std::printf("The same push moved it by %.1f mm, then by %.1f mm.\n", 1e3 * soft, 1e3 * stiff);
  return soft > 0.050 && soft < 0.060 && stiff > 0.008 && stiff < 0.011 ? 0 : 1;
}
