// Yield to a push: a hand leans on a UR5e for two seconds. The arm gives way like a spring of 200 N/m, and comes home
// when the hand lets go.
#include <algorithm>
#include <cstdio>

#include "limber/limber.hpp"
#include "limber/sim/simulated_arm.hpp"

using namespace limber;

int main() {
  const Arm arm = Arm::from_urdf_file(LIMBER_ROBOTS_DIR "/ur5e.urdf", "base_link", "tool0");
  const JointVector home{{0.0, -1.57, 1.57, -1.57, -1.57, 0.0}};  // rad: tool down, in front of the arm

  AdmittanceParameters parameters;
  parameters.frame_id = "base_link";  // axes of mass and stiffness; damping is derived from them: critical
  parameters.compliance.mass = Vector6(5, 5, 5, 0.5, 0.5, 0.5).asDiagonal();          // kg, kg m²
  parameters.compliance.stiffness = Vector6(200, 200, 200, 20, 20, 20).asDiagonal();  // N/m, N m/rad
  AdmittanceController controller(arm, parameters);

  sim::SimulationParameters simulation;
  simulation.scene.pushes = {{.start = 3.0, .duration = 2.0, .F_B = 20.0 * Vector6::Unit(1)}};  // N, along y
  sim::SimulatedArm robot(arm, home, simulation);
  const double start = robot.tool_pose().p.y();

  const double period = 1.0 / parameters.update_rate;
  double farthest = 0.0, moved = 0.0;
  std::puts("time  hand  moved\n   s     N     mm");
  if (!controller.activate(robot.read())) return 1;
  for (int cycle = 0; cycle <= 8 * 500; ++cycle) {
    robot.write(controller.update(robot.read(), period));
    robot.step(period);
    moved = robot.tool_pose().p.y() - start;
    farthest = std::max(farthest, moved);
    if (cycle % 500 == 0) std::printf("%4.1f  %4.0f  %5.1f\n", robot.time(), robot.hand_wrench()[1], 1e3 * moved);
  }

  // 20 N less the deadband of 1 N, over 200 N/m, is 95 mm.
  const bool yielded = farthest > 0.090 && farthest < 0.100;
  const bool came_home = std::abs(moved) < 0.001;
  std::printf("It gave way by %.1f mm and came home to within %.2f mm.\n", 1e3 * farthest, 1e3 * std::abs(moved));
  return yielded && came_home ? 0 : 1;
}
