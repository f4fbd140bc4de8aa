// A torque arm: an OpenManipulator-X homes, then goes to and fro between two points with a stiffness that changes on
// the way. The controller takes care of gravity, effort limits and singularities. At the end a real arm must be held by
// its brakes: a torque arm without commands falls.
#include <algorithm>
#include <cstdio>
#include <limber/limber.hpp>
#include <limber/sim/simulated_arm.hpp>

int main() {
  const limber::Arm arm = limber::Arm::from_urdf_file(LIMBER_ROBOTS_DIR "/open_manipulator_x.urdf", "world", "link5",
                                                      limber::Branches::kFreezeAtZero);
  limber::VariableStiffnessParameters parameters;  // its path is the one of the defaults
  parameters.stiffness.stiffness_x = parameters.stiffness.stiffness_y = {20, 60, 20};  // N/m along the path
  limber::VariableStiffnessController controller(arm, parameters);

  limber::sim::SimulationParameters simulation;
  simulation.drive = limber::sim::Drive::kTorque;
  limber::sim::SimulatedArm robot(arm, limber::JointVector{{0.0, -0.6, 0.4, 0.6}}, simulation);
  if (!controller.prepare(robot.read().q)) std::printf("%s\n", controller.path().sentence.c_str());
  if (!controller.activate(robot.read())) return 1;

  double stiffest = 0.0, farthest = 0.0;
  for (int cycle = 0; cycle < 20 * 500; ++cycle) {
    robot.write(controller.update(robot.read(), 0.002));
    robot.step(0.002);
    const limber::StiffnessTelemetry& record = controller.telemetry();
    if (record.phase == limber::CyclePhase::kMoveForward) farthest = std::max(farthest, record.position_error);
    stiffest = std::max(stiffest, record.stiffness[1]);
    if (cycle % 1000 != 0) continue;
    std::printf("%4.1f s  %-12s  %3.0f N/m  %4.1f mm from its reference\n", record.time,
                std::string(limber::name(record.phase)).c_str(), record.stiffness[1], 1e3 * record.position_error);
  }
  return stiffest > 55.0 && farthest < 0.02 ? 0 : 1;
}
