// Change compliance live: a hand leans on the arm with 11 N while its stiffness changes, twice. New values are checked,
// taken whole by the control thread and ramped to, so the arm's velocity never steps.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "limber/limber.hpp"
#include "limber/sim/simulated_arm.hpp"

using namespace limber;

int main() {
  const Arm arm = Arm::from_urdf_file(LIMBER_ROBOTS_DIR "/ur5e.urdf", "base_link", "tool0");
  const JointVector home{{0.0, -1.57, 1.57, -1.57, -1.57, 0.0}};

  AdmittanceParameters parameters;
  parameters.frame_id = "base_link";
  parameters.compliance.stiffness = Vector6(400, 400, 400, 40, 40, 40).asDiagonal();  // N/m, N m/rad
  AdmittanceController controller(arm, parameters);
  sim::SimulatedArm robot(arm, home);
  robot.set_push(11.0 * Vector6::Unit(1));  // N, along y; the deadband takes 1 N of it
  const double start = robot.tool_pose().p.y();

  const double period = 1.0 / parameters.update_rate;
  double steepest = 0.0;  // rad/s²
  bool as_expected = true;
  JointVector velocity = JointVector::Zero(arm.joint_count());
  std::puts("stiffness  moved  expected\n      N/m     mm        mm");
  if (!controller.activate(robot.read())) return 1;
  for (const double k : {400.0, 100.0, 800.0}) {
    // From any thread but the control thread's. A bad value would throw a sentence that names it, and change nothing.
    config::set(parameters, "admittance.stiffness", std::vector{k, k, k, 40.0, 40.0, 40.0}, config::Change::kLive);
    controller.set_parameters(parameters);
    for (int cycle = 0; cycle < 5 * 500; ++cycle) {
      const Command command = controller.update(robot.read(), period);
      steepest = std::max(steepest, (command.qd - velocity).cwiseAbs().maxCoeff() / period);
      velocity = command.qd;
      robot.write(command);
      robot.step(period);
    }
    const double moved = robot.tool_pose().p.y() - start, expected = 10.0 / k;
    std::printf("%9.0f  %5.1f  %8.1f\n", k, 1e3 * moved, 1e3 * expected);
    as_expected = as_expected && std::abs(moved - expected) < 0.05 * expected;
  }

  std::printf("No joint was accelerated by more than %.2f rad/s² (allowed: %.0f).\n", steepest,
              kDefaultJointAcceleration);
  return as_expected && steepest < kDefaultJointAcceleration ? 0 : 1;
}
