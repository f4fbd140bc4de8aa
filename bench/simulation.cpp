// How much faster than real time a UR5e that presses on a table runs, controller and physics together.
#include "figures.hpp"
#include "limber/controllers/admittance_controller.hpp"
#include "limber/sim/simulated_arm.hpp"
#include "measure.hpp"

namespace limber::bench {

void measure_simulation(Report& report, double share) {
  const Arm arm = ur5e();
  sim::SimulationParameters simulation;
  sim::Plate table{.name = "table", .stiffness = 5e3};
  table.p_B = arm.pose(ready_posture(), arm.tip()).p - Vector3(0, 0, 0.002);
  simulation.scene.plates = {table};
  sim::SimulatedArm robot(arm, ready_posture(), simulation);

  AdmittanceParameters p = on_springs();
  p.ft_frame.clear();
  p.frame_id = "base_link";
  p.wrench.tool_mass = 0.0;
  p.compliance.damping = Vector6(100, 100, 600, 10, 10, 10).asDiagonal();
  p.compliance.stiffness(2, 2) = 0.0;
  AdmittanceController controller(arm, p);
  controller.activate(robot.read());

  const auto cycle = [&] {
    controller.set_control_wrench(-10.0 * Vector6::Unit(2));
    robot.write(controller.update(robot.read(), 0.002));
    robot.step(0.002);
  };
  for (int i = 0; i < 1500; ++i) cycle();
  const int cycles = static_cast<int>(20.0 * share * 500.0);
  int touching = 0;
  const Nanoseconds start = monotonic_now();
  for (int i = 0; i < cycles; ++i) {
    cycle();
    touching += robot.in_contact() ? 1 : 0;
  }
  const double wall = to_seconds(monotonic_now() - start);
  const std::string group = "simulation, 500 Hz control, 1 kHz physics";
  report.add_value(group, "UR5e pressing on a table", 0.002 * cycles / wall, "x real time", ">= 50");
  report.add_value(group, "cycles in contact", 100.0 * touching / cycles, "%");
}

}  // namespace limber::bench
