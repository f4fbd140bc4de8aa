// Press with a force: the tool goes down until it meets a table and leans on it with 10 N. The damping that the table
// needs is worked out first: with too little, the arm would bounce.
#include <algorithm>
#include <cstdio>

#include "limber/limber.hpp"
#include "limber/sim/simulated_arm.hpp"

using namespace limber;

int main() {
  const Arm arm = Arm::from_urdf_file(LIMBER_ROBOTS_DIR "/ur5e.urdf", "base_link", "tool0");
  const JointVector home{{0.0, -1.57, 1.57, -1.57, -1.57, 0.0}};

  sim::SimulationParameters simulation;
  sim::Plate table{.name = "table", .stiffness = 5e3};  // N/m, level
  table.p_B = arm.pose(home, arm.tip()).p - Vector3(0, 0, 0.03);
  simulation.scene.plates = {table};
  sim::SimulatedArm robot(arm, home, simulation);

  AdmittanceParameters parameters;  // in the tool's own frame, whose z points at the table
  const double damping = damping_for_wall({.mass = 5.0}, table.stiffness);
  parameters.compliance.mass = Vector6(5, 5, 5, 0.5, 0.5, 0.5).asDiagonal();
  parameters.compliance.damping = Vector6(100, 100, damping, 10, 10, 10).asDiagonal();
  parameters.compliance.stiffness = Vector6(500, 500, 0, 50, 50, 50).asDiagonal();  // free along z
  AdmittanceController controller(arm, parameters);

  const double period = 1.0 / parameters.update_rate;
  double least = 1e9, most = 0.0;
  std::printf("A table of 5 kN/m needs a damping of %.0f N s/m.\n", damping);
  std::puts("time  height  force\n   s      mm      N");
  if (!controller.activate(robot.read())) return 1;
  for (int cycle = 0; cycle <= 8 * 500; ++cycle) {
    controller.set_control_wrench(10.0 * Vector6::Unit(2));  // N; it fades where it is not repeated
    robot.write(controller.update(robot.read(), period));
    robot.step(period);
    const double force = robot.contact_force().z();
    if (robot.time() > 7.0) least = std::min(least, force), most = std::max(most, force);
    const double height = robot.tool_pose().p.z() - table.p_B.z();
    if (cycle % 500 == 0) std::printf("%4.1f  %6.2f  %5.2f\n", robot.time(), 1e3 * height, force);
  }

  std::printf("In the last second it pressed with %.2f to %.2f N.\n", least, most);
  return least > 9.5 && most < 10.5 ? 0 : 1;
}
